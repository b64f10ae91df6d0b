// Text that came from outside. It is shown and never run; characters that turn or hide text show by
// their code; its direction is its own; a word of a megabyte wraps and starts folded.
import { useState } from 'preact/hooks';
import { ago, count, exactTime, excerpt, time, visible } from '../format';

// A short field: a name, a label, a tag.
export function Name({
  text,
  most = 80,
  empty = '(no name)',
}: {
  text: string | null | undefined;
  most?: number;
  empty?: string;
}) {
  if (!text) return <span class="quiet">{empty}</span>;
  const short = visible(excerpt(text, most));
  return (
    <bdi class="name" title={text.length > most ? visible(excerpt(text, 1_000)) : undefined}>
      {short}
    </bdi>
  );
}

// A long field: a prompt, a response. Folded past `most` characters.
export function Passage({
  text,
  most = 600,
  empty = '(blank)',
}: {
  text: string | null | undefined;
  most?: number;
  empty?: string;
}) {
  const [open, setOpen] = useState(false);
  if (!text || text.trim() === '') return <p class="passage quiet">{empty}</p>;
  const folded = text.length > most;
  // Past this a browser's layout takes seconds; who needs all of it has the API.
  const limit = 200_000;
  const shown = folded && !open ? excerpt(text, most) : excerpt(text, limit);
  return (
    <div class="passage">
      <p dir="auto">{visible(shown)}</p>
      {folded && (
        <button type="button" class="link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : `Show all ${count(text.length)} characters`}
        </button>
      )}
      {open && text.length > limit && <p class="quiet">The first {count(limit)} characters are shown.</p>}
    </div>
  );
}

export function Time({ at, relative = false }: { at: string | null | undefined; relative?: boolean }) {
  if (!at) return <span class="quiet">–</span>;
  return (
    <time dateTime={at} title={exactTime(at)}>
      {relative ? ago(at) : time(at)}
    </time>
  );
}
