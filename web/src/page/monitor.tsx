// One monitor and its history.
import { useMemo, useState } from 'preact/hooks';
import { get, patch, remove } from '../api/client';
import { useList } from '../api/list';
import { useDoing, useLoad } from '../api/load';
import { runsOf } from '../api/matrix';
import { useAccess } from '../api/session';
import type { MatrixRun, MonitorPoint } from '../api/types';
import { Chart } from '../chart/chart';
import { smallOption } from '../chart/groups';
import {
  alongAxis,
  count,
  decimal,
  excerpt,
  metricName,
  metricNames,
  sentence,
  time,
  visible,
} from '../format';
import { VerdictBadge } from '../part/badge';
import { Figure } from '../part/figure';
import { Dialog } from '../part/form';
import { LoadNote, PageWithout, WhenLoaded } from '../part/loaded';
import { Command, Empty, ProblemNote } from '../part/notice';
import { Older } from '../part/older';
import { Page } from '../part/page';
import type { Column } from '../part/table';
import { Name, Time } from '../part/text';
import { go, hrefTo, useGoFromHere } from '../route';
import { ChangeMonitor } from './monitor_change';
import { watched } from './monitors';

const none: MonitorPoint[] = [];
const noRuns: MatrixRun[] = [];

// A point of the history with what its comparison says beside the value.
interface Point extends MonitorPoint {
  low: number | null;
  high: number | null;
  threshold: number | null;
}

// The history has values alone. The comparison of a point's execution has the interval and the
// threshold, where it is still the one that the point was taken from; a window of a stream has none.
export function withCells(points: readonly MonitorPoint[], runs: readonly MatrixRun[]): Point[] {
  const cells = new Map(
    runs.flatMap((run) => run.cells.map((cell) => [`${run.execution_id} ${cell.metric}`, cell])),
  );
  return points.map((point) => {
    const cell = cells.get(`${point.execution_id} ${point.metric}`);
    const isSame = cell !== undefined && cell.value === point.value;
    return {
      ...point,
      low: isSame ? (cell.interval?.low ?? null) : null,
      high: isSame ? (cell.interval?.high ?? null) : null,
      threshold: cell?.threshold ?? null,
    };
  });
}

const pointColumns: readonly Column<Point>[] = [
  { id: 'time', title: 'Time', value: (row) => row.time, show: (row) => <Time at={row.time} /> },
  {
    id: 'value',
    title: 'Value',
    numeric: true,
    value: (row) => row.value,
    show: (row) => decimal(row.value),
  },
  { id: 'low', title: '95 % from', numeric: true, value: (row) => row.low, show: (row) => decimal(row.low) },
  { id: 'high', title: 'to', numeric: true, value: (row) => row.high, show: (row) => decimal(row.high) },
  {
    id: 'threshold',
    title: 'Threshold',
    numeric: true,
    value: (row) => row.threshold,
    show: (row) => decimal(row.threshold, 2),
  },
  {
    id: 'verdict',
    title: 'Verdict',
    value: (row) => row.verdict,
    show: (row) => <VerdictBadge verdict={row.verdict} otherwise="does not apply" />,
  },
  { id: 'execution_id', title: 'Execution', numeric: true, value: (row) => row.execution_id },
];

const scoreColumns = pointColumns.filter((each) => !['low', 'high', 'threshold'].includes(each.id));

function MetricHistory({ metric, rows }: { metric: string; rows: readonly Point[] }) {
  const isScore = metric === 'drift_score';
  const name = isScore ? 'Drift score' : metricName(metric);
  const threshold = rows.reduce<number | null>((last, row) => row.threshold ?? last, null);
  const hasRanges = rows.some((row) => row.low !== null);
  return (
    <Figure
      title={name}
      note={sentence(
        [
          isScore ? 'Of 100; higher is better' : null,
          threshold === null ? null : `dashed: threshold ${decimal(threshold, 2)}`,
          hasRanges ? 'whiskers: 95 %' : null,
        ]
          .filter((each) => each !== null)
          .join('; '),
      )}
      table={{ id: metric, rows, columns: isScore ? scoreColumns : pointColumns }}
    >
      <Chart
        label={`${name} over time${threshold === null ? '' : ', with its threshold'}; the numbers have every point.`}
        height={150}
        inputs={[rows]}
        option={(c, width) =>
          smallOption(
            rows.map((row) => ({ ...row, name: time(row.time) })),
            threshold,
            c,
            {
              width,
              labels: alongAxis(rows.map((row) => row.time)),
              ...(isScore ? { most: 100 } : {}),
            },
          )
        }
        onPick={(at) => {
          const id = rows[at.index]?.execution_id;
          if (id) go(hrefTo(['executions', id]));
        }}
      />
    </Figure>
  );
}

function History({ points, runs }: { points: readonly MonitorPoint[]; runs: readonly MatrixRun[] }) {
  const histories = useMemo(() => {
    // The score first, then the metrics in their usual order.
    const place = (metric: string) => ['drift_score', ...Object.keys(metricNames)].indexOf(metric);
    const all = withCells(points, runs).sort((a, b) => a.time.localeCompare(b.time));
    return [...new Set(all.map((point) => point.metric))]
      .sort((a, b) => place(a) - place(b))
      .map((metric) => ({ metric, rows: all.filter((point) => point.metric === metric) }));
  }, [points, runs]);
  return (
    <section class="multiples" aria-label="History">
      {histories.map((each) => (
        <MetricHistory key={each.metric} {...each} />
      ))}
    </section>
  );
}

