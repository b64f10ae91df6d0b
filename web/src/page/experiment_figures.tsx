// The three figures of an experiment.
import type { ExperimentModel, ExperimentTask } from '../api/types';
import { Chart } from '../chart/chart';
import { groupedOption, type Group, type Ranged } from '../chart/groups';
import { decimal, type Interval } from '../format';
import { Figure } from '../part/figure';

const ranged = (mean: { mean: number | null; interval: Interval | null }): Ranged => ({
  value: mean.mean,
  low: mean.interval?.low ?? null,
  high: mean.interval?.high ?? null,
});

const agents = [
  { name: 'baseline agent', swatch: 'swatch-baseline' },
  { name: 'agent with intent', swatch: 'swatch-current' },
] as const;

function groups(baseline: readonly Ranged[], intent: readonly Ranged[]): Group[] {
  return [
    { id: 'baseline', name: 'baseline agent', side: 'baseline', points: baseline },
    { id: 'intent', name: 'agent with intent', side: 'current', points: intent },
  ];
}

interface FigureRow {
  name: string;
  baseline: Ranged | undefined;
  intent: Ranged | undefined;
}

const figureColumns = (name: string) => [
  { id: name, title: name, value: (row: FigureRow) => row.name },
  ...(['baseline', 'intent'] as const).flatMap((side) => [
    {
      id: side,
      title: side === 'baseline' ? 'Baseline' : 'With intent',
      numeric: true,
      value: (row: FigureRow) => row[side]?.value,
      show: (row: FigureRow) => decimal(row[side]?.value),
    },
    {
      id: `${side}_low`,
      title: 'from',
      numeric: true,
      value: (row: FigureRow) => row[side]?.low,
      show: (row: FigureRow) => decimal(row[side]?.low),
    },
    {
      id: `${side}_high`,
      title: 'to',
      numeric: true,
      value: (row: FigureRow) => row[side]?.high,
      show: (row: FigureRow) => decimal(row[side]?.high),
    },
  ]),
];

const rowsOf = (names: readonly string[], [baseline, intent]: readonly Group[]): FigureRow[] =>
  names.map((name, index) => ({ name, baseline: baseline?.points[index], intent: intent?.points[index] }));

export function Figures({ model, onTask }: { model: ExperimentModel; onTask: (task: string) => void }) {
  const steps = model.by_step.map((each) => String(each.step));
  const bySteps = groups(
    model.by_step.map((each) => ranged(each.baseline)),
    model.by_step.map((each) => ranged(each.intent)),
  );
  const types = model.summary.filter((each) => each.scope !== 'overall');
  const byType = groups(
    types.map((each) => ranged(each.baseline)),
    types.map((each) => ranged(each.intent)),
  );
  const span = (task: ExperimentTask, side: 'baseline' | 'intent'): Ranged => ({
    value: task[`${side}_mean_ids`],
    low: task[side]?.min_ids ?? null,
    high: task[side]?.max_ids ?? null,
  });
  const byTask = groups(
    model.tasks.map((task) => span(task, 'baseline')),
    model.tasks.map((task) => span(task, 'intent')),
  );
  const tasks = model.tasks.map((task) => task.task_id);
  return (
    <div class="figures">
      <Figure
        title="IDS by step"
        legend={agents}
        note="Mean over tasks; whiskers: 95 % over tasks."
        table={{ id: 'by_step', columns: figureColumns('step'), rows: rowsOf(steps, bySteps) }}
      >
        <Chart
          label="Mean intent drift by step, both agents."
          inputs={[model]}
          option={(c) => groupedOption(steps, bySteps, c, { kind: 'line', x: 'step', y: 'mean IDS' })}
        />
      </Figure>
      <Figure
        title="IDS by task type"
        legend={agents}
        note="Mean over tasks; whiskers: 95 % over tasks."
        table={{
          id: 'by_type',
          columns: figureColumns('type'),
          rows: rowsOf(
            types.map((each) => each.scope),
            byType,
          ),
        }}
      >
        <Chart
          label="Mean intent drift by task type, both agents."
          inputs={[model]}
          option={(c) =>
            groupedOption(
              types.map((each) => each.scope),
              byType,
              c,
              { kind: 'bar', x: '', y: 'mean IDS' },
            )
          }
        />
      </Figure>
      <Figure
        title="IDS per task"
        legend={agents}
        note="Mean of a task’s steps; whiskers: its lowest and highest step. Click a task to read its answers."
        table={{ id: 'by_task', columns: figureColumns('task'), rows: rowsOf(tasks, byTask) }}
      >
        <Chart
          label="Mean intent drift per task, both agents."
          height={300}
          inputs={[model]}
          option={(c) => groupedOption(tasks, byTask, c, { kind: 'bar', x: '', y: 'mean IDS' })}
          onPick={(at) => {
            const task = tasks[at.index];
            if (task) onTask(task);
          }}
        />
      </Figure>
    </div>
  );
}
