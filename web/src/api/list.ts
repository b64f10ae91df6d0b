// A list that the server gives in pages, newest first: the first page, and older ones on demand.
import { useMemo, useState } from 'preact/hooks';
import type { ApiProblem } from './client';
import { useDoing, useLoad, type Loaded } from './load';

interface PageOf<T> {
  items: T[];
  next_cursor: string | null;
}

export interface Listed<T> extends Loaded<PageOf<T>> {
  loadOlder: () => void;
  isLoadingOlder: boolean;
  olderProblem: ApiProblem | null;
}

export function useList<T>(
  key: string | null,
  load: (cursor: string | null, signal?: AbortSignal) => Promise<PageOf<T>>,
): Listed<T> {
  const first = useLoad(key, (signal) => load(null, signal));
  // Older rows belong to the first page that they were loaded after.
  const [older, setOlder] = useState<(PageOf<T> & { after: PageOf<T> }) | null>(null);
  const doing = useDoing();
  const more = older && older.after === first.data ? older : null;
  const loadOlder = () =>
    void doing.run(async () => {
      const after = first.data;
      const cursor = (more ?? after)?.next_cursor ?? null;
      if (!after || cursor === null) return;
      const page = await load(cursor);
      setOlder({ after, items: [...(more?.items ?? []), ...page.items], next_cursor: page.next_cursor });
    });
  const data = useMemo(
    () =>
      first.data && more
        ? { items: [...first.data.items, ...more.items], next_cursor: more.next_cursor }
        : first.data,
    [first.data, more],
  );
  return {
    ...first,
    data,
    loadOlder,
    isLoadingOlder: doing.busy,
    olderProblem: doing.problem,
  };
}
