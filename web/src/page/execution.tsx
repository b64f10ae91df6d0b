// One execution against its baseline: the verdict and how sure it is, five families of drift that
// open into pictures, the map of meanings, the responses that moved most. All that can be chosen stands
// in the address.
import { useMemo } from 'preact/hooks';
import { get, type ApiProblem } from '../api/client';
import { useLoad } from '../api/load';
import type { Execution, Part } from '../api/types';
import { plural, sentence, visible } from '../format';
import { LoadNote, PageWithout } from '../part/loaded';
import { Empty, ProblemNote, Waiting } from '../part/notice';
import { Page } from '../part/page';
import { DataTable } from '../part/table';
import { Name, Time } from '../part/text';
import { withLabel } from '../label';
import { someOf, useQueryState, wholeNumber } from '../query_state';
import { hrefTo, withQuery, type Route } from '../route';
import { CompareWith, MakeBaseline } from './execution_actions';
import { DeleteExecution } from './execution_end';
import {
  FamilyCard,
  LengthsFigure,
  MeasureDetails,
  MovedList,
  SeveritiesFigure,
  ToolsFigures,
  families,
  type Family,
} from './execution_family';
import { MapFigure } from './execution_map';
import { metricColumns } from './execution_metrics';
import { worstFamily, Headline, Filters } from './execution_head';

// What rests on vectors that are not there yet is no fault, and told quietly.
function Missing({ problem, retry }: { problem: ApiProblem; retry: () => void }) {
  if (problem.status !== 409) return <ProblemNote problem={problem} retry={retry} />;
  return (
    <p class="quiet">
      {visible(problem.message)}{' '}
      <button type="button" class="link" onClick={retry}>
        Look again
      </button>
    </p>
  );
}

function Baselines({ ids, route }: { ids: readonly number[]; route: Route }) {
  return (
    <>
      {ids.map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <a href={withQuery(route, { against: id })}>execution {id}</a>
        </span>
      ))}
    </>
  );
}

