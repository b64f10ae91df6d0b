import { expect, it } from 'vitest';
import { joined } from './matrix';
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
