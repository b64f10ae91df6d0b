// Curves along a session on one axis of steps. A step without a value is a gap.
import type { EChartsCoreOption } from 'echarts/core';
import type { IntentReport, SessionReport } from '../api/types';
import { decimal, interval, isNumber, pValue } from '../format';
import type { Colours } from '../theme';
import {
  categoryAxis,
  firstOf,
  grid,
  leastRoom,
  tipNode,
  tooltip,
  valueAxis,
  whiskers,
  type Lines,
} from './parts';

export interface SessionCurves {
  steps: number[]; // every step that a curve or the transcript knows, in order
  series: {
    id: string;
    name: string;
    short: string;
    swatch: number;
    values: (number | null)[];
    ranges: ({ low: number | null; high: number | null } | null)[];
  }[];
  changePoints: {
    series: string;
    step: number;
    before: number | null;
    after: number | null;
    p: number | null;
  }[];
  intents: {
    step: number;
    version: number | null;
    goal: string;
    update: string | null;
    similarity: number | null;
    conflict: boolean;
  }[];
  conflicts: { earlier: number; later: number; probability: number | null }[];
}

export interface CurveDocument {
  name: string;
  document: unknown;
}

const intentNames: Record<string, string> = {
  'intent/initial-output': 'IDS against the first output',
  'intent/inferred-goal': 'IDS against the goal in force',
};

// Puts the documents of a session's curves on one axis.
export function sessionCurves(curves: readonly CurveDocument[], known: readonly number[]): SessionCurves {
  const steps = new Set(known);
  const values: {
    id: string;
    name: string;
    short: string;
    swatch: number;
    at: Map<number, { value: number | null; range: { low: number | null; high: number | null } | null }>;
  }[] = [];
  const out: SessionCurves = { steps: [], series: [], changePoints: [], intents: [], conflicts: [] };
  for (const curve of curves) {
    if (curve.name.startsWith('intent/')) {
      const report = curve.document as IntentReport;
      const at = new Map<
        number,
        { value: number | null; range: { low: number | null; high: number | null } | null }
      >();
      for (const step of report.steps) {
        steps.add(step.step);
        at.set(step.step, { value: step.ids, range: step.interval });
      }
      const swatch = curve.name === 'intent/initial-output' ? 1 : 4;
      values.push({
        id: curve.name,
        name: intentNames[curve.name] ?? curve.name,
        short: curve.name === 'intent/initial-output' ? 'IDS' : 'IDS, goal',
        swatch,
        at,
      });
      for (const task of report.tasks) {
        const point = task.change_point;
        if (point)
          out.changePoints.push({
            series: curve.name,
            step: point.step,
            before: point.mean_before,
            after: point.mean_after,
            p: point.p_value,
          });
      }
      if (out.intents.length === 0) {
        let goal: string | null = null;
        for (const step of report.steps) {
          if (step.inferred_goal === null || (step.inferred_goal === goal && !step.conflict_would_trigger))
            continue;
          out.intents.push({
            step: step.step,
            version: step.intent_version,
            goal: step.inferred_goal,
            update: step.update_type,
            similarity: step.similarity,
            conflict: step.conflict_would_trigger,
          });
          goal = step.inferred_goal;
        }
      }
    } else {
      const report = curve.document as SessionReport;
      for (const session of report.sessions) {
        const turns = session.turns.map((turn) => turn.turn);
        turns.forEach((turn) => steps.add(turn));
        const add = (
          id: string,
          name: string,
          short: string,
          swatch: number,
          list: readonly (number | null)[] | undefined,
          ranges: SessionReport['sessions'][number]['alignment_ranges'],
        ) => {
          if (list)
            values.push({
              id,
              name,
              short,
              swatch,
              at: new Map(
                turns.map((turn, index) => [
                  turn,
                  { value: list[index] ?? null, range: ranges?.[index] ?? null },
                ]),
              ),
            });
        };
        const { alignment_curve_actions: alignment, alignment_ranges: ranges } = session;
        add('alignment', 'Alignment with the plan', 'plan', 3, alignment, ranges);
        add('recall', 'Entity recall', 'recall', 5, session.entity_recall_curve, undefined);
        for (const pair of session.pairs ?? []) {
          if (pair.label === 'contradiction')
            out.conflicts.push({
              earlier: pair.earlier_turn,
              later: pair.later_turn,
              probability: pair.probabilities?.contradiction ?? null,
            });
        }
      }
    }
  }
  out.steps = [...steps].sort((a, b) => a - b);
  out.series = values.map(({ at, ...rest }) => ({
    ...rest,
    values: out.steps.map((step) => at.get(step)?.value ?? null),
    ranges: out.steps.map((step) => at.get(step)?.range ?? null),
  }));
  return out;
}

