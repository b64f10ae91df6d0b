// Light, dark, or as the system says. The choice is a convenience kept in local storage; charts ask
// here for the colours in force, which the style sheet alone defines.
import { useEffect, useState } from 'preact/hooks';

export type Theme = 'system' | 'light' | 'dark';
const place = 'plumb.theme';

export function storedTheme(): Theme {
  try {
    const value = window.localStorage.getItem(place);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    return 'system';
  }
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === 'system') window.localStorage.removeItem(place);
    else window.localStorage.setItem(place, theme);
  } catch {
    // A browser that keeps nothing: the choice lasts as long as the page.
  }
  window.dispatchEvent(new Event('plumb-theme'));
}

export interface Colours {
  ink: string;
  muted: string;
  line: string;
  surface: string;
  accent: string;
  baseline: string;
  current: string;
  stable: string;
  undecided: string;
  drifted: string;
  low: string; // the scale of heat maps, from below zero to above
  middle: string;
  high: string;
  series: string[];
}

export function colours(): Colours {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    ink: of('ink'),
    muted: of('muted'),
    line: of('line'),
    surface: of('surface'),
    accent: of('accent'),
    baseline: of('baseline'),
    current: of('current'),
    stable: of('stable'),
    undecided: of('undecided'),
    drifted: of('drifted'),
    low: of('heat-low'),
    middle: of('heat-middle'),
    high: of('heat-high'),
    series: [1, 2, 3, 4, 5, 6, 7].map((n) => of(`series-${n}`)),
  };
}

// A number that changes whenever colours do: charts draw again.
export function useThemeTurn(): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const next = () => setTurn((n) => n + 1);
    const system = window.matchMedia('(prefers-color-scheme: dark)');
    window.addEventListener('plumb-theme', next);
    system.addEventListener('change', next);
    return () => {
      window.removeEventListener('plumb-theme', next);
      system.removeEventListener('change', next);
    };
  }, []);
  return turn;
}
