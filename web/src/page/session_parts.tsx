// Beside a session's curve: its figures, the intent in force, the transcript's turns.
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { SessionReport, SessionStep } from '../api/types';
import { intentAt, type SessionCurves } from '../chart/session';
import { decimal, excerpt, pValue, signed, visible } from '../format';
import { kept } from '../part/kept';
import { Name, Passage } from '../part/text';

const updates: Record<string, string> = {
  refinement: 'refined, kept',
  high_drift_risk: 'replaced: near the edge',
  major_shift: 'replaced: a major shift',
  conflict: 'kept: the instruction conflicts',
  extended: 'extended',
};

function updateName({ update, conflict }: SessionCurves['intents'][number]): string {
  if (conflict) return 'kept: the instruction conflicts';
  return updates[update ?? ''] ?? (update ?? '').replaceAll('_', ' ');
}

interface IntentProps {
  intent: SessionCurves['intents'][number];
  movedBy: string | null; // the instruction of its step
  isInForce: boolean;
  light: (step: number | null) => void;
}

const Intent = kept(({ intent, movedBy, isInForce, light }: IntentProps) => (
  <li
    class={isInForce ? 'turn-lit' : ''}
    onMouseEnter={() => light(intent.step)}
    onMouseLeave={() => light(null)}
  >
    <span>
      <b>
        {intent.conflict ? 'At' : 'From'} step {intent.step}
      </b>
      {intent.version !== null && <span class="quiet"> v{intent.version}</span>}
    </span>
    <span>
      {!intent.conflict && <Passage name={`intent.${intent.step}`} text={intent.goal} most={260} />}
      {(intent.update || intent.conflict) && (
        <span class="quiet">
          {visible(updateName(intent))}
          {intent.similarity !== null && `, similarity ${decimal(intent.similarity, 2)}`}
          {movedBy === intent.goal && ', by what was asked'}
          {movedBy && movedBy !== intent.goal && (
            <>
              {intent.conflict ? '. Asked for: ' : '. Moved by: '}
              <Name text={movedBy} most={160} />
            </>
          )}
        </span>
      )}
    </span>
  </li>
));

export function Intents({
  curves,
  steps,
  lit,
  light,
}: {
  curves: SessionCurves;
  steps: readonly SessionStep[];
  lit: number | null;
  light: (step: number | null) => void;
}) {
  const asked = useMemo(() => new Map(steps.map((each) => [each.step, each.prompt])), [steps]);
  if (curves.intents.length === 0)
    return (
      <p class="quiet">No intent is known: measure against the goal in force, with a goal, to follow it.</p>
    );
  const inForce = lit === null ? null : intentAt(curves, lit);
  const first = curves.intents[0];
  return (
    <ol class="intents" tabIndex={0} aria-label="Intents">
      {curves.intents.map((each) => (
        <Intent
          key={each.step}
          intent={each}
          movedBy={each === first ? null : (asked.get(each.step) ?? null)}
          isInForce={each === inForce}
          light={light}
        />
      ))}
    </ol>
  );
}

interface TurnProps {
  step: SessionStep;
  curves: SessionCurves;
  lit: boolean;
  light: (step: number | null, keep?: boolean) => void; // the same one always, for `kept`
}

export const Turn = kept(({ step, curves, lit, light }: TurnProps) => {
  const ref = useRef<HTMLLIElement>(null);
  const index = curves.steps.indexOf(step.step);
  const pointed = useRef(false);
  useEffect(() => {
    // Only when the chart lights it: the reader's own pointer must not make the list run away.
    const turn = ref.current;
    const list = turn?.closest('.transcript');
    if (!lit || pointed.current || !turn || !list) return;
    // Inside the list alone: the picture that is pointed at must stay where it is.
    const [inner, outer] = [turn.getBoundingClientRect(), list.getBoundingClientRect()];
    const head = list.querySelector('h2')?.clientHeight ?? 0;
    if (inner.top < outer.top + head) list.scrollTop -= outer.top + head - inner.top;
    else if (inner.bottom > outer.bottom)
      list.scrollTop += Math.min(inner.bottom - outer.bottom, inner.top - outer.top - head);
  }, [lit]);
  const intent = intentAt(curves, step.step);
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
        {intent && (
          <span class="quiet" title={visible(excerpt(intent.goal, 400))}>
            intent v{intent.version ?? '–'}
          </span>
        )}
        {curves.conflicts
          .filter((pair) => pair.later === step.step)
          .map((pair) => (
            <span class="severity-high" key={pair.earlier}>
              ▲ contradicts step {pair.earlier}
            </span>
          ))}
      </div>
      <div class="said">
        <Passage name={`step.${step.step}.prompt`} text={step.prompt} most={300} empty="(no prompt)" />
      </div>
      {step.error ? (
        <p class="severity-high">
          Failed: <Name text={step.error} most={300} />
        </p>
      ) : (
        <Passage name={`step.${step.step}.response`} text={step.response} most={500} />
      )}
    </li>
  );
});

export function Summary({
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