// The intent in force at a step: the newest that was taken, a refused one is none.
export function intentAt(curves: SessionCurves, step: number): SessionCurves['intents'][number] | null {
  for (let at = curves.intents.length - 1; at >= 0; at -= 1) {
    const each = curves.intents[at];
    if (each && each.step <= step && !each.conflict) return each;
  }
  return null;
}

const symbols = ['circle', 'diamond', 'triangle', 'rect'];

export function sessionOption(curves: SessionCurves, c: Colours, width: number): EChartsCoreOption {
  const { steps } = curves;
  const room = width / Math.max(1, steps.length); // px a step
  const roomy = room > 32; // names of versions fit
  const first = curves.series[0];
  const marks = [
    ...curves.changePoints.map((point) => ({
      xAxis: steps.indexOf(point.step),
      lineStyle: { color: c.drifted, type: 'solid', width: 2 },
      // Above the curves, and above the names of versions where these are written.
      label: { formatter: 'change point', color: c.drifted, position: 'end', distance: roomy ? 20 : 5 },
    })),
    ...curves.intents
      .filter((each) => each.step !== steps[0] && room >= leastRoom)
      .map((each) => ({
        xAxis: steps.indexOf(each.step),
        lineStyle: { color: c.muted, type: [1, 3] },
        label: {
          show: roomy && each.version !== null,
          formatter: each.conflict ? 'conflict' : `v${each.version ?? ''}`,
          color: c.muted,
          position: 'end',
        },
      })),
  ].filter((mark) => mark.xAxis >= 0);
  return {
    grid: grid({ top: curves.changePoints.length > 0 && roomy ? 46 : 30, bottom: 26 }),
    tooltip: tooltip(
      c,
      (params) => {
        // By the axis: a mark of another series has a number of its own.
        const step = Number(firstOf(params).axisValue);
        const index = steps.indexOf(step);
        const intent = intentAt(curves, step);
        const lines: Lines = [
          `Step ${step}`,
          ...curves.series.map(
            (each) =>
              [
                each.name,
                `${decimal(each.values[index])}${each.ranges[index] ? ` (${interval(each.ranges[index])})` : ''}`,
              ] as const,
          ),
          ...(intent ? [['intent', `v${intent.version ?? '–'} since step ${intent.step}`] as const] : []),
          ...curves.changePoints
            .filter((point) => point.step === step)
            .map(
              (point) =>
                [
                  'change point',
                  `${decimal(point.before, 2)} → ${decimal(point.after, 2)}, p ${pValue(point.p)}`,
                ] as const,
            ),
          ...curves.conflicts
            .filter((pair) => pair.later === step)
            .map((pair) => ['contradicts', `step ${pair.earlier}`] as const),
        ];
        return tipNode(lines);
      },
      'axis',
    ),
    xAxis: categoryAxis(c, steps, { name: 'step', nameLocation: 'middle', nameGap: 24, boundaryGap: true }),
    yAxis: valueAxis(c, {
      min: (range: { min: number }) => (range.min < 0 ? Math.floor(range.min * 4) / 4 : 0),
      max: 1,
      interval: 0.25,
    }),
    series: [
      ...curves.series.map((each, index) => ({
        id: each.id,
        type: 'line',
        connectNulls: false,
        symbol: symbols[index % symbols.length],
        symbolSize: 8,
        showAllSymbol: steps.length < 200,
        data: each.values,
        lineStyle: { color: c.series[each.swatch - 1], width: 2 },
        itemStyle: { color: c.series[each.swatch - 1] },
        ...(each === first && marks.length > 0
          ? { markLine: { symbol: 'none', animation: false, data: marks } }
          : {}),
      })),
      ...curves.series.map((each) =>
        whiskers(
          `${each.id}-range`,
          each.ranges.map((range, index) => [index, range?.low ?? null, range?.high ?? null] as const),
          c.series[each.swatch - 1] ?? c.muted,
          { room },
        ),
      ),
      {
        id: 'conflicts',
        type: 'scatter',
        symbol: 'pin',
        symbolSize: 18,
        itemStyle: { color: c.drifted },
        data: curves.conflicts
          .map((pair) => [steps.indexOf(pair.later), 0.03])
          .filter(([x]) => isNumber(x) && x >= 0),
      },
    ],
  };
}
