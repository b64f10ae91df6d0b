// A picture with its title, its legend and its numbers as a table: who cannot see the picture, or
// wants the figures, opens the table. That it is open stands in the address.
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { excerpt, visible } from '../format';
import { changeQuery, flag, useQueryState } from '../query_state';
import { DataTable, type Column } from './table';
import { Name } from './text';

export interface LegendItem {
  name: string;
  swatch: string; // a class of the style sheet: swatch-baseline, swatch-1, ...
}

interface Props<Row> {
  title: string;
  note?: ComponentChildren;
  legend?: readonly LegendItem[];
  tools?: ComponentChildren;
  // Its id is that of its parameters in the address.
  table?: { id: string; columns: readonly Column<Row>[]; rows: readonly Row[] };
  children: ComponentChildren;
}

export function Figure<Row>({ title, note, legend, tools, table, children }: Props<Row>) {
  const [isOpen] = useQueryState(`${table?.id ?? ''}.numbers`, flag);
  const open = table !== undefined && isOpen;
  const id = useId();
  // Closed, it forgets its sort and its rows, as it begins when it is opened.
  const toggle = (name: string) =>
    changeQuery({ [`${name}.numbers`]: open ? null : 1, [`${name}.sort`]: null, [`${name}.rows`]: null });
  return (
    <figure class="figure" aria-labelledby={id}>
      <div class="figure-head">
        <h2 id={id}>
          <Name text={title} />
        </h2>
        {legend && (
          <ul class="legend">
            {legend.map((item) => (
              <li key={item.name}>
                <span class={`swatch ${item.swatch}`} aria-hidden="true" />
                <bdi>{visible(item.name)}</bdi>
              </li>
            ))}
          </ul>
        )}
        {tools}
        {table && (
          <button
            type="button"
            class="button button-small"
            aria-expanded={open}
            aria-label={`${open ? 'Hide' : 'Show'} the numbers of: ${visible(excerpt(title, 80))}`}
            onClick={() => toggle(table.id)}
          >
            {open ? 'Hide numbers' : 'Numbers'}
          </button>
        )}
      </div>
      {children}
      {note && <figcaption>{note}</figcaption>}
      {open && (
        <DataTable
          id={table.id}
          name={title}
          columns={table.columns}
          rows={table.rows}
          keyOf={(_, index) => index}
        />
      )}
    </figure>
  );
}
