// Any number of executions side by side: a matrix of metrics by run, and each metric over the runs.
import { useMemo, useState } from 'preact/hooks';
import { get, post } from '../api/client';
import type { Matrix, MatrixRun } from '../api/types';
import { useDoing, useLoad } from '../api/load';
import { baselinesOf, matrixOf } from '../api/matrix';
import { useAccess } from '../api/session';
import { Chart } from '../chart/chart';
import { smallOption } from '../chart/groups';
import { count, decimal, excerpt, familyName, interval, metricName, pValue, visible } from '../format';
import { jobDone } from '../jobs';
import { VerdictBadge } from '../part/badge';
import { Figure } from '../part/figure';
import { Choice } from '../part/form';
import { ProblemNote, Waiting } from '../part/notice';
import { Page } from '../part/page';
import { scoreColumns } from '../part/pick_rows';
import { DataTable, type Column } from '../part/table';
import { Name } from '../part/text';
import { changeQuery, idsOf, mostIds, useQueryState, wholeNumber } from '../query_state';
import { go, hrefTo, withQuery, type Route } from '../route';
import { Chooser } from './compare_choose';

const mostCompared = 20; // with one request

const cellOf = (run: MatrixRun, metric: string) => run.cells.find((cell) => cell.metric === metric);
const title = (run: MatrixRun) => run.name || `Execution ${run.execution_id}`;

function CompareMissing({
  missing,
  against,
  onDone,
}: {
  missing: readonly MatrixRun[];
  against: number | null;
  onDone: () => void;
}) {
  const { canWrite } = useAccess();
  const doing = useDoing();
  const [left, setLeft] = useState(0);
  if (missing.length === 0) return null;
  if (!canWrite || against === null)
    return (
      <p class="quiet">
        {missing
          .slice(0, 20)
          .map(title)
          .map((each) => visible(excerpt(each, 40)))
          .join(', ')}
        {missing.length > 20 && ` and ${count(missing.length - 20)} more`}: not compared
        {against === null ? '; choose a baseline to compare with' : ''}.
      </p>
    );
  const compare = () =>
    void doing.run(async () => {
      const ids = missing.map((run) => run.execution_id);
      for (let from = 0; from < ids.length; from += mostCompared) {
        setLeft(ids.length - from);
        const answer = await post('/api/v1/drift/compare-several', {
          body: {
            execution_ids: ids.slice(from, from + mostCompared),
            baseline_execution_id: against,
            wait_seconds: 2,
          },
        });
        for (const job of 'jobs' in answer ? answer.jobs : []) await jobDone(job.job_id);
      }
      onDone();
    });
  return (
    <div class="notice">
      <span>
        {missing.length === 1 ? 'One of them was' : `${count(missing.length)} of them were`} never compared
        with execution {against}.
      </span>
      <button type="button" class="button" disabled={doing.busy} onClick={compare}>
        {doing.busy ? `Comparing${left ? `, ${count(left)} left` : ''}…` : 'Compare now'}
      </button>
      {doing.problem && <ProblemNote problem={doing.problem} />}
    </div>
  );
}

// Numbers against different baselines do not stand against one another.
function SeveralBaselines({ runs }: { runs: readonly MatrixRun[] }) {
  const baselines = baselinesOf(runs);
  if (baselines.length < 2) return null;
  return (
    <div class="notice notice-warning">
      These runs were compared with {count(baselines.length)} baselines (
      {baselines.length > 20 ? 'see Against in the table' : `executions ${baselines.join(', ')}`}): their
      numbers say how far each moved from its own. Choose one above to hold all of them against the same.
    </div>
  );
}

