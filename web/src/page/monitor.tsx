// One monitor and its history.
import { useMemo, useState } from 'preact/hooks';
import { get, patch, remove } from '../api/client';
import { useDoing, useLoad } from '../api/load';
import { useAccess } from '../api/session';
import type { MonitorPoint } from '../api/types';
import { Chart } from '../chart/chart';
import { smallOption } from '../chart/groups';
import { decimal, excerpt, metricName, metricNames, time, visible } from '../format';
import { VerdictBadge } from '../part/badge';
import { Figure } from '../part/figure';
import { Dialog } from '../part/form';
import { Command, Empty, ProblemNote, Waiting } from '../part/notice';
import { Page } from '../part/page';
import { Name, Time } from '../part/text';
import { go, hrefTo } from '../route';
import { ChangeMonitor } from './monitor_change';
import { watched } from './monitors';

function History({ points }: { points: readonly MonitorPoint[] }) {
  // The score first, then the metrics in their usual order.
  const place = (metric: string) => ['drift_score', ...Object.keys(metricNames)].indexOf(metric);
  const metrics = useMemo(
    () => [...new Set(points.map((point) => point.metric))].sort((a, b) => place(a) - place(b)),
    [points],
  );
  return (
    <section class="multiples" aria-label="History">
      {metrics.map((metric) => {
        const rows = points
          .filter((point) => point.metric === metric)
          .sort((a, b) => a.time.localeCompare(b.time));
        const isScore = metric === 'drift_score';
        return (
          <Figure
            key={metric}
            title={isScore ? 'Drift score' : metricName(metric)}
            table={{
              rows,
              columns: [
                {
                  id: 'time',
                  title: 'Time',
                  value: (row) => row.time,
                  show: (row) => <Time at={row.time} />,
                },
                {
                  id: 'value',
                  title: 'Value',
                  numeric: true,
                  value: (row) => row.value,
                  show: (row) => decimal(row.value),
                },
                {
                  id: 'verdict',
                  title: 'Verdict',
                  value: (row) => row.verdict,
                  show: (row) => <VerdictBadge verdict={row.verdict} />,
                },
                { id: 'execution_id', title: 'Execution', numeric: true, value: (row) => row.execution_id },
              ],
            }}
          >
            <Chart
              label={`${metricName(metric)} over time.`}
              height={140}
              inputs={[rows]}
              option={(c) =>
                smallOption(
                  rows.map((row) => ({ name: time(row.time), value: row.value, low: null, high: null })),
                  null,
                  c,
                  isScore ? 100 : undefined,
                )
              }
              onPick={(at) => {
                const id = rows[at.index]?.execution_id;
                if (id) go(hrefTo(['executions', id]));
              }}
            />
          </Figure>
        );
      })}
    </section>
  );
}

export function MonitorPage({ id }: { id: number }) {
  const { canWrite } = useAccess();
  const monitor = useLoad(`monitor-${id}`, (signal) =>
    get('/api/v1/monitors/{monitor_id}', { path: { monitor_id: id }, signal }),
  );
  const history = useLoad(`history-${id}`, (signal) =>
    get('/api/v1/monitors/{monitor_id}/history', {
      path: { monitor_id: id },
      query: { order: 'desc', limit: 1000 },
      signal,
    }),
  );
  const [deleting, setDeleting] = useState(false);
  const [changing, setChanging] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const doing = useDoing();
  if (monitor.problem)
    return (
      <Page title={`Monitor ${id}`}>
        <ProblemNote problem={monitor.problem} />
        <p>
          <a href={hrefTo(['monitors'])}>All monitors</a>
        </p>
      </Page>
    );
  const it = monitor.data;
  if (!it)
    return (
      <Page title={`Monitor ${id}`}>
        <Waiting what={`monitor ${id}`} />
      </Page>
    );
  const toggle = () =>
    void doing.run(async () => {
      await patch('/api/v1/monitors/{monitor_id}', {
        path: { monitor_id: id },
        body: { enabled: !it.enabled },
      });
      monitor.reload();
    });
  return (
    <Page
      title={it.name}
      lead={
        <div class="row">
          <VerdictBadge verdict={it.verdict} />
          {it.firing && <b class="severity-high">▲ firing</b>}
          <span>
            Watches {watched(it)} against baseline {it.baseline_id}
            {it.enabled ? '' : '; it is off'}.
          </span>
        </div>
      }
      actions={
        canWrite && (
          <>
            <button type="button" class="button" onClick={() => setChanging(true)}>
              Change
            </button>
            <button type="button" class="button" disabled={doing.busy} onClick={toggle}>
              {it.enabled ? 'Turn off' : 'Turn on'}
            </button>
            <button type="button" class="button button-danger" onClick={() => setDeleting(true)}>
              Delete
            </button>
          </>
        )
      }
    >
      <div class="stack">
        {doing.problem && <ProblemNote problem={doing.problem} />}
        {secret && (
          <div class="secret" role="status">
            <p>Messages are signed with this secret from now on. It is shown this once:</p>
            <Command text={secret} />
          </div>
        )}
        {it.webhook ? (
          <p>
            Tells <Name text={it.webhook} most={120} /> when the verdict turns.
          </p>
        ) : (
          <p class="quiet">No webhook: the verdict turns quietly.{canWrite && ' Change sets one.'}</p>
        )}
        {history.problem ? (
          <ProblemNote problem={history.problem} retry={history.reload} />
        ) : !history.data ? (
          <Waiting what="the history" />
        ) : history.data.items.length === 0 ? (
          <Empty title="Nothing watched yet">
            <p>
              The next execution that completes
              {it.stream ? ` under the name ${visible(excerpt(it.stream, 60))}` : ''} is compared and shows
              here.
            </p>
          </Empty>
        ) : (
          <History points={history.data.items} />
        )}
      </div>
      {changing && (
        <ChangeMonitor
          monitor={it}
          onClose={() => setChanging(false)}
          onDone={(made) => {
            setChanging(false);
            setSecret(made);
            monitor.reload();
          }}
        />
      )}
      {deleting && (
        <Dialog
          title="Delete the monitor?"
          open
          onClose={() => setDeleting(false)}
          doing={doing}
          submit="Delete"
          danger
          onSubmit={() =>
            void doing.run(async () => {
              await remove('/api/v1/monitors/{monitor_id}', { path: { monitor_id: id } });
              go(hrefTo(['monitors']));
            })
          }
        >
          <p>
            <Name text={it.name} /> and its history go.
          </p>
        </Dialog>
      )}
    </Page>
  );
}
