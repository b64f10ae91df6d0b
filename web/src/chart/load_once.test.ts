import { expect, it } from 'vitest';
import { loadOnce } from './load_once';

it('all who ask share one load, and one that failed is tried again', async () => {
  let loads = 0;
  const load = loadOnce(() => {
    loads += 1;
    return loads === 1 ? Promise.reject(new Error('offline')) : Promise.resolve(loads);
  });
  const first = [load(), load()];
  for (const each of first) await expect(each).rejects.toThrow('offline');
  expect(await Promise.all([load(), load()])).toEqual([2, 2]);
  expect(await load()).toBe(2);
});
