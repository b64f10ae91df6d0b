// Loading for pages: what was loaded stays on the page while its successor is on the way, and an
// answer that comes too late is dropped.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { frameShown } from '../frame';
import { ApiProblem } from './client';

// An event of the window: somebody signed in again. What is on the page is asked for anew, as the new
// key may see it; what was refused for want of one is no problem any more.
export const signedIn = 'plumb-signed-in';

export interface Loaded<T> {
  data: T | null;
  problem: ApiProblem | null;
  loading: boolean;
  reload: () => void;
}

export function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (error instanceof DOMException && error.name === 'AbortError')
    return new ApiProblem(0, 'Stopped', 'It was stopped.');
  return new ApiProblem(
    0,
    'A fault of the dashboard',
    error instanceof Error ? error.message : String(error),
  );
}

interface State<T> extends Omit<Loaded<T>, 'reload'> {
  key: string | null;
}

// Loads anew whenever `key` changes; a key of null loads nothing. A key whose part before ' ' is
// another one is another thing: the old data goes at once.
export function useLoad<T>(key: string | null, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [state, setState] = useState<State<T>>({
    key,
    data: null,
    problem: null,
    loading: key !== null,
  });
  const [turn, setTurn] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  // The question leaves at once; its answer is drawn once the reader has seen that it is on the way. An
  // answer that is quicker than the frame would else be drawn in it, and the click seem to hang.
  useLayoutEffect(() => {
    if (key === null) return;
    const stop = new AbortController();
    const subject = key.split(' ')[0];
    setState((old) => {
      if (old.key === key && old.loading && !old.problem) return old; // the first time
      return {
        data: old.key?.split(' ')[0] === subject ? old.data : null,
        problem: null,
        loading: true,
        key,
      };
    });
    const shown = frameShown();
    const take = async (next: (old: State<T>) => State<T>) => {
      await shown;
      if (!stop.signal.aborted) setState(next);
    };
    void latest.current(stop.signal).then(
      (data) => take(() => ({ key, data, problem: null, loading: false })),
      (error: unknown) => take((old) => ({ ...old, problem: asProblem(error), loading: false })),
    );
    return () => stop.abort();
  }, [key, turn]);
  const reload = useCallback(() => setTurn((n) => n + 1), []);
  useEffect(() => {
    window.addEventListener(signedIn, reload);
    return () => window.removeEventListener(signedIn, reload);
  }, []);
  return { data: key === null ? null : state.data, problem: state.problem, loading: state.loading, reload };
}

export interface Doing {
  busy: boolean;
  problem: ApiProblem | null;
  // Runs it once at a time; true when it went well.
  run: (work: () => Promise<void>) => Promise<boolean>;
  clear: () => void;
}

export function useDoing(): Doing {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const running = useRef(false);
  const run = useCallback(async (work: () => Promise<void>) => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setProblem(null);
    try {
      await work();
      return true;
    } catch (error) {
      setProblem(asProblem(error));
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }, []);
  useEffect(() => {
    const forgive = () => setProblem((old) => (old?.status === 401 ? null : old));
    window.addEventListener(signedIn, forgive);
    return () => window.removeEventListener(signedIn, forgive);
  }, []);
  return { busy, problem, run, clear: () => setProblem(null) };
}
