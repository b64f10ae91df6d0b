// Sends a file to where its kind belongs, and tells how far it is.
import { ApiProblem, post, upload } from '../api/client';
import { type FileKind, type LineError } from '../file_kind';
import { count, plural } from '../format';
import { jobDone } from '../jobs';
import { hrefTo } from '../route';

export interface Import {
  key: number;
  file: File;
  name: string;
  kind: FileKind | null;
  stage: 'reading' | 'ready' | 'sending' | 'computing' | 'done' | 'failed';
  share: number;
  note: string;
  problem: ApiProblem | null;
  bad: (LineError & { text: string | null }) | null;
  link: string | null;
  execution: number | null; // made already, when a line stopped it
}

interface Added {
  added: number;
  repeated: number;
}

export type Change = (change: Partial<Import>) => void;

async function sendExecution(it: Import, change: Change): Promise<void> {
  let id = it.execution;
  if (id === null) {
    id = (await post('/api/v1/executions', { body: { name: it.name } })).id;
    change({ execution: id });
  }
  const added = (await upload(
    'POST',
    `/api/v1/executions/${id}/results`,
    it.file,
    'application/x-ndjson',
    (share) => change({ share }),
  )) as Added;
  const completed = await post('/api/v1/executions/{execution_id}/complete', { path: { execution_id: id } });
  const told = `${plural(added.added, 'result')} added${added.repeated > 0 ? `, ${count(added.repeated)} were there` : ''}`;
  change({
    stage: 'computing',
    share: 1,
    note: `${told}. Computing their vectors…`,
    link: hrefTo(['executions', id]),
  });
  await jobDone(completed.job_id);
  change({ note: `${told}. Open it to compare it.` });
}

async function sendSessions(it: Import, change: Change): Promise<void> {
  const answer = (await upload('POST', '/api/v1/sessions', it.file, 'application/x-ndjson', (share) =>
    change({ share }),
  )) as { sessions: { id: number; added_steps: number; repeated_steps: number }[] };
  const added = answer.sessions.reduce((sum, each) => sum + each.added_steps, 0);
  const only = answer.sessions.length === 1 ? answer.sessions[0] : undefined;
  change({
    note: `${count(added)} steps of ${count(answer.sessions.length)} sessions added.`,
    link: only ? hrefTo(['sessions', only.id]) : hrefTo(['sessions']),
  });
}

// The two logs of an experiment belong together: they go to the newest experiment that this page made.
let experiment: { id: number; logs: Set<string> } | null = null;

async function sendLog(it: Import, change: Change): Promise<void> {
  const log =
    it.file.name === 'run.json'
      ? 'run.json'
      : /intent/.test(it.file.name)
        ? 'intent_runs.jsonl'
        : 'baseline_runs.jsonl';
  if (!experiment || experiment.logs.has(log))
    experiment = { id: (await post('/api/v1/experiments', { body: { name: it.name } })).id, logs: new Set() };
  const target = experiment;
  const put = (await upload(
    'PUT',
    `/api/v1/experiments/${target.id}/logs/${log}`,
    it.file,
    log.endsWith('.json') ? 'application/json' : 'application/x-ndjson',
    (share) => change({ share }),
  )) as { problem: string | null };
  if (put.problem !== null) throw new ApiProblem(422, 'The log cannot be read', put.problem);
  target.logs.add(log);
  const whole = target.logs.has('baseline_runs.jsonl') && target.logs.has('intent_runs.jsonl');
  if (whole) {
    change({ stage: 'computing', note: 'Interpreting…' });
    await post('/api/v1/experiments/{experiment_id}/interpretation', {
      path: { experiment_id: target.id },
      body: {},
    });
  }
  change({
    note: whole
      ? 'Both logs are there, and interpreted.'
      : 'One of two logs is there; drop the other one too.',
    link: hrefTo(['experiments', target.id]),
  });
}

async function sendStereotype(it: Import, change: Change): Promise<void> {
  const parsed = JSON.parse(await it.file.text()) as unknown;
  change({ stage: 'computing', note: 'Scoring the answers…' });
  const body =
    it.kind === 'evaluation'
      ? { model: it.name.replace(/^evaluation_/, ''), entries: parsed }
      : { name: it.name, document: parsed };
  const made = await post('/api/v1/stereotype-analyses', { body });
  change({ note: 'Analysed.', link: hrefTo(['stereotypes', made.id]) });
}

export function send(it: Import, change: Change): Promise<void> {
  switch (it.kind) {
    case 'execution':
      return sendExecution(it, change);
    case 'session':
      return sendSessions(it, change);
    case 'experiment_log':
      return sendLog(it, change);
    case 'evaluation':
    case 'stereotype_report':
      return sendStereotype(it, change);
    case null:
      return Promise.reject(new ApiProblem(0, 'Not sent', 'Plumb does not know this kind of file.'));
  }
}
