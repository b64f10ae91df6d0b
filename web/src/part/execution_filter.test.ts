import { expect, it } from 'vitest';
import { offered } from './execution_filter';

it('names are offered once each, and none that hides something or fills the screen', () => {
  expect(offered(['b', 'a', 'b', '', 'turned \u202E name', 'x'.repeat(200)])).toEqual(['b', 'a']);
  expect(offered(Array.from({ length: 500 }, (_, n) => `run ${n}`))).toHaveLength(100);
});
