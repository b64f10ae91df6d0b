// The frame of a page: its title (also the document's), what it is about, what can be done.
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { excerpt, visible } from '../format';

export function Page({
  title,
  lead,
  actions,
  children,
}: {
  title: string;
  lead?: ComponentChildren;
  actions?: ComponentChildren;
  children: ComponentChildren;
}) {
  useEffect(() => {
    document.title = `${visible(excerpt(title, 60))} · Plumb`;
  }, [title]);
  return (
    <>
      <header class="page-head">
        <div class="page-title">
          <h1 tabIndex={-1}>
            <bdi>{visible(excerpt(title, 160))}</bdi>
          </h1>
          {lead && <div class="lead">{lead}</div>}
        </div>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}
