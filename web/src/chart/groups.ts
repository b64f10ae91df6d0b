// Groups of bars or lines with intervals: the experiment's figures, small multiples, monitors.
import type { EChartsCoreOption } from 'echarts/core';
import { decimal, excerpt, isNumber, shortened } from '../format';
import type { Colours } from '../theme';
import { categoryAxis, firstOf, grid, linesByKind, tipNode, tooltip, valueAxis, whiskers } from './parts';

export interface Ranged {
  value: number | null;
  low: number | null;
  high: number | null;
}
export interface Group {
  id: string;
  name: string;
  side: 'baseline' | 'current';
  points: readonly Ranged[];
}

const written = (point: Ranged | undefined) =>
  point
    ? `${decimal(point.value)}${isNumber(point.low) && isNumber(point.high) ? ` (${decimal(point.low)} to ${decimal(point.high)})` : ''}`
    : '–';

export function groupedOption(
  categories: readonly string[],
  groups: readonly Group[],
  c: Colours,
  how: { kind: 'line' | 'bar'; x: string; y: string; most?: number },
): EChartsCoreOption {
  const colour = (group: Group) => (group.side === 'baseline' ? c.baseline : c.current);
  const isTurned = how.kind === 'bar' && categories.length > 3; // names along the axis
  return {
    grid: grid({ top: 30, bottom: how.x ? 26 : 8, ...(isTurned ? { left: 22 } : {}) }),
    tooltip: tooltip(
      c,
      (params) => {
        const index = firstOf(params).dataIndex;
        return tipNode([
          excerpt(categories[index] ?? '', 100),
          ...groups.map((group) => [group.name, written(group.points[index])] as const),
        ]);
      },
      'axis',
    ),
    xAxis: categoryAxis(
      c,
      categories.map((each) => shortened(each, isTurned ? 11 : 40)),
      {
        name: how.x,
        nameLocation: 'middle',
        nameGap: 26,
        axisLabel: {
          color: c.muted,
          hideOverlap: true,
          width: 120,
          overflow: 'truncate',
          // Short enough that the first one, turned, ends inside the picture; cut again, two would
          // read alike.
          ...(isTurned ? { rotate: 40, overflow: 'none', interval: 0 } : {}),
        },
      },
    ),
    yAxis: valueAxis(c, { min: 0, ...(how.most === undefined ? {} : { max: how.most }), name: how.y }),
    series: groups.flatMap((group, index): object[] => {
      const offset = how.kind === 'line' ? (index === 0 ? -3 : 3) : 0;
      const ranges = whiskers(
        `${group.id}-range`,
        how.kind === 'line' ? group.points.map((point, at) => [at, point.low, point.high] as const) : [],
        colour(group),
        { offset },
      );
      const base = {
        id: group.id,
        data: group.points.map((point) => point.value),
        itemStyle: { color: colour(group) },
      };
      return how.kind === 'line'
        ? [
            {
              ...base,
              type: 'line',
              connectNulls: false,
              symbol: group.side === 'baseline' ? 'circle' : 'diamond',
              symbolSize: 8,
              lineStyle: {
                color: colour(group),
                width: 2,
                type: group.side === 'baseline' ? 'dashed' : 'solid',
              },
            },
            ranges,
          ]
        : [
            { ...base, type: 'bar', barMaxWidth: 26, barGap: '10%' },
            barWhiskers(group, index, groups.length, c),
          ];
    }),
  };
}

interface BarApi {
  value: (dimension: number) => number;
  coord: (point: [number, number]) => [number, number];
  size: (range: [number, number]) => [number, number];
}

