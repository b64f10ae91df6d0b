// Baselines: executions that others are compared with.
import { useMemo, useState } from 'preact/hooks';
import { get, patch, remove } from '../api/client';
import { useList } from '../api/list';
import { useDoing, useLoad } from '../api/load';
import { useAccess } from '../api/session';
import type { Baseline, Execution } from '../api/types';
import { excerpt } from '../format';
import { DemoOffer } from '../part/demo';
import { Choice, Dialog, Field } from '../part/form';
import { WhenLoaded } from '../part/loaded';
import { Empty } from '../part/notice';
import { Page } from '../part/page';
import { DataTable, type Column } from '../part/table';
import { Name, Time } from '../part/text';
import { hrefTo, type Route } from '../route';
import { MakeBaseline } from './execution_actions';

function Edit({
  baseline,
  onClose,
  onDone,
}: {
  baseline: Baseline;
  onClose: () => void;
  onDone: () => void;
}) {
  const [name, setName] = useState(baseline.name);
  const [tag, setTag] = useState(baseline.tag ?? '');
  const doing = useDoing();
  const save = () =>
    void doing.run(async () => {
      await patch('/api/v1/baselines/{baseline_id}', {
        path: { baseline_id: baseline.id },
        body: { name, tag: tag.trim() === '' ? null : tag.trim() },
      });
      onDone();
    });
  return (
    <Dialog title="Name and tag" open onClose={onClose} doing={doing} submit="Save" onSubmit={save}>
      <Field label="Name" name="name" value={name} onInput={setName} problem={doing.problem} required />
      <Field
        label="Tag"
        name="tag"
        value={tag}
        onInput={setTag}
        problem={doing.problem}
        hint="Comparisons may ask for the newest baseline with this tag."
      />
    </Dialog>
  );
}

function Delete({
  baseline,
  onClose,
  onDone,
}: {
  baseline: Baseline;
  onClose: () => void;
  onDone: () => void;
}) {
  const doing = useDoing();
  return (
    <Dialog
      title="Delete the baseline?"
      open
      onClose={onClose}
      doing={doing}
      submit="Delete"
      danger
      onSubmit={() =>
        void doing.run(async () => {
          await remove('/api/v1/baselines/{baseline_id}', { path: { baseline_id: baseline.id } });
          onDone();
        })
      }
    >
      <p>
        <Name text={baseline.name} /> goes; the execution and its comparisons stay.
      </p>
    </Dialog>
  );
}

function FromExecution({ items, onMade }: { items: readonly Execution[]; onMade: () => void }) {
  const [chosen, setChosen] = useState('');
  const execution = items.find((each) => String(each.id) === chosen) ?? items[0];
  if (!execution) return null;
  return (
    <div class="pickers">
      <Choice
        label="Execution"
        value={String(execution.id)}
        options={items.map((each) => [String(each.id), `${each.id}: ${excerpt(each.name, 50)}`])}
        onChange={setChosen}
      />
      <MakeBaseline execution={execution} onMade={onMade} />
    </div>
  );
}

const columnsWith = (
  canWrite: boolean,
  edit: (row: Baseline) => void,
  drop: (row: Baseline) => void,
): readonly Column<Baseline>[] => [
  {
    id: 'name',
    title: 'Baseline',
    value: (row) => row.name,
    show: (row) => <Name text={row.name} />,
  },
  {
    id: 'tag',
    title: 'Tag',
    value: (row) => row.tag,
    show: (row) =>
      row.tag ? (
        <a class="tag" href={hrefTo(['baselines'], { tag: row.tag })}>
          <Name text={row.tag} most={40} />
        </a>
      ) : (
        '–'
      ),
  },
  {
    id: 'execution_id',
    title: 'Execution',
    numeric: true,
    value: (row) => row.execution_id,
    show: (row) => <a href={hrefTo(['executions', row.execution_id])}>{row.execution_id}</a>,
  },
  {
    id: 'created_at',
    title: 'Made',
    value: (row) => row.created_at,
    show: (row) => <Time at={row.created_at} />,
  },
  {
    id: 'actions',
    title: '',
    fixed: true,
    value: () => null,
    show: (row) => (
      <div class="actions">
        <a class="button button-small" href={hrefTo(['compare'], { against: row.execution_id, choose: 1 })}>
          Compare runs with it
        </a>
        {canWrite && (
          <a class="button button-small" href={hrefTo(['monitors'], { baseline: row.id })}>
            Monitor
          </a>
        )}
        {canWrite && (
          <button type="button" class="button button-small" onClick={() => edit(row)}>
            Name and tag
          </button>
        )}
        {canWrite && (
          <button type="button" class="button button-small" onClick={() => drop(row)}>
            Delete
          </button>
        )}
      </div>
    ),
  },
];

export function BaselinesPage({ route }: { route: Route }) {
  const { canWrite } = useAccess();
  const tag = route.query.get('tag');
  const list = useList('baselines', `baselines ${tag ?? ''}`, (cursor, signal) =>
    get('/api/v1/baselines', { query: { tag, order: 'desc', limit: 500, cursor }, signal }),
  );
  const completed = useLoad(canWrite ? 'completed' : null, (signal) =>
    get('/api/v1/executions', { query: { order: 'desc', limit: 200, state: 'completed' }, signal }),
  );
  const choices: readonly Execution[] = completed.data?.items ?? [];
  const [editing, setEditing] = useState<Baseline | null>(null);
  const [deleting, setDeleting] = useState<Baseline | null>(null);
  const columns = useMemo(() => columnsWith(canWrite, setEditing, setDeleting), [canWrite]);
  const done = () => {
    setEditing(null);
    setDeleting(null);
    list.reload();
  };
  return (
    <Page
      title="Baselines"
      lead="What other executions are held against. A tag names the newest of its kind, such as prod."
    >
      <WhenLoaded load={list} what="baselines">
        {({ items }) => (
          <div class="stack">
            <FromExecution items={choices} onMade={list.reload} />
            {items.length === 0 ? (
              <Empty
                title={tag ? 'No baseline has this tag' : 'No baselines yet'}
                actions={!tag && <DemoOffer onLoaded={list.reload} />}
              >
                <p>
                  Open an execution that was good, and make it a baseline there
                  {choices.length > 0 && ', or choose one above'}.
                </p>
              </Empty>
            ) : (
              <DataTable
                id="baselines"
                name="Baselines"
                list={list}
                rows={items}
                keyOf={(row) => row.id}
                columns={columns}
              />
            )}
            {tag && (
              <p>
                <a href={hrefTo(['baselines'])}>Show all baselines</a>
              </p>
            )}
          </div>
        )}
      </WhenLoaded>
      {editing && <Edit baseline={editing} onClose={() => setEditing(null)} onDone={done} />}
      {deleting && <Delete baseline={deleting} onClose={() => setDeleting(null)} onDone={done} />}
    </Page>
  );
}
