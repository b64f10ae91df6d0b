// The executions that are to stand side by side, ticked in a list.
import { useMemo } from 'preact/hooks';
import { get } from '../api/client';
import { useList } from '../api/list';
import type { ListedExecution } from '../api/types';
import { count } from '../format';
import { DemoOffer } from '../part/demo';
import { FilterFields, NoMatch, filterOf, isUnfiltered } from '../part/execution_filter';
import { WhenLoaded } from '../part/loaded';
import { Empty } from '../part/notice';
import { numberColumn, pickColumn, sizeColumns, usePicked } from '../part/pick_rows';
import { DataTable, type Column } from '../part/table';
import { Name } from '../part/text';
import { idSet } from '../query_state';
import { go, hrefTo, type Route } from '../route';

export function Chooser({ chosen, route }: { chosen: readonly number[]; route: Route }) {
  const filter = filterOf(route);
  const { name, label } = filter;
  const list = useList('executions', `executions-to-compare ${name} ${label}`, (cursor, signal) =>
    get('/api/v1/executions', { query: { name, label, order: 'desc', limit: 200, cursor }, signal }),
  );
  const chosenText = chosen.join(',');
  const [picked, pick] = usePicked(useMemo(() => idSet(chosen), [chosenText]));
  const columns = useMemo(
    (): readonly Column<ListedExecution>[] => [
      pickColumn(pick),
      numberColumn,
      {
        id: 'name',
        title: 'Execution',
        value: (row) => row.name,
        show: (row) => <Name text={row.name} />,
      },
      ...sizeColumns,
    ],
    [pick],
  );
  const show = () =>
    go(
      hrefTo(['compare'], {
        ids: [...picked].sort((a, b) => a - b).join(','),
        against: route.query.get('against'),
      }),
    );
  return (
    <WhenLoaded load={list} what="executions">
      {({ items }) =>
        items.length === 0 && isUnfiltered(filter) ? (
          <Empty
            title="Nothing to compare yet"
            actions={
              <>
                <a class="button button-main" href={hrefTo(['import'])}>
                  Import a file
                </a>
                <DemoOffer onLoaded={list.reload} />
              </>
            }
          >
            <p>Import two executions or more, then choose them here.</p>
          </Empty>
        ) : (
          <section class="card stack">
            <div class="row">
              <h2>Choose executions</h2>
              <span class="spring" />
              <button type="button" class="button button-main" disabled={picked.size === 0} onClick={show}>
                Show {picked.size ? count(picked.size) : ''} side by side
              </button>
            </div>
            <div class="pickers">
              <FilterFields filter={filter} rows={items} table="executions" />
            </div>
            {items.length === 0 ? (
              <NoMatch route={route} />
            ) : (
              <DataTable
                id="executions"
                name="Executions to choose"
                list={list}
                rows={items}
                keyOf={(row) => row.id}
                marked={(row) => picked.has(row.id)}
                columns={columns}
              />
            )}
          </section>
        )
      }
    </WhenLoaded>
  );
}
