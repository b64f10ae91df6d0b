// A list that the server gives in pages, newest first: the first page, and older ones on demand.
import { useMemo, useState } from 'preact/hooks';
import type { ApiProblem } from './client';
import { useDoing, useLoad, type Loaded } from './load';

interface PageOf<T> {
  items: T[];
  next_cursor: string | null;
}

// `Page` may say more than its rows, such as how many there are in all: the first page's word holds.
export interface Listed<T, Page extends PageOf<T> = PageOf<T>> extends Loaded<Page> {
  loadOlder: () => void;
  isLoadingOlder: boolean;
  olderProblem: ApiProblem | null;
}

export function useList<T, Page extends PageOf<T> = PageOf<T>>(
  key: string | null,
  load: (cursor: string | null, signal?: AbortSignal) => Promise<Page & PageOf<T>>,
): Listed<T, Page> {
  const first = useLoad(key, (signal) => load(null, signal));
  // Older rows belong to the first page that they were loaded after.
  const [older, setOlder] = useState<(PageOf<T> & { after: Page }) | null>(null);
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
        ? { ...first.data, items: [...first.data.items, ...more.items], next_cursor: more.next_cursor }
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
