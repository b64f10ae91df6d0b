// The offer of the demo's data, in every empty state.
import { useState } from 'preact/hooks';
import { get, post } from '../api/client';
import { useDoing } from '../api/load';
import { useAccess } from '../api/session';
import { ProblemNote } from './notice';

const pause = (milliseconds: number) => new Promise((resolve) => window.setTimeout(resolve, milliseconds));

async function openJobs(): Promise<number> {
  const [waiting, running] = await Promise.all(
    (['waiting', 'running'] as const).map((state) => get('/api/v1/jobs', { query: { state, limit: 100 } })),
  );
  return (waiting?.items.length ?? 0) + (running?.items.length ?? 0);
}

export function DemoOffer({ onLoaded }: { onLoaded: () => void }) {
  const { canWrite } = useAccess();
  const doing = useDoing();
  const [left, setLeft] = useState<number | null>(null);
  if (!canWrite) return null;
  const load = () =>
    void doing.run(async () => {
      await post('/api/v1/demo');
      // A job that waits for its next try later must not hold the page.
      const until = Date.now() + 60_000;
      for (let n = await openJobs(); n > 0 && Date.now() < until; n = await openJobs()) {
        setLeft(n);
        await pause(500);
      }
      setLeft(null);
      onLoaded();
    });
  return (
    <>
      <button type="button" class="button" disabled={doing.busy} onClick={load}>
        {doing.busy ? (left ? `Computing: ${left} jobs left…` : 'Loading…') : 'Load the demo data'}
      </button>
      {doing.problem && <ProblemNote problem={doing.problem} />}
    </>
  );
}
