import { expect, it } from 'vitest';
import type { ListedExecution } from '../api/types';
import type { Colours } from '../theme';
import { scoresOption } from './scores';

const run = (drift_score: number, baseline_execution_id: number) =>
  ({
    created_at: '2026-01-01T00:00:00Z',
    baselines: [],
    newest_comparison: { drift_score, baseline_execution_id, verdict: 'stable' },
  }) as unknown as ListedExecution;
const uncompared = { ...run(0, 0), newest_comparison: null };

it('scores against another baseline are not joined to those before them', () => {
  const rows = [run(90, 1), run(80, 1), uncompared, run(95, 2), run(85, 2)];
  const { series } = scoresOption(rows, {} as Colours, 800) as {
    series: { data: { value: number | null }[] }[];
  };
  expect(series.map(({ data }) => data.map((point) => point.value))).toEqual([
    [90, 80, null, null, null],
    [null, null, null, 95, 85],
  ]);
});
