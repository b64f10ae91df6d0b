// The pictures of an execution against its baseline.
import type { EChartsCoreOption } from 'echarts/core';
import type { Aggregates, EmbeddingMap } from '../api/types';
import { count, decimal, excerpt, percent } from '../format';
import type { Colours } from '../theme';
import { mixed, readableOn, rgbOf } from './contrast';
import { categoryAxis, firstOf, grid, tipNode, tooltip, valueAxis, type IndexedParams } from './parts';

// Shares of `total`, which is more than the sum of the counts where not all are drawn.
export function shares(
  counts: readonly number[],
  total = counts.reduce((sum, each) => sum + each, 0),
): (number | null)[] {
  return counts.map((each) => (total > 0 ? each / total : null));
}

export interface SideTotals {
  baseline: number;
  current: number;
}

export function sumsOf(rows: readonly SideTotals[]): SideTotals {
  return {
    baseline: rows.reduce((sum, row) => sum + row.baseline, 0),
    current: rows.reduce((sum, row) => sum + row.current, 0),
  };
}

const shareAxis = (c: Colours) =>
  valueAxis(c, { axisLabel: { color: c.muted, formatter: (v: number) => `${Math.round(v * 100)} %` } });

interface StepApi {
  value: (dimension: number) => number;
  coord: (point: [number, number]) => [number, number];
  size: (range: [number, number]) => [number, number];
}

// Overlaid histograms over one axis of real widths: bins need not be equally wide.
function histogram(
  id: string,
  edges: readonly number[],
  values: readonly (number | null)[],
  colour: string,
  dashed: boolean,
) {
  return {
    id,
    type: 'custom',
    encode: { x: [0, 1], y: 2 },
    clip: true,
    data: values.map((value, index) => [edges[index] ?? 0, edges[index + 1] ?? 0, value ?? 0]),
    renderItem: (_: unknown, api: StepApi) => {
      const [x1, y] = api.coord([api.value(0), api.value(2)]);
      const [x2, bottom] = api.coord([api.value(1), 0]);
      return {
        type: 'group',
        children: [
          {
            type: 'rect',
            shape: { x: x1, y, width: Math.max(1, x2 - x1), height: bottom - y },
            style: { fill: colour, opacity: 0.22 },
          },
          {
            type: 'line',
            shape: { x1, y1: y, x2, y2: y },
            style: { stroke: colour, lineWidth: 2, lineDash: dashed ? [4, 3] : undefined },
          },
        ],
      };
    },
  };
}

export function lengthsOption(lengths: NonNullable<Aggregates['lengths']>, c: Colours): EChartsCoreOption {
  const { edges } = lengths;
  const baseline = shares(lengths.baseline);
  const current = shares(lengths.current);
  return {
    grid: grid({ top: 28, bottom: 24 }),
    tooltip: tooltip(c, (params) => {
      const { dataIndex } = params as IndexedParams;
      return tipNode([
        `${count(edges[dataIndex])} to ${count(edges[dataIndex + 1])} ${lengths.unit}`,
        ['baseline', `${count(lengths.baseline[dataIndex])} (${percent(baseline[dataIndex], 1)})`],
        ['current', `${count(lengths.current[dataIndex])} (${percent(current[dataIndex], 1)})`],
      ]);
    }),
    xAxis: valueAxis(c, {
      min: edges[0],
      max: edges[edges.length - 1],
      name: lengths.unit,
      nameLocation: 'middle',
      nameGap: 24,
      splitLine: { show: false },
      nameTextStyle: { color: c.muted },
      // Round numbers alone: the ends are whatever the shortest and the longest response are.
      axisLabel: { color: c.muted, hideOverlap: true, showMinLabel: false, showMaxLabel: false },
    }),
    yAxis: shareAxis(c),
    series: [
      histogram('baseline', edges, baseline, c.baseline, true),
      histogram('current', edges, current, c.current, false),
    ],
  };
}

export interface PairedCount {
  name: string;
  baseline: number;
  current: number;
}

// Shares of the totals side by side, for severities and tools.
export function sharesOption(
  rows: readonly PairedCount[],
  c: Colours,
  { flat = false, totals = sumsOf(rows) }: { flat?: boolean; totals?: SideTotals } = {},
): EChartsCoreOption {
  const baseline = shares(
    rows.map((row) => row.baseline),
    totals.baseline,
  );
  const current = shares(
    rows.map((row) => row.current),
    totals.current,
  );
  const names = categoryAxis(
    c,
    rows.map((row) => excerpt(row.name, 60)),
    flat
      ? { inverse: true }
      : { axisLabel: { color: c.muted, interval: 0, width: 90, overflow: 'truncate' } },
  );
  return {
    grid: grid(flat ? { right: 32 } : {}), // half of the last mark's "60 %"
    tooltip: tooltip(
      c,
      (params) => {
        const { dataIndex } = firstOf(params);
        const row = rows[dataIndex];
        return tipNode(
          row
            ? [
                excerpt(row.name, 120),
                ['baseline', `${count(row.baseline)} (${percent(baseline[dataIndex], 1)})`],
                ['current', `${count(row.current)} (${percent(current[dataIndex], 1)})`],
              ]
            : [],
        );
      },
      'axis',
    ),
    xAxis: flat ? shareAxis(c) : names,
    yAxis: flat ? names : shareAxis(c),
    series: [
      {
        id: 'baseline',
        type: 'bar',
        data: baseline,
        itemStyle: { color: c.baseline },
        barMaxWidth: 22,
        barGap: '10%',
      },
      { id: 'current', type: 'bar', data: current, itemStyle: { color: c.current }, barMaxWidth: 22 },
    ],
  };
}

