// Experiments: two agents at the same tasks, one of which holds its intent. Three figures, and each
// step's two answers side by side.
import { get } from '../api/client';
import { post } from '../api/client';
import { useDoing, useLoad } from '../api/load';
import { useAccess } from '../api/session';
import type { ExperimentModel, ExperimentReport, ExperimentTask } from '../api/types';
import { count, decimal, interval, pValue, sentence, signed, visible } from '../format';
import { Choice } from '../part/form';
import { LoadNote, PageWithout, WhenLoaded } from '../part/loaded';
import { Empty, ProblemNote } from '../part/notice';
import { Page } from '../part/page';
import { DataTable } from '../part/table';
import { Name, Passage, Time } from '../part/text';
import { changeQuery } from '../query_state';
import { hrefTo, withQuery, type Route } from '../route';
import { Figures } from './experiment_figures';
import { missingLogs } from './experiment_logs';

const verdicts: Record<ExperimentModel['verdict'], string> = {
  'intent-drifts-less': 'The agent with intent drifts less',
  'baseline-drifts-less': 'The baseline agent drifts less',
  undecided: 'Undecided: the difference may be chance',
};

const nameOf = (task: ExperimentTask, step: number, part: string) => `answer.${step}.${part}.${task.task_id}`;

function Answers({ task }: { task: ExperimentTask }) {
  return (
    <ol class="moved">
      {task.steps.map((step) => (
        <li key={step.step}>
          <div class="row">
            <b>Step {step.step}</b>
            {step.conflict_would_trigger && <span class="severity-medium">◆ conflicts with the intent</span>}
            {step.intent_version !== null && <span class="quiet">intent v{step.intent_version}</span>}
          </div>
          <div class="quiet">
            <Passage name={nameOf(task, step.step, 'prompt')} text={step.prompt} most={400} />
          </div>
          <div class="sides">
            {(['baseline', 'intent'] as const).map((side) => {
              const answer = step[side];
              return (
                <div key={side} class={side === 'baseline' ? 'side-baseline' : 'side-current'}>
                  <div class="side-name">
                    {side === 'baseline' ? 'Baseline agent' : 'Agent with intent'} · IDS{' '}
                    {decimal(answer?.ids)}
                  </div>
                  {!answer ? (
                    <p class="quiet">No such step in the log.</p>
                  ) : answer.error ? (
                    <p class="severity-high">
                      Failed: <Name text={answer.error} most={300} />
                    </p>
                  ) : (
                    <Passage name={nameOf(task, step.step, side)} text={answer.output} most={700} />
                  )}
                </div>
              );
            })}
          </div>
        </li>
      ))}
    </ol>
  );
}

// In the address too, which has no room for an empty one.
const modelName = ({ model }: ExperimentModel) => model || '(no name)';

