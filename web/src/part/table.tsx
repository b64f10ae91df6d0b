// A table that sorts by a click on a column's head and leaves the page as CSV, by the clipboard or
// as a file. It scrolls inside itself where the screen is narrow. Rows that stay as they are are not
// drawn again, where the columns stay the same array too. Its sort and how many rows it shows stand in
// the address.
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Listed } from '../api/list';
import { csvFile, csvOf, download, type Cell } from '../csv';
import { count, excerpt, rowsTold, visible } from '../format';
import { frameShown } from '../frame';
import { anyText, changeQuery, useAsked, useQueryState } from '../query_state';
import { kept } from './kept';
import { copyText } from './notice';
import { Older } from './older';

export interface Column<Row> {
  id: string; // the name in the CSV's head
  title: string;
  value: (row: Row) => Cell; // for CSV and sorting
  show?: (row: Row, isMarked: boolean) => ComponentChildren;
  numeric?: boolean;
  wide?: boolean; // sentences: on a narrow screen it is not squeezed to a word a line
  fixed?: boolean; // does not sort, and stays out of the CSV
  also?: readonly { id: string; value: (row: Row) => Cell }[]; // what the cell shows beside its value, for the CSV
}

interface Props<Row> {
  id: string; // of its parameters in the address: no other table of the page has it
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
// Those that a link shows without a click.
const mostLinked = 2_000;

export interface Sort {
  id: string; // a column
  down: boolean;
}

// In the address: the column, behind a '-' where the largest comes first. A column that is not there, or
// that does not sort, sorts nothing.
export function sortOf(
  text: string | null,
  columns: readonly { id: string; fixed?: boolean }[],
): Sort | null {
  const sorts = (id: string) => columns.some((each) => each.id === id && !each.fixed);
  if (text === null) return null;
  if (sorts(text)) return { id: text, down: false };
  return text.startsWith('-') && sorts(text.slice(1)) ? { id: text.slice(1), down: true } : null;
}

export function sortText({ id, down }: Sort): string {
  return down ? `-${id}` : id;
}

// Made once: String.localeCompare with options makes one for every pair.
const inWords = new Intl.Collator(undefined, { numeric: true });

const isMissing = (cell: Cell) => cell === null || cell === undefined || cell === '';

function compare(a: Cell, b: Cell): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return inWords.compare(String(a), String(b));
}

// Rows without a value come last both ways, and rows that are alike stay as they were.
export function sortedBy<Row>(rows: readonly Row[], value: (row: Row) => Cell, down: boolean): Row[] {
  const missing = (row: Row) => Number(isMissing(value(row)));
  const way = down ? -1 : 1;
  return [...rows].sort(
    (a, b) => missing(a) - missing(b) || (missing(a) ? 0 : way * compare(value(a), value(b))),
  );
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
      <td key={column.id} class={column.numeric ? 'numeric' : column.wide ? 'wide' : undefined}>
        {column.show ? column.show(row, isMarked) : <bdi>{written(column.value(row))}</bdi>}
      </td>
    ))}
  </tr>
));

// Of `wanted` rows those that are drawn now. Where more are wanted than were shown, or another sort, by a
// click, a link or the Back button, a frame with a screen of them comes before the others.
function useDrawn(sort: string | null, wanted: number): number {
  const [shown, setShown] = useState({ sort, rows: Math.min(wanted, most) });
  const isSame = shown.sort === sort;
  const isShown = isSame && shown.rows >= wanted;
  const drawn = isShown ? wanted : Math.min(wanted, isSame ? shown.rows + atOnce : atOnce);
  useLayoutEffect(() => {
    if (isShown) return;
    let isLate = false; // something else is wanted by now
    void frameShown().then(() => {
      if (!isLate) setShown({ sort, rows: Math.min(wanted, drawn + most) });
    });
    return () => {
      isLate = true;
    };
  }, [sort, wanted, drawn, isShown]);
  return drawn;
}

export function DataTable<Row>({ id, name, columns, rows, keyOf, marked, list, total }: Props<Row>) {
  const [given] = useQueryState(`${id}.sort`, anyText);
  const [asked, ask] = useAsked(`${id}.rows`, most, mostLinked);
  const [copied, setCopied] = useState(false);
  // The columns' widths in px, from a sort until its first rows were shown: they stay while rows are few.
  const [held, setHeld] = useState<readonly number[] | null>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const sort = useMemo(() => sortOf(given, columns), [given, columns]);
  const sorted = useMemo(() => {
    const column = columns.find((each) => each.id === sort?.id);
    return sort && column ? sortedBy(rows, column.value, sort.down) : rows;
  }, [rows, columns, sort]);
  const drawn = useDrawn(given, Math.min(asked, sorted.length));
  const sortBy = (column: Column<Row>) => {
    const next = { id: column.id, down: sort?.id === column.id ? !sort.down : column.numeric === true };
    changeQuery({ [`${id}.sort`]: sortText(next), [`${id}.rows`]: null });
    const heads = scroll.current?.querySelectorAll('th') ?? [];
    setHeld([...heads].map((head) => head.getBoundingClientRect().width));
    scroll.current?.scrollTo({ top: 0 });
    void frameShown().then(() => setHeld(null));
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
    <div class="table" data-name={id}>
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
            {sorted.slice(0, drawn).map((row, index) => (
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
          {rowsTold(Math.min(asked, sorted.length), sorted.length, list?.data?.next_cursor != null, total)}
        </span>
        {sorted.length > asked && (
          <button type="button" class="button button-small" onClick={() => ask(asked + most)}>
            Show {count(Math.min(most, sorted.length - asked))} more
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
          onClick={() => download(`${name.replace(/[^\w-]+/g, '-').toLowerCase()}.csv`, csvFile(csv()))}
        >
          Download CSV
        </button>
      </div>
    </div>
  );
}
