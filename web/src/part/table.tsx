// A table that sorts by a click on a column's head and leaves the page as CSV, by the clipboard or
// as a file. It scrolls inside itself where the screen is narrow. Rows that stay as they are are not
// drawn again, where the columns stay the same array too.
import type { ComponentChildren } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { Listed } from '../api/list';
import { csvOf, download, type Cell } from '../csv';
import { count, excerpt, rowsTold, visible } from '../format';
import { frameShown } from '../frame';
import { kept } from './kept';
import { copyText } from './notice';
import { Older } from './older';

export interface Column<Row> {
  id: string; // the name in the CSV's head
  title: string;
  value: (row: Row) => Cell; // for CSV and sorting
  show?: (row: Row, isMarked: boolean) => ComponentChildren;
  numeric?: boolean;
  fixed?: boolean; // does not sort, and stays out of the CSV
  also?: readonly { id: string; value: (row: Row) => Cell }[]; // what the cell shows beside its value, for the CSV
}

interface Props<Row> {
  name: string; // of the file, and for a screen reader
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row, index: number) => string | number;
  marked?: (row: Row) => boolean;
  list?: Listed<Row>; // where the rows come from, when it may have older ones
  total?: number | undefined; // rows in all, where the list has more than was loaded
}

// Rows drawn at first, with each click for more, and after sorting. The CSV has all that were loaded.
const most = 200;
// Those that a click draws in its own frame: more than a screen holds. The others come behind it.
const atOnce = 60;

// Made once: String.localeCompare with options makes one for every pair.
const inWords = new Intl.Collator(undefined, { numeric: true });

function compare(a: Cell, b: Cell): number {
  const missing = (cell: Cell) => cell === null || cell === undefined || cell === '';
  if (missing(a) || missing(b)) return Number(missing(a)) - Number(missing(b));
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return inWords.compare(String(a), String(b));
}

// A cell may hold what anyone sent: it is short, and what turns or hides text shows.
function written(cell: Cell): string {
  return cell === null || cell === undefined ? '–' : visible(excerpt(String(cell), 400));
}

interface RowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  isMarked: boolean;
}

const TableRow = kept(({ row, columns, isMarked }: RowProps<unknown>) => (
  <tr class={isMarked ? 'marked' : undefined}>
    {columns.map((column) => (
      <td key={column.id} class={column.numeric ? 'numeric' : undefined}>
        {column.show ? column.show(row, isMarked) : <bdi>{written(column.value(row))}</bdi>}
      </td>
    ))}
  </tr>
));

export function DataTable<Row>({ name, columns, rows, keyOf, marked, list, total }: Props<Row>) {
  const [sort, setSort] = useState<{ id: string; down: boolean } | null>(null);
  const [copied, setCopied] = useState(false);
  const [drawn, setDrawn] = useState(most);
  // The columns' widths in px, from a sort until its first rows were shown: they stay while rows are few.
  const [held, setHeld] = useState<readonly number[] | null>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const sorted = useMemo(() => {
    const column = columns.find((each) => each.id === sort?.id);
    if (!sort || !column) return rows;
    const out = [...rows].sort((a, b) => compare(column.value(a), column.value(b)));
    return sort.down ? out.reverse() : out;
  }, [rows, columns, sort]);
  const sortBy = (column: Column<Row>) => {
    setSort({ id: column.id, down: sort?.id === column.id ? !sort.down : column.numeric === true });
    setDrawn(most);
    const heads = scroll.current?.querySelectorAll('th') ?? [];
    setHeld([...heads].map((head) => head.getBoundingClientRect().width));
    scroll.current?.scrollTo({ top: 0 });
    void frameShown().then(() => setHeld(null));
  };
  const showMore = () => {
    setDrawn(drawn + atOnce);
    void frameShown().then(() => setDrawn((now) => (now === drawn + atOnce ? drawn + most : now)));
  };
  const kept = columns.filter((column) => !column.fixed); // what is for the hand is not for the file
  const inFile = kept.flatMap((column) => [column, ...(column.also ?? [])]);
  const csv = () =>
    csvOf(
      inFile.map((column) => column.id),
      sorted.map((row) => inFile.map((column) => column.value(row))),
    );
  const copy = () => {
    void copyText(csv()).then((done) => {
      setCopied(done);
      window.setTimeout(() => setCopied(false), 2_000);
    });
  };
  return (
    <div class="table">
      <div class="table-scroll" ref={scroll} role="region" aria-label={visible(name)} tabIndex={0}>
        <table style={held ? { tableLayout: 'fixed' } : undefined}>
          <thead>
            <tr>
              {columns.map((column, at) => (
                <th
                  key={column.id}
                  style={held ? { width: `${held[at]}px` } : undefined}
                  scope="col"
                  class={column.numeric ? 'numeric' : undefined}
                  aria-sort={sort?.id === column.id ? (sort.down ? 'descending' : 'ascending') : undefined}
                >
                  {column.fixed || column.title === '' ? (
                    column.title || <span class="unseen">Actions</span>
                  ) : (
                    <button type="button" class="sort" onClick={() => sortBy(column)}>
                      {column.title}
                      <span aria-hidden="true">
                        {sort?.id === column.id ? (sort.down ? ' ↓' : ' ↑') : ''}
                      </span>
                    </button>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, held ? atOnce : drawn).map((row, index) => (
              <TableRow
                key={keyOf(row, index)}
                row={row}
                columns={columns as readonly Column<unknown>[]}
                isMarked={marked?.(row) ?? false}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div class="table-foot">
        <span class="quiet">
          {rowsTold(Math.min(drawn, sorted.length), sorted.length, list?.data?.next_cursor != null, total)}
        </span>
        {sorted.length > drawn && (
          <button type="button" class="button button-small" onClick={showMore}>
            Show {count(Math.min(most, sorted.length - drawn))} more
          </button>
        )}
        {list && <Older list={list} />}
        <span class="spring" />
        <button type="button" class="button button-small" onClick={copy}>
          {copied ? 'Copied' : 'Copy as CSV'}
        </button>
        <button
          type="button"
          class="button button-small"
          onClick={() => download(`${name.replace(/[^\w-]+/g, '-').toLowerCase()}.csv`, csv())}
        >
          Download CSV
        </button>
      </div>
    </div>
  );
}