// Whiskers that stand on the middle of their bar.
function barWhiskers(group: Group, place: number, of: number, c: Colours) {
  return {
    id: `${group.id}-range`,
    type: 'custom',
    silent: true,
    z: 3,
    encode: { x: 0, y: [1, 2] },
    data: group.points.flatMap((point, at) =>
      isNumber(point.low) && isNumber(point.high) ? [[at, point.low, point.high]] : [],
    ),
    renderItem: (_: unknown, api: BarApi) => {
      const band = api.size([1, 0])[0];
      const width = Math.min(26, (band * 0.8) / of);
      const [x, top] = api.coord([api.value(0), api.value(2)]);
      const [, bottom] = api.coord([api.value(0), api.value(1)]);
      const at = x + (place - (of - 1) / 2) * width * 1.1;
      const style = { stroke: c.ink, lineWidth: 1.25 };
      const line = (x1: number, y1: number, x2: number, y2: number) => ({
        type: 'line',
        shape: { x1, y1, x2, y2 },
        style,
      });
      return {
        type: 'group',
        children: [
          line(at, bottom, at, top),
          line(at - 3, bottom, at + 3, bottom),
          line(at - 3, top, at + 3, top),
        ],
      };
    },
  };
}

// Half of a round number that a small axis ends with: marks at 0, there and at the end.
export function halfOf(peak: number): number {
  const steps = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 25, 50, 100];
  return steps.find((step) => 2 * step >= peak) ?? Math.ceil(peak / 2);
}

export interface SmallHow {
  width: number; // px of the picture: whiskers that would run into each other are left out
  most?: number; // where its axis ends
  labels?: readonly string[]; // along the axis: the first and the last are written
}

interface SmallPoint extends Ranged {
  name: string;
  against?: number | null; // the execution that it was compared with: the line joins points of one alone
}

// One metric over runs or over time, small: a line of points with their intervals and a threshold.
export function smallOption(
  points: readonly SmallPoint[],
  threshold: number | null,
  c: Colours,
  { width, most, labels }: SmallHow,
): EChartsCoreOption {
  const peak =
    most ??
    points.reduce(
      (high, point) => Math.max(high, point.high ?? 0, point.value ?? 0),
      Math.max(threshold ?? 0, 0.1),
    );
  const half = halfOf(peak);
  const room = width / Math.max(1, points.length);
  const lines = linesByKind(
    points.map((point) => point.value),
    (index) => points[index]?.against,
  );
  return {
    grid: grid({ top: 10, right: 10 }),
    tooltip: tooltip(
      c,
      (params) => {
        const point = points[firstOf(params).dataIndex];
        return tipNode(
          point
            ? [
                excerpt(point.name, 80),
                ['value', written(point)],
                ...(point.against == null ? [] : [['against', `execution ${point.against}`] as const]),
                ...(threshold === null ? [] : [['threshold', decimal(threshold, 2)] as const]),
              ]
            : [],
        );
      },
      'axis',
    ),
    xAxis: categoryAxis(
      c,
      labels ?? points.map((point) => excerpt(point.name, 6)),
      labels
        ? {
            axisLabel: {
              color: c.muted,
              interval: (index: number) => index === 0 || index === points.length - 1,
              hideOverlap: true,
              alignMinLabel: 'left',
              alignMaxLabel: 'right',
            },
          }
        : { axisLabel: { show: false } },
    ),
    yAxis: valueAxis(c, { min: 0, max: 2 * half, interval: half }),
    series: [
      ...lines.map((line, index) => ({
        id: `value${index + 1}`,
        type: 'line',
        connectNulls: false,
        symbol: 'circle',
        symbolSize: room < 8 ? 4 : 7,
        showAllSymbol: room >= 2 || lines.length > 1, // a part of one point has its mark alone
        data: line,
        lineStyle: { color: c.accent, width: 1.5 },
        itemStyle: { color: c.accent },
        ...(threshold === null || index > 0
          ? {}
          : {
              markLine: {
                silent: true,
                symbol: 'none',
                animation: false,
                label: { show: false },
                lineStyle: { color: c.drifted, type: 'dashed' },
                data: [{ yAxis: threshold }],
              },
            }),
      })),
      whiskers(
        'range',
        points.map((point, index) => [index, point.low, point.high] as const),
        c.accent,
        { room },
      ),
    ],
  };
}
