import { expect, it } from 'vitest';
import { logOf, missingLogs } from './experiment_logs';

it('an experiment lacks what is not there of its two logs', () => {
  expect(missingLogs([])).toEqual(['baseline_runs.jsonl', 'intent_runs.jsonl']);
  expect(missingLogs(['run.json', 'baseline_runs.jsonl'])).toEqual(['intent_runs.jsonl']);
  expect(missingLogs(new Set(['intent_runs.jsonl', 'baseline_runs.jsonl']))).toEqual([]);
});

it('a file is the log that its name says', () => {
  expect(['run.json', 'my intent.jsonl', 'other.jsonl'].map(logOf)).toEqual([
    'run.json',
    'intent_runs.jsonl',
    'baseline_runs.jsonl',
  ]);
});
