// The door: a key is exchanged for a cookie that no script sees. The address stays what it was, so
// whoever signs in is where they wanted to be.
import { useEffect, useState } from 'preact/hooks';
import { useDoing } from '../api/load';
import { signIn } from '../api/session';
import type { WhoAmI } from '../api/types';
import { Field } from '../part/form';
import { PlumbMark } from '../part/mark';
import { ProblemNote } from '../part/notice';

// Why nobody is signed in any more.
export type Ended = 'expired' | 'closed' | 'elsewhere';

const reasons: Record<Ended, string> = {
  expired:
    'Your sign-in has ended: its key was revoked or has expired, or the time ran out. Sign in again to go on where you were.',
  closed: 'This server asks for a key now: somebody made its first one. Sign in to go on where you were.',
  elsewhere: 'You signed out in another tab.',
};

export function SignIn({ ended, onSignedIn }: { ended: Ended | null; onSignedIn: (who: WhoAmI) => void }) {
  const [key, setKey] = useState('');
  const doing = useDoing();
  useEffect(() => {
    const before = document.title;
    document.title = 'Sign in · Plumb';
    return () => {
      document.title = before;
    };
  }, []);
  const submit = (event: Event) => {
    event.preventDefault();
    void doing.run(async () => onSignedIn(await signIn(key.trim())));
  };
  return (
    <main class="door">
      <form class="door-card" onSubmit={submit}>
        <span class="brand">
          <PlumbMark />
          Plumb
        </span>
        <h1>Sign in</h1>
        {ended && !doing.problem && <p role="status">{reasons[ended]}</p>}
        <Field
          label="API key"
          type="password"
          value={key}
          onInput={setKey}
          required
          autoFocus
          autocomplete="current-password"
          hint="Made by plumb key create, or on the Keys page by somebody with an admin key."
        />
        {doing.problem && <ProblemNote problem={doing.problem} />}
        <button type="submit" class="button button-main" disabled={doing.busy || key.trim() === ''}>
          {doing.busy ? 'Signing in…' : 'Sign in'}
        </button>
      </form>
    </main>
  );
}
