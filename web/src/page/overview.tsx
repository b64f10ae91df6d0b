// What drifted, when, at a glance.
import { useMemo } from 'preact/hooks';
import { get } from '../api/client';
import type { ListedExecution, Overview } from '../api/types';
import { useList } from '../api/list';
import { useLoad } from '../api/load';
import { useAccess } from '../api/session';
import { Chart } from '../chart/chart';
import { scoresOption } from '../chart/scores';
import { count, plural, score, scoreMeans } from '../format';
import { VerdictBadge } from '../part/badge';
import { DemoOffer } from '../part/demo';
import { FilterFields, NoMatch, filterOf, isUnfiltered } from '../part/execution_filter';
import { Figure } from '../part/figure';
import { LoadNote, WhenLoaded } from '../part/loaded';
import { Command, Empty } from '../part/notice';
import { Page } from '../part/page';
import { numberColumn, pickColumn, scoreColumns, sizeColumns, usePicked } from '../part/pick_rows';
import { DataTable, type Column } from '../part/table';
import { Name, Time } from '../part/text';
import { go, hrefTo, type Route } from '../route';
import { beginVisit } from '../visit';

const shown = 200;
const none: ListedExecution[] = [];

function Changes({ overview }: { overview: Overview }) {
  const { changes, since } = overview;
  if (!changes || !since) return null;
  const told = changes.comparisons.stable + changes.comparisons.undecided + changes.comparisons.drifted;
  const quiet =
    changes.executions +
      told +
      changes.baselines +
      changes.sessions +
      changes.monitors.length +
      changes.failed_jobs ===
    0;
  return (
    <section class="card">
      <div class="card-head">
        <h2>Since your last visit</h2>
        <span class="quiet">
          <Time at={since} />
        </span>
      </div>
      {quiet ? (
        <p class="quiet">Nothing new.</p>
      ) : (
        <ul class="changes">
          {changes.executions > 0 && (
            <li>
              {plural(changes.executions, 'execution')} with {plural(changes.results, 'result')}
            </li>
          )}
          {told > 0 && (
            <li>
              {plural(told, 'comparison')}: {count(changes.comparisons.drifted)} drifted,{' '}
              {count(changes.comparisons.undecided)} undecided, {count(changes.comparisons.stable)} stable
            </li>
          )}
          {changes.drifted.slice(0, 8).map((each) => (
            <li key={each.comparison_id}>
              <VerdictBadge verdict={each.verdict} />
              <a href={hrefTo(['executions', each.execution_id], { against: each.baseline_execution_id })}>
                Execution {each.execution_id} against {each.baseline_execution_id}
              </a>
              <span class="quiet">
                score {score(each.drift_score)}, grade {each.drift_grade},{' '}
                <Time at={each.created_at} relative />
              </span>
            </li>
          ))}
          {changes.monitors.map((each) => (
            <li key={each.id}>
              <VerdictBadge verdict={each.verdict} />
              <a href={hrefTo(['monitors', each.id])}>
                Monitor <Name text={each.name} />
              </a>
              {each.firing && <b>firing</b>}
            </li>
          ))}
          {changes.baselines > 0 && <li>{plural(changes.baselines, 'baseline')}</li>}
          {changes.sessions > 0 && <li>{plural(changes.sessions, 'session')}</li>}
          {changes.failed_jobs > 0 && <li>{plural(changes.failed_jobs, 'job')} failed</li>}
        </ul>
      )}
    </section>
  );
}

