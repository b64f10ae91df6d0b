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
import { Dialog } from '../part/form';
import { WhenLoaded } from '../part/loaded';
import { Command, Empty } from '../part/notice';
import { Page } from '../part/page';
import { DataTable, type Column } from '../part/table';
import { Name, Time } from '../part/text';
import { changeQuery } from '../query_state';
import { hrefTo, routeNow, type Route } from '../route';
import { MonitorFields, windowOf, type MonitorSettings } from './monitor_fields';

export function watched(monitor: Monitor): string {
  const of = monitor.stream ? ` of “${visible(excerpt(monitor.stream, 40))}”` : '';
  if (monitor.window_results !== null) return `the last ${monitor.window_results} results${of}`;
  if (monitor.window_minutes !== null) return `the last ${monitor.window_minutes} minutes${of}`;
  return `each completed execution${of}`;
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
  const named = baselines.find((each) => String(each.id) === chosen);
  const [settings, setSettings] = useState<MonitorSettings>({
    name: '',
    baseline: String((named ?? baselines[0])?.id ?? ''),
    stream: '',
    kind: 'execution',
    size: '200',
    webhook: '',
  });
  const doing = useDoing();
  const webhook = settings.webhook.trim();
  const make = () =>
    void doing.run(async () => {
      const made = await post('/api/v1/monitors', {
        body: {
          name: settings.name,
          baseline_id: Number(settings.baseline),
          stream: settings.stream,
          ...(settings.kind === 'execution' ? {} : windowOf(settings)),
          ...(webhook ? { webhook } : {}),
        },
      });
      onMade(webhook ? made.signing_secret : null);
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
      {chosen !== null && !named && (
        <div class="notice notice-warning">
          <span>
            Baseline <Name text={chosen} most={40} />, which the address names, is not there.
          </span>
        </div>
      )}
      <MonitorFields
        settings={settings}
        change={(part) => setSettings((before) => ({ ...before, ...part }))}
        baselines={baselines}
        webhookHint="Optional. Told when the verdict turns; messages are signed."
        problem={doing.problem}
        autoFocus
      />
    </Dialog>
  );
}

const columns: readonly Column<Monitor>[] = [
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
  { id: 'watches', title: 'Watches', wide: true, value: watched },
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
];

export function MonitorsPage({ route }: { route: Route }) {
  const { canWrite } = useAccess();
  const list = useList('monitors', 'monitors', (cursor, signal) =>
    get('/api/v1/monitors', { query: { order: 'desc', limit: 500, cursor }, signal }),
  );
  const baselines = useLoad('baselines-to-watch', (signal) =>
    get('/api/v1/baselines', { query: { order: 'desc', limit: 500 }, signal }),
  );
  const chosen = route.query.get('baseline');
  const [making, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const canMake = canWrite && (baselines.data?.items.length ?? 0) > 0;
  const close = () => {
    setMaking(false);
    changeQuery({ baseline: null });
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
      <WhenLoaded load={list} what="monitors">
        {({ items }) =>
          items.length === 0 ? (
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
                A monitor compares every new execution, or the newest results of a stream, with a baseline,
                and fires when it drifted.
              </p>
            </Empty>
          ) : (
            <DataTable
              id="monitors"
              name="Monitors"
              list={list}
              rows={items}
              keyOf={(row) => row.id}
              columns={columns}
            />
          )
        }
      </WhenLoaded>
      {(making || chosen !== null) && canMake && baselines.data && (
        <NewMonitor
          key={chosen}
          baselines={baselines.data.items}
          chosen={chosen}
          onClose={close}
          onMade={(made) => {
            setSecret(made);
            // Loaded again, the page must not ask for another one; a link that was followed meanwhile may.
            if (routeNow().query.get('baseline') === chosen) close();
            list.reload();
          }}
        />
      )}
    </Page>
  );
}