function Interpreted({ report, route }: { report: ExperimentReport; route: Route }) {
  const named = route.query.get('model');
  const model = report.models.find((each) => modelName(each) === named) ?? report.models[0];
  if (!model) return <p class="quiet">The logs hold no task.</p>;
  const overall =
    model.significance.find((each) => each.scope === 'overall' && each.against === 'initial-output') ??
    model.significance[0];
  const task = model.tasks.find((each) => each.task_id === route.query.get('task')) ?? model.tasks[0];
  const warnings = [...report.warnings, ...model.warnings];
  return (
    <div class="stack">
      {report.models.length > 1 && (
        <div class="pickers">
          <Choice
            label="Model"
            value={modelName(model)}
            options={report.models.map((each) => [modelName(each), modelName(each)])}
            onChange={(value) => changeQuery({ model: value, task: null }, 'step')}
          />
        </div>
      )}
      <section class="card headline">
        <div class="headline-score">
          <b>{signed(overall?.mean_delta)}</b>
          <span class="quiet">mean IDS, intent − baseline</span>
        </div>
        <div class="headline-why">
          <p>
            <b>{verdicts[model.verdict]}.</b>{' '}
            {overall && (
              <>
                95 %: {interval(overall.bootstrap_interval, (v) => signed(v))} over {count(overall.tasks)}{' '}
                tasks; t-test p {pValue(overall.t_p_value)}, Wilcoxon p {pValue(overall.wilcoxon_p_value)},
                Cohen’s d {decimal(overall.cohens_d, 2)}.
              </>
            )}
          </p>
          {overall && overall.notes.length > 0 && (
            <p class="quiet">{visible(sentence(overall.notes.join('; ')))}.</p>
          )}
        </div>
      </section>
      {warnings.length > 0 && (
        <div class="notice notice-warning">
          <ul>
            {warnings.map((each) => (
              <li key={each}>
                <Name text={sentence(each)} most={400} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <Figures model={model} onTask={(id) => changeQuery({ task: id }, 'step')} />
      <section class="card">
        <h2>Tasks</h2>
        <DataTable
          id="tasks"
          name="Tasks"
          rows={model.tasks}
          keyOf={(row) => row.task_id}
          marked={(row) => row === task}
          columns={[
            {
              id: 'task_id',
              title: 'Task',
              value: (row) => row.task_id,
              show: (row) => (
                <a href={withQuery(route, { task: row.task_id })}>
                  <Name text={row.task_id} />
                </a>
              ),
            },
            {
              id: 'task_type',
              title: 'Type',
              value: (row) => row.task_type,
              show: (row) => <Name text={row.task_type} />,
            },
            {
              id: 'baseline_mean_ids',
              title: 'Baseline',
              numeric: true,
              value: (row) => row.baseline_mean_ids,
              show: (row) => decimal(row.baseline_mean_ids),
            },
            {
              id: 'intent_mean_ids',
              title: 'With intent',
              numeric: true,
              value: (row) => row.intent_mean_ids,
              show: (row) => decimal(row.intent_mean_ids),
            },
            {
              id: 'delta_mean',
              title: 'Difference',
              numeric: true,
              value: (row) => row.delta_mean,
              show: (row) => signed(row.delta_mean),
            },
            {
              id: 'winner',
              title: 'Drifts less',
              value: (row) => row.winner,
              show: (row) => row.winner ?? '–',
            },
          ]}
        />
      </section>
      {task && (
        <section class="card" id="answers">
          <div class="card-head">
            <h2>
              Answers of <Name text={task.task_id} />
            </h2>
          </div>
          <Answers task={task} />
        </section>
      )}
    </div>
  );
}

export function ExperimentPage({ id, route }: { id: number; route: Route }) {
  const { canWrite } = useAccess();
  const doing = useDoing();
  const experiment = useLoad(`experiment-${id}`, (signal) =>
    get('/api/v1/experiments/{experiment_id}', { path: { experiment_id: id }, signal }),
  );
  const report = useLoad(
    experiment.data?.is_interpreted ? `interpretation-${id}` : null,
    async (signal) =>
      (await get('/api/v1/experiments/{experiment_id}/interpretation', {
        path: { experiment_id: id },
        signal,
      })) as unknown as ExperimentReport,
  );
  const interpret = () =>
    void doing.run(async () => {
      await post('/api/v1/experiments/{experiment_id}/interpretation', {
        path: { experiment_id: id },
        body: {},
      });
      experiment.reload();
      report.reload();
    });
  const it = experiment.data;
  if (!it)
    return (
      <PageWithout
        title={`Experiment ${id}`}
        load={experiment}
        what={`experiment ${id}`}
        back={<a href={hrefTo(['experiments'])}>All experiments</a>}
      />
    );
  const missing = missingLogs(it.logs);
  return (
    <Page
      title={it.name || `Experiment ${id}`}
      lead={
        <>
          Made <Time at={it.created_at} />. IDS is how far an answer lies from the task’s first one: 0 is no
          drift, 1 is full drift.
        </>
      }
      actions={
        canWrite &&
        missing.length === 0 && (
          <button type="button" class="button" disabled={doing.busy} onClick={interpret}>
            {doing.busy ? 'Interpreting…' : it.is_interpreted ? 'Interpret again' : 'Interpret the logs'}
          </button>
        )
      }
    >
      {doing.problem && <ProblemNote problem={doing.problem} />}
      <LoadNote load={experiment} />
      {!it.is_interpreted ? (
        <Empty title="Not interpreted yet">
          <p>
            {missing.length === 0
              ? `Its logs are there (${it.logs.join(', ')}). Interpret them to see the figures.`
              : it.logs.length === 0
                ? `It has no logs yet: drop ${missing.join(' and ')} on this page.`
                : `It has ${it.logs.join(' and ')}; ${missing.join(' and ')} is missing: drop it on this page.`}
          </p>
        </Empty>
      ) : (
        <WhenLoaded load={report} what="the interpretation">
          {(document) => <Interpreted report={document} route={route} />}
        </WhenLoaded>
      )}
    </Page>
  );
}
