import { expect, it } from 'vitest';
import { baselinesOf, joined } from './matrix';
import type { Matrix, MatrixRun } from './types';

it('pieces of a matrix join to one: runs in their order, metrics of whichever has them', () => {
  const piece = (ids: number[], metrics: string[]) =>
    ({
      metrics: metrics.map((metric) => ({ metric, type: 'output' })),
      runs: ids.map((execution_id) => ({ execution_id }) as MatrixRun),
    }) as Matrix;
  const all = joined([piece([1, 2], []), piece([3], ['a', 'b']), piece([4], ['b', 'c'])]);
  expect(all.runs.map((run) => run.execution_id)).toEqual([1, 2, 3, 4]);
  expect(all.metrics.map((each) => each.metric)).toEqual(['a', 'b', 'c']);
});

it('the baselines of runs are told once each, and a run that was never compared has none', () => {
  const run = (baseline_execution_id: number | null) => ({ baseline_execution_id });
  expect(baselinesOf([run(12), run(null), run(3), run(12)])).toEqual([3, 12]);
});
