// What a page says when it has nothing, waits, or cannot.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ApiProblem } from '../api/client';
import { visible } from '../format';

export function ProblemNote({ problem, retry }: { problem: ApiProblem; retry?: () => void }) {
  return (
    <div class="notice notice-problem" role="alert">
      <strong>{visible(problem.title)}</strong>
      <p dir="auto">{visible(problem.message)}</p>
      {problem.errors.length > 1 && (
        <ul>
          {problem.errors.slice(0, 20).map((error) => (
            <li key={error.field}>
              <code>{visible(error.field)}</code> {visible(error.message)}
            </li>
          ))}
        </ul>
      )}
      {retry && (
        <button type="button" class="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

export function Waiting({ what }: { what: string }) {
  return (
    <div class="waiting" role="status">
      <span class="waiting-bar" aria-hidden="true" />
      <span>Loading {what}…</span>
    </div>
  );
}

export function Empty({
  title,
  children,
  actions,
}: {
  title: string;
  children: ComponentChildren;
  actions?: ComponentChildren;
}) {
  return (
    <section class="empty">
      <h2>{title}</h2>
      <div class="empty-text">{children}</div>
      {actions && <div class="actions">{actions}</div>}
    </section>
  );
}

// A command to copy.
export function Command({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <div class="command">
      <code>{visible(text)}</code>
      <button type="button" class="button button-small" onClick={() => void copyText(text).then(setCopied)}>
        {copied ? 'Copied' : 'Copy'}
      </button>
    </div>
  );
}

// The clipboard of a page that came without TLS is closed to scripts; the older way works there.
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'unseen';
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}
