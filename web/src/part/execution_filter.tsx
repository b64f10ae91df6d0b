// Which executions a list shows: those of a name, those with a label. Both stand in the address.
import { useEffect, useRef, useState } from 'preact/hooks';
import { fromTheTop } from '../api/list';
import type { ListedExecution } from '../api/types';
import { visible } from '../format';
import { changeQuery } from '../query_state';
import { withQuery, type Route } from '../route';
import { Field } from './form';

export interface ExecutionFilter {
  name: string;
  label: string;
}

export function filterOf({ query }: Route): ExecutionFilter {
  return { name: query.get('name') ?? '', label: query.get('label') ?? '' };
}

export const isUnfiltered = ({ name, label }: ExecutionFilter) => name === '' && label === '';

const quietMs = 250; // a pause of the typing
const mostOffered = 100;
const longestOffered = 120; // letters

// The server is asked when the typing pauses, not with every letter.
function QuietField({
  onQuiet,
  value,
  ...field
}: {
  label: string;
  value: string;
  onQuiet: (value: string) => void;
  placeholder?: string;
  offers?: readonly string[];
}) {
  const [typed, setTyped] = useState<string | null>(null); // what was not asked for yet
  useEffect(() => {
    if (typed === null) return;
    const timer = window.setTimeout(() => {
      onQuiet(typed);
      setTyped(null);
    }, quietMs);
    return () => window.clearTimeout(timer);
  }, [typed]);
  return <Field {...field} value={typed ?? value} onInput={setTyped} />;
}

// Names that can be told apart when they are offered, each once.
export function offered(names: Iterable<string>): string[] {
  return [...new Set(names)]
    .filter((name) => name !== '' && name.length <= longestOffered && name === visible(name))
    .slice(0, mostOffered);
}

// `table` is the list's name in the address; of its rows the names are offered, also those of before a
// filter took them out.
export function FilterFields({
  filter,
  rows,
  table,
}: {
  filter: ExecutionFilter;
  rows: readonly ListedExecution[];
  table: string;
}) {
  const seen = useRef(new Set<string>());
  for (const row of rows) seen.current.add(row.name);
  const change = (part: Partial<ExecutionFilter>) => changeQuery({ ...part, ...fromTheTop(table) });
  return (
    <>
      <QuietField
        label="Name is"
        value={filter.name}
        offers={offered(seen.current)}
        onQuiet={(name) => change({ name })}
      />
      <QuietField
        label="Has the label"
        placeholder="model:support-bot"
        value={filter.label}
        onQuiet={(label) => change({ label })}
      />
    </>
  );
}

export function NoMatch({ route }: { route: Route }) {
  return (
    <p>
      No execution matches. <a href={withQuery(route, { name: null, label: null })}>Show all</a>
    </p>
  );
}
