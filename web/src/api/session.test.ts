import { expect, it } from 'vitest';
import { isSameProject } from './session';
import type { WhoAmI } from './types';

const who = (project: { id: number; name: string } | null) => ({ project }) as unknown as WhoAmI;

it('what one key loaded stays for another key of the same project alone', () => {
  expect(isSameProject(who({ id: 1, name: 'a' }), who({ id: 1, name: 'a' }))).toBe(true);
  expect(isSameProject(who({ id: 1, name: 'a' }), who({ id: 2, name: 'a' }))).toBe(false);
  expect(isSameProject(who({ id: 1, name: 'a' }), who({ id: 1, name: 'b' }))).toBe(false);
  expect(isSameProject(who(null), who({ id: 1, name: 'a' }))).toBe(false);
});
