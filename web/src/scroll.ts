// Where the reader is on a page: the Back button and a reload find it again. It stands in the browser's
// history beside the address, and is returned to once the page is drawn as far as there.

const quietMs = 100; // browsers count how often the history is written
const longestReturnMs = 10_000;
const ownMoves = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

let stopReturning: (() => void) | null = null; // while the page is still growing
let pending = 0;

const topOf = (state: unknown) => (state as { top?: number } | null)?.top ?? 0;

function keep(): void {
  window.clearTimeout(pending);
  const top = Math.round(window.scrollY);
  if (stopReturning || top === topOf(window.history.state)) return;
  window.history.replaceState({ ...window.history.state, top }, '');
}

function keepSoon(): void {
  const address = window.location.href;
  window.clearTimeout(pending);
  pending = window.setTimeout(() => {
    if (window.location.href === address) keep(); // else it was another page's place
  }, quietMs);
}

// Call once. The browser's own way would scroll before the page is drawn.
export function keepScroll(): void {
  window.history.scrollRestoration = 'manual';
  window.addEventListener('scroll', keepSoon, { passive: true });
  window.addEventListener('click', keep, true); // it may lead to another page
}

// To the place that the history has for the page at hand, or to its top. A reader who moves meanwhile
// stays where that leads.
export function returnToPlace(): void {
  stopReturning?.();
  const top = topOf(window.history.state);
  const isThere = () => {
    window.scrollTo(0, top);
    return Math.abs(window.scrollY - top) <= 1;
  };
  if (isThere()) return;
  const stop = () => {
    watch.disconnect();
    window.clearTimeout(timer);
    for (const name of ownMoves) window.removeEventListener(name, stop);
    stopReturning = null;
  };
  const watch = new ResizeObserver(() => {
    if (isThere()) stop();
  });
  const timer = window.setTimeout(stop, longestReturnMs);
  for (const name of ownMoves) window.addEventListener(name, stop, { passive: true });
  stopReturning = stop;
  watch.observe(document.body);
}
