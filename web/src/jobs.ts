// Work that the server does in the background: waits until it is done, or says why it failed.
import { ApiProblem, get } from './api/client';

const pause = (milliseconds: number) => new Promise((resolve) => window.setTimeout(resolve, milliseconds));

export async function jobDone(
  id: number,
  told: (state: string) => void = () => undefined,
  signal?: AbortSignal,
): Promise<void> {
  for (let wait = 200; ; wait = Math.min(2_000, wait * 1.5)) {
    signal?.throwIfAborted();
    const job = await get('/api/v1/jobs/{job_id}', {
      path: { job_id: id },
      signal,
    });
    told(job.state);
    if (job.state === 'done') return;
    if (job.state === 'failed')
      throw new ApiProblem(0, 'The job failed', job.last_error ?? 'It gave no reason.');
    await pause(wait);
  }
}