function Facts({ overview }: { overview: Overview }) {
  const t = overview.totals;
  const facts: readonly (readonly [string, number, string | null])[] = [
    ['Executions', t.executions, `${count(t.results)} results`],
    ['Comparisons', t.comparisons, null],
    ['Baselines', t.baselines, null],
    ['Monitors', t.monitors, t.monitors_firing > 0 ? `${t.monitors_firing} firing` : null],
    ['Sessions', t.sessions, null],
    ['Experiments', t.experiments, null],
    ['Stereotype analyses', t.stereotype_analyses, null],
  ];
  return (
    <dl class="facts">
      {facts.map(([name, value, more]) => (
        <div class="fact" key={name}>
          <dt>{name}</dt>
          <dd>
            {count(value)} {more && <small>{more}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const columnsWith = (pick: (id: number) => void): readonly Column<ListedExecution>[] => [
  pickColumn(pick),
  numberColumn,
  {
    id: 'name',
    title: 'Execution',
    value: (row) => row.name,
    show: (row) => (
      <>
        <a href={hrefTo(['executions', row.id])}>
          <Name text={row.name || `Execution ${row.id}`} />
        </a>{' '}
        {row.baselines.map((each) => (
          <span class="tag" key={each.id}>
            baseline&nbsp;
            <Name text={each.tag ?? each.name} most={30} />
          </span>
        ))}
      </>
    ),
  },
  {
    id: 'verdict',
    title: 'Verdict',
    value: (row) => row.newest_comparison?.verdict,
    show: (row) =>
      row.state === 'receiving' ? (
        <span class="quiet">receiving</span>
      ) : (
        <VerdictBadge verdict={row.newest_comparison?.verdict} />
      ),
  },
  ...scoreColumns<ListedExecution>('Drift score', (row) => row.newest_comparison),
  ...sizeColumns,
];

export function OverviewPage({ route }: { route: Route }) {
  const { who } = useAccess();
  const since = useMemo(() => beginVisit(who.project?.name ?? ''), [who.project?.name]);
  const filter = filterOf(route);
  const { name, label } = filter;
  const overview = useLoad('overview', (signal) => get('/api/v1/overview', { query: { since }, signal }));
  // The first picture is of the newest; older ones come by the thousand.
  const list = useList('executions', `executions ${name} ${label}`, (cursor, signal) =>
    get('/api/v1/executions', {
      query: { name, label, order: 'desc', limit: cursor ? 1000 : shown, cursor },
      signal,
    }),
  );
  const projects = useLoad('projects', (signal) => get('/api/v1/projects', { signal }));
  const [picked, pick] = usePicked();
  const columns = useMemo(() => columnsWith(pick), [pick]);
  const rows = list.data?.items ?? none;
  const inTime = useMemo(() => [...rows].reverse(), [rows]);
  const cursor = list.data?.next_cursor ?? null;
  const reload = () => {
    overview.reload();
    list.reload();
  };
  const unfiltered = isUnfiltered(filter);
  const isEmpty = list.data !== null && rows.length === 0;
  return (
    <Page
      title="Overview"
      lead={
        projects.data && projects.data.items.length > 1 ? (
          <>
            Projects:{' '}
            {projects.data.items.map((each, index) => (
              <span key={each.id}>
                {index > 0 && ', '}
                <Name text={each.name} />
                {each.id === who.project?.id && ' (this one)'}
              </span>
            ))}
            . A key opens the one that it was made for.
          </>
        ) : (
          <>
            Project <Name text={who.project?.name} />
          </>
        )
      }
      actions={
        <a class="button" href={hrefTo(['import'])}>
          Import a file
        </a>
      }
    >
      {isEmpty && unfiltered ? (
        <Empty
          title="No executions yet"
          actions={
            <>
              <a class="button button-main" href={hrefTo(['import'])}>
                Import a file
              </a>
              <DemoOffer onLoaded={reload} />
            </>
          }
        >
          <p>
            An execution is one run of your system: its responses, with severities and tools where you have
            them. Two of them make a comparison.
          </p>
          <p>Drop a file of native lines anywhere on this page, or send one:</p>
          <Command text="curl -X POST $PLUMB/api/v1/executions -H 'Content-Type: application/json' -d '{&quot;name&quot;: &quot;nightly&quot;}'" />
        </Empty>
      ) : (
        <div class="stack">
          <LoadNote load={overview} />
          {overview.data && <Facts overview={overview.data} />}
          {overview.data && <Changes overview={overview.data} />}
          <Figure
            title="Drift scores of executions"
            table={undefined}
            legend={[
              { name: 'stable', swatch: 'swatch-stable' },
              { name: 'undecided', swatch: 'swatch-undecided' },
              { name: 'drifted', swatch: 'swatch-drifted' },
              { name: 'a baseline', swatch: 'swatch-line' },
            ]}
            note={`${scoreMeans} Each point is the newest comparison of an execution; grades stand at the right. An execution that was never compared leaves a gap, and the line breaks where the next one was compared with another baseline. ${cursor ? `The newest ${count(rows.length)} are shown.` : ''}`}
          >
            <WhenLoaded load={list} what="executions">
              {() => (
                <Chart
                  label={`Drift scores of ${rows.length} executions in the order in which they began; the table below has the numbers.`}
                  height={280}
                  inputs={[inTime]}
                  option={(c, width) => scoresOption(inTime, c, width)}
                  onPick={(at) => {
                    const row = inTime[at.index];
                    if (row) go(hrefTo(['executions', row.id]));
                  }}
                />
              )}
            </WhenLoaded>
          </Figure>
          <section class="card">
            <div class="pickers">
              <FilterFields filter={filter} rows={rows} table="executions" />
              <button
                type="button"
                class="button"
                disabled={picked.size < 2}
                onClick={() => go(hrefTo(['compare'], { ids: [...picked].join(',') }))}
              >
                Compare {picked.size > 1 ? `these ${count(picked.size)}` : 'chosen'}
              </button>
            </div>
          </section>
          {isEmpty ? (
            <NoMatch route={route} />
          ) : (
            list.data && (
              <DataTable
                id="executions"
                name="Executions"
                columns={columns}
                rows={rows}
                keyOf={(row) => row.id}
                marked={(row) => picked.has(row.id)}
                list={list}
                total={unfiltered ? overview.data?.totals.executions : undefined}
              />
            )
          )}
        </div>
      )}
    </Page>
  );
}
