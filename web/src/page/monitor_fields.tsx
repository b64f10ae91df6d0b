// What is asked of a monitor, when it is made and when it is changed: its name, what it watches and
// against what, whom it tells.
import type { ApiProblem } from '../api/client';
import type { Baseline } from '../api/types';
import { excerpt } from '../format';
import { Choice, Field } from '../part/form';

export type WindowKind = 'execution' | 'results' | 'minutes';

export interface MonitorSettings {
  name: string;
  baseline: string; // its id
  stream: string;
  kind: WindowKind;
  size: string; // of the window, as it was typed
  webhook: string;
}

// The members of a request that say which window is watched; the other kind is cleared.
export function windowOf({ kind, size }: MonitorSettings) {
  return {
    window_results: kind === 'results' ? Number(size) : null,
    window_minutes: kind === 'minutes' ? Number(size) : null,
  };
}

// `chosen` is among them even where the list is too short to hold it.
function baselineOptions(baselines: readonly Baseline[], chosen: string): [string, string][] {
  const options = baselines.map((each): [string, string] => [
    String(each.id),
    `${excerpt(each.tag ?? each.name, 50)} (execution ${each.execution_id})`,
  ]);
  if (!options.some(([id]) => id === chosen)) options.push([chosen, `baseline ${chosen}`]);
  return options;
}

export function MonitorFields({
  settings,
  change,
  baselines,
  webhookHint,
  problem,
  autoFocus,
}: {
  settings: MonitorSettings;
  change: (part: Partial<MonitorSettings>) => void;
  baselines: readonly Baseline[];
  webhookHint: string;
  problem: ApiProblem | null;
  autoFocus?: boolean;
}) {
  const { kind } = settings;
  return (
    <>
      <Field
        label="Name"
        name="name"
        value={settings.name}
        onInput={(name) => change({ name })}
        problem={problem}
        required
        autoFocus={autoFocus}
      />
      <Choice
        label="Baseline"
        value={settings.baseline}
        options={baselineOptions(baselines, settings.baseline)}
        onChange={(baseline) => change({ baseline })}
      />
      <Field
        label="Executions named"
        name="stream"
        value={settings.stream}
        onInput={(stream) => change({ stream })}
        problem={problem}
        hint="Left empty: every execution of the project."
      />
      <Choice
        label="Watch"
        value={kind}
        options={[
          ['execution', 'each completed execution'],
          ['results', 'the last results'],
          ['minutes', 'the last minutes'],
        ]}
        onChange={(chosen) => change({ kind: chosen })}
      />
      {kind !== 'execution' && (
        <Field
          label={kind === 'results' ? 'How many results' : 'How many minutes'}
          name={kind === 'results' ? 'window_results' : 'window_minutes'}
          type="number"
          value={settings.size}
          onInput={(size) => change({ size })}
          problem={problem}
          required
        />
      )}
      <Field
        label="Webhook"
        name="webhook"
        type="url"
        value={settings.webhook}
        onInput={(webhook) => change({ webhook })}
        problem={problem}
        placeholder="https://"
        hint={webhookHint}
      />
    </>
  );
}
