// One of the five families of drift: its card, and what opens below it.
import type { Aggregates, Moved, Part } from '../api/types';
import type { Measurement } from '../api/types';
import { Chart } from '../chart/chart';
import {
  lengthsOption,
  sharesOption,
  sumsOf,
  transitionsOption,
  type PairedCount,
  type SideTotals,
} from '../chart/execution';
import {
  compact,
  count,
  decimal,
  familyName,
  interval,
  metricName,
  nothing,
  pValue,
  percent,
  plural,
  signed,
} from '../format';
import { SeverityTag, VerdictBadge } from '../part/badge';
import { Figure } from '../part/figure';
import type { Column } from '../part/table';
import { Passage, Name } from '../part/text';
import { flag, useQueryState } from '../query_state';

export const families = ['output', 'safety', 'distribution', 'embedding', 'agent_tool'] as const;
export type Family = (typeof families)[number];

export const bothSides = [
  { name: 'baseline', swatch: 'swatch-baseline' },
  { name: 'current', swatch: 'swatch-current' },
] as const;

// Value, its interval and the threshold on one line from 0 to 1.
function Track({ m }: { m: Measurement }) {
  const most = Math.max(1, m.value ?? 0, m.interval?.high ?? 0);
  const at = (value: number) => `${Math.min(100, Math.max(0, (value / most) * 100))}%`;
  const low = m.interval?.low;
  const high = m.interval?.high;
  return (
    <span class="track" aria-hidden="true">
      {low != null && high != null && (
        <span class="track-range" style={{ left: at(low), width: `calc(${at(high)} - ${at(low)})` }} />
      )}
      {m.threshold != null && <span class="track-threshold" style={{ left: at(m.threshold) }} />}
      {m.value != null && <span class="track-value" style={{ left: at(m.value) }} />}
    </span>
  );
}

function Measure({ m }: { m: Measurement }) {
  if (m.value === null) {
    return (
      <span class="measure">
        <span class="measure-name">{metricName(m.metric)}</span>
        <span class="measure-small">Does not apply: {m.details.not_applicable ?? 'no data'}</span>
      </span>
    );
  }
  return (
    <span class="measure">
      <span class="measure-name">{metricName(m.metric)}</span>
      <span class="measure-value">
        <b>{decimal(m.value)}</b>
        <span class="measure-small">95 %: {interval(m.interval)}</span>
      </span>
      <Track m={m} />
      <span class="measure-small">
        threshold {decimal(m.threshold, 2)}
        {m.exceeded ? ', exceeded' : ''} · p {pValue(m.p_adjusted ?? m.p_value)} · n {count(m.n_current)} /{' '}
        {count(m.n_baseline)}
      </span>
    </span>
  );
}

export function FamilyCard({
  family,
  part,
  open,
  toggle,
}: {
  family: Family;
  part: Part;
  open: boolean;
  toggle: () => void;
}) {
  const of = part.by_type.find((each) => each.type === family);
  const measures = part.results.filter((each) => each.type === family);
  const verdicts = measures.map((each) => each.details.verdict);
  const verdict = verdicts.includes('drifted')
    ? 'drifted'
    : verdicts.includes('undecided')
      ? 'undecided'
      : verdicts.includes('stable')
        ? 'stable'
        : null;
  return (
    <button
      type="button"
      class="card family"
      aria-expanded={open}
      aria-controls={open ? `panel-${family}` : undefined}
      onClick={toggle}
    >
      <span class="family-head">
        <span>{familyName(family)}</span>
        {of?.applicable ? <SeverityTag severity={of.severity} /> : <span class="quiet">no data</span>}
      </span>
      {verdict && (
        <span>
          <VerdictBadge verdict={verdict} />
        </span>
      )}
      {measures.map((m) => (
        <Measure key={m.metric} m={m} />
      ))}
    </button>
  );
}

// Counts of both sides with their shares of all.
const sideColumns = <Row extends SideTotals>(totals: SideTotals): Column<Row>[] =>
  (['baseline', 'current'] as const).flatMap((side): Column<Row>[] => {
    const share = (row: Row) => (totals[side] > 0 ? row[side] / totals[side] : null);
    const title = side === 'baseline' ? 'Baseline' : 'Current';
    return [
      { id: side, title, numeric: true, value: (row) => row[side], show: (row) => count(row[side]) },
      {
        id: `${side}_share`,
        title: `${title} share`,
        numeric: true,
        value: share,
        show: (row) => percent(share(row), 1),
      },
    ];
  });

