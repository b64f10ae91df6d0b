// The files that were taken, and how far each is. They outlast the page: who looks elsewhere meanwhile
// finds them as they are. Another project starts with none.
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { Import } from './import_send';
import { forgetExperiments } from './import_send';

let imports: readonly Import[] = [];
const listeners = new Set<() => void>();

function tell(next: readonly Import[]): void {
  imports = next;
  for (const listener of listeners) listener();
}

export function addImport(it: Import): void {
  tell([it, ...imports]);
}

export function changeImport(key: number, more: Partial<Import>): void {
  tell(imports.map((each) => (each.key === key ? { ...each, ...more } : each)));
}

export function dropImport(key: number): void {
  tell(imports.filter((each) => each.key !== key));
}

export function forgetImports(): void {
  for (const each of imports) each.stop?.abort();
  forgetExperiments();
  tell([]);
}

export function useImports(): readonly Import[] {
  const [list, setList] = useState(imports);
  useEffect(() => {
    const follow = () => setList(imports);
    listeners.add(follow);
    follow();
    return () => {
      listeners.delete(follow);
    };
  }, []);
  return list;
}

// A browser that leaves the page breaks off what is being sent: it asks first, from the moment that the
// page says so to the moment that it says otherwise.
export function useStayWhileSending(): void {
  const isSending = useImports().some((each) => each.stage === 'sending');
  useLayoutEffect(() => {
    if (!isSending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSending]);
}
