// Asks for a curve along a session.
import { useState } from 'preact/hooks';
import { post } from '../api/client';
import { useDoing } from '../api/load';
import { useAccess } from '../api/session';
import { Choice, Dialog, Field } from '../part/form';

export function Measure({ id, onDone }: { id: number; onDone: () => void }) {
  const { canWrite } = useAccess();
  const [open, setOpen] = useState(false);
  const [kind, setKind] = useState<'initial-output' | 'inferred-goal' | 'alignment'>('initial-output');
  const [goal, setGoal] = useState('');
  const [plan, setPlan] = useState('');
  const [list, setList] = useState<'clinical' | 'wide' | 'support' | 'coding'>('support');
  const [entities, setEntities] = useState('');
  const doing = useDoing();
  if (!canWrite) return null;
  const measure = () =>
    void doing.run(async () => {
      const critical = entities
        .split('\n')
        .map((each) => each.trim())
        .filter((each) => each !== '');
      const body =
        kind === 'alignment'
          ? {
              measure: 'alignment',
              list,
              ...(plan.trim() ? { plan } : {}),
              ...(critical.length > 0 ? { critical_entities: critical } : {}),
            }
          : { measure: 'intent', against: kind, sentences: true, ...(goal.trim() ? { goal } : {}) };
      await post('/api/v1/sessions/{session_id}/curves', { path: { session_id: id }, body });
      setOpen(false);
      onDone();
    });
  return (
    <>
      <button
        type="button"
        class="button"
        onClick={() => {
          doing.clear();
          setOpen(true);
        }}
      >
        Measure a curve
      </button>
      <Dialog
        title="Measure a curve"
        open={open}
        onClose={() => setOpen(false)}
        doing={doing}
        submit="Measure"
        onSubmit={measure}
      >
        <Choice
          label="What"
          value={kind}
          onChange={setKind}
          options={[
            ['initial-output', 'Intent drift against the first output'],
            ['inferred-goal', 'Intent drift against the goal in force'],
            ['alignment', 'Alignment with a plan, entity recall'],
          ]}
        />
        {kind === 'inferred-goal' && (
          <Field
            label="Goal"
            name="goal"
            lines={3}
            value={goal}
            onInput={setGoal}
            problem={doing.problem}
            hint="What the session starts with; left empty, its own goal."
          />
        )}
        {kind === 'alignment' && (
          <>
            <Field
              label="Plan"
              name="plan"
              lines={4}
              value={plan}
              onInput={setPlan}
              problem={doing.problem}
              hint="What should be advised. Without one, recall alone is measured."
            />
            <Choice
              label="Terms"
              value={list}
              onChange={setList}
              options={[
                ['support', 'support'],
                ['coding', 'coding'],
                ['clinical', 'clinical'],
                ['wide', 'clinical, wide'],
              ]}
            />
            <Field
              label="Critical entities"
              name="critical_entities"
              lines={3}
              value={entities}
              onInput={setEntities}
              problem={doing.problem}
              hint="One a line: what no answer may forget."
            />
          </>
        )}
      </Dialog>
    </>
  );
}
