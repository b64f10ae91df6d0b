// Import: a file dropped anywhere, with progress, and with the line that is wrong where one is.
import { useEffect, useRef, useState } from 'preact/hooks';
import { asProblem } from '../api/load';
import { useAccess } from '../api/session';
import { lineOf, readLine, sniff, type FileKind } from '../file_kind';
import { bytes, count, excerpt, percent, visible } from '../format';
import { DemoOffer } from '../part/demo';
import { Field } from '../part/form';
import { ProblemNote } from '../part/notice';
import { Page } from '../part/page';
import { Name } from '../part/text';
import { wholeNumber } from '../query_state';
import { go, hrefTo, routeNow, useGoFromHere } from '../route';
import { addImport, changeImport, dropImport, useImports, useStayWhileSending } from './import_list';
import { discard, send, type Change, type Import } from './import_send';

// Files that were dropped on another page wait here until the import page takes them.
let waiting: { file: File; experiment: number | null }[] = [];

const arrived = 'plumb-files';

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

// A file that is dropped where nothing takes it would have the browser leave the page and show it.
export function keepDroppedFilesOut(): void {
  for (const name of ['dragover', 'drop'] as const)
    window.addEventListener(name, (event) => {
      if (holdsFiles(event)) event.preventDefault();
    });
}