function Compared({
  execution,
  route,
  part,
  baselines,
  reload,
}: {
  execution: Execution;
  route: Route;
  part: Part;
  baselines: readonly number[];
  reload: () => void;
}) {
  const labels = route.query.getAll('label');
  const [against] = useQueryState('against', wholeNumber);
  const query = { baseline_execution_id: against, label: labels };
  const id = execution.id;
  const place = `${id} ${against ?? ''} ${labels.join('\n')}`;
  const aggregates = useLoad(`aggregates-${place}`, (signal) =>
    get('/api/v1/drift/execution/{execution_id}/aggregates', { path: { execution_id: id }, query, signal }),
  );
  const worst = worstFamily(part);
  const [open, setOpen] = useQueryState(
    'open',
    useMemo(() => someOf(families, worst), [worst]),
  );
  const wantsMap = open.has('embedding');
  const map = useLoad(wantsMap ? `map-${place}` : null, (signal) =>
    get('/api/v1/drift/execution/{execution_id}/map', {
      path: { execution_id: id },
      query: { ...query, points: 2000 },
      signal,
    }),
  );
  const moved = useLoad(`moved-${place}`, (signal) =>
    get('/api/v1/drift/execution/{execution_id}/moved', {
      path: { execution_id: id },
      query: { ...query, limit: 20 },
      signal,
    }),
  );
  const toggle = (family: Family) => {
    const next = new Set(open);
    if (!next.delete(family)) next.add(family);
    setOpen(next);
  };
  return (
    <div class="stack">
      <Headline part={part} />
      {part.warnings.length > 0 && (
        <div class="notice notice-warning">
          <ul>
            {part.warnings.map((each) => (
              <li key={each}>
                <Name text={sentence(each)} most={400} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {aggregates.data && <Filters aggregates={aggregates.data} labels={labels} route={route} />}
      {!part.is_exact && <p class="quiet">Computed on a sample of 10,000 results a side.</p>}
      <section class="families" aria-label="Families of drift">
        {families.map((family) => (
          <FamilyCard
            key={family}
            family={family}
            part={part}
            open={open.has(family)}
            toggle={() => toggle(family)}
          />
        ))}
      </section>
      {aggregates.problem && <ProblemNote problem={aggregates.problem} retry={aggregates.reload} />}
      {families
        .filter((family) => open.has(family))
        .map((family) => (
          <section
            key={family}
            id={`panel-${family}`}
            class={aggregates.loading ? 'stack stale' : 'stack'}
            aria-label={family}
          >
            <div class="card">
              {part.results
                .filter((each) => each.type === family)
                .map((m) => (
                  <MeasureDetails
                    key={m.metric}
                    m={m}
                    linkTo={(name, value) => withQuery(route, { label: withLabel(labels, name, value) })}
                  />
                ))}
              {part.results.every((each) => each.type !== family || each.value === null) && (
                <p class="quiet">
                  There is no data for this family:{' '}
                  {part.results.find((each) => each.type === family)?.details.not_applicable ??
                    'nothing was measured'}
                  .
                </p>
              )}
            </div>
            {aggregates.data && family === 'output' && <LengthsFigure aggregates={aggregates.data} />}
            {aggregates.data &&
              (family === 'safety' || (family === 'distribution' && !open.has('safety'))) && (
                <SeveritiesFigure aggregates={aggregates.data} />
              )}
            {aggregates.data && family === 'agent_tool' && <ToolsFigures aggregates={aggregates.data} />}
            {family === 'embedding' &&
              (map.problem ? (
                <Missing problem={map.problem} retry={map.reload} />
              ) : map.data ? (
                <div class={map.loading ? 'stale' : ''}>
                  <MapFigure map={map.data} />
                </div>
              ) : (
                <Waiting what="the map" />
              ))}
          </section>
        ))}
      <section class="card">
        <div class="card-head">
          <h2>Responses that moved most</h2>
          {moved.data && (
            <span class="quiet">
              {moved.data.is_paired
                ? 'from the baseline’s answer to the same prompt'
                : 'from the baseline’s mean'}
              , by cosine distance
            </span>
          )}
        </div>
        {moved.problem ? (
          <Missing problem={moved.problem} retry={moved.reload} />
        ) : moved.data ? (
          <div class={moved.loading ? 'stale' : ''}>
            <MovedList moved={moved.data} />
          </div>
        ) : (
          <Waiting what="responses" />
        )}
      </section>
      <section class="card">
        <h2>All metrics</h2>
        <DataTable
          id="metrics"
          name={`Metrics of execution ${id}`}
          rows={[...part.results, ...part.additional]}
          keyOf={(row) => row.metric}
          columns={metricColumns}
        />
      </section>
      <section class="card stack">
        <h2>Compare it with something else</h2>
        {baselines.length > 1 && (
          <p>
            Compared before with: <Baselines ids={baselines} route={route} />
          </p>
        )}
        <CompareWith execution={execution} onCompared={reload} />
      </section>
    </div>
  );
}

// Where an execution was never compared, or not with the one that the address names.
function NotCompared({
  execution,
  against,
  baselines,
  route,
  onCompared,
}: {
  execution: Execution;
  against: number | null;
  baselines: readonly number[];
  route: Route;
  onCompared: () => void;
}) {
  return (
    <Empty title={against === null ? 'Not compared yet' : `There is no comparison with execution ${against}`}>
      {baselines.length > 0 ? (
        <p>
          There is one with: <Baselines ids={baselines} route={route} />.{' '}
          <a href={withQuery(route, { against: null })}>Show the newest</a>
        </p>
      ) : (
        <p>Compare it with a baseline to see whether, how and where it drifted.</p>
      )}
      <CompareWith execution={execution} onCompared={onCompared} />
    </Empty>
  );
}

export function ExecutionPage({ id, route }: { id: number; route: Route }) {
  const labels = route.query.getAll('label');
  const [against] = useQueryState('against', wholeNumber);
  const execution = useLoad(`execution-${id}`, (signal) =>
    get('/api/v1/executions/{execution_id}', { path: { execution_id: id }, signal }),
  );
  // With which executions it was compared, newest first; the document is asked for where there is one.
  const history = useLoad(`comparisons-${id}`, (signal) =>
    get('/api/v1/comparisons', { query: { execution_id: id, order: 'desc', limit: 100 }, signal }),
  );
  const baselines = [...new Set((history.data?.items ?? []).map((each) => each.baseline_execution_id))];
  const compared = history.data !== null && (against === null ? baselines.length > 0 : true);
  const part = useLoad(
    compared ? `part-${id} ${against ?? ''} ${labels.join('\n')}` : null,
    async (signal) => {
      const asked = {
        path: { execution_id: id },
        query: { baseline_execution_id: against, label: labels },
        signal,
      };
      // docs/formats describes the document more closely than the API does.
      if (labels.length > 0)
        return (await get('/api/v1/drift/execution/{execution_id}/part', asked)) as unknown as Part;
      return {
        ...(await get('/api/v1/drift/execution/{execution_id}', asked)),
        labels: [],
        is_exact: true,
      } as unknown as Part;
    },
  );
  const all = () => {
    execution.reload();
    history.reload();
    part.reload();
  };
  const isOld = against !== null && !baselines.includes(against); // the link's baseline
  const isWithout = part.problem?.status === 404 && (isOld || labels.length === 0);
  const uncompared = history.data !== null && (!compared || isWithout);
  if (!execution.data)
    return (
      <PageWithout
        title={`Execution ${id}`}
        load={execution}
        what={`execution ${id}`}
        back={<a href={hrefTo([])}>Go to the overview</a>}
      />
    );
  const it = execution.data;
  const base = part.data?.baseline_execution_id;
  return (
    <Page
      title={it.name || `Execution ${id}`}
      lead={
        <div class="row">
          <span>
            Execution {id}, <Time at={it.created_at} />, {plural(it.total_results, 'result')}
          </span>
          {base !== undefined && (
            <span>
              against <a href={hrefTo(['executions', base])}>execution {base}</a>{' '}
              <Name text={part.data?.sides.baseline.name} empty="" />
            </span>
          )}
          {Object.entries(it.labels)
            .slice(0, 8)
            .map(([name, value]) => (
              <span class="tag" key={name}>
                <Name text={`${name}: ${value}`} most={40} />
              </span>
            ))}
        </div>
      }
      actions={
        <>
          <MakeBaseline execution={it} onMade={all} />
          <DeleteExecution execution={it} />
        </>
      }
    >
      <LoadNote load={execution} />
      <LoadNote load={history} />
      {uncompared ? (
        <NotCompared execution={it} against={against} baselines={baselines} route={route} onCompared={all} />
      ) : part.problem ? (
        <div class="stack">
          <ProblemNote problem={part.problem} retry={part.reload} />
          {labels.length > 0 && (
            <p>
              <a href={withQuery(route, { label: null })}>Show all results</a>
            </p>
          )}
        </div>
      ) : part.data ? (
        <div class={part.loading ? 'stale' : ''}>
          <Compared execution={it} route={route} part={part.data} baselines={baselines} reload={all} />
        </div>
      ) : (
        !history.problem && <Waiting what="the comparison" />
      )}
    </Page>
  );
}
