// Text that came from outside. It is shown and never run; characters that turn or hide text show by
// their code; its direction is its own; a word of a megabyte wraps and starts folded.
import { ago, count, exactTime, excerpt, time, visible } from '../format';
import { useUnfolded } from '../query_state';

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

// Past this a browser's layout takes seconds; who needs all of it has the API.
const longest = 200_000;

function Folded({ text, name, most }: { text: string; name: string; most: number }) {
  const [open, setOpen] = useUnfolded(name);
  return (
    <div class="passage">
      <p dir="auto">{visible(excerpt(text, open ? longest : most))}</p>
      <button type="button" class="link" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Show less' : `Show all ${count(text.length)} characters`}
      </button>
      {open && text.length > longest && <p class="quiet">The first {count(longest)} characters are shown.</p>}
    </div>
  );
}

// A long field: a prompt, a response. Folded past `most` characters; that it was unfolded stands in the
// address by `name`, which no other text of the page has.
export function Passage({
  text,
  name,
  most = 600,
  empty = '(blank)',
}: {
  text: string | null | undefined;
  name: string;
  most?: number;
  empty?: string;
}) {
  if (!text || text.trim() === '') return <p class="passage quiet">{empty}</p>;
  if (text.length > most) return <Folded text={text} name={name} most={most} />;
  return (
    <div class="passage">
      <p dir="auto">{visible(text)}</p>
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