export function DropAnywhere() {
  const { who, canWrite } = useAccess();
  const [over, setOver] = useState(false);
  const takes = canWrite && who.state !== 'signed_out';
  useStayWhileSending();
  useEffect(() => {
    const enter = (event: DragEvent) => {
      if (holdsFiles(event)) setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      setOver(false);
      if (takes) take([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragover', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [takes]);
  return over ? (
    <div class="drop-everywhere" aria-hidden="true">
      {takes
        ? 'Drop to import'
        : who.state === 'signed_out'
          ? 'Sign in to import'
          : 'Your key may read: nothing is imported'}
    </div>
  ) : null;
}

function take(files: File[]): void {
  if (files.length === 0) return;
  const [place, id] = routeNow().path;
  const experiment = place === 'experiments' && id !== undefined ? wholeNumber.read(id) : null;
  waiting.push(...files.map((file) => ({ file, experiment })));
  if (!window.location.hash.startsWith('#/import')) go(hrefTo(['import']));
  window.dispatchEvent(new Event(arrived));
}

const kinds: Record<FileKind, string> = {
  execution: 'an execution',
  session: 'sessions',
  experiment_log: 'a log of an experiment',
  evaluation: 'an evaluation for stereotypes',
  stereotype_report: 'a stereotype analysis',
};

// What a file that did not go through leaves to do.
function Mend({ change, begin }: { change: Change; begin: () => void }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        class="unseen"
        tabIndex={-1}
        aria-label="The mended file"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file)
            change({ file, stage: 'ready', problem: null, bad: null, note: 'The mended file is ready.' });
        }}
      />
      <button type="button" class="button button-main" onClick={() => picker.current?.click()}>
        Choose the mended file
      </button>
      <button type="button" class="button" onClick={begin}>
        Send again
      </button>
    </>
  );
}

function Progress({ it }: { it: Import }) {
  return (
    <>
      {(it.stage === 'sending' || it.stage === 'computing') && (
        <progress
          class="progress"
          aria-label={it.stage === 'sending' ? 'Sending' : 'Computing'}
          {...(it.stage === 'sending' ? { value: it.share, max: 1 } : {})}
        />
      )}
      <p role="status">
        {it.stage === 'reading'
          ? 'Reading…'
          : it.stage === 'sending'
            ? `Sending: ${percent(it.share)}`
            : visible(it.note)}
      </p>
    </>
  );
}

function ImportCard({ it }: { it: Import }) {
  const change: Change = (more) => changeImport(it.key, more);
  const busy = it.stage === 'sending' || it.stage === 'computing';
  const halfway = it.stage === 'failed' && it.execution !== null && !it.taken;
  return (
    <section class="card report" aria-label={`Import of ${visible(excerpt(it.file.name, 80))}`}>
      <div class="row">
        <h2>
          <Name text={it.file.name} most={80} />
        </h2>
        <span class="quiet">
          {bytes(it.file.size)}
          {it.kind && `, ${kinds[it.kind]}`}
        </span>
      </div>
      {(it.stage === 'ready' || it.stage === 'failed') && it.kind && !it.taken && (
        <Field
          label={it.kind === 'session' ? 'Name (sessions bring their own)' : 'Name'}
          name="name"
          value={it.name}
          onInput={(name) => change({ name })}
          problem={it.problem}
        />
      )}
      <Progress it={it} />
      {it.bad && (
        <div class="bad-line">
          <b>
            Line {count(it.bad.line)}
            {it.bad.column !== null && `, column ${count(it.bad.column)}`}
          </b>
          {it.bad.text !== null && <code dir="auto">{visible(excerpt(it.bad.text, 600))}</code>}
        </div>
      )}
      {it.problem && <ProblemNote problem={it.problem} />}
      {it.problem && typeof it.problem.document.durable_lines === 'number' && (
        <p>
          {it.problem.document.durable_lines === 1
            ? 'The first line is kept.'
            : `The first ${count(it.problem.document.durable_lines)} lines are kept.`}{' '}
          Mend the file and send it again: what is there is not added twice.
        </p>
      )}
      <div class="actions">
        {it.stage === 'ready' && it.kind && (
          <button type="button" class="button button-main" onClick={() => void begin(it)}>
            Import
          </button>
        )}
        {it.stage === 'failed' && it.kind && !it.taken && (
          <Mend change={change} begin={() => void begin(it)} />
        )}
        {it.link && (
          <a class={it.taken || it.stage === 'done' ? 'button button-main' : 'button'} href={it.link}>
            Open
          </a>
        )}
        {busy && it.stop && (
          <button type="button" class="button" onClick={() => it.stop?.abort()}>
            {it.taken ? 'Stop waiting' : 'Cancel'}
          </button>
        )}
        {!busy && (
          <button type="button" class="button" onClick={() => void putAway(it)}>
            {halfway ? 'Discard what was sent' : 'Put away'}
          </button>
        )}
      </div>
    </section>
  );
}

let nextKey = 1;

async function add(file: File, experiment: number | null): Promise<void> {
  const key = nextKey++;
  addImport({
    key,
    file,
    name: excerpt(file.name.replace(/\.(jsonl|ndjson|json)$/i, ''), 150),
    kind: null,
    header: null,
    stage: 'reading',
    share: 0,
    note: '',
    problem: null,
    bad: null,
    link: null,
    execution: null,
    experiment,
    taken: false,
    stop: null,
  });
  try {
    const { kind, why, header = null } = sniff(file.name, await file.slice(0, 65_536).text());
    const goal =
      kind === 'experiment_log' && experiment !== null ? ` It goes to experiment ${experiment}.` : '';
    changeImport(key, {
      ...(kind
        ? { kind, stage: 'ready', note: `It looks like ${why}.${goal}` }
        : { stage: 'failed', note: why }),
      header,
      ...(header?.name ? { name: excerpt(header.name, 150) } : {}),
    });
  } catch {
    changeImport(key, {
      stage: 'failed',
      note: 'The browser cannot read it. Is it a folder, or was it moved since?',
    });
  }
}

async function begin(it: Import): Promise<void> {
  let taken = it.taken;
  const stop = new AbortController();
  const told: Change = (more) => {
    taken = more.taken ?? taken;
    changeImport(it.key, more);
  };
  told({ stage: 'sending', share: 0, problem: null, bad: null, stop });
  try {
    await send(it, told, stop.signal);
    told({ stage: 'done' });
  } catch (error) {
    const problem = asProblem(error);
    const at = taken ? null : lineOf(problem.message, problem.document);
    told({
      stage: 'failed',
      problem: stop.signal.aborted ? null : problem,
      note: taken
        ? 'All of it was taken and is complete. How far its vectors are is not known here; open it to see.'
        : stop.signal.aborted
          ? 'Stopped. What was sent is kept until it is discarded; sent again, it is not added twice.'
          : 'Not all of it was taken.',
      bad: at ? { ...at, text: await readLine(it.file, at.line).catch(() => null) } : null,
    });
  } finally {
    told({ stop: null });
  }
}

async function putAway(it: Import): Promise<void> {
  if (it.stage === 'failed' && it.execution !== null && !it.taken) {
    try {
      if (!(await discard(it.execution))) {
        changeImport(it.key, {
          taken: true,
          problem: null,
          bad: null,
          link: hrefTo(['executions', it.execution]),
          note: 'It is complete after all, and stays. Open it, or put this away.',
        });
        return;
      }
    } catch (error) {
      changeImport(it.key, { problem: asProblem(error), note: 'What was sent could not be discarded.' });
      return;
    }
  }
  dropImport(it.key);
}

export function ImportPage() {
  const { canWrite } = useAccess();
  const imports = useImports();
  const picker = useRef<HTMLInputElement>(null);
  const goOn = useGoFromHere();
  useEffect(() => {
    const collect = () => {
      const files = waiting;
      waiting = [];
      for (const { file, experiment } of files) void add(file, experiment);
    };
    collect();
    window.addEventListener(arrived, collect);
    return () => window.removeEventListener(arrived, collect);
  }, []);
  if (!canWrite)
    return (
      <Page title="Import">
        <p>Your key may read. Sign in with a key that may write to import.</p>
      </Page>
    );
  return (
    <Page
      title="Import"
      lead="Files of native lines: results of an execution, steps of sessions, the two logs of an experiment; or an evaluation for stereotypes."
    >
      <div class="stack">
        <div class="drop">
          <p>
            <b>Drop files anywhere on the page</b>
          </p>
          <input
            ref={picker}
            type="file"
            multiple
            class="unseen"
            tabIndex={-1}
            aria-label="Files to import"
            onChange={(event) => {
              take([...(event.currentTarget.files ?? [])]);
              event.currentTarget.value = '';
            }}
          />
          <button type="button" class="button button-main" onClick={() => picker.current?.click()}>
            Choose files
          </button>
          <p class="quiet">One JSON object a line; of an execution only "response" is required.</p>
        </div>
        {imports.map((it) => (
          <ImportCard key={it.key} it={it} />
        ))}
        {imports.length === 0 && (
          <div class="row">
            <span class="quiet">Nothing at hand?</span>
            <DemoOffer onLoaded={() => goOn(hrefTo([]))} />
          </div>
        )}
      </div>
    </Page>
  );
}
