// Sends a file to where its kind belongs, and tells how far it is.
import { ApiProblem, get, post, remove, upload } from '../api/client';
import { brokenAt, type ExecutionHeader, type FileKind, type LineError } from '../file_kind';
import { count, plural } from '../format';
import { jobDone } from '../jobs';
import { hrefTo } from '../route';
import { logOf, missingLogs } from './experiment_logs';

export interface Import {
  key: number;
  file: File;
  name: string;
  kind: FileKind | null;
  header: ExecutionHeader | null;
  stage: 'reading' | 'ready' | 'sending' | 'computing' | 'done' | 'failed';
  share: number;
  note: string;
  problem: ApiProblem | null;
  bad: (LineError & { text: string | null }) | null;
  link: string | null;
  execution: number | null; // made already, when a line stopped it
  experiment: number | null; // on whose page it was dropped: a log goes there
  taken: boolean; // all of it is on the server and complete: nothing to send again or to discard
  stop: AbortController | null; // while it is sent
}

interface Added {
  added: number;
  repeated: number;
}

export type Change = (change: Partial<Import>) => void;

async function sendExecution(it: Import, change: Change, signal: AbortSignal): Promise<void> {
  let id = it.execution;
  if (id === null) {
    const { labels = {}, embedding_model: model = null } = it.header ?? {};
    const body = { name: it.name, labels, ...(model === null ? {} : { embedding_model: model }) };
    id = (await post('/api/v1/executions', { body, signal })).id;
    change({ execution: id });
  }
  const added = (await upload(
    'post',
    `/api/v1/executions/${id}/results`,
    it.file,
    'application/x-ndjson',
    (share) => change({ share }),
    signal,
  )) as Added;
  const completed = await post('/api/v1/executions/{execution_id}/complete', {
    path: { execution_id: id },
    signal,
  });
  const told = `${plural(added.added, 'result')} added${added.repeated > 0 ? `, ${count(added.repeated)} were there` : ''}`;
  change({
    stage: 'computing',
    share: 1,
    taken: true,
    note: `${told}. Computing their vectors…`,
    link: hrefTo(['executions', id]),
  });
  await jobDone(completed.job_id, undefined, signal);
  change({ note: `${told}. Open it to compare it.` });
}

// Takes back what a file that stopped halfway left behind: an execution that is of no use to anyone.
// One that is complete stays, whoever completed it: the answer to that may have been lost on the way.
// False: it stays.
export async function discard(execution: number): Promise<boolean> {
  const path = { execution_id: execution };
  try {
    if ((await get('/api/v1/executions/{execution_id}', { path })).state !== 'receiving') return false;
    await remove('/api/v1/executions/{execution_id}', { path });
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 404) throw error;
  }
  return true;
}

async function sendSessions(it: Import, change: Change, signal: AbortSignal): Promise<void> {
  const answer = (await upload(
    'post',
    '/api/v1/sessions',
    it.file,
    'application/x-ndjson',
    (share) => change({ share }),
    signal,
  )) as { sessions: { id: number; added_steps: number; repeated_steps: number }[] };
  const added = answer.sessions.reduce((sum, each) => sum + each.added_steps, 0);
  const only = answer.sessions.length === 1 ? answer.sessions[0] : undefined;
  change({
    note: `${plural(added, 'step')} of ${plural(answer.sessions.length, 'session')} added.`,
    link: only ? hrefTo(['sessions', only.id]) : hrefTo(['sessions']),
  });
}

// Where the two logs of an experiment go, also where both are sent at one moment.
interface LogTarget {
  id: Promise<number>;
  sent: Set<string>;
  there: Set<string>;
}

let newest: LogTarget | null = null; // of those that this page made
const named = new Map<number, LogTarget>(); // those on whose page a log was dropped

export function forgetExperiments(): void {
  newest = null;
  named.clear();
}

