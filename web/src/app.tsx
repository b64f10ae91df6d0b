// The shell: who is there, the navigation, and the page that the route names.
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useErrorBoundary, useMemo, useRef, useState } from 'preact/hooks';
import { whenSignedOut, whenTokenIsStale, type ApiProblem } from './api/client';
import type { WhoAmI } from './api/types';
import { asProblem, signedIn, useDoing, type Doing } from './api/load';
import {
  AccessContext,
  accessOf,
  isSameProject,
  signOut,
  whenAnotherTabSigns,
  whoAmI,
  type SignWay,
} from './api/session';
import { DropAnywhere } from './page/import';
import { forgetImports } from './page/import_list';
import { pageOf } from './pages';
import { PlumbMark } from './part/mark';
import { Page } from './part/page';
import { Name } from './part/text';
import { ProblemNote, Waiting } from './part/notice';
import { SignIn, type Ended } from './page/sign_in';
import { hrefTo, useRoute, type Route } from './route';
import { returnToPlace } from './scroll';
import { applyTheme, storedTheme, type Theme } from './theme';

const navigation: readonly { group: string; links: readonly (readonly [path: string, name: string])[] }[] = [
  {
    group: 'Look',
    links: [
      ['', 'Overview'],
      ['compare', 'Compare'],
      ['sessions', 'Sessions'],
      ['experiments', 'Experiments'],
      ['stereotypes', 'Stereotypes'],
    ],
  },
  {
    group: 'Set up',
    links: [
      ['import', 'Import'],
      ['baselines', 'Baselines'],
      ['monitors', 'Monitors'],
      ['keys', 'Keys'],
    ],
  },
];

function ThemeChoice() {
  const [theme, setTheme] = useState<Theme>(storedTheme());
  return (
    <label>
      <span class="unseen">Colours</span>
      <select
        value={theme}
        onChange={(event) => {
          const next = event.currentTarget.value as Theme;
          setTheme(next);
          applyTheme(next);
        }}
      >
        <option value="system">Colours: system</option>
        <option value="light">Colours: light</option>
        <option value="dark">Colours: dark</option>
      </select>
    </label>
  );
}

function Side({
  route,
  who,
  leaving,
  onSignOut,
}: {
  route: Route;
  who: WhoAmI;
  leaving: Doing;
  onSignOut: () => void;
}) {
  const [open, setOpen] = useState(false);
  const at = route.path[0] ?? '';
  const here = at === 'executions' ? '' : at;
  return (
    <header class={open ? 'side side-open' : 'side'}>
      <div class="side-top">
        <a class="brand" href={hrefTo([])}>
          <PlumbMark />
          Plumb
        </a>
        <button
          type="button"
          class="button button-small menu-button"
          aria-expanded={open}
          aria-controls="navigation"
          onClick={() => setOpen(!open)}
        >
          Menu
        </button>
      </div>
      <nav id="navigation" aria-label="Pages">
        <ul>
          {navigation.map(({ group, links }) => [
            <li key={group} class="group">
              {group}
            </li>,
            ...links.map(([path, name]) => (
              <li key={path}>
                <a
                  href={hrefTo(path ? [path] : [])}
                  aria-current={here === path ? 'page' : undefined}
                  onClick={() => setOpen(false)}
                >
                  {name}
                </a>
              </li>
            )),
          ])}
        </ul>
      </nav>
      <div class="side-foot">
        {who.project && (
          <div>
            <span class="quiet">Project </span>
            <Name text={who.project.name} most={40} />
          </div>
        )}
        {who.state === 'open' && (
          <div class="quiet">
            Open to this machine. <a href={hrefTo(['keys'])}>Make a key</a> to close it.
          </div>
        )}
        <ThemeChoice />
        {who.state === 'signed_in' && (
          <button type="button" class="button button-small" disabled={leaving.busy} onClick={onSignOut}>
            Sign out
          </button>
        )}
        {leaving.problem && <ProblemNote problem={leaving.problem} />}
        <div class="quiet">
          <a href="docs">API reference</a> · {who.version}
        </div>
      </div>
    </header>
  );
}

function Guard({ children }: { children: ComponentChildren }) {
  const [error, reset] = useErrorBoundary();
  if (error)
    return (
      <Page title="This page has a fault">
        <ProblemNote problem={asProblem(error)} retry={reset} />
      </Page>
    );
  return <>{children}</>;
}

