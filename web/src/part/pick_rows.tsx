// Rows of executions that are ticked, and the columns that every list of executions has.
import { useCallback, useState } from 'preact/hooks';
import type { ListedExecution } from '../api/types';
import { count } from '../format';
import type { Column } from './table';
import { Time } from './text';

// `pick` ticks a row or takes its tick back; it stays the same function, so that a table draws the
// row alone anew.
export function usePicked(chosen: readonly number[] = []): [ReadonlySet<number>, (id: number) => void] {
  const [picked, setPicked] = useState<ReadonlySet<number>>(() => new Set(chosen));
  const pick = useCallback(
    (id: number) =>
      setPicked((old) => {
        const next = new Set(old);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  return [picked, pick];
}

// A table's marked rows are the ticked ones.
export const pickColumn = (pick: (id: number) => void): Column<ListedExecution> => ({
  id: 'pick',
  title: '',
  fixed: true,
  value: () => null,
  show: (row, isMarked) => (
    <input
      type="checkbox"
      aria-label={`Choose execution ${row.id} for comparing`}
      checked={isMarked}
      onChange={() => pick(row.id)}
    />
  ),
});

export const numberColumn: Column<ListedExecution> = {
  id: 'id',
  title: 'No.',
  numeric: true,
  value: (row) => row.id,
};

export const sizeColumns: readonly Column<ListedExecution>[] = [
  {
    id: 'created_at',
    title: 'Began',
    value: (row) => row.created_at,
    show: (row) => <Time at={row.created_at} />,
  },
  {
    id: 'total_results',
    title: 'Results',
    numeric: true,
    value: (row) => row.total_results,
    show: (row) => count(row.total_results),
  },
];
