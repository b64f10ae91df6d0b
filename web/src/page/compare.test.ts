import { expect, it } from 'vitest';
import { idsOf } from './compare';

it('takes every execution that an address names, each once', () => {
  const many = Array.from({ length: 120 }, (_, index) => index + 1);
  expect(idsOf([...many, 3, 'x', '', -1].join(','))).toEqual(many);
  expect(idsOf(null)).toEqual([]);
});