export function MonitorPage({ id }: { id: number }) {
  const { canWrite } = useAccess();
  const monitor = useLoad(`monitor-${id}`, (signal) =>
    get('/api/v1/monitors/{monitor_id}', { path: { monitor_id: id }, signal }),
  );
  const history = useList('history', `history-${id}`, (cursor, signal) =>
    get('/api/v1/monitors/{monitor_id}/history', {
      path: { monitor_id: id },
      query: { order: 'desc', limit: 1000, cursor },
      signal,
    }),
  );
  const points = history.data?.items ?? none;
  const executions = useMemo(
    () => [...new Set(points.flatMap((point) => point.execution_id ?? []))],
    [points],
  );
  const baselineId = monitor.data?.baseline_id;
  const baseline = useLoad(baselineId === undefined ? null : `baseline-${baselineId}`, (signal) =>
    get('/api/v1/baselines/{baseline_id}', { path: { baseline_id: baselineId! }, signal }),
  );
  const base = baseline.data?.execution_id;
  const compared = useLoad(
    base !== undefined && executions.length > 0 ? `compared-${id} ${base} ${executions.join(',')}` : null,
    (signal) => runsOf(executions, base!, signal),
  );
  const [deleting, setDeleting] = useState(false);
  const [changing, setChanging] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const doing = useDoing();
  const goOn = useGoFromHere();
  const it = monitor.data;
  if (!it)
    return (
      <PageWithout
        title={`Monitor ${id}`}
        load={monitor}
        what={`monitor ${id}`}
        back={<a href={hrefTo(['monitors'])}>All monitors</a>}
      />
    );
  const toggle = () =>
    void doing.run(async () => {
      await patch('/api/v1/monitors/{monitor_id}', {
        path: { monitor_id: id },
        body: { enabled: !it.enabled },
      });
      monitor.reload();
    });
  return (
    <Page
      title={it.name}
      lead={
        <div class="row">
          <VerdictBadge verdict={it.verdict} />
          {it.firing && <b class="severity-high">▲ firing</b>}
          <span>
            Watches {watched(it)} against baseline{' '}
            {baseline.data ? (
              <a href={hrefTo(['executions', baseline.data.execution_id])}>
                <Name text={baseline.data.tag ?? baseline.data.name} most={60} />
              </a>
            ) : (
              it.baseline_id
            )}
            {it.enabled ? '' : '; it is off'}.
          </span>
        </div>
      }
      actions={
        canWrite && (
          <>
            <button type="button" class="button" onClick={() => setChanging(true)}>
              Change
            </button>
            <button type="button" class="button" disabled={doing.busy} onClick={toggle}>
              {it.enabled ? 'Turn off' : 'Turn on'}
            </button>
            <button
              type="button"
              class="button button-danger"
              onClick={() => {
                doing.clear();
                setDeleting(true);
              }}
            >
              Delete
            </button>
          </>
        )
      }
    >
      <div class="stack">
        <LoadNote load={monitor} />
        {doing.problem && <ProblemNote problem={doing.problem} />}
        {secret && (
          <div class="secret" role="status">
            <p>Messages are signed with this secret from now on. It is shown this once:</p>
            <Command text={secret} />
          </div>
        )}
        {it.webhook ? (
          <p>
            Tells <Name text={it.webhook} most={120} /> when the verdict turns.
          </p>
        ) : (
          <p class="quiet">No webhook: the verdict turns quietly.{canWrite && ' Change sets one.'}</p>
        )}
        <WhenLoaded load={history} what="the history">
          {({ items, next_cursor }) =>
            items.length === 0 ? (
              <Empty title="Nothing watched yet">
                <p>
                  The next execution that completes
                  {it.stream ? ` under the name ${visible(excerpt(it.stream, 60))}` : ''} is compared and
                  shows here.
                </p>
              </Empty>
            ) : (
              <>
                <History points={points} runs={compared.data ?? noRuns} />
                {next_cursor && (
                  <p class="row">
                    <span class="quiet">
                      The newest {count(points.length)} points are here, since{' '}
                      <Time at={points.at(-1)?.time} />.
                    </span>
                    <Older list={history} />
                  </p>
                )}
              </>
            )
          }
        </WhenLoaded>
      </div>
      {changing && (
        <ChangeMonitor
          monitor={it}
          onClose={() => setChanging(false)}
          onDone={(made) => {
            setChanging(false);
            setSecret(made);
            monitor.reload();
          }}
        />
      )}
      {deleting && (
        <Dialog
          title="Delete the monitor?"
          open
          onClose={() => setDeleting(false)}
          doing={doing}
          submit="Delete"
          danger
          onSubmit={() =>
            void doing.run(async () => {
              await remove('/api/v1/monitors/{monitor_id}', { path: { monitor_id: id } });
              goOn(hrefTo(['monitors']));
            })
          }
        >
          <p>
            <Name text={it.name} /> and its history go.
          </p>
        </Dialog>
      )}
    </Page>
  );
}
