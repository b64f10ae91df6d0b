import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fromTheTop } from './api/list';
import {
  askedOf,
  changeQuery,
  flag,
  idSet,
  idsOf,
  oneOf,
  someOf,
  wholeNumber,
  type Kind,
} from './query_state';
import { followRoute } from './route';

// The address bar: what replaces, what makes a step for the Back button.
let steps: string[] = [];

beforeEach(() => {
  steps = ['#/executions/3?label=a%3A1&label=b%3A2'];
  vi.stubGlobal('window', {
    location: {
      get hash() {
        return steps.at(-1) ?? '';
      },
      set hash(next: string) {
        steps.push(next);
      },
    },
    history: {
      replaceState: (_state: unknown, _title: string, next: string) => {
        steps[steps.length - 1] = next;
      },
    },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
});

afterEach(() => vi.unstubAllGlobals());

it('changes the address as it is now: of two changes both stay, and so do the other parameters', () => {
  changeQuery({ 'metrics.sort': '-value' });
  changeQuery({ 'map.numbers': 1 });
  expect(steps).toEqual(['#/executions/3?label=a%3A1&label=b%3A2&metrics.sort=-value&map.numbers=1']);
  changeQuery({ 'metrics.sort': null, 'map.numbers': null });
  expect(steps).toEqual(['#/executions/3?label=a%3A1&label=b%3A2']);
});

it('makes a step for the Back button where the reader goes somewhere, and else none', () => {
  changeQuery({ against: 2 }, 'step');
  changeQuery({ point: 'current:7' });
  expect(steps).toEqual([
    '#/executions/3?label=a%3A1&label=b%3A2',
    '#/executions/3?label=a%3A1&label=b%3A2&against=2&point=current%3A7',
  ]);
});

it('tells everyone who shows something of the address, until they leave', () => {
  const [one, other] = [vi.fn(), vi.fn()];
  const leave = [followRoute(one), followRoute(other)];
  changeQuery({ step: 4 });
  leave[0]?.();
  changeQuery({ step: 5 });
  leave[1]?.();
  changeQuery({ step: 6 });
  expect([one.mock.calls.length, other.mock.calls.length]).toEqual([1, 2]);
});

it('another list starts with its first rows', () => {
  changeQuery({ 'executions.older': 3, 'executions.rows': 600, 'executions.sort': 'name' });
  changeQuery({ name: 'nightly', ...fromTheTop('executions') });
  expect(steps.at(-1)).toBe('#/executions/3?label=a%3A1&label=b%3A2&executions.sort=name&name=nightly');
});

function comesBack<T>(kind: Kind<T>, value: T): T {
  return kind.read(kind.write(value));
}

it('a value comes back from its own text, and the usual one has none', () => {
  expect(comesBack(flag, true)).toBe(true);
  expect(flag.write(false)).toBeNull();
  expect(comesBack(wholeNumber, 0)).toBe(0);
  expect(wholeNumber.write(null)).toBeNull();
  const measure = oneOf(['raw', 'score']);
  expect(comesBack(measure, 'score')).toBe('score');
  expect(measure.write('raw')).toBeNull();
  const open = someOf(['output', 'safety', 'embedding'], 'safety');
  expect(comesBack(open, new Set(['output', 'embedding'] as const))).toEqual(
    new Set(['output', 'embedding']),
  );
  expect(comesBack(open, new Set())).toEqual(new Set());
  expect(open.write(new Set(['safety'] as const))).toBeNull();
  const ticked = idSet([4, 5]);
  expect(comesBack(ticked, new Set([5, 9]))).toEqual(new Set([5, 9]));
  expect(comesBack(ticked, new Set())).toEqual(new Set());
  expect(ticked.write(new Set([4, 5]))).toBeNull();
  expect(idSet().write(new Set())).toBe(null);
});

it('a text that means nothing here counts as none', () => {
  for (const bad of ['', ' ', 'x', '-1', '1.5', '1e9', 'NaN', '9'.repeat(40), '__proto__', '日本']) {
    expect(flag.read(bad)).toBe(false);
    expect(wholeNumber.read(bad)).toBeNull();
    expect(oneOf(['raw', 'score']).read(bad)).toBe('raw');
    expect(someOf(['output', 'safety'], 'safety').read(bad)).toEqual(new Set(['safety']));
    expect(idSet([4]).read(bad)).toEqual(new Set([4]));
    expect(askedOf(bad, 200, 2_000)).toBe(200);
  }
  expect(someOf(['output', 'safety'], 'safety').read('gone,output')).toEqual(new Set(['output']));
});

it('takes every execution that an address names, each once', () => {
  const many = Array.from({ length: 120 }, (_, index) => index + 1);
  expect(idsOf([...many, 3, 'x', '', -1].join(','))).toEqual(many);
  expect(idsOf(null)).toEqual([]);
});

it('a link brings as many as are asked for, and no more than a browser or a server takes lightly', () => {
  expect(askedOf(null, 200, 2_000)).toBe(200);
  expect(askedOf('600', 200, 2_000)).toBe(600);
  expect(askedOf('7', 200, 2_000)).toBe(200);
  expect(askedOf('999999999', 200, 2_000)).toBe(2_000);
  expect(idSet().read(Array.from({ length: 9_000 }, (_, index) => index).join(',')).size).toBe(2_000);
});
