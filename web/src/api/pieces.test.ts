import { expect, it } from 'vitest';
import { inPieces, withoutGone } from './pieces';

const numbers = (n: number) => Array.from({ length: n }, (_, index) => index);

it('asks in pieces, and gives the answers in their order', async () => {
  const asked: number[] = [];
  const answers = await inPieces(numbers(130), 50, async (piece) => {
    asked.push(piece.length);
    await new Promise((resolve) => setTimeout(resolve, 10 - piece.length / 10)); // the last is first
    return piece[0];
  });
  expect(asked).toEqual([50, 50, 30]);
  expect(answers).toEqual([0, 50, 100]);
  expect(await inPieces([], 50, () => Promise.resolve(1))).toEqual([]);
});

it('never has more than three on the way, and stops at the first failure', async () => {
  let open = 0;
  let most = 0;
  await inPieces(numbers(20), 1, async () => {
    most = Math.max(most, ++open);
    await Promise.resolve();
    open -= 1;
  });
  expect(most).toBe(3);
  let calls = 0;
  const broken = inPieces(numbers(20), 1, ([n]) => {
    calls += 1;
    return n === 2 ? Promise.reject(new Error('no')) : Promise.resolve(n);
  });
  await expect(broken).rejects.toThrow('no');
  expect(calls).toBeLessThan(20);
});

it('finds all but those that are gone, in their order, and passes other failures on', async () => {
  const gone = [3, 4, 31];
  let calls = 0;
  const load = (piece: readonly number[]) => {
    calls += 1;
    return piece.some((each) => gone.includes(each))
      ? Promise.reject(new Error('gone'))
      : Promise.resolve(piece);
  };
  const isGone = (error: unknown) => (error as Error).message === 'gone';
  const told = await withoutGone(numbers(50), load, isGone, 10);
  expect(told.found.flat()).toEqual(numbers(50).filter((each) => !gone.includes(each)));
  expect(told.gone).toEqual(gone);
  expect(calls).toBeLessThan(36);
  expect(await withoutGone([3], load, isGone, 10)).toEqual({ found: [], gone: [3] });
  await expect(withoutGone(numbers(50), load, isGone, 2)).rejects.toThrow('gone');
  await expect(withoutGone(numbers(9), load, () => false, 10)).rejects.toThrow('gone');
});
