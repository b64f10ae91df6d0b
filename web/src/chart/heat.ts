// Bias types by stereotype types, coloured by how far answers moved; a cell without data is a gap.
import type { EChartsCoreOption } from 'echarts/core';
import { count, excerpt, isNumber, signed } from '../format';
import type { Colours } from '../theme';
import { mixed, readableOn, rgbOf } from './contrast';
import { categoryAxis, grid, tipNode, tooltip } from './parts';

export interface HeatCell {
  row: string;
  column: string;
  value: number | null;
  n: number;
}

export function heatOption(
  cells: readonly HeatCell[],
  rows: readonly string[],
  columns: readonly string[],
  most: number,
  what: string,
  c: Colours,
  width: number,
): EChartsCoreOption {
  const shown = cells.filter((cell) => isNumber(cell.value));
  return {
    grid: grid({ top: 8, bottom: 34 }),
    tooltip: tooltip(c, (params) => {
      const cell = shown[(params as { dataIndex: number }).dataIndex];
      return tipNode(
        cell
          ? [
              `${excerpt(cell.row, 60)} × ${excerpt(cell.column, 60)}`,
              [what, signed(cell.value)],
              ['pairs', count(cell.n)],
            ]
          : [],
      );
    }),
    xAxis: categoryAxis(
      c,
      columns.map((each) => excerpt(each, 40)),
      {
        axisLabel: {
          color: c.muted,
          interval: 0,
          width: Math.max(40, (width - 170) / Math.max(1, columns.length)),
          overflow: 'truncate',
        },
      },
    ),
    yAxis: categoryAxis(
      c,
      rows.map((each) => excerpt(each, 40)),
      { inverse: true, axisLabel: { color: c.muted, width: 130, overflow: 'truncate' } },
    ),
    visualMap: {
      type: 'continuous',
      min: -most,
      max: most,
      calculable: false,
      orient: 'horizontal',
      left: 'center',
      bottom: 0,
      itemHeight: 120,
      itemWidth: 10,
      dimension: 2,
      text: [`+${most.toFixed(2)}`, `−${most.toFixed(2)}`],
      textStyle: { color: c.muted },
      inRange: { color: [c.low, c.middle, c.high] },
    },
    series: [
      {
        id: 'cells',
        type: 'heatmap',
        data: shown.map((cell) => ({
          value: [columns.indexOf(cell.column), rows.indexOf(cell.row), cell.value],
          label: {
            color: readableOn(
              mixed(
                rgbOf(c.middle),
                rgbOf((cell.value ?? 0) < 0 ? c.low : c.high),
                Math.abs(cell.value ?? 0) / most,
              ),
              c.ink,
              c.surface,
            ),
          },
        })),
        itemStyle: { borderColor: c.surface, borderWidth: 2 },
        emphasis: { itemStyle: { borderColor: c.ink, borderWidth: 2 } },
        label: { show: true, formatter: (p: { value: number[] }) => signed(p.value[2], 2) },
      },
    ],
  };
}
