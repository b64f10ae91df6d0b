import { expect, it } from 'vitest';
import type { MatrixRun, Monitor, MonitorPoint } from '../api/types';
import { withCells } from './monitor';
import { watched } from './monitors';

const point = (execution_id: number | null, value: number | null) =>
  ({
    execution_id,
    metric: 'severity_psi',
    time: '2026-01-01T00:00:00Z',
    value,
    verdict: null,
  }) as MonitorPoint;
const run = (execution_id: number, value: number) =>
  ({
    execution_id,
    cells: [{ metric: 'severity_psi', value, threshold: 0.2, interval: { low: 0.1, high: 0.3 } }],
  }) as unknown as MatrixRun;

it('a point has the interval of its own comparison, and none of another one', () => {
  const [own, other, window] = withCells(
    [point(1, 0.25), point(2, 0.4), point(null, 0.4)],
    [
      run(1, 0.25),
      run(2, 0.5), // compared again since, with another result
    ],
  );
  expect([own?.low, own?.high, own?.threshold]).toEqual([0.1, 0.3, 0.2]);
  expect([other?.low, other?.high, other?.threshold]).toEqual([null, null, 0.2]);
  expect([window?.low, window?.threshold]).toEqual([null, null]);
});

it('what is watched is told once', () => {
  const monitor = { stream: '', window_results: null, window_minutes: null } as Monitor;
  expect(watched(monitor)).toBe('each completed execution');
  expect(watched({ ...monitor, stream: 'bot' })).toBe('each completed execution of “bot”');
  expect(watched({ ...monitor, window_results: 50 })).toBe('the last 50 results');
});
