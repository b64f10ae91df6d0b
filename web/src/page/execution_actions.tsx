// What can be done with an execution: make it a baseline, compare it.
import { useState } from 'preact/hooks';
import { get, post } from '../api/client';
import { useDoing, useLoad } from '../api/load';
import { useAccess } from '../api/session';
import type { Execution } from '../api/types';
import { excerpt } from '../format';
import { jobDone } from '../jobs';
import { Choice, Dialog, Field } from '../part/form';
import { ProblemNote } from '../part/notice';
import { hrefTo, useGoFromHere } from '../route';
import { CompleteExecution } from './execution_end';

// Two clicks: the button, and the dialog's own, with a name and a tag that can stay as they are.
export function MakeBaseline({
  execution,
  onMade,
  small = false,
}: {
  execution: Execution;
  onMade: () => void;
  small?: boolean;
}) {
  const { canWrite } = useAccess();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [tag, setTag] = useState('');
  const doing = useDoing();
  if (!canWrite || execution.state !== 'completed') return null;
  const begin = () => {
    doing.clear();
    setName(excerpt(execution.name || `Execution ${execution.id}`, 100));
    setOpen(true);
  };
  const make = () =>
    void doing.run(async () => {
      await post('/api/v1/baselines', {
        body: { execution_id: execution.id, name, ...(tag.trim() ? { tag: tag.trim() } : {}) },
      });
      setOpen(false);
      onMade();
    });
  return (
    <>
      <button type="button" class={small ? 'button button-small' : 'button'} onClick={begin}>
        Make it a baseline
      </button>
      <Dialog
        title="Make it a baseline"
        open={open}
        onClose={() => setOpen(false)}
        doing={doing}
        submit="Create the baseline"
        onSubmit={make}
      >
        <Field label="Name" name="name" value={name} onInput={setName} problem={doing.problem} required />
        <Field
          label="Tag"
          name="tag"
          value={tag}
          onInput={setTag}
          problem={doing.problem}
          hint="Optional. Comparisons may ask for the newest baseline with a tag, such as prod."
          placeholder="prod"
        />
      </Dialog>
    </>
  );
}

// The comparison that a job made, once it is done: the newest of the execution.
async function comparedBy(job: number, execution: number, told: (state: string) => void) {
  await jobDone(job, told);
  const query = { execution_id: execution, order: 'desc', limit: 1 };
  return (await get('/api/v1/comparisons', { query })).items[0];
}

export function CompareWith({ execution, onCompared }: { execution: Execution; onCompared: () => void }) {
  const { canWrite } = useAccess();
  const [chosen, setChosen] = useState('');
  const [stage, setStage] = useState('');
  const doing = useDoing();
  const goOn = useGoFromHere();
  const baselines = useLoad('baselines-to-choose', (signal) =>
    get('/api/v1/baselines', { query: { order: 'desc', limit: 200 }, signal }),
  );
  const others = useLoad('executions-to-choose', (signal) =>
    get('/api/v1/executions', { query: { order: 'desc', limit: 200, state: 'completed' }, signal }),
  );
  if (!canWrite)
    return <p class="quiet">Your key may read. Somebody with a key that may write can compare it.</p>;
  if (execution.state !== 'completed') return <CompleteExecution execution={execution} onDone={onCompared} />;
  const options: [string, string][] = [
    ['', 'the execution before it'],
    ...(baselines.data?.items ?? [])
      .filter((each) => each.execution_id !== execution.id)
      .map(
        (each) =>
          [
            String(each.execution_id),
            `baseline ${excerpt(each.tag ?? each.name, 60)} (execution ${each.execution_id})`,
          ] as [string, string],
      ),
    ...(others.data?.items ?? [])
      .filter((each) => each.id !== execution.id)
      .map(
        (each) => [String(each.id), `execution ${each.id}: ${excerpt(each.name, 60)}`] as [string, string],
      ),
  ];
  const unique = options.filter(
    ([value], index) => options.findIndex(([other]) => other === value) === index,
  );
  const compare = () =>
    void doing.run(async () => {
      const body =
        chosen === ''
          ? { execution_id: execution.id, baseline_mode: 'previous', wait_seconds: 5 }
          : { execution_id: execution.id, baseline_execution_id: Number(chosen), wait_seconds: 5 };
      const answer = await post('/api/v1/drift/compare', { body });
      const made = 'job_id' in answer ? await comparedBy(answer.job_id, execution.id, setStage) : answer;
      if (made) goOn(hrefTo(['executions', execution.id], { against: made.baseline_execution_id }));
      onCompared();
    });
  return (
    <div class="form">
      <div class="pickers">
        <Choice label="Compare with" value={chosen} options={unique} onChange={setChosen} />
        <button type="button" class="button button-main" disabled={doing.busy} onClick={compare}>
          {doing.busy ? `Comparing${stage ? ` (${stage})` : ''}…` : 'Compare'}
        </button>
      </div>
      {doing.problem && <ProblemNote problem={doing.problem} />}
    </div>
  );
}