function Side({ matrix, against, reload }: { matrix: Matrix; against: number | null; reload: () => void }) {
  const bases = useMemo(
    () => new Set([...matrix.runs.map((run) => run.baseline_execution_id), against]),
    [matrix, against],
  );
  const columns = useMemo(
    (): Column<MatrixRun>[] => [
      { id: 'id', title: 'No.', numeric: true, value: (run) => run.execution_id },
      {
        id: 'execution',
        title: 'Execution',
        value: (run) => title(run),
        show: (run) => (
          <a href={hrefTo(['executions', run.execution_id], { against: run.baseline_execution_id })}>
            <Name text={title(run)} most={40} />
          </a>
        ),
      },
      ...scoreColumns<MatrixRun>('Score', (run) => run),
      {
        id: 'verdict',
        title: 'Verdict',
        value: (run) => run.verdict,
        show: (run) =>
          run.verdict === null && bases.has(run.execution_id) ? (
            <span class="tag">baseline</span>
          ) : (
            <VerdictBadge verdict={run.verdict} />
          ),
      },
      ...matrix.metrics.map(
        ({ metric }): Column<MatrixRun> => ({
          id: metric,
          title: metricName(metric),
          numeric: true,
          value: (run) => cellOf(run, metric)?.value,
          also: [
            { id: `${metric}_low`, value: (run) => cellOf(run, metric)?.interval?.low },
            { id: `${metric}_high`, value: (run) => cellOf(run, metric)?.interval?.high },
            { id: `${metric}_p_adjusted`, value: (run) => cellOf(run, metric)?.p_adjusted },
          ],
          show: (run) => {
            const cell = cellOf(run, metric);
            return cell ? (
              <span
                class={`severity-${cell.severity ?? 'none'}`}
                title={`${cell.severity ?? 'does not apply'}; p ${pValue(cell.p_adjusted)}; n ${cell.n_current} / ${cell.n_baseline}`}
              >
                {cell.exceeded && <span aria-label="over the threshold">▲ </span>}
                {decimal(cell.value)}
                {cell.interval && (
                  <span class="quiet below">{interval(cell.interval, (v) => decimal(v, 2))}</span>
                )}
              </span>
            ) : (
              '–'
            );
          },
        }),
      ),
    ],
    [matrix, bases],
  );
  const runs = matrix.runs;
  const missing = runs.filter((run) => run.comparison_id === null && !bases.has(run.execution_id));
  return (
    <div class="stack">
      <SeveralBaselines runs={runs} />
      <CompareMissing missing={missing} against={against} onDone={reload} />
      <DataTable
        id="runs"
        name="Metrics by run"
        rows={runs}
        keyOf={(run) => run.execution_id}
        columns={columns}
      />
      <p class="quiet">
        ▲: over the threshold. Below each value its 95 % interval; point at it for its p-value and n. A dash:
        no data, or never compared. The pictures have the runs in the order in which they were chosen, with
        their intervals where these are apart; a line joins runs with the same baseline; click a point to open
        its run.
      </p>
      <section class="multiples" aria-label="Each metric over the runs">
        {matrix.metrics.map(({ metric, type }) => {
          const points = runs.map((run) => {
            const cell = cellOf(run, metric);
            return {
              name: `${run.execution_id}: ${title(run)}`,
              against: run.baseline_execution_id,
              value: cell?.value ?? null,
              low: cell?.interval?.low ?? null,
              high: cell?.interval?.high ?? null,
            };
          });
          const threshold =
            runs.map((run) => cellOf(run, metric)?.threshold).find((each) => each != null) ?? null;
          return (
            <Figure
              key={metric}
              title={metricName(metric)}
              note={`${familyName(type)}; dashed: threshold ${decimal(threshold, 2)}`}
            >
              <Chart
                label={`${metricName(metric)} over ${runs.length} runs, with intervals; the matrix has the numbers.`}
                height={130}
                inputs={[matrix]}
                option={(c, width) => smallOption(points, threshold, c, { width })}
                onPick={(at) => {
                  const run = runs[at.index];
                  if (run)
                    go(hrefTo(['executions', run.execution_id], { against: run.baseline_execution_id }));
                }}
              />
            </Figure>
          );
        })}
      </section>
    </div>
  );
}

export function ComparePage({ route }: { route: Route }) {
  const named = idsOf(route.query.get('ids'));
  const ids = named.slice(0, mostIds);
  const [against] = useQueryState('against', wholeNumber);
  const choosing = ids.length === 0 || route.query.get('choose') !== null;
  const baselines = useLoad('baselines-to-choose', (signal) =>
    get('/api/v1/baselines', { query: { order: 'desc', limit: 200 }, signal }),
  );
  const matrix = useLoad(ids.length > 0 ? `matrix-${ids.join(',')} ${against ?? ''}` : null, (signal) =>
    matrixOf(ids, against, signal),
  );
  const shown = (matrix.data?.runs ?? ids).length;
  const options: [string, string][] = [
    ['', 'each one’s newest baseline'],
    ...(baselines.data?.items ?? []).map(
      (each) =>
        [
          String(each.execution_id),
          `baseline ${excerpt(each.tag ?? each.name, 50)} (execution ${each.execution_id})`,
        ] as [string, string],
    ),
  ];
  if (against !== null && !options.some(([value]) => value === String(against)))
    options.push([String(against), `execution ${against}`]);
  return (
    <Page
      title="Compare"
      lead={
        choosing || shown < 2
          ? 'Executions side by side: every metric of every run.'
          : `${count(shown)} executions side by side: every metric of every run.`
      }
      actions={
        !choosing && (
          <a class="button" href={withQuery(route, { choose: 1 })}>
            Choose others
          </a>
        )
      }
    >
      {choosing ? (
        <Chooser chosen={ids} route={route} />
      ) : (
        <div class="stack">
          <div class="pickers">
            <Choice
              label="Against"
              value={String(against ?? '')}
              options={options}
              onChange={(value) => changeQuery({ against: value }, 'step')}
            />
          </div>
          {named.length > ids.length && (
            <div class="notice notice-warning">
              The first {count(ids.length)} of the {count(named.length)} executions that the address names are
              here. Choose fewer to see all of them.
            </div>
          )}
          {matrix.data && matrix.data.gone.length > 0 && (
            <div class="notice notice-warning">
              {matrix.data.gone.length === 1
                ? 'An execution'
                : `${count(matrix.data.gone.length)} executions`}{' '}
              that the address names {matrix.data.gone.length === 1 ? 'is' : 'are'} not there:{' '}
              {matrix.data.gone.join(', ')}.
            </div>
          )}
          {matrix.problem ? (
            <ProblemNote problem={matrix.problem} retry={matrix.reload} />
          ) : matrix.data ? (
            shown > 0 && <Side matrix={matrix.data} against={against} reload={matrix.reload} />
          ) : (
            <Waiting what="the matrix" />
          )}
        </div>
      )}
    </Page>
  );
}
