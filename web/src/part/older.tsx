// The foot of a list that has more: the older ones, by a button.
import type { Listed } from '../api/list';
import { visible } from '../format';

export function Older<T>({ list }: { list: Listed<T> }) {
  if (!list.data?.next_cursor) return null;
  return (
    <>
      <button
        type="button"
        class="button button-small"
        disabled={list.isLoadingOlder}
        onClick={list.loadOlder}
      >
        {list.isLoadingOlder ? 'Loading…' : 'Load older'}
      </button>
      {list.olderProblem && (
        <span role="alert" class="severity-high">
          {visible(list.olderProblem.message)}
        </span>
      )}
    </>
  );
}