const pairedColumns = (name: string, totals: SideTotals): Column<PairedCount>[] => [
  { id: name, title: name.charAt(0).toUpperCase() + name.slice(1), value: (row) => row.name },
  ...sideColumns<PairedCount>(totals),
];

type TransitionRow = Aggregates['transitions'][number];

const transitionColumns = (totals: SideTotals): Column<TransitionRow>[] => [
  { id: 'from', title: 'From', value: (row) => row.from },
  { id: 'to', title: 'To', value: (row) => row.to },
  ...sideColumns<TransitionRow>(totals),
];

const byFrequency = <Row extends SideTotals>(rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => b.baseline + b.current - a.baseline - a.current);

export function LengthsFigure({ aggregates }: { aggregates: Aggregates }) {
  const lengths = aggregates.lengths;
  if (!lengths) return <p class="quiet">No response has a length to show.</p>;
  const rows = lengths.baseline.map((baseline, index) => ({
    from: lengths.edges[index] ?? 0,
    to: lengths.edges[index + 1] ?? 0,
    baseline,
    current: lengths.current[index] ?? 0,
  }));
  const median = (q: { p5: number; p50: number; p95: number } | null) =>
    q
      ? `median ${count(Math.round(q.p50))} (5 % to 95 %: ${count(Math.round(q.p5))} to ${count(Math.round(q.p95))})`
      : nothing;
  return (
    <Figure
      title="Response lengths"
      legend={bothSides}
      note={
        <>
          Baseline: {median(lengths.baseline_quantiles)}; current: {median(lengths.current_quantiles)}{' '}
          {lengths.unit}.
        </>
      }
      table={{
        id: 'lengths',
        rows,
        columns: [
          { id: 'from', title: `From (${lengths.unit})`, numeric: true, value: (row) => row.from },
          { id: 'to', title: 'To', numeric: true, value: (row) => row.to },
          { id: 'baseline', title: 'Baseline', numeric: true, value: (row) => row.baseline },
          { id: 'current', title: 'Current', numeric: true, value: (row) => row.current },
        ],
      }}
    >
      <Chart
        label="Distributions of response lengths, baseline and current overlaid, as shares."
        height={240}
        inputs={[lengths]}
        option={(c) => lengthsOption(lengths, c)}
      />
    </Figure>
  );
}

export function SeveritiesFigure({ aggregates }: { aggregates: Aggregates }) {
  const rows: PairedCount[] = aggregates.severities.map((each) => ({
    name: each.severity,
    baseline: each.baseline,
    current: each.current,
  }));
  if (rows.every((row) => row.baseline + row.current === 0))
    return <p class="quiet">No result has a severity.</p>;
  return (
    <Figure
      title="Severities"
      legend={bothSides}
      note="Share of the results that have a severity."
      table={{ id: 'severities', columns: pairedColumns('severity', sumsOf(rows)), rows }}
    >
      <Chart
        label="Shares of severities, baseline beside current."
        height={240}
        inputs={[aggregates]}
        option={(c) => sharesOption(rows, c)}
      />
    </Figure>
  );
}

// What of a list is drawn, and what the server kept for itself, in words.
function leftOut(drawn: number, listed: number, unlisted: number, what: string): string {
  const all = listed + unlisted;
  const shown = drawn < all ? `The ${count(drawn)} most frequent of ${plural(all, what)} are drawn` : '';
  const held = unlisted > 0 ? `the numbers have the ${count(listed)} most frequent` : 'the numbers have all';
  return shown ? `${shown}; ${held}. ` : '';
}

