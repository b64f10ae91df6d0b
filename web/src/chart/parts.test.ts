import { expect, it } from 'vitest';
import { linesByKind } from './parts';

const kinds =
  (...of: (number | null)[]) =>
  (index: number) =>
    of[index];

it('points of one kind make one line, with its gaps', () => {
  expect(linesByKind([1, null, 3], kinds(7, null, 7))).toEqual([[1, null, 3]]);
  expect(linesByKind([], kinds())).toEqual([[]]);
});

it('where the kind changes the line breaks, also where it changes back', () => {
  expect(linesByKind([1, 2, 3, 4, 5], kinds(7, 7, 8, 7, 7))).toEqual([
    [1, 2, null, 4, 5],
    [null, null, 3, null, null],
  ]);
  expect(linesByKind([1, null, 3, 4], kinds(7, null, 8, 9))).toEqual([
    [1, null, null, 4],
    [null, null, 3, null],
  ]);
});
