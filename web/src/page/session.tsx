// Sessions: how far a conversation moved, step by step, with its transcript beside the curve.
import type { EChartsType } from 'echarts/core';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { get, post } from '../api/client';
import { useDoing, useLoad } from '../api/load';
import { useAccess } from '../api/session';
import type { SessionReport, SessionStep } from '../api/types';
import { Chart } from '../chart/chart';
import { sessionCurves, sessionOption, type SessionCurves } from '../chart/session';
import { count, decimal, pValue, plural, signed } from '../format';
import { DemoOffer } from '../part/demo';
import { Figure } from '../part/figure';
import { Choice, Dialog, Field } from '../part/form';
import { Empty, ProblemNote, Waiting } from '../part/notice';
import { Page } from '../part/page';
import { DataTable } from '../part/table';
import { Name, Passage, Time } from '../part/text';
import { hrefTo, replaceRoute, withQuery, type Route } from '../route';

export function SessionsPage() {
  const list = useLoad('sessions', (signal) =>
    get('/api/v1/sessions', { query: { order: 'desc', limit: 500 }, signal }),
  );
  return (
    <Page
      title="Sessions"
      lead="Conversations and agent runs, step by step: how far each moved from its intent."
    >
      {list.problem && <ProblemNote problem={list.problem} retry={list.reload} />}
      {!list.data ? (
        <Waiting what="sessions" />
      ) : list.data.items.length === 0 ? (
        <Empty
          title="No sessions yet"
          actions={
            <>
              <a class="button button-main" href={hrefTo(['import'])}>
                Import a file
              </a>
              <DemoOffer onLoaded={list.reload} />
            </>
          }
        >
          <p>
            A session is a conversation or an agent’s run: lines with session, step, prompt and response. Drop
            such a file on this page, or let your agent send its traces to /v1/traces by OpenTelemetry.
          </p>
        </Empty>
      ) : (
        <DataTable
          name="Sessions"
          rows={list.data.items}
          keyOf={(row) => row.id}
          columns={[
            {
              id: 'name',
              title: 'Session',
              value: (row) => row.name,
              show: (row) => (
                <a href={hrefTo(['sessions', row.id])}>
                  <Name text={row.name} />
                </a>
              ),
            },
            {
              id: 'goal',
              title: 'Goal',
              value: (row) => row.goal,
              show: (row) => <Name text={row.goal} most={120} empty="–" />,
            },
            {
              id: 'total_steps',
              title: 'Steps',
              numeric: true,
              value: (row) => row.total_steps,
              show: (row) => count(row.total_steps),
            },
            {
              id: 'updated_at',
              title: 'Last step',
              value: (row) => row.updated_at,
              show: (row) => <Time at={row.updated_at} />,
            },
          ]}
        />
      )}
    </Page>
  );
}

const updates: Record<string, string> = {
  refinement: 'refined, kept',
  high_drift_risk: 'replaced: near the edge',
  major_shift: 'replaced: a major shift',
  conflict: 'kept: the instruction conflicts',
  extended: 'extended',
};

