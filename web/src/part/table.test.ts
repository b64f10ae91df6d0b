import { expect, it } from 'vitest';
import { sortOf, sortText } from './table';

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
