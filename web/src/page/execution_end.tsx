// How an execution ends: it is completed, after which no result comes in, or deleted with all that rests
// on it.
import { useState } from 'preact/hooks';
import { post, remove } from '../api/client';
import { useDoing } from '../api/load';
import { useAccess } from '../api/session';
import type { Execution } from '../api/types';
import { plural } from '../format';
import { Dialog } from '../part/form';
import { ProblemNote } from '../part/notice';
import { Name } from '../part/text';
import { hrefTo, useGoFromHere } from '../route';

export function CompleteExecution({ execution, onDone }: { execution: Execution; onDone: () => void }) {
  const doing = useDoing();
  const complete = () =>
    void doing.run(async () => {
      await post('/api/v1/executions/{execution_id}/complete', { path: { execution_id: execution.id } });
      onDone();
    });
  return (
    <div class="form">
      <p class="quiet">
        It still receives results. Once it is completed it can be compared, and no result comes in any more.
      </p>
      <div class="actions">
        <button type="button" class="button button-main" disabled={doing.busy} onClick={complete}>
          Complete it
        </button>
      </div>
      {doing.problem && <ProblemNote problem={doing.problem} />}
    </div>
  );
}

export function DeleteExecution({ execution }: { execution: Execution }) {
  const { canWrite } = useAccess();
  const [isAsking, setIsAsking] = useState(false);
  const doing = useDoing();
  const goOn = useGoFromHere();
  if (!canWrite) return null;
  const ask = () => {
    doing.clear();
    setIsAsking(true);
  };
  const drop = () =>
    void doing.run(async () => {
      await remove('/api/v1/executions/{execution_id}', { path: { execution_id: execution.id } });
      goOn(hrefTo([]));
    });
  return (
    <>
      <button type="button" class="button button-danger" onClick={ask}>
        Delete it
      </button>
      <Dialog
        title="Delete the execution?"
        open={isAsking}
        onClose={() => setIsAsking(false)}
        doing={doing}
        submit="Delete"
        danger
        onSubmit={drop}
      >
        <p>
          <Name text={execution.name || `Execution ${execution.id}`} /> goes for good, with its{' '}
          {plural(execution.total_results, 'result')}, their vectors and every comparison of it or with it. An
          execution that a baseline stands on stays until the baseline is deleted.
        </p>
      </Dialog>
    </>
  );
}
