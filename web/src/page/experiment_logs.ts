// The two logs that an experiment is interpreted from.

const both = ['baseline_runs.jsonl', 'intent_runs.jsonl'] as const;

export function missingLogs(there: Iterable<string>): string[] {
  const found = new Set(there);
  return both.filter((log) => !found.has(log));
}

// As which log a file is kept, by its name.
export function logOf(fileName: string): string {
  if (fileName === 'run.json') return fileName;
  return /intent/.test(fileName) ? 'intent_runs.jsonl' : 'baseline_runs.jsonl';
}
