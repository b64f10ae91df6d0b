// A monitor's settings, changed later: its name, what it watches and against what, whom it tells.
import { useState } from 'preact/hooks';
import { get, patch } from '../api/client';
import { useDoing, useLoad } from '../api/load';
import type { Baseline, Monitor } from '../api/types';
import { excerpt } from '../format';
import { Choice, Dialog, Field } from '../part/form';

export type WindowKind = 'execution' | 'results' | 'minutes';

// The members of a request that say which window is watched; the other kind is cleared.
export function windowOf(kind: WindowKind, size: string) {
  return {
    window_results: kind === 'results' ? Number(size) : null,
    window_minutes: kind === 'minutes' ? Number(size) : null,
  };
}

export function WindowFields({
  kind,
  size,
  setKind,
  setSize,
  problem,
}: {
  kind: WindowKind;
  size: string;
  setKind: (kind: WindowKind) => void;
  setSize: (size: string) => void;
  problem: Parameters<typeof Field>[0]['problem'];
}) {
  return (
    <>
      <Choice
        label="Watch"
        value={kind}
        options={[
          ['execution', 'each completed execution'],
          ['results', 'the last results'],
          ['minutes', 'the last minutes'],
        ]}
        onChange={setKind}
      />
      {kind !== 'execution' && (
        <Field
          label={kind === 'results' ? 'How many results' : 'How many minutes'}
          name={kind === 'results' ? 'window_results' : 'window_minutes'}
          type="number"
          value={size}
          onInput={setSize}
          problem={problem}
          required
        />
      )}
    </>
  );
}

export const baselineOptions = (baselines: readonly Baseline[]): [string, string][] =>
  baselines.map(
    (each) =>
      [String(each.id), `${excerpt(each.tag ?? each.name, 50)} (execution ${each.execution_id})`] as [
        string,
        string,
      ],
  );

// 256 bits from the browser: the server shows its own secret once, when a webhook is first set.
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `whsec_${[...bytes].map((each) => each.toString(16).padStart(2, '0')).join('')}`;
}

export function ChangeMonitor({
  monitor,
  onClose,
  onDone,
}: {
  monitor: Monitor;
  onClose: () => void;
  onDone: (secret: string | null) => void;
}) {
  const [name, setName] = useState(monitor.name);
  const [baseline, setBaseline] = useState(String(monitor.baseline_id));
  const [stream, setStream] = useState(monitor.stream);
  const [kind, setKind] = useState<WindowKind>(
    monitor.window_results !== null ? 'results' : monitor.window_minutes !== null ? 'minutes' : 'execution',
  );
  const [size, setSize] = useState(String(monitor.window_results ?? monitor.window_minutes ?? 200));
  const [webhook, setWebhook] = useState(monitor.webhook ?? '');
  const [renew, setRenew] = useState(false);
  const doing = useDoing();
  const baselines = useLoad('baselines-to-watch', (signal) =>
    get('/api/v1/baselines', { query: { order: 'desc', limit: 500 }, signal }),
  );
  const options = [...baselineOptions(baselines.data?.items ?? [])];
  if (!options.some(([id]) => id === baseline)) options.push([baseline, `baseline ${baseline}`]);
  const told = webhook.trim();
  const save = () =>
    void doing.run(async () => {
      const secret = told !== '' && renew ? newSecret() : null;
      const changed = await patch('/api/v1/monitors/{monitor_id}', {
        path: { monitor_id: monitor.id },
        body: {
          name,
          baseline_id: Number(baseline),
          stream,
          ...windowOf(kind, size),
          webhook: told === '' ? null : told,
          ...(secret === null ? {} : { signing_secret: secret }),
        },
      });
      // The server makes a secret where there was no webhook before.
      onDone(secret ?? changed.signing_secret ?? null);
    });
  return (
    <Dialog title="Change the monitor" open onClose={onClose} doing={doing} submit="Save" onSubmit={save}>
      <Field label="Name" name="name" value={name} onInput={setName} problem={doing.problem} required />
      <Choice label="Baseline" value={baseline} options={options} onChange={setBaseline} />
      <Field
        label="Executions named"
        name="stream"
        value={stream}
        onInput={setStream}
        problem={doing.problem}
        hint="Left empty: every execution of the project."
      />
      <WindowFields kind={kind} size={size} setKind={setKind} setSize={setSize} problem={doing.problem} />
      <Field
        label="Webhook"
        name="webhook"
        type="url"
        value={webhook}
        onInput={setWebhook}
        problem={doing.problem}
        placeholder="https://"
        hint="Told when the verdict turns; left empty, nobody is told."
      />
      {told !== '' && monitor.webhook !== null && (
        <label class="check">
          <input
            type="checkbox"
            checked={renew}
            onChange={(event) => setRenew(event.currentTarget.checked)}
          />{' '}
          Make a new secret that messages are signed with
        </label>
      )}
    </Dialog>
  );
}
