// Pieces that the pictures share: axes, tooltips, marks. Tooltips are built as DOM nodes with text
// set as text: whatever a response says, it is shown and never read as HTML.
import { isNumber, visible } from '../format';
import type { Colours } from '../theme';

export type Lines = readonly (readonly [label: string, value: string] | string)[];

export function tipNode(lines: Lines): HTMLElement {
  const root = document.createElement('div');
  root.className = 'tip';
  for (const line of lines) {
    const row = document.createElement('div');
    if (typeof line === 'string') {
      row.className = 'tip-text';
      row.textContent = visible(line);
    } else {
      row.className = 'tip-row';
      const name = document.createElement('span');
      const value = document.createElement('b');
      name.textContent = visible(line[0]);
      value.textContent = visible(line[1]);
      row.append(name, value);
    }
    root.append(row);
  }
  return root;
}

export function tooltip(
  c: Colours,
  formatter: (params: unknown) => HTMLElement,
  trigger: 'item' | 'axis' = 'item',
) {
  return {
    trigger,
    confine: true,
    appendToBody: false,
    transitionDuration: 0,
    backgroundColor: c.surface,
    borderColor: c.line,
    borderWidth: 1,
    padding: 0,
    textStyle: { color: c.ink, fontSize: 12 },
    axisPointer: { type: 'line', lineStyle: { color: c.muted, type: 'dashed' } },
    formatter,
  };
}

export function valueAxis(c: Colours, more: Record<string, unknown> = {}) {
  return {
    type: 'value',
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: { color: c.muted, hideOverlap: true },
    nameTextStyle: { color: c.muted, align: 'left' },
    splitLine: { lineStyle: { color: c.line } },
    ...more,
  };
}

export function categoryAxis(
  c: Colours,
  data: readonly (string | number)[],
  more: Record<string, unknown> = {},
) {
  return {
    type: 'category',
    data: data.map((each) => (typeof each === 'string' ? visible(each) : each)),
    axisLine: { lineStyle: { color: c.line } },
    axisTick: { show: false },
    axisLabel: { color: c.muted, hideOverlap: true, width: 130, overflow: 'truncate' },
    nameTextStyle: { color: c.muted },
    ...more,
  };
}

export function grid(more: Record<string, unknown> = {}) {
  return { left: 8, right: 16, top: 24, bottom: 8, containLabel: true, ...more };
}

export interface IndexedParams {
  dataIndex: number;
  axisValue?: string | number; // of a tooltip by axis: the category
  seriesId?: string;
  value?: unknown;
}

export function firstOf(params: unknown): IndexedParams {
  return (Array.isArray(params) ? params[0] : params) as IndexedParams;
}

// The points of a line that must not lead from one kind to another, such as scores against two baselines:
// two lines that take turns where the kind changes, so that each has a gap where the other one goes on. A
// point of null is a gap in both. The second line is left out where there is one kind.
export function linesByKind<T>(
  points: readonly (T | null)[],
  kindOf: (index: number) => unknown,
): (T | null)[][] {
  const lines: (T | null)[][] = [points.map(() => null), points.map(() => null)];
  let turn = 0;
  let kind: unknown;
  points.forEach((point, index) => {
    if (point === null) return;
    const next = kindOf(index);
    if (kind !== undefined && next !== kind) turn = 1 - turn;
    kind = next;
    lines[turn]![index] = point;
  });
  return lines[1]!.every((point) => point === null) ? lines.slice(0, 1) : lines;
}

interface CustomApi {
  value: (dimension: number) => number;
  coord: (point: [number, number]) => [number, number];
}

// Less room than this, in px a column, and marks of one column run into those of the next.
export const leastRoom = 4;

// A vertical whisker from low to high for each [x, low, high]; none where one of them is missing, and
// none at all where there is less room than they need: they would be one solid block.
export function whiskers(
  id: string,
  rows: readonly (readonly [number, number | null, number | null])[],
  colour: string,
  { offset = 0, room = Infinity }: { offset?: number; room?: number } = {},
) {
  return {
    id,
    type: 'custom',
    silent: true,
    z: 3,
    encode: { x: 0, y: [1, 2] },
    data: room < leastRoom ? [] : rows.filter(([, low, high]) => isNumber(low) && isNumber(high)),
    renderItem: (_: unknown, api: CustomApi) => {
      const [x, top] = api.coord([api.value(0), api.value(2)]);
      const [, bottom] = api.coord([api.value(0), api.value(1)]);
      const at = x + offset;
      const style = { stroke: colour, lineWidth: 1.5, opacity: 0.75 };
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
