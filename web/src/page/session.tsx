// Sessions: how far a conversation moved, step by step, with its transcript beside the curve.
import type { EChartsType } from 'echarts/core';
import { useCallback, useMemo, useRef, useState } from 'preact/hooks';
import { get } from '../api/client';
import { useLoad } from '../api/load';
import type { SessionStep } from '../api/types';
import { Chart } from '../chart/chart';
import { sessionCurves, sessionOption, type SessionCurves } from '../chart/session';
import { count, decimal, plural } from '../format';
import { Figure } from '../part/figure';
import { LoadNote, PageWithout } from '../part/loaded';
import { Empty, Waiting } from '../part/notice';
import { Page } from '../part/page';
import type { Column } from '../part/table';
import { Name, Time } from '../part/text';
import { useAsked, useQueryState, wholeNumber } from '../query_state';
import { hrefTo } from '../route';
import { Intents, Turn, Summary } from './session_parts';
import { Measure } from './session_measure';

// Steps that a link loads without a click.
const mostLinked = 20_000;

// The first steps of a session, as many as asked for or as there are: a page of the API has 1,000.
async function stepsThrough(
  id: number,
  most: number,
  signal: AbortSignal,
): Promise<{ items: SessionStep[]; next_from: number | null }> {
  const items: SessionStep[] = [];
  for (let from = 0; ; ) {
    const page = await get('/api/v1/sessions/{session_id}/steps', {
      path: { session_id: id },
      query: { from, limit: Math.min(1000, most - items.length) },
      signal,
    });
    items.push(...page.items);
    if (page.next_from === null || items.length >= most) return { items, next_from: page.next_from };
    from = page.next_from;
  }
}

interface CurveRow {
  step: number;
  index: number; // among the steps that have a column
}

function numbersOf(curves: SessionCurves) {
  const column = (id: string, title: string, value: (index: number) => number | null | undefined) => ({
    id,
    title,
    numeric: true,
    value: (row: CurveRow) => value(row.index),
    show: (row: CurveRow) => decimal(value(row.index)),
  });
  const columns: Column<CurveRow>[] = [
    { id: 'step', title: 'Step', numeric: true, value: (row) => row.step },
    ...curves.series.flatMap(({ id, name, values, ranges }) => [
      column(id, name, (index) => values[index]),
      ...(ranges.some((range) => range !== null)
        ? [
            column(`${id}_low`, 'from', (index) => ranges[index]?.low),
            column(`${id}_high`, 'to', (index) => ranges[index]?.high),
          ]
        : []),
    ]),
  ];
  return { id: 'curves', rows: curves.steps.map((step, index): CurveRow => ({ step, index })), columns };
}

export function SessionPage({ id }: { id: number }) {
  const session = useLoad(`session-${id}`, (signal) =>
    get('/api/v1/sessions/{session_id}', { path: { session_id: id }, signal }),
  );
  const measured = useLoad(`curves-${id}`, (signal) =>
    get('/api/v1/sessions/{session_id}/curves', { path: { session_id: id }, signal }),
  );
  const [kept, keep] = useQueryState('step', wholeNumber);
  const [asked, ask] = useAsked('steps', 200, mostLinked);
  // A link to a step that lies further on loads as far as there.
  const through = Math.max(asked, Math.min((kept ?? 0) + 1, mostLinked));
  const steps = useLoad(`steps-${id} ${through}`, (signal) => stepsThrough(id, through, signal));
  const [pointed, setPointed] = useState<number | null>(null);
  const lit = pointed ?? kept;
  const chart = useRef<EChartsType | null>(null);
  const curves = useMemo(
    () =>
      sessionCurves(
        measured.data?.items ?? [],
        (steps.data?.items ?? []).map((each) => each.step),
      ),
    [measured.data, steps.data],
  );
  const numbers = useMemo(() => numbersOf(curves), [curves]);
  const lightNow = (step: number | null, isKept = false) => {
    setPointed(step);
    if (isKept) keep(kept === step ? null : step);
    const index = step === null ? -1 : curves.steps.indexOf(step);
    const made = chart.current;
    if (!made || index < 0) made?.dispatchAction({ type: 'hideTip' });
    else
      made.dispatchAction({
        type: 'showTip',
        x: made.convertToPixel({ xAxisIndex: 0 }, index),
        y: made.convertToPixel({ yAxisIndex: 0 }, 0.5),
      });
  };
  // Turns know one function, whatever it does now: they are drawn anew only where something changed.
  const latest = useRef(lightNow);
  latest.current = lightNow;
  const light = useCallback((step: number | null, isKept = false) => latest.current(step, isKept), []);
  const pointAt = (index: number | null) => setPointed(index === null ? null : (curves.steps[index] ?? null));
  const it = session.data;
  if (!it && session.problem)
    return (
      <PageWithout
        title={`Session ${id}`}
        load={session}
        what={`session ${id}`}
        back={<a href={hrefTo(['sessions'])}>All sessions</a>}
      />
    );
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
      <LoadNote load={session} />
      <LoadNote load={measured} />
      <LoadNote load={steps} />
      {!measured.data || !steps.data ? (
        !measured.problem && !steps.problem && <Waiting what={`session ${id}`} />
      ) : (
        <div class="session">
          <div class="stack session-curves">
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
                    ...(curves.conflicts.length > 0 ? [{ name: 'contradiction', swatch: 'swatch-pin' }] : []),
                  ]}
                  note="IDS: 0 is no drift, 1 is full drift; 1 is best of alignment and recall. Whiskers are the range when one sentence of an answer, or one action of those up to a turn, is left out, from three on. Dotted lines: the intent moved; a gap: no value."
                  table={numbers}
                >
                  <Chart
                    label={`Curves of ${curves.series.map((each) => each.name).join(', ')} over ${curves.steps.length} steps.`}
                    height={340}
                    inputs={[curves]}
                    option={(c, width) => sessionOption(curves, c, width)}
                    onReady={(made) => {
                      chart.current = made;
                    }}
                    onColumn={pointAt}
                    onColumnPick={(index) => light(curves.steps[index] ?? null, true)}
                  />
                </Figure>
                <Summary curves={curves} reports={measured.data.items} />
              </>
            )}
          </div>
          <section class="card transcript" tabIndex={0} aria-label="Transcript">
            <h2>Transcript</h2>
            <ol>
              {steps.data.items.map((step) => (
                <Turn key={step.step} step={step} curves={curves} lit={lit === step.step} light={light} />
              ))}
            </ol>
            {steps.data.next_from !== null && (
              <p class="turn-more">
                <span class="quiet">
                  The first {count(steps.data.items.length)}
                  {it ? ` of ${count(it.total_steps)}` : ''} steps are here.
                </span>
                <button
                  type="button"
                  class="button"
                  disabled={steps.loading}
                  onClick={() => ask(Math.max(1000, through * 2))}
                >
                  {steps.loading ? 'Loading…' : 'Load more steps'}
                </button>
              </p>
            )}
          </section>
          <section class="card session-intents">
            <h2>Intent in force</h2>
            <Intents curves={curves} steps={steps.data.items} lit={lit} light={light} />
          </section>
        </div>
      )}
    </Page>
  );
}
