import { expect, it } from 'vitest';
import { isSame } from './kept';

it('properties are the same where each one is', () => {
  const row = { id: 1 };
  expect(isSame({ row, lit: false }, { row, lit: false })).toBe(true);
  expect(isSame({ row, lit: false }, { row, lit: true })).toBe(false);
  expect(isSame({ row, lit: false }, { row: { id: 1 }, lit: false })).toBe(false);
  expect(isSame<object>({ row }, { row, lit: false })).toBe(false);
});
