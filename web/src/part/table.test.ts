import { expect, it } from 'vitest';
import { sortedBy, sortOf, sortText } from './table';

const columns = [{ id: 'pick', fixed: true }, { id: 'name' }, { id: 'score' }, { id: '-odd' }];

it('a sort comes back from its own text', () => {
  for (const sort of [
    { id: 'name', down: false },
    { id: 'score', down: true },
    { id: '-odd', down: false },
    { id: '-odd', down: true },
  ])
    expect(sortOf(sortText(sort), columns)).toEqual(sort);
});

it('a column that is not there, or that does not sort, sorts nothing', () => {
  for (const bad of [null, '', '-', 'gone', '-gone', 'pick', '-pick', '__proto__', 'name,score'])
    expect(sortOf(bad, columns)).toBeNull();
});

it('rows without a value come last both ways, and rows that are alike keep their order', () => {
  const rows = [
    { id: 1, score: null },
    { id: 2, score: 90 },
    { id: 3, score: 70 },
    { id: 4, score: 90 },
    { id: 5, score: undefined },
  ];
  const sorted = (down: boolean) => sortedBy(rows, (row) => row.score, down).map((row) => row.id);
  expect(sorted(false)).toEqual([3, 2, 4, 1, 5]);
  expect(sorted(true)).toEqual([2, 4, 3, 1, 5]);
});
