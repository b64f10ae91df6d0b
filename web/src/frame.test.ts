import { afterEach, beforeEach, expect, it, vi } from 'vitest';

// Frames and tasks come when the test says so, as those of a busy browser do.
let frames: (() => void)[] = [];
let tasks: { id: number; call: () => void; wait: number }[] = [];

const showFrame = () => frames.splice(0).forEach((call) => call());

// The next task that need not wait longer than `most`, and what it leads to at once.
async function task(most = 0): Promise<void> {
  const at = tasks.findIndex((each) => each.wait <= most);
  const [next] = at < 0 ? [] : tasks.splice(at, 1);
  try {
    next?.call();
  } finally {
    for (let n = 0; n < 10; n += 1) await Promise.resolve();
  }
}

beforeEach(() => {
  [frames, tasks] = [[], []];
  let id = 0;
  vi.stubGlobal('window', {
    setTimeout: (call: () => void, wait = 0) => {
      tasks.push({ id: (id += 1), call, wait });
      return id;
    },
    clearTimeout: (cleared: number) => (tasks = tasks.filter((each) => each.id !== cleared)),
    requestAnimationFrame: (call: () => void) => frames.push(call),
    cancelAnimationFrame: () => undefined,
  });
  vi.resetModules();
});

afterEach(() => vi.unstubAllGlobals());

it('a frame counts as shown in a task behind it, however late it comes', async () => {
  const { frameShown } = await import('./frame');
  const seen = vi.fn();
  void frameShown().then(seen);
  await task(500);
  expect(seen).not.toHaveBeenCalled();
  showFrame();
  await Promise.resolve();
  expect(seen).not.toHaveBeenCalled();
  await task();
  expect(seen).toHaveBeenCalledOnce();
});

it('what is drawn after the frame began waits for the next one', async () => {
  const { frameShown } = await import('./frame');
  const [first, second] = [vi.fn(), vi.fn()];
  void frameShown().then(first);
  showFrame();
  void frameShown().then(second);
  await task();
  expect(first).toHaveBeenCalledOnce();
  expect(second).not.toHaveBeenCalled();
  showFrame();
  await task();
  expect(second).toHaveBeenCalledOnce();
});

it('a page without frames goes on', async () => {
  const { frameShown } = await import('./frame');
  const seen = vi.fn();
  void frameShown().then(seen);
  await task(1_000);
  await task();
  expect(seen).toHaveBeenCalledOnce();
});

it('work in turn is done behind the frame, one piece a task, and one that fails stops no other', async () => {
  const { inTurn } = await import('./frame');
  const done: string[] = [];
  inTurn(() => done.push('a'));
  inTurn(() => {
    throw new Error('b is broken');
  });
  inTurn(() => done.push('c'));
  await task();
  expect(done).toEqual([]);
  showFrame();
  await task();
  expect(done).toEqual([]);
  await task();
  expect(done).toEqual(['a']);
  await expect(task()).rejects.toThrow('b is broken');
  await task();
  expect(done).toEqual(['a', 'c']);
  await task();
  inTurn(() => done.push('d'));
  showFrame();
  await task();
  await task();
  expect(done).toEqual(['a', 'c', 'd']);
});
