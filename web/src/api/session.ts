// Who is signed in, for every page: what may be offered follows from it.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { get, post, setCsrfToken } from './client';
import type { WhoAmI } from './types';

// Tabs share the cookie: one that signs in or out tells the others, which ask who they are now.
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('plumb-sign-in');

export type SignWay = 'in' | 'out';

export function whenAnotherTabSigns(listener: (way: SignWay) => void): () => void {
  const heard = (event: MessageEvent<SignWay>) => listener(event.data);
  tabs?.addEventListener('message', heard);
  return () => tabs?.removeEventListener('message', heard);
}

const tellTabs = (way: SignWay) => tabs?.postMessage(way);

// Whether the two may see the same: what one loaded may stay before the other's eyes.
export function isSameProject(a: WhoAmI, b: WhoAmI): boolean {
  return a.project?.id === b.project?.id && a.project?.name === b.project?.name;
}

export async function whoAmI(): Promise<WhoAmI> {
  const who = await get('/api/v1/whoami');
  setCsrfToken(who.csrf_token);
  return who;
}

export async function signIn(key: string): Promise<WhoAmI> {
  const who = await post('/api/v1/sign-in', { body: { key } });
  setCsrfToken(who.csrf_token);
  tellTabs('in');
  return who;
}

export async function signOut(): Promise<void> {
  await post('/api/v1/sign-out');
  setCsrfToken(null);
  tellTabs('out');
}

export interface Access {
  who: WhoAmI;
  canWrite: boolean;
  canAdmin: boolean;
  refresh: () => Promise<void>;
  setWho: (who: WhoAmI) => void;
}

export const AccessContext = createContext<Access | null>(null);

export function accessOf(who: WhoAmI): Pick<Access, 'canWrite' | 'canAdmin'> {
  const open = who.state === 'open';
  return {
    canWrite: open || who.scope === 'write' || who.scope === 'admin',
    canAdmin: open || who.scope === 'admin',
  };
}

export function useAccess(): Access {
  const access = useContext(AccessContext);
  if (!access) throw new Error('a page stands outside of the shell');
  return access;
}
