// Where the reader is: everything that can be linked to stands behind the '#', so the dashboard
// works below any path. A route is a path and parameters: #/executions/3?against=2&label=lang%3Dde.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

export interface Route {
  path: string[]; // ['executions', '3']
  query: URLSearchParams;
}

export function parseRoute(hash: string): Route {
  const text = hash.replace(/^#/, '');
  const mark = text.indexOf('?');
  const path = mark < 0 ? text : text.slice(0, mark);
  return {
    path: path
      .split('/')
      .filter((part) => part !== '')
      .map(decoded),
    query: new URLSearchParams(mark < 0 ? '' : text.slice(mark + 1)),
  };
}

// A '%' that begins no escape, as in a link that somebody mangled, stays what it is.
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

type Value = string | number | null | undefined | readonly string[];
export type QueryChange = Readonly<Record<string, Value>>;

// '#/a/b?x=1'; parameters that are null, undefined or '' are left out, lists repeat their name.
export function hrefTo(path: readonly (string | number)[], query: QueryChange = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined || value === '') continue;
    if (typeof value === 'object') for (const each of value) search.append(name, each);
    else search.append(name, String(value));
  }
  const tail = search.toString();
  return `#/${path.map((part) => encodeURIComponent(part)).join('/')}${tail ? `?${tail}` : ''}`;
}

// The route at hand with some parameters changed; null removes one.
export function withQuery(route: Route, change: QueryChange): string {
  const query: Record<string, Value> = {};
  for (const name of new Set(route.query.keys())) {
    const all = route.query.getAll(name);
    query[name] = all.length > 1 ? all : all[0];
  }
  return hrefTo(route.path, { ...query, ...change });
}

export function go(href: string): void {
  window.location.hash = href;
}

// For work that ends later: leads on only from the page that it began on. Who looks elsewhere by then
// stays there.
export function useGoFromHere(): (href: string) => void {
  const begun = useRef(routeNow().path.join('/'));
  const isShown = useRef(true);
  useEffect(
    () => () => {
      isShown.current = false;
    },
    [],
  );
  return useCallback((href: string) => {
    if (isShown.current && routeNow().path.join('/') === begun.current) go(href);
  }, []);
}

// Everyone who shows something of the address is told in one go. With a listener each, the browser would
// let what one of them changed be drawn before it calls the next: a page that is being left would be
// drawn once more, with the parameters of the page that comes.
const followers = new Set<() => void>();
const tell = () => followers.forEach((follower) => follower());

export function followRoute(follower: () => void): () => void {
  if (followers.size === 0) window.addEventListener('hashchange', tell);
  followers.add(follower);
  return () => {
    followers.delete(follower);
    if (followers.size === 0) window.removeEventListener('hashchange', tell);
  };
}

// The same without a step for the Back button: for what follows the pointer or the keyboard.
export function replaceRoute(href: string): void {
  window.history.replaceState(window.history.state, '', href); // with the place that scroll.ts keeps there
  tell();
}

let read: { hash: string; route: Route } | null = null;

// The address as it is now, read once for all who ask.
export function routeNow(): Route {
  const { hash } = window.location;
  if (read?.hash !== hash) read = { hash, route: parseRoute(hash) };
  return read.route;
}

export function useRoute(): Route {
  const [route, setRoute] = useState(routeNow);
  useEffect(() => {
    const follow = () => setRoute(routeNow());
    const leave = followRoute(follow);
    follow();
    return leave;
  }, []);
  return route;
}
