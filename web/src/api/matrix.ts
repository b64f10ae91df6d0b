// The matrix of metrics by run, of any number of runs: the server gives 50 at a time.
import { get } from './client';
import { inPieces } from './pieces';
import type { Matrix, MatrixRun } from './types';

const mostAsked = 50;

// One matrix of the pieces that the server gave: all runs, and every metric that one of them has.
export function joined(pieces: readonly Matrix[]): Matrix {
  const metrics = new Map(pieces.flatMap((piece) => piece.metrics.map((each) => [each.metric, each])));
  return { metrics: [...metrics.values()], runs: pieces.flatMap((piece) => piece.runs) };
}

// Of each execution its newest comparison, or the newest with one baseline.
export async function matrixOf(
  executions: readonly number[],
  baseline: number | string | null,
  signal: AbortSignal,
): Promise<Matrix> {
  const pieces = await inPieces(executions, mostAsked, (piece) =>
    get('/api/v1/drift/matrix', {
      query: { execution_id: piece.map(String), baseline_execution_id: baseline },
      signal,
    }),
  );
  return joined(pieces as unknown as Matrix[]); // docs/formats describes a cell's interval
}

export async function runsOf(
  executions: readonly number[],
  baseline: number,
  signal: AbortSignal,
): Promise<MatrixRun[]> {
  return (await matrixOf(executions, baseline, signal)).runs;
}