export function ToolsFigures({ aggregates }: { aggregates: Aggregates }) {
  const tools = byFrequency(aggregates.tools);
  const transitions = byFrequency(aggregates.transitions);
  if (tools.length === 0) return <p class="quiet">No result has a trace of tools.</p>;
  const calls = aggregates.tool_totals;
  const moves = aggregates.transition_totals;
  const rows: PairedCount[] = tools.slice(0, 12);
  const drawn = transitions.slice(0, 60);
  const names = {
    from: [...new Set(drawn.map((each) => each.from))],
    to: [...new Set(drawn.map((each) => each.to))],
  };
  const peak = Math.max(
    0,
    ...drawn.map((each) =>
      Math.max(each.baseline / (moves.baseline || 1), each.current / (moves.current || 1)),
    ),
  );
  return (
    <>
      <Figure
        title="Tool calls"
        legend={bothSides}
        note={`${leftOut(rows.length, tools.length, calls.left_out, 'tool')}Shares of all calls: ${count(calls.baseline)} of the baseline, ${count(calls.current)} of the current execution.`}
        table={{ id: 'tools', columns: pairedColumns('tool', calls), rows: tools }}
      >
        <Chart
          label="Shares of tool calls, baseline beside current."
          height={60 + 34 * rows.length}
          inputs={[aggregates]}
          option={(c) => sharesOption(rows, c, { flat: true, totals: calls })}
        />
      </Figure>
      <div class="pair-of-charts">
        {(['baseline', 'current'] as const).map((side) => (
          <Figure
            key={side}
            title={side === 'baseline' ? 'Tool order then (baseline)' : 'Tool order now (current)'}
            note={`${leftOut(drawn.length, transitions.length, moves.left_out, 'transition')}Shares of all ${count(moves[side])} transitions, in percent; point at a cell for its numbers.`}
            table={{ id: `transitions_${side}`, columns: transitionColumns(moves), rows: transitions }}
          >
            <Chart
              label={`Transitions between tools, ${side}.`}
              height={80 + 34 * names.from.length}
              inputs={[aggregates]}
              option={(c, width) => transitionsOption(drawn, side, names, moves[side], peak, c, width)}
            />
          </Figure>
        ))}
      </div>
    </>
  );
}

function factValue(fact: { name: string; value: number | null }): string {
  return fact.name.endsWith('p_value') ? pValue(fact.value) : compact(fact.value);
}

// What a measurement says beside its value: how much beyond chance, and for which labels.
export function MeasureDetails({
  m,
  linkTo,
}: {
  m: Measurement;
  linkTo: (name: string, value: string) => string;
}) {
  const { excess, excess_interval, facts, segments } = m.details;
  if (m.value === null) return null;
  return (
    <div class="measure-details">
      <p>
        <b>{metricName(m.metric)}</b>: {decimal(m.value)}; beyond what chance gives {signed(excess)} (95 %:{' '}
        {interval(excess_interval, (v) => signed(v))}).
        {facts.length > 0 && (
          <span class="quiet">
            {' '}
            {facts.map((each) => `${each.name.replaceAll('_', ' ')} ${factValue(each)}`).join(' · ')}
          </span>
        )}
      </p>
      {segments.length > 0 && (
        <p class="segments">
          <span class="quiet">Most in</span>
          {segments.slice(0, 5).map((each, index) => (
            <span key={index}>
              <a href={linkTo(each.label, each.label_value)}>
                <Name text={`${each.label}: ${each.label_value}`} most={50} />
              </a>{' '}
              <span class="quiet">
                {decimal(each.value)}, p {pValue(each.p_value)}
              </span>
            </span>
          ))}
        </p>
      )}
    </div>
  );
}

export function MovedList({ moved }: { moved: Moved }) {
  const first = 5;
  const [all, setAll] = useQueryState('moved.all', flag);
  if (moved.items.length === 0) return <p class="quiet">No response can be compared by meaning here.</p>;
  return (
    <>
      <ol class="moved">
        {moved.items.slice(0, all ? undefined : first).map((item) => (
          <li key={item.id}>
            <div class="row">
              <b>{decimal(item.distance)}</b>
              <span class="quiet">distance</span>
              <Name text={item.id} most={50} />
              {item.severity && <SeverityTag severity={item.severity} />}
              {Object.entries(item.labels)
                .slice(0, 6)
                .map(([name, value]) => (
                  <span class="tag" key={name}>
                    <Name text={`${name}: ${value}`} most={40} />
                  </span>
                ))}
            </div>
            {item.prompt && (
              <div class="quiet">
                <Passage name={`moved.${item.id}.prompt`} text={item.prompt} most={240} />
              </div>
            )}
            <div class="sides">
              {item.baseline && (
                <div class="side-baseline">
                  <div class="side-name">Baseline</div>
                  <Passage name={`moved.${item.id}.baseline`} text={item.baseline.response} most={420} />
                  {item.baseline.is_cut && <p class="quiet">Cut at 4,000 characters.</p>}
                </div>
              )}
              <div class="side-current">
                <div class="side-name">Current</div>
                <Passage name={`moved.${item.id}.current`} text={item.response} most={420} />
                {item.is_cut && <p class="quiet">Cut at 4,000 characters.</p>}
              </div>
            </div>
          </li>
        ))}
      </ol>
      {!all && moved.items.length > first && (
        <p>
          <button type="button" class="button" onClick={() => setAll(true)}>
            Show {moved.items.length - first} more
          </button>
        </p>
      )}
    </>
  );
}