function experimentNamed(id: number): LogTarget {
  const known = named.get(id);
  if (known) return known;
  const there = new Set<string>();
  const read = async () => {
    const { logs } = await get('/api/v1/experiments/{experiment_id}', { path: { experiment_id: id } });
    for (const log of logs) there.add(log);
    return id;
  };
  const target = { id: read(), sent: new Set<string>(), there };
  named.set(id, target);
  target.id.catch(() => named.delete(id));
  return target;
}

// The newest one, as long as it lacks this log, though the first may still be making it.
function newestWithout(log: string, name: string): LogTarget {
  if (newest && !newest.sent.has(log)) return newest;
  // Nobody's to cancel alone: the other log may wait for it too.
  const id = post('/api/v1/experiments', { body: { name } }).then((made) => made.id);
  const begun = { id, sent: new Set<string>(), there: new Set<string>() };
  newest = begun;
  id.catch(() => {
    if (newest === begun) newest = null;
  });
  return begun;
}

async function putLog(
  log: string,
  id: number,
  it: Import,
  change: Change,
  signal: AbortSignal,
): Promise<void> {
  const put = (await upload(
    'put',
    `/api/v1/experiments/${id}/logs/${log}`,
    it.file,
    log.endsWith('.json') ? 'application/json' : 'application/x-ndjson',
    (share) => change({ share }),
    signal,
  )) as { problem: string | null };
  if (put.problem !== null) throw new ApiProblem(422, 'The log cannot be read', put.problem);
}

async function sendLog(it: Import, change: Change, signal: AbortSignal): Promise<void> {
  const log = logOf(it.file.name);
  const target = it.experiment === null ? newestWithout(log, it.name) : experimentNamed(it.experiment);
  target.sent.add(log);
  const lacks = () => missingLogs(target.there);
  try {
    const id = await target.id;
    await putLog(log, id, it, change, signal);
    target.there.add(log);
    if (lacks().length === 0) {
      change({ stage: 'computing', note: 'Interpreting…' });
      await post('/api/v1/experiments/{experiment_id}/interpretation', {
        path: { experiment_id: id },
        body: {},
        signal,
      });
    }
  } catch (error) {
    target.sent.delete(log); // sent again, it goes to the same experiment
    throw error;
  }
  change({
    note:
      lacks().length === 0
        ? 'Both logs are there, and interpreted.'
        : lacks().every((each) => target.sent.has(each))
          ? 'This log is there; the other one is on its way.'
          : `This log is there. Drop ${lacks().join(' and ')} too.`,
    link: hrefTo(['experiments', await target.id]),
  });
}

function parsedFile(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const at = brokenAt(text);
    throw new ApiProblem(
      0,
      'The file is no JSON',
      `It breaks at line ${at.line}, column ${at.column}. Mend it there and choose it again.`,
      [],
      { line: at.line },
    );
  }
}

async function sendStereotype(it: Import, change: Change, signal: AbortSignal): Promise<void> {
  const parsed = parsedFile(await it.file.text());
  change({ stage: 'computing', note: 'Scoring the answers…' });
  const body =
    it.kind === 'evaluation'
      ? { model: it.name.replace(/^evaluation_/, ''), entries: parsed }
      : { name: it.name, document: parsed };
  const made = await post('/api/v1/stereotype-analyses', { body, signal });
  change({ note: 'Analysed.', link: hrefTo(['stereotypes', made.id]) });
}

export function send(it: Import, change: Change, signal: AbortSignal): Promise<void> {
  switch (it.kind) {
    case 'execution':
      return sendExecution(it, change, signal);
    case 'session':
      return sendSessions(it, change, signal);
    case 'experiment_log':
      return sendLog(it, change, signal);
    case 'evaluation':
    case 'stereotype_report':
      return sendStereotype(it, change, signal);
    case null:
      return Promise.reject(new ApiProblem(0, 'Not sent', 'Plumb does not know this kind of file.'));
  }
}
