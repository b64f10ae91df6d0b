import { expect, it } from 'vitest';
import { intentAt, sessionCurves } from './session';

const step = (n: number, ids: number | null, goal: string | null = null, more = {}) => ({
  task_id: 's',
  agent: null,
  step: n,
  ids,
  interval: ids === null ? null : { low: ids - 0.1, high: ids + 0.1 },
  interval_kind: 'sentence-jackknife',
  truncated: false,
  sentences: 3,
  farthest_sentence: null,
  inferred_goal: goal,
  intent_version: goal ? 1 : null,
  update_type: null,
  similarity: null,
  conflict_would_trigger: false,
  goal_truncated: false,
  ...more,
});

it('puts curves of different lengths on one axis, and a missing value is a gap', () => {
  const curves = sessionCurves(
    [
      {
        name: 'intent/initial-output',
        document: { steps: [step(0, 0), step(2, null), step(3, 0.5)], tasks: [] },
      },
      {
        name: 'alignment',
        document: { sessions: [{ turns: [{ turn: 1 }, { turn: 3 }], alignment_curve_actions: [null, 0.7] }] },
      },
    ],
    [0, 1, 2, 3, 4],
  );
  expect(curves.steps).toEqual([0, 1, 2, 3, 4]);
  expect(curves.series.map((each) => each.values)).toEqual([
    [0, null, null, 0.5, null],
    [null, null, null, 0.7, null],
  ]);
});

it('tells where the intent moved, and where an instruction conflicted', () => {
  const curves = sessionCurves(
    [
      {
        name: 'intent/inferred-goal',
        document: {
          steps: [
            step(0, 0, 'a'),
            step(1, 0.1, 'a'),
            step(2, 0.2, 'b', { intent_version: 2, update_type: 'major_shift' }),
            step(3, 0.2, 'b', { conflict_would_trigger: true }),
          ],
          tasks: [],
        },
      },
    ],
    [],
  );
  expect(curves.intents.map((each) => [each.step, each.goal, each.conflict])).toEqual([
    [0, 'a', false],
    [2, 'b', false],
    [3, 'b', true],
  ]);
  // A refused instruction moves nothing.
  expect([0, 1, 2, 3, 9].map((each) => intentAt(curves, each)?.goal)).toEqual(['a', 'a', 'b', 'b', 'b']);
  expect(intentAt(curves, -1)).toBeNull();
});

it('counts contradictions alone among the judged pairs', () => {
  const { conflicts } = sessionCurves(
    [
      {
        name: 'alignment',
        document: {
          sessions: [
            {
              turns: [],
              pairs: [
                {
                  earlier_turn: 1,
                  later_turn: 2,
                  label: 'contradiction',
                  probabilities: { contradiction: 0.9 },
                },
                { earlier_turn: 2, later_turn: 3, label: 'neutral' },
              ],
            },
          ],
        },
      },
    ],
    [],
  );
  expect(conflicts).toEqual([{ earlier: 1, later: 2, probability: 0.9 }]);
});
