import { expect, it } from 'vitest';
import { inPieces } from './pieces';

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
