// Monitors: executions or a stream watched against a baseline, with a webhook when the verdict turns.
import { useState } from 'preact/hooks';
import { get, post } from '../api/client';
import { useList } from '../api/list';
import { useDoing, useLoad } from '../api/load';
import { useAccess } from '../api/session';
import type { Baseline, Monitor } from '../api/types';
import { excerpt, visible } from '../format';
import { VerdictBadge } from '../part/badge';
import { DemoOffer } from '../part/demo';
import { Choice, Dialog, Field } from '../part/form';
import { Command, Empty, ProblemNote, Waiting } from '../part/notice';
import { Older } from '../part/older';
import { Page } from '../part/page';
import { DataTable } from '../part/table';
import { Name, Time } from '../part/text';
import { go, hrefTo, type Route } from '../route';
import { WindowFields, baselineOptions, windowOf, type WindowKind } from './monitor_change';

export function watched(monitor: Monitor): string {
  const what = monitor.stream ? `“${visible(excerpt(monitor.stream, 40))}”` : 'every execution';
  if (monitor.window_results !== null) return `the last ${monitor.window_results} results of ${what}`;
  if (monitor.window_minutes !== null) return `the last ${monitor.window_minutes} minutes of ${what}`;
  return `each completed execution of ${what}`;
}

function NewMonitor({
  baselines,
  chosen,
  onClose,
  onMade,
}: {
  baselines: readonly Baseline[];
  chosen: string | null;
  onClose: () => void;
  onMade: (secret: string | null) => void;
}) {
  const [name, setName] = useState('');
  const [baseline, setBaseline] = useState(chosen ?? String(baselines[0]?.id ?? ''));
  const [stream, setStream] = useState('');
  const [kind, setKind] = useState<WindowKind>('execution');
  const [size, setSize] = useState('200');
  const [webhook, setWebhook] = useState('');
  const doing = useDoing();
  const make = () =>
    void doing.run(async () => {
      const made = await post('/api/v1/monitors', {
        body: {
          name,
          baseline_id: Number(baseline),
          stream,
          ...(kind === 'execution' ? {} : windowOf(kind, size)),
          ...(webhook.trim() ? { webhook: webhook.trim() } : {}),
        },
      });
      onMade(webhook.trim() ? made.signing_secret : null);
    });
  return (
    <Dialog
      title="Set a monitor"
      open
      onClose={onClose}
      doing={doing}
      submit="Set the monitor"
      onSubmit={make}
    >
      <Field
        label="Name"
        name="name"
        value={name}
        onInput={setName}
        problem={doing.problem}
        required
        autoFocus
      />
      <Choice label="Baseline" value={baseline} options={baselineOptions(baselines)} onChange={setBaseline} />
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
        hint="Optional. Told when the verdict turns; messages are signed."
      />
    </Dialog>
  );
}

export function MonitorsPage({ route }: { route: Route }) {
  const { canWrite } = useAccess();
  const list = useList('monitors', (cursor, signal) =>
    get('/api/v1/monitors', { query: { order: 'desc', limit: 500, cursor }, signal }),
  );
  const baselines = useLoad('baselines-to-watch', (signal) =>
    get('/api/v1/baselines', { query: { order: 'desc', limit: 500 }, signal }),
  );
  const chosen = route.query.get('baseline');
  const [making, setMaking] = useState(chosen !== null);
  const [secret, setSecret] = useState<string | null>(null);
  const canMake = canWrite && (baselines.data?.items.length ?? 0) > 0;
  const close = () => {
    setMaking(false);
    if (chosen !== null) go(hrefTo(['monitors']));
  };
  return (
    <Page
      title="Monitors"
      lead="Watched against a baseline; a webhook tells when the verdict turns."
      actions={
        canMake && (
          <button type="button" class="button button-main" onClick={() => setMaking(true)}>
            Set a monitor
          </button>
        )
      }
    >
      {secret && (
        <div class="secret" role="status">
          <p>Messages are signed with this secret. It is shown this once:</p>
          <Command text={secret} />
        </div>
      )}
      {list.problem && <ProblemNote problem={list.problem} retry={list.reload} />}
      {!list.data ? (
        <Waiting what="monitors" />
      ) : list.data.items.length === 0 ? (
        <Empty
          title="No monitors yet"
          actions={
            baselines.data && baselines.data.items.length === 0 ? (
              <>
                <a class="button" href={hrefTo(['baselines'])}>
                  Make a baseline first
                </a>
                <DemoOffer
                  onLoaded={() => {
                    list.reload();
                    baselines.reload();
                  }}
                />
              </>
            ) : undefined
          }
        >
          <p>
            A monitor compares every new execution, or the newest results of a stream, with a baseline, and
            fires when it drifted.
          </p>
        </Empty>
      ) : (
        <DataTable
          name="Monitors"
          more={<Older list={list} />}
          rows={list.data.items}
          keyOf={(row) => row.id}
          columns={[
            {
              id: 'name',
              title: 'Monitor',
              value: (row) => row.name,
              show: (row) => (
                <a href={hrefTo(['monitors', row.id])}>
                  <Name text={row.name} />
                </a>
              ),
            },
            {
              id: 'verdict',
              title: 'Verdict',
              value: (row) => row.verdict,
              show: (row) =>
                row.verdict ? <VerdictBadge verdict={row.verdict} /> : <span class="quiet">nothing yet</span>,
            },
            {
              id: 'firing',
              title: 'Firing',
              value: (row) => row.firing,
              show: (row) => (row.firing ? <b class="severity-high">▲ firing</b> : 'no'),
            },
            { id: 'watches', title: 'Watches', value: watched },
            {
              id: 'webhook',
              title: 'Webhook',
              value: (row) => row.webhook,
              show: (row) => <Name text={row.webhook} most={50} empty="–" />,
            },
            {
              id: 'enabled',
              title: 'State',
              value: (row) => row.enabled,
              show: (row) => (row.enabled ? 'on' : 'off'),
            },
            {
              id: 'updated_at',
              title: 'Moved',
              value: (row) => row.updated_at,
              show: (row) => <Time at={row.updated_at} />,
            },
          ]}
        />
      )}
      {making && canMake && baselines.data && (
        <NewMonitor
          baselines={baselines.data.items}
          chosen={chosen}
          onClose={close}
          onMade={(made) => {
            setSecret(made);
            setMaking(false);
            list.reload();
          }}
        />
      )}
    </Page>
  );
}
