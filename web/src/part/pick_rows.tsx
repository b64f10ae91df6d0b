// Rows of executions that are ticked, and the columns that every list of executions has. The ticks stand
// in the address.
import { useCallback } from 'preact/hooks';
import type { Grade, ListedExecution } from '../api/types';
import { count, nothing, score } from '../format';
import { idSet, useQueryState, type Kind } from '../query_state';
import { hrefTo } from '../route';
import { GradeBadge } from './badge';
import type { Column } from './table';
import { Time } from './text';

const noneTicked = idSet();

// `pick` ticks a row or takes its tick back; it stays the same function, so that a table draws the
// row alone anew. A `kind` of the caller's must stay the same one too.
export function usePicked(
  kind: Kind<ReadonlySet<number>> = noneTicked,
): [ReadonlySet<number>, (id: number) => void] {
  const [picked, setPicked] = useQueryState('ticked', kind);
  const pick = useCallback(
    (id: number) =>
      setPicked((old) => {
        const next = new Set(old);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [setPicked],
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

interface Scored {
  drift_score: number | null;
  drift_grade: Grade | null;
  baseline_execution_id: number | null;
}

// How far a run drifted and from what, where it was compared.
export const scoreColumns = <Row,>(
  title: string,
  of: (row: Row) => Scored | null | undefined,
): readonly Column<Row>[] => [
  {
    id: 'drift_score',
    title,
    numeric: true,
    value: (row) => of(row)?.drift_score,
    show: (row) => score(of(row)?.drift_score),
  },
  {
    id: 'drift_grade',
    title: 'Grade',
    value: (row) => of(row)?.drift_grade,
    show: (row) => <GradeBadge grade={of(row)?.drift_grade} />,
  },
  {
    id: 'baseline_execution_id',
    title: 'Against',
    numeric: true,
    value: (row) => of(row)?.baseline_execution_id,
    show: (row) => {
      const id = of(row)?.baseline_execution_id;
      return id == null ? nothing : <a href={hrefTo(['executions', id])}>{id}</a>;
    },
  },
];

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
