// The matrix of metrics by run, of any number of runs: the server gives 50 at a time.
import { ApiProblem, get } from './client';
import { inPieces, withoutGone } from './pieces';
import type { Matrix, MatrixRun } from './types';

const mostAsked = 50;

// One matrix of the pieces that the server gave: all runs, and every metric that one of them has.
export function joined(pieces: readonly Matrix[]): Matrix {
  const metrics = new Map(pieces.flatMap((piece) => piece.metrics.map((each) => [each.metric, each])));
  return { metrics: [...metrics.values()], runs: pieces.flatMap((piece) => piece.runs) };
}

// The executions that the runs were compared with, each once.
export function baselinesOf(runs: readonly Pick<MatrixRun, 'baseline_execution_id'>[]): number[] {
  const ids = runs.flatMap((run) => run.baseline_execution_id ?? []);
  return [...new Set(ids)].sort((a, b) => a - b);
}

const isNotThere = (error: unknown) => error instanceof ApiProblem && error.status === 404;
// Of a piece; a link with more of them was never one to this project.
const mostGone = 10;

// Of each execution its newest comparison, or the newest with one baseline. An old link may name
// executions that were deleted since: those are `gone`.
export async function matrixOf(
  executions: readonly number[],
  baseline: number | null,
  signal: AbortSignal,
): Promise<Matrix & { gone: number[] }> {
  const ask = async (piece: readonly number[]) => {
    const query = { execution_id: piece.map(String), baseline_execution_id: baseline };
    // docs/formats describes a cell's interval
    return (await get('/api/v1/drift/matrix', { query, signal })) as unknown as Matrix;
  };
  const pieces = await inPieces(executions, mostAsked, async (piece) => {
    try {
      return { found: [await ask(piece)], gone: [] };
    } catch (error) {
      if (!isNotThere(error)) throw error;
      // Without the baseline nothing can be shown, and it is told.
      if (baseline !== null)
        await get('/api/v1/executions/{execution_id}', { path: { execution_id: baseline }, signal });
      return withoutGone(piece, ask, isNotThere, mostGone);
    }
  });
  return {
    ...joined(pieces.flatMap((piece) => piece.found)),
    gone: pieces.flatMap((piece) => piece.gone),
  };
}

export async function runsOf(
  executions: readonly number[],
  baseline: number,
  signal: AbortSignal,
): Promise<MatrixRun[]> {
  return (await matrixOf(executions, baseline, signal)).runs;
}
