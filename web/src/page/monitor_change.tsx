// A monitor's settings, changed later: its name, what it watches and against what, whom it tells.
import { useState } from 'preact/hooks';
import { get, patch } from '../api/client';
import { useDoing, useLoad } from '../api/load';
import type { Monitor } from '../api/types';
import { Dialog } from '../part/form';
import { MonitorFields, windowOf, type MonitorSettings } from './monitor_fields';

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
  const [settings, setSettings] = useState<MonitorSettings>({
    name: monitor.name,
    baseline: String(monitor.baseline_id),
    stream: monitor.stream,
    kind:
      monitor.window_results !== null ? 'results' : monitor.window_minutes !== null ? 'minutes' : 'execution',
    size: String(monitor.window_results ?? monitor.window_minutes ?? 200),
    webhook: monitor.webhook ?? '',
  });
  const [renew, setRenew] = useState(false);
  const doing = useDoing();
  const baselines = useLoad('baselines-to-watch', (signal) =>
    get('/api/v1/baselines', { query: { order: 'desc', limit: 500 }, signal }),
  );
  const told = settings.webhook.trim();
  const save = () =>
    void doing.run(async () => {
      const secret = told !== '' && renew ? newSecret() : null;
      const changed = await patch('/api/v1/monitors/{monitor_id}', {
        path: { monitor_id: monitor.id },
        body: {
          name: settings.name,
          baseline_id: Number(settings.baseline),
          stream: settings.stream,
          ...windowOf(settings),
          // Sent where it was changed alone: who may only read was shown a part of it.
          ...(told === (monitor.webhook ?? '') ? {} : { webhook: told === '' ? null : told }),
          ...(secret === null ? {} : { signing_secret: secret }),
        },
      });
      // The server makes a secret where there was no webhook before.
      onDone(secret ?? changed.signing_secret ?? null);
    });
  return (
    <Dialog title="Change the monitor" open onClose={onClose} doing={doing} submit="Save" onSubmit={save}>
      <MonitorFields
        settings={settings}
        change={(part) => setSettings((before) => ({ ...before, ...part }))}
        baselines={baselines.data?.items ?? []}
        webhookHint="Told when the verdict turns; left empty, nobody is told."
        problem={doing.problem}
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
