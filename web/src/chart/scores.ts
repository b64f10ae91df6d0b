// Drift scores of executions in the order in which they began. One that was never compared is a gap, and
// the line breaks where the next score is against another baseline.
import type { EChartsCoreOption } from 'echarts/core';
import type { ListedExecution } from '../api/types';
import type { Verdict } from '../api/types';
import { day, excerpt, score, time } from '../format';
import type { Colours } from '../theme';
import { categoryAxis, firstOf, grid, linesByKind, tipNode, tooltip, valueAxis } from './parts';

export const gradeFloors: readonly (readonly [grade: string, floor: number])[] = [
  ['A', 90],
  ['B', 75],
  ['C', 60],
  ['D', 45],
  ['F', 0],
];
export const verdictSymbol: Record<Verdict, string> = {
  stable: 'circle',
  undecided: 'rect',
  drifted: 'triangle',
};

// Where a grade begins, and which executions are baselines.
function marks(rows: readonly ListedExecution[], c: Colours) {
  const baselines = rows.flatMap((row, index) => (row.baselines.length > 0 ? [index] : []));
  return {
    silent: true,
    symbol: 'none',
    animation: false,
    label: { color: c.muted, position: 'end' },
    lineStyle: { color: c.line, type: 'solid' },
    data: [
      ...gradeFloors.slice(0, 4).map(([grade, floor]) => ({ yAxis: floor, label: { formatter: grade } })),
      ...baselines.map((index) => ({
        xAxis: index,
        lineStyle: { color: c.baseline, type: 'dashed', width: 1.5 },
        // Beside its line, on the side where there is more room.
        label: {
          formatter: 'baseline',
          color: c.baseline,
          position: index < rows.length / 2 ? 'insideEndBottom' : 'insideEndTop',
        },
      })),
    ],
  };
}

export function scoresOption(rows: readonly ListedExecution[], c: Colours, width: number): EChartsCoreOption {
  const colour: Record<Verdict, string> = { stable: c.stable, undecided: c.undecided, drifted: c.drifted };
  const points = rows.map(({ newest_comparison: newest }) =>
    newest
      ? {
          value: newest.drift_score,
          symbol: verdictSymbol[newest.verdict],
          symbolSize: rows.length > 150 ? 6 : 10,
          itemStyle: { color: colour[newest.verdict] },
        }
      : null,
  );
  const lines = linesByKind(points, (index) => rows[index]?.newest_comparison?.baseline_execution_id);
  return {
    grid: grid({ right: 28, top: 34 }),
    tooltip: tooltip(
      c,
      (params) => {
        const row = rows[firstOf(params).dataIndex];
        if (!row) return tipNode([]);
        const newest = row.newest_comparison;
        return tipNode([
          excerpt(row.name || `Execution ${row.id}`, 80),
          ['began', time(row.created_at)],
          ['results', String(row.total_results)],
          [
            'drift score',
            newest ? `${score(newest.drift_score)} of 100, grade ${newest.drift_grade}` : 'not compared',
          ],
          ...(newest
            ? ([
                ['against', `execution ${newest.baseline_execution_id}`],
                ['verdict', newest.verdict],
              ] as const)
            : []),
          ...row.baselines.map((each) => ['baseline', excerpt(each.tag ?? each.name, 40)] as const),
        ]);
      },
      'axis',
    ),
    dataZoom: [{ type: 'inside', zoomOnMouseWheel: 'ctrl' }],
    xAxis: categoryAxis(
      c,
      rows.map((row) => (width < 600 ? day(row.created_at) : time(row.created_at))),
      {
        axisLabel: {
          color: c.muted,
          hideOverlap: true,
          alignMinLabel: 'left', // a date in the middle of the first mark would begin outside
          alignMaxLabel: 'right',
          width: Math.min(150, Math.max(60, width / Math.min(rows.length + 1, 6))),
          overflow: 'truncate',
        },
      },
    ),
    yAxis: valueAxis(c, {
      min: 0,
      max: 100,
      name: 'drift score, of 100',
      interval: 25,
      splitLine: { show: false },
    }),
    series: lines.map((line, index) => ({
      id: `scores${index + 1}`,
      type: 'line',
      connectNulls: false,
      showAllSymbol: rows.length < 400 || lines.length > 1, // a part of one point has its mark alone
      lineStyle: { color: c.muted, width: 1.5 },
      data: line.map((point) => point ?? { value: null }),
      ...(index === 0 ? { markLine: marks(rows, c) } : {}),
    })),
  };
}