// How many of all results a side draws, and why not all of them.
export function drawnOf(map: EmbeddingMap): string {
  const side = (name: 'baseline' | 'current') =>
    `${count(map[name].x.length)} of ${count(map[name].results)} ${name}`;
  const sampled = map.baseline.total < map.baseline.results || map.current.total < map.current.results;
  return `${side('baseline')} and ${side('current')} responses are drawn${sampled ? ', from a sample' : ''}.`;
}

// A point of the map: a side and its place among that side's points.
export interface MapPoint {
  side: 'baseline' | 'current';
  index: number;
}

// In the address it goes by the response's id, which stays where places change: current:answer-17.
export function pointText(map: EmbeddingMap, side: MapPoint['side'], index: number): string {
  return `${side}:${map[side].ids[index] ?? ''}`;
}

// Null where the map does not have it: a filter leaves it out, or another baseline.
export function pointOf(text: string | null, map: EmbeddingMap): MapPoint | null {
  for (const side of ['baseline', 'current'] as const) {
    if (!text?.startsWith(`${side}:`)) continue;
    const index = map[side].ids.indexOf(text.slice(side.length + 1));
    if (index >= 0) return { side, index };
  }
  return null;
}

// A ring around the point that is kept.
export function keptSeries(map: EmbeddingMap, kept: MapPoint | null, c: Colours) {
  const at = kept && map[kept.side];
  return {
    id: 'kept',
    type: 'scatter',
    silent: true, // the point below it is the one that is clicked
    symbol: 'circle',
    symbolSize: 18,
    itemStyle: { color: 'transparent', borderColor: c.ink, borderWidth: 2 },
    data: at ? [[at.x[kept.index], at.y[kept.index]]] : [],
  };
}

export function mapOption(map: EmbeddingMap, kept: MapPoint | null, c: Colours): EChartsCoreOption {
  const side = (id: 'baseline' | 'current', symbol: string, colour: string) => ({
    id,
    type: 'scatter',
    symbol,
    symbolSize: map.baseline.x.length + map.current.x.length > 600 ? 6 : 9,
    itemStyle: { color: colour, opacity: 0.65 },
    emphasis: { itemStyle: { opacity: 1, borderColor: c.ink, borderWidth: 2 } },
    data: map[id].x.map((x, index) => [x, map[id].y[index]]),
  });
  const axis = (n: 0 | 1) =>
    valueAxis(c, {
      name: `component ${n + 1}: ${percent(map.explained_variance[n], 1)} of the variance`,
      nameLocation: 'middle',
      nameGap: n === 0 ? 28 : 44,
      scale: true,
      nameTextStyle: { color: c.muted },
      axisLabel: { color: c.muted, formatter: (v: number) => decimal(v, 1), hideOverlap: true },
    });
  return {
    grid: grid({ left: 34, bottom: 30 }),
    tooltip: tooltip(c, (params) => {
      const { seriesId, dataIndex } = params as IndexedParams;
      const points = seriesId === 'current' ? map.current : map.baseline;
      return tipNode([
        [seriesId === 'current' ? 'current' : 'baseline', excerpt(points.ids[dataIndex] ?? '', 60)],
        excerpt(points.excerpts[dataIndex] ?? '', 400),
      ]);
    }),
    xAxis: axis(0),
    yAxis: axis(1),
    series: [
      side('baseline', 'circle', c.baseline),
      side('current', 'diamond', c.current),
      keptSeries(map, kept, c),
    ],
  };
}

interface TransitionRow {
  from: string;
  to: string;
  baseline: number;
  current: number;
}

// Share of all transitions (`total`, also those that are not drawn), then or now, as a grid of from
// and to.
export function transitionsOption(
  rows: readonly TransitionRow[],
  side: 'baseline' | 'current',
  names: { from: string[]; to: string[] },
  total: number,
  most: number,
  c: Colours,
  width: number,
): EChartsCoreOption {
  // What a cell has for its share: "12 %", or "12", or nothing but its colour.
  const room = (width - 130) / Math.max(1, names.to.length);
  const strong = side === 'baseline' ? c.baseline : c.current;
  const data = rows
    .filter((row) => row[side] > 0)
    .map((row) => ({
      value: [names.to.indexOf(row.to), names.from.indexOf(row.from), row[side] / total, row[side]],
      label: {
        color: readableOn(
          mixed(rgbOf(c.surface), rgbOf(strong), row[side] / total / (most || 1)),
          c.ink,
          c.surface,
        ),
      },
    }));
  return {
    grid: grid({ top: 8, bottom: 30 }),
    tooltip: tooltip(c, (params) => {
      const [to, from, share, n] = (params as { value: [number, number, number, number] }).value;
      return tipNode([
        `${excerpt(names.from[from] ?? '', 60)} → ${excerpt(names.to[to] ?? '', 60)}`,
        [side, `${count(n)} (${percent(share, 1)})`],
      ]);
    }),
    xAxis: categoryAxis(
      c,
      names.to.map((name) => excerpt(name, 40)),
      {
        name: 'to',
        nameLocation: 'middle',
        nameGap: 68,
        axisLabel: { color: c.muted, width: 70, overflow: 'truncate', interval: 0, rotate: 40 },
      },
    ),
    yAxis: categoryAxis(
      c,
      names.from.map((name) => excerpt(name, 40)),
      { inverse: true },
    ),
    visualMap: { show: false, min: 0, max: most || 1, dimension: 2, inRange: { color: [c.surface, strong] } },
    series: [
      {
        id: side,
        type: 'heatmap',
        data,
        itemStyle: { borderColor: c.line, borderWidth: 1 },
        label: {
          show: room >= 20,
          formatter: ({ value: [, , share] }: { value: number[] }) =>
            room >= 40 ? percent(share) : percent(share).replace(' %', ''),
        },
      },
    ],
  };
}