function Intents({
  curves,
  lit,
  light,
}: {
  curves: SessionCurves;
  lit: number | null;
  light: (step: number | null) => void;
}) {
  if (curves.intents.length === 0)
    return (
      <p class="quiet">No intent is known: measure against the goal in force, with a goal, to follow it.</p>
    );
  const inForce = [...curves.intents]
    .reverse()
    .find((each) => lit !== null && each.step <= lit && !each.conflict);
  return (
    <ol class="intents">
      {curves.intents.map((each) => (
        <li
          key={each.step}
          class={each === inForce ? 'turn-lit' : ''}
          onMouseEnter={() => light(each.step)}
          onMouseLeave={() => light(null)}
        >
          <span>
            <b>From step {each.step}</b>
            {each.version !== null && <span class="quiet"> v{each.version}</span>}
          </span>
          <span>
            <Passage text={each.goal} most={260} />
            {each.update && (
              <span class="quiet">
                {updates[each.update] ?? each.update.replaceAll('_', ' ')}
                {each.similarity !== null && `, similarity ${decimal(each.similarity, 2)}`}
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Turn({
  step,
  curves,
  lit,
  light,
}: {
  step: SessionStep;
  curves: SessionCurves;
  lit: boolean;
  light: (step: number | null, keep?: boolean) => void;
}) {
  const ref = useRef<HTMLLIElement>(null);
  const index = curves.steps.indexOf(step.step);
  const pointed = useRef(false);
  useEffect(() => {
    // Only when the chart lights it: the reader's own pointer must not make the list run away.
    if (lit && !pointed.current) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [lit]);
  return (
    <li
      ref={ref}
      class={lit ? 'turn turn-lit' : 'turn'}
      data-step={step.step}
      onMouseEnter={() => {
        pointed.current = true;
        light(step.step);
      }}
      onMouseLeave={() => {
        pointed.current = false;
        light(null);
      }}
    >
      <div class="turn-head">
        <button
          type="button"
          class="link"
          onClick={() => light(step.step, true)}
          onFocus={() => light(step.step)}
        >
          Step {step.step}
        </button>
        {curves.series.map((each) => (
          <span key={each.id} class="quiet">
            {each.short} <b>{decimal(each.values[index])}</b>
          </span>
        ))}
        {curves.conflicts
          .filter((pair) => pair.later === step.step)
          .map((pair) => (
            <span class="severity-high" key={pair.earlier}>
              ▲ contradicts step {pair.earlier}
            </span>
          ))}
      </div>
      <div class="said">
        <Passage text={step.prompt} most={300} empty="(no prompt)" />
      </div>
      {step.error ? (
        <p class="severity-high">
          Failed: <Name text={step.error} most={300} />
        </p>
      ) : (
        <Passage text={step.response} most={500} />
      )}
    </li>
  );
}

function Measure({ id, onDone }: { id: number; onDone: () => void }) {
  const { canWrite } = useAccess();
  const [open, setOpen] = useState(false);
  const [kind, setKind] = useState<'initial-output' | 'inferred-goal' | 'alignment'>('initial-output');
  const [goal, setGoal] = useState('');
  const [plan, setPlan] = useState('');
  const [list, setList] = useState<'clinical' | 'wide' | 'support' | 'coding'>('support');
  const [entities, setEntities] = useState('');
  const doing = useDoing();
  if (!canWrite) return null;
  const measure = () =>
    void doing.run(async () => {
      const critical = entities
        .split('\n')
        .map((each) => each.trim())
        .filter((each) => each !== '');
      const body =
        kind === 'alignment'
          ? {
              measure: 'alignment',
              list,
              ...(plan.trim() ? { plan } : {}),
              ...(critical.length > 0 ? { critical_entities: critical } : {}),
            }
          : { measure: 'intent', against: kind, sentences: true, ...(goal.trim() ? { goal } : {}) };
      await post('/api/v1/sessions/{session_id}/curves', { path: { session_id: id }, body });
      setOpen(false);
      onDone();
    });
  return (
    <>
      <button type="button" class="button" onClick={() => setOpen(true)}>
        Measure a curve
      </button>
      <Dialog
        title="Measure a curve"
        open={open}
        onClose={() => setOpen(false)}
        doing={doing}
        submit="Measure"
        onSubmit={measure}
      >
        <Choice
          label="What"
          value={kind}
          onChange={setKind}
          options={[
            ['initial-output', 'Intent drift against the first output'],
            ['inferred-goal', 'Intent drift against the goal in force'],
            ['alignment', 'Alignment with a plan, entity recall'],
          ]}
        />
        {kind === 'inferred-goal' && (
          <Field
            label="Goal"
            name="goal"
            lines={3}
            value={goal}
            onInput={setGoal}
            problem={doing.problem}
            hint="What the session starts with; left empty, its own goal."
          />
        )}
        {kind === 'alignment' && (
          <>
            <Field
              label="Plan"
              name="plan"
              lines={4}
              value={plan}
              onInput={setPlan}
              problem={doing.problem}
              hint="What should be advised. Without one, recall alone is measured."
            />
            <Choice
              label="Terms"
              value={list}
              onChange={setList}
              options={[
                ['support', 'support'],
                ['coding', 'coding'],
                ['clinical', 'clinical'],
                ['wide', 'clinical, wide'],
              ]}
            />
            <Field
              label="Critical entities"
              name="critical_entities"
              lines={3}
              value={entities}
              onInput={setEntities}
              problem={doing.problem}
              hint="One a line: what no answer may forget."
            />
          </>
        )}
      </Dialog>
    </>
  );
}

function Summary({
  curves,
  reports,
}: {
  curves: SessionCurves;
  reports: readonly { name: string; document: unknown }[];
}) {
  const alignment = reports.find((each) => each.name === 'alignment')?.document as SessionReport | undefined;
  const facts: [string, string][] = curves.changePoints.map((point) => [
    'Change point',
    `step ${point.step}: ${decimal(point.before, 2)} → ${decimal(point.after, 2)} (p ${pValue(point.p)})`,
  ]);
  for (const report of reports) {
    if (!report.name.startsWith('intent/')) continue;
    const document = report.document as {
      tasks: {
        mean_ids: number | null;
        max_ids: number | null;
        trend: { slope: number | null; interval: { low: number | null; high: number | null } | null } | null;
      }[];
      against: string;
    };
    const task = document.tasks[0];
    if (!task) continue;
    facts.push([`Mean IDS, ${document.against}`, decimal(task.mean_ids)]);
    if (task.trend)
      facts.push([
        'Slope a step',
        `${signed(task.trend.slope)}${task.trend.interval ? ` (95 %: ${signed(task.trend.interval.low)} to ${signed(task.trend.interval.high)})` : ''}`,
      ]);
  }
  for (const session of alignment?.sessions ?? []) {
    if (session.alignment_score !== undefined)
      facts.push([
        'Alignment',
        `${decimal(session.alignment_score)}${session.alignment_band ? `, ${session.alignment_band}` : ''}`,
      ]);
    if (session.never_mentioned && session.never_mentioned.length > 0)
      facts.push(['Never mentioned', session.never_mentioned.join(', ')]);
    if (session.evaluated_pairs !== undefined)
      facts.push(['Conflicts', `${session.contradicted_pairs ?? 0} of ${session.evaluated_pairs} pairs`]);
  }
  if (alignment?.no_conflict_rate) facts.push(['Conflicts', alignment.no_conflict_rate]);
  if (facts.length === 0) return null;
  return (
    <dl class="facts">
      {facts.map(([name, value], index) => (
        <div class="fact" key={index}>
          <dt>{name}</dt>
          <dd>
            <small>
              <Name text={value} most={160} />
            </small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function SessionPage({ id, route }: { id: number; route: Route }) {
  const session = useLoad(`session-${id}`, (signal) =>
    get('/api/v1/sessions/{session_id}', { path: { session_id: id }, signal }),
  );
  const measured = useLoad(`curves-${id}`, (signal) =>
    get('/api/v1/sessions/{session_id}/curves', { path: { session_id: id }, signal }),
  );
  const [through, setThrough] = useState(200);
  const steps = useLoad(`steps-${id} ${through}`, (signal) =>
    get('/api/v1/sessions/{session_id}/steps', {
      path: { session_id: id },
      query: { limit: Math.min(1000, through) },
      signal,
    }),
  );
  const kept = route.query.get('step');
  const [pointed, setPointed] = useState<number | null>(null);
  const lit = pointed ?? (kept === null ? null : Number(kept));
  const chart = useRef<EChartsType | null>(null);
  const curves = useMemo(
    () =>
      sessionCurves(
        measured.data?.items ?? [],
        (steps.data?.items ?? []).map((each) => each.step),
      ),
    [measured.data, steps.data],
  );
  const light = (step: number | null, keep = false) => {
    setPointed(step);
    if (keep) replaceRoute(withQuery(route, { step: kept === String(step) ? null : step }));
    const index = step === null ? -1 : curves.steps.indexOf(step);
    if (index >= 0) chart.current?.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: index });
    else chart.current?.dispatchAction({ type: 'hideTip' });
  };
  if (session.problem)
    return (
      <Page title={`Session ${id}`}>
        <ProblemNote problem={session.problem} />
        <p>
          <a href={hrefTo(['sessions'])}>All sessions</a>
        </p>
      </Page>
    );
  const it = session.data;
  const stale = measured.data?.items.some((each) => !each.is_current);
  return (
    <Page
      title={it?.name || `Session ${id}`}
      lead={
        it && (
          <>
            {plural(it.total_steps, 'step')}, last <Time at={it.updated_at} />
            {it.goal && (
              <>
                . Goal: <Name text={it.goal} most={240} />
              </>
            )}
          </>
        )
      }
      actions={<Measure id={id} onDone={measured.reload} />}
    >
      {measured.problem && <ProblemNote problem={measured.problem} retry={measured.reload} />}
      {steps.problem && <ProblemNote problem={steps.problem} retry={steps.reload} />}
      {!measured.data || !steps.data ? (
        <Waiting what={`session ${id}`} />
      ) : (
        <div class="session">
          <div class="stack">
            {stale && (
              <div class="notice notice-warning">
                Steps came since a curve was measured. Measure it again to see them.
              </div>
            )}
            {curves.series.length === 0 ? (
              <Empty title="No curve yet">
                <p>
                  Measure how far this session moved from its first output, from the goal in force, or from a
                  plan.
                </p>
              </Empty>
            ) : (
              <>
                <Figure
                  title="Drift and alignment by step"
                  legend={[
                    ...curves.series.map((each) => ({ name: each.name, swatch: `swatch-${each.swatch}` })),
                    ...(curves.conflicts.length > 0
                      ? [{ name: 'contradiction', swatch: 'swatch-drifted' }]
                      : []),
                  ]}
                  note="IDS: 0 is no drift, 1 is full drift; whiskers are the range when one sentence is left out. Alignment and recall: 1 is best. Dotted lines: the intent moved; a gap: no value."
                  table={{
                    rows: curves.steps.map((step, index) => ({ step, index })),
                    columns: [
                      { id: 'step', title: 'Step', numeric: true, value: (row) => row.step },
                      ...curves.series.flatMap((each) => [
                        {
                          id: each.id,
                          title: each.name,
                          numeric: true,
                          value: (row: { index: number }) => each.values[row.index],
                          show: (row: { index: number }) => decimal(each.values[row.index]),
                        },
                        ...(each.ranges.some((range) => range !== null)
                          ? [
                              {
                                id: `${each.id}_low`,
                                title: 'from',
                                numeric: true,
                                value: (row: { index: number }) => each.ranges[row.index]?.low,
                                show: (row: { index: number }) => decimal(each.ranges[row.index]?.low),
                              },
                              {
                                id: `${each.id}_high`,
                                title: 'to',
                                numeric: true,
                                value: (row: { index: number }) => each.ranges[row.index]?.high,
                                show: (row: { index: number }) => decimal(each.ranges[row.index]?.high),
                              },
                            ]
                          : []),
                      ]),
                    ],
                  }}
                >
                  <Chart
                    label={`Curves of ${curves.series.map((each) => each.name).join(', ')} over ${curves.steps.length} steps.`}
                    height={340}
                    inputs={[curves]}
                    option={(c) => sessionOption(curves, c)}
                    onReady={(made) => {
                      chart.current = made;
                    }}
                    onHover={(at) =>
                      setPointed(at && at.seriesId !== 'conflicts' ? (curves.steps[at.index] ?? null) : null)
                    }
                    onPick={(at) => light(curves.steps[at.index] ?? null, true)}
                  />
                </Figure>
                <Summary curves={curves} reports={measured.data.items} />
              </>
            )}
            <section class="card">
              <h2>Intent in force</h2>
              <Intents curves={curves} lit={lit} light={(step) => light(step)} />
            </section>
          </div>
          <section class="card transcript" tabIndex={0} aria-label="Transcript">
            <h2>Transcript</h2>
            <ol>
              {steps.data.items.map((step) => (
                <Turn key={step.step} step={step} curves={curves} lit={lit === step.step} light={light} />
              ))}
            </ol>
            {steps.data.next_from !== null && through < 1000 && (
              <p class="turn">
                <button type="button" class="button" onClick={() => setThrough(1000)}>
                  Load more steps
                </button>
              </p>
            )}
          </section>
        </div>
      )}
    </Page>
  );
}
