// The list of sessions.
import { get } from '../api/client';
import { useList } from '../api/list';
import type { Session } from '../api/types';
import { count } from '../format';
import { DemoOffer } from '../part/demo';
import { WhenLoaded } from '../part/loaded';
import { Empty } from '../part/notice';
import { Page } from '../part/page';
import { DataTable, type Column } from '../part/table';
import { Name, Time } from '../part/text';
import { hrefTo } from '../route';

const columns: readonly Column<Session>[] = [
  {
    id: 'name',
    title: 'Session',
    value: (row) => row.name,
    show: (row) => (
      <a href={hrefTo(['sessions', row.id])}>
        <Name text={row.name} />
      </a>
    ),
  },
  {
    id: 'goal',
    title: 'Goal',
    wide: true,
    value: (row) => row.goal,
    show: (row) => <Name text={row.goal} most={120} empty="–" />,
  },
  {
    id: 'total_steps',
    title: 'Steps',
    numeric: true,
    value: (row) => row.total_steps,
    show: (row) => count(row.total_steps),
  },
  {
    id: 'updated_at',
    title: 'Last step',
    value: (row) => row.updated_at,
    show: (row) => <Time at={row.updated_at} />,
  },
];

export function SessionsPage() {
  const list = useList('sessions', 'sessions', (cursor, signal) =>
    get('/api/v1/sessions', { query: { sort: 'updated', order: 'desc', limit: 500, cursor }, signal }),
  );
  return (
    <Page
      title="Sessions"
      lead="Conversations and agent runs, step by step: how far each moved from its intent."
    >
      <WhenLoaded load={list} what="sessions">
        {({ items }) =>
          items.length === 0 ? (
            <Empty
              title="No sessions yet"
              actions={
                <>
                  <a class="button button-main" href={hrefTo(['import'])}>
                    Import a file
                  </a>
                  <DemoOffer onLoaded={list.reload} />
                </>
              }
            >
              <p>
                A session is a conversation or an agent’s run: lines with session, step, prompt and response.
                Drop such a file on this page, or let your agent send its traces to /v1/traces by
                OpenTelemetry.
              </p>
            </Empty>
          ) : (
            <DataTable
              id="sessions"
              name="Sessions"
              list={list}
              rows={items}
              keyOf={(row) => row.id}
              columns={columns}
            />
          )
        }
      </WhenLoaded>
    </Page>
  );
}
