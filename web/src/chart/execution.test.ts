import { expect, it } from 'vitest';
import type { EmbeddingMap } from '../api/types';
import { drawnOf, keptSeries, pointOf, pointText, shares, sharesOption, sumsOf } from './execution';
import type { Colours } from '../theme';

it('shares are of the total, also where not all rows are drawn', () => {
  expect(shares([30, 10], 100)).toEqual([0.3, 0.1]);
  expect(shares([30, 10])).toEqual([0.75, 0.25]);
  expect(shares([0, 0])).toEqual([null, null]); // no share of nothing
  expect(shares([0], 0)).toEqual([null]);
});

it('bars of some tools are shares of all calls', () => {
  const rows = [{ name: 'search', baseline: 30, current: 5 }];
  const { series } = sharesOption(rows, {} as Colours, {
    flat: true,
    totals: { baseline: 120, current: 50 },
  }) as { series: { data: number[] }[] };
  expect(series.map((each) => each.data)).toEqual([[0.25], [0.1]]);
  expect(sumsOf(rows)).toEqual({ baseline: 30, current: 5 });
});

const side = (drawn: number, total: number, results: number) => ({
  total,
  results,
  ids: [],
  x: Array.from({ length: drawn }, () => 0),
  y: [],
  excerpts: [],
});

it('the map says how many of all results it draws, not of its sample', () => {
  const map = {
    baseline: side(1_000, 10_000, 100_000),
    current: side(12, 12, 12),
  } as unknown as EmbeddingMap;
  expect(drawnOf(map)).toBe(
    '1,000 of 100,000 baseline and 12 of 12 current responses are drawn, from a sample.',
  );
  const small = { baseline: side(3, 3, 3), current: side(2, 2, 2) } as unknown as EmbeddingMap;
  expect(drawnOf(small)).toBe('3 of 3 baseline and 2 of 2 current responses are drawn.');
});

const points = (ids: string[]) => ({ ...side(ids.length, 9, 9), ids, y: ids.map((_, index) => index) });

it('a point that is kept is found again by its response, where its place is another one', () => {
  const map = { baseline: points(['a', 'b:c']), current: points(['b:c', 'a']) } as unknown as EmbeddingMap;
  const later = { baseline: points(['b:c']), current: points(['x', 'b:c']) } as unknown as EmbeddingMap;
  expect(pointText(map, 'current', 0)).toBe('current:b:c');
  expect(pointOf('current:b:c', map)).toEqual({ side: 'current', index: 0 });
  expect(pointOf('current:b:c', later)).toEqual({ side: 'current', index: 1 });
  expect(pointOf('baseline:b:c', later)).toEqual({ side: 'baseline', index: 0 });
  expect(keptSeries(later, { side: 'current', index: 1 }, {} as Colours).data).toEqual([[0, 1]]);
});

it('a point that is not on the map is none', () => {
  const map = { baseline: points(['a']), current: points([]) } as unknown as EmbeddingMap;
  for (const bad of [null, '', 'a', 'current:a', 'baseline:', 'baseline', 'ids:a', '__proto__:a'])
    expect(pointOf(bad, map)).toBeNull();
  expect(keptSeries(map, null, {} as Colours).data).toEqual([]);
});
