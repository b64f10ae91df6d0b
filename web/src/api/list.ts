// A list that the server gives in pages, newest first: the first page, and older ones on demand. How
// many older ones were asked for stands in the address.
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { useAsked } from '../query_state';
import type { QueryChange } from '../route';
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

// Pages that a link loads without a click.
const mostLinked = 20;

// For a change of what is listed: another list starts with its first rows.
export function fromTheTop(name: string): QueryChange {
  return { [`${name}.older`]: null, [`${name}.rows`]: null };
}

// `name` is that of its parameters in the address, and of the table that shows it.
export function useList<T, Page extends PageOf<T> = PageOf<T>>(
  name: string,
  key: string | null,
  load: (cursor: string | null, signal?: AbortSignal) => Promise<Page & PageOf<T>>,
): Listed<T, Page> {
  const first = useLoad(key, (signal) => load(null, signal));
  const [asked, ask] = useAsked(`${name}.older`, 0, mostLinked);
  // Older rows belong to the first page that they were loaded after.
  const [older, setOlder] = useState<(PageOf<T> & { after: Page; pages: number }) | null>(null);
  const doing = useDoing();
  const more = older && older.after === first.data ? older : null;
  const pages = more?.pages ?? 0;
  const cursor = (more ?? first.data)?.next_cursor ?? null;
  const loadNext = () =>
    void doing.run(async () => {
      const after = first.data;
      if (!after || cursor === null) return;
      const page = await load(cursor);
      setOlder({
        after,
        items: [...(more?.items ?? []), ...page.items],
        next_cursor: page.next_cursor,
        pages: pages + 1,
      });
    });
  // Before the click's frame, which shows that they are on the way. Where one fails, the button asks again.
  const isWanted = pages < asked && cursor !== null && !first.loading && !doing.busy && !doing.problem;
  useLayoutEffect(() => {
    if (isWanted) loadNext();
  }, [isWanted, first.data, pages]);
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
    loadOlder: () => {
      doing.clear();
      ask(pages + 1);
    },
    isLoadingOlder: doing.busy,
    olderProblem: doing.problem,
  };
}
