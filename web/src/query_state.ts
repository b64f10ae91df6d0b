// State that stands in the address: a link, a reload and the Back button bring it back. One parameter is
// one piece of state, named by whoever shows it; a part that may be on a page more than once, such as a
// table, puts its own name before it: executions.sort=-drift_score. What a parameter says is only a wish:
// a value that means nothing here counts as none, and what is as it always begins stays out.
//
// Nothing secret and nothing typed into a form may stand here: addresses are kept and sent.
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { followRoute, go, replaceRoute, routeNow, withQuery, type QueryChange } from './route';

// How a value is written as a parameter. `read` gets null where there is none; `write` gives null for
// what goes without saying.
export interface Kind<T> {
  read: (text: string | null) => T;
  write: (value: T) => string | null;
}

// 'step' is for what a reader thinks of as going somewhere: the Back button leads out of it again.
export type Move = 'replace' | 'step';

// Changes the address as it is now, not as it was when something was drawn: of two changes both stay.
export function changeQuery(change: QueryChange, move: Move = 'replace'): void {
  const href = withQuery(routeNow(), change);
  if (move === 'step') go(href);
  else replaceRoute(href);
}

// What `select` finds in the address; drawn anew when that is another value, and not when others are.
function useFromQuery<T extends string | boolean | null>(
  select: (query: URLSearchParams) => T,
  name: string,
): T {
  const [found, setFound] = useState(() => select(routeNow().query));
  useLayoutEffect(() => {
    const follow = () => setFound(select(routeNow().query));
    const leave = followRoute(follow);
    follow();
    return leave;
  }, [name]);
  return found;
}

// A name that somebody sent may have a million letters. What makes an address longer than anybody can
// send stays on the page alone.
export const mostLetters = 16_000;

export function useQueryState<T>(
  name: string,
  kind: Kind<T>,
  move: Move = 'replace',
): [T, (next: T | ((now: T) => T)) => void] {
  const stated = useFromQuery((query) => query.get(name), name);
  const [long, setLong] = useState<string | null>(null);
  const text = stated ?? long;
  const value = useMemo(() => kind.read(text), [kind, text]);
  const latest = useRef(long);
  latest.current = long;
  const set = useCallback(
    (next: T | ((now: T) => T)) => {
      const now = () => kind.read(routeNow().query.get(name) ?? latest.current);
      const wanted = kind.write(typeof next === 'function' ? (next as (now: T) => T)(now()) : next);
      const isLong = wanted !== null && wanted.length > mostLetters;
      setLong(isLong ? wanted : null);
      changeQuery({ [name]: isLong ? null : wanted }, move);
    },
    [name, kind, move],
  );
  return [value, set];
}

// Any text, or none.
export const anyText: Kind<string | null> = { read: (given) => given, write: (value) => value };

export const flag: Kind<boolean> = { read: (given) => given === '1', write: (value) => (value ? '1' : null) };

// A whole number from 0 on, or none.
export const wholeNumber: Kind<number | null> = {
  read: (given) => (given !== null && /^\d{1,15}$/.test(given) ? Number(given) : null),
  write: (value) => (value === null ? null : String(value)),
};

// One of a few words; the first one goes without saying.
export function oneOf<Word extends string>(words: readonly [Word, ...Word[]]): Kind<Word> {
  return {
    read: (given) => words.find((word) => word === given) ?? words[0],
    write: (value) => (value === words[0] ? null : value),
  };
}

// Some of a few words; `usual` alone goes without saying.
export function someOf<Word extends string>(words: readonly Word[], usual: Word): Kind<ReadonlySet<Word>> {
  return {
    read: (given) => {
      if (given === 'none') return new Set();
      const named = (given ?? '').split(',');
      const known = words.filter((word) => named.includes(word));
      return new Set(known.length > 0 ? known : [usual]);
    },
    write: (value) => (value.size === 1 && value.has(usual) ? null : [...value].join(',') || 'none'),
  };
}

// More than anybody reads: a link that somebody mangled must not keep the server busy.
export const mostIds = 2_000;

export function idsOf(given: string | null): number[] {
  const ids = (given ?? '')
    .split(',')
    .filter((each) => /^\d{1,15}$/.test(each))
    .map(Number);
  return [...new Set(ids)];
}

// A set of ids, in the order in which they came; `usual` goes without saying.
export function idSet(usual: readonly number[] = []): Kind<ReadonlySet<number>> {
  const usualText = usual.join(',');
  return {
    read: (given) => {
      const ids = given === 'none' ? [] : idsOf(given).slice(0, mostIds);
      return new Set(ids.length > 0 || given === 'none' ? ids : usual);
    },
    write: (value) => {
      const ids = [...value].join(',');
      return ids === usualText ? null : ids || 'none';
    },
  };
}

// How many of something a reader asked for, `first` of which are there without asking. A link brings
// `most` of them at most, and a click goes on from there: no link keeps a browser or a server busy.
export function askedOf(given: string | null, first: number, most: number): number {
  return Math.min(Math.max(first, wholeNumber.read(given) ?? first), Math.max(first, most));
}

export function useAsked(name: string, first: number, most: number): [number, (next: number) => void] {
  const [given, setGiven] = useQueryState(name, anyText);
  const [clicked, setClicked] = useState(first);
  const ask = useCallback(
    (next: number) => {
      setClicked(next);
      setGiven(next > first ? String(next) : null);
    },
    [setGiven, first],
  );
  return [askedOf(given, first, Math.max(most, clicked)), ask];
}

// Texts that were unfolded, each by a name that is its own on the page: text=moved.17.current.
const unfolded = 'text';
const mostLettersOfName = 200;

export function useUnfolded(name: string): [boolean, (open: boolean) => void] {
  const isShort = name.length <= mostLettersOfName; // as names of somebody's results are, mostly
  const stated = useFromQuery((query) => isShort && query.getAll(unfolded).includes(name), name);
  const [own, setOwn] = useState(false);
  const set = (open: boolean) => {
    if (!isShort) {
      setOwn(open);
      return;
    }
    const others = routeNow()
      .query.getAll(unfolded)
      .filter((each) => each !== name);
    changeQuery({ [unfolded]: open ? [...others, name] : others });
  };
  return [isShort ? stated : own, set];
}