export function App() {
  const route = useRoute();
  const [who, setWho] = useState<WhoAmI | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [ended, setEnded] = useState<Ended | null>(null);
  const [project, setProject] = useState(0); // counts: another project is another page
  const main = useRef<HTMLElement>(null);
  const latest = useRef<WhoAmI | null>(null);
  latest.current = who;
  // The server no longer knows who asks: the page is hidden and stays as it is, its scope too.
  const hide = useCallback(() => {
    const before = latest.current;
    if (!before || before.state === 'signed_out') return;
    setEnded(before.state === 'open' ? 'closed' : 'expired');
    setWho({ ...before, state: 'signed_out', csrf_token: null });
  }, []);
  // Somebody signed out, here or in another tab: nothing of the page stays.
  const drop = useCallback((next: WhoAmI, why: Ended | null) => {
    setEnded(why);
    setWho(next);
  }, []);
  // Somebody else may be there than before. The same project: what is on the page and what was typed
  // stay. Another one: nothing of the first may stay.
  const take = useCallback((next: WhoAmI) => {
    const before = latest.current;
    const isOut = next.state === 'signed_out';
    if (isOut && before && before.state !== 'signed_out') {
      hide();
      return;
    }
    // Nobody else after all: a key that may not do this.
    if (before && before.state === next.state && before.csrf_token === next.csrf_token) return;
    if (!isOut) setEnded(null);
    if (before && !isOut && !isSameProject(before, next)) {
      forgetImports();
      setProject((n) => n + 1);
    }
    latest.current = next;
    setWho(next);
    if (before && !isOut) window.dispatchEvent(new Event(signedIn));
  }, []);
  const refresh = useCallback(async () => {
    try {
      setProblem(null);
      setWho(await whoAmI());
    } catch (error) {
      setProblem(asProblem(error));
    }
  }, []);
  useEffect(() => {
    whenSignedOut(hide);
    whenTokenIsStale(async () => {
      const before = latest.current;
      const next = await whoAmI();
      take(next);
      return before !== null && next.state === 'signed_in' && isSameProject(before, next);
    });
    void refresh();
    const follow = async (way: SignWay) => {
      const next = await whoAmI();
      if (way === 'out' && next.state === 'signed_out') drop(next, 'elsewhere');
      else take(next);
    };
    return whenAnotherTabSigns((way) => void follow(way).catch(() => undefined));
  }, []);
  const place = route.path.join('/');
  const first = useRef(true);
  useEffect(() => {
    // Another page: a reader with a screen reader or the keyboard starts at its top.
    if (first.current) first.current = false;
    else main.current?.focus({ preventScroll: true });
    returnToPlace();
  }, [place]);
  // The sign-in's field is gone, and with it the focus; a dialog that came back has taken it.
  const isOut = who?.state === 'signed_out';
  const wasOut = useRef(false);
  useEffect(() => {
    if (wasOut.current && !isOut && document.activeElement === document.body)
      main.current?.focus({ preventScroll: true });
    wasOut.current = isOut;
  }, [isOut]);
  const leaving = useDoing();
  const leave = () =>
    void leaving.run(async () => {
      await signOut();
      drop(await whoAmI(), null);
    });
  const access = useMemo(() => (who ? { who, ...accessOf(who), refresh, setWho } : null), [who, refresh]);

  if (problem)
    return (
      <main class="main">
        <h1>Plumb</h1>
        <ProblemNote problem={problem} retry={() => void refresh()} />
      </main>
    );
  if (!who || !access)
    return (
      <main class="main">
        <Waiting what="Plumb" />
      </main>
    );
  const isKept = ended === 'expired' || ended === 'closed';
  if (isOut && !isKept) return <SignIn ended={ended} onSignedIn={take} />;
  return (
    <AccessContext.Provider value={access}>
      {isOut && <SignIn ended={ended} onSignedIn={take} />}
      {/* A sign-in that ended hides the page and does not close it: what was typed is there afterwards. */}
      <div class="shell" hidden={isOut} key={project}>
        <a
          class="skip"
          href="#main"
          onClick={(event) => {
            event.preventDefault();
            main.current?.focus();
          }}
        >
          Skip to the page
        </a>
        <Side route={route} who={who} leaving={leaving} onSignOut={leave} />
        <main class="main" id="main" ref={main} tabIndex={-1}>
          <Guard key={place}>{pageOf(route)}</Guard>
        </main>
      </div>
      <DropAnywhere />
    </AccessContext.Provider>
  );
}
