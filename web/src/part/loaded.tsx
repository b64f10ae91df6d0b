// What a page loaded: shown once it is there, with a note above it where the server could not be asked
// (again). What is there stays, and nothing waits under a note.
import type { ComponentChildren } from 'preact';
import type { Loaded } from '../api/load';
import { ProblemNote, Waiting } from './notice';
import { Page } from './page';

// What is not there will not be there by asking again.
export function LoadNote({ load }: { load: Loaded<unknown> }) {
  const { problem, reload } = load;
  return problem && <ProblemNote problem={problem} retry={problem.status === 404 ? undefined : reload} />;
}

export function WhenLoaded<T>({
  load,
  what,
  children,
}: {
  load: Loaded<T>;
  what: string;
  children: (data: T) => ComponentChildren;
}) {
  return (
    <>
      <LoadNote load={load} />
      {load.data !== null ? children(load.data) : !load.problem && <Waiting what={what} />}
    </>
  );
}

// The page of one thing as long as nothing of it is there.
export function PageWithout({
  title,
  load,
  what,
  back,
}: {
  title: string;
  load: Loaded<unknown>;
  what: string;
  back: ComponentChildren; // a link to all of its kind
}) {
  return (
    <Page title={title}>
      <LoadNote load={load} />
      {load.problem ? <p>{back}</p> : <Waiting what={what} />}
    </Page>
  );
}
