// Where the reader is: everything that can be linked to stands behind the '#', so the dashboard
// works below any path. A route is a path and parameters: #/executions/3?against=2&label=lang%3Dde.
import { useEffect, useState } from 'preact/hooks';

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

// '#/a/b?x=1'; parameters that are null, undefined or '' are left out, lists repeat their name.
export function hrefTo(path: readonly (string | number)[], query: Record<string, Value> = {}): string {
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
export function withQuery(route: Route, change: Record<string, Value>): string {
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

// The same without a step for the Back button: for what follows the pointer or the keyboard.
export function replaceRoute(href: string): void {
  window.history.replaceState(null, '', href);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

export function useRoute(): Route {
  const [hash, setHash] = useState(window.location.hash);
  useEffect(() => {
    const follow = () => setHash(window.location.hash);
    window.addEventListener('hashchange', follow);
    follow();
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return parseRoute(hash);
}
