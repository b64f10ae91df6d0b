// The list of experiments.
import { get } from '../api/client';
import { useList } from '../api/list';
import type { Experiment } from '../api/types';
import { DemoOffer } from '../part/demo';
import { WhenLoaded } from '../part/loaded';
import { Command, Empty } from '../part/notice';
import { Page } from '../part/page';
import { DataTable, type Column } from '../part/table';
import { Name, Time } from '../part/text';
import { hrefTo } from '../route';

const columns: readonly Column<Experiment>[] = [
  {
    id: 'name',
    title: 'Experiment',
    value: (row) => row.name,
    show: (row) => (
      <a href={hrefTo(['experiments', row.id])}>
        <Name text={row.name || `Experiment ${row.id}`} />
      </a>
    ),
  },
  {
    id: 'created_at',
    title: 'Made',
    value: (row) => row.created_at,
    show: (row) => <Time at={row.created_at} />,
  },
  {
    id: 'is_interpreted',
    title: 'Interpreted',
    value: (row) => row.is_interpreted,
    show: (row) => (row.is_interpreted ? 'yes' : 'not yet'),
  },
];

export function ExperimentsPage() {
  const list = useList('experiments', 'experiments', (cursor, signal) =>
    get('/api/v1/experiments', { query: { order: 'desc', limit: 500, cursor }, signal }),
  );
  return (
    <Page title="Experiments" lead="Does an agent that holds its intent drift less than one that does not?">
      <WhenLoaded load={list} what="experiments">
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No experiments yet" actions={<DemoOffer onLoaded={list.reload} />}>
              <p>Run one with the embedded model, then put its two logs here (drop them on this page):</p>
              <Command text="plumb experiment run --out logs" />
            </Empty>
          ) : (
            <DataTable
              id="experiments"
              name="Experiments"
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
