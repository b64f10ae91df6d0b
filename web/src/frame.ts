// Frames: when the reader sees what was drawn last. A click is answered by a frame at once, and what is
// large is drawn behind it: before it, it would hold back the sign that the click was taken.

// A page in the background has no frames, and goes on without one.
const longestWaitMs = 1_000;

// Calls `then` once, in a task of its own behind the next frame.
function afterFrame(onFrame: () => void, then: () => void): void {
  const proceed = () => {
    window.clearTimeout(timer);
    window.cancelAnimationFrame(frame);
    onFrame();
    window.setTimeout(then); // this is called before the frame is painted; a task comes behind it
  };
  const timer = window.setTimeout(proceed, longestWaitMs);
  const frame = window.requestAnimationFrame(proceed);
}

let next: Promise<void> | null = null;

// Done when what is on the page now was shown. Everyone who waits for one frame goes on in one task, so
// that what they change is drawn together.
export function frameShown(): Promise<void> {
  next ??= new Promise((resolve) =>
    afterFrame(() => {
      next = null; // what changes from here on may be in the next frame only
    }, resolve),
  );
  return next;
}

const turns: (() => void)[] = [];
let isTaking = false;

function takeTurn(): void {
  const work = turns.shift();
  isTaking = work !== undefined;
  if (!work) return;
  window.setTimeout(takeTurn); // asked for before: work that fails stops no other
  work();
}

// Does it behind the next frame, in a task of its own: between two of them the browser shows a frame or
// takes a click. First come, first served.
export function inTurn(work: () => void): void {
  turns.push(work);
  if (isTaking) return;
  isTaking = true;
  void frameShown().then(() => window.setTimeout(takeTurn));
}
