// What a dropped file is, from its name and its first bytes; and one line of it, for an error that
// names the line. Pure, but for reading the file.

export type FileKind = 'execution' | 'session' | 'experiment_log' | 'evaluation' | 'stereotype_report';

// What the first line of an execution's file says of all of it.
export interface ExecutionHeader {
  name: string | null;
  embedding_model: string | null;
  labels: Record<string, string>;
}

export interface Sniffed {
  kind: FileKind | null;
  why: string; // what was seen, or what is missing
  header?: ExecutionHeader;
}

const mostLabels = 64; // as many as the server takes

function headerOf({ plumb, name, embedding_model, ...others }: Record<string, unknown>): ExecutionHeader {
  const labels = Object.entries(others).filter(([, value]) => /^(string|number|boolean)$/.test(typeof value));
  return {
    name: typeof name === 'string' && name.trim() !== '' ? name : null,
    embedding_model: typeof embedding_model === 'string' ? embedding_model : null,
    labels: Object.fromEntries(labels.slice(0, mostLabels).map(([label, value]) => [label, String(value)])),
  };
}

function firstObject(head: string): Record<string, unknown> | null {
  for (const line of head.split('\n')) {
    if (line.trim() === '') continue;
    try {
      const parsed: unknown = JSON.parse(line);
      return parsed && typeof parsed === 'object' && !Array.isArray(parsed)
        ? (parsed as Record<string, unknown>)
        : null;
    } catch {
      return null;
    }
  }
  return null;
}

export function sniff(name: string, head: string): Sniffed {
  const text = head.replace(/^\uFEFF/, '');
  if (/^(baseline|intent)_runs\.jsonl$/.test(name) || name === 'run.json')
    return { kind: 'experiment_log', why: 'a log of an experiment, by its name' };
  const start = text.trimStart();
  if (start === '') return { kind: null, why: 'The file is empty.' };
  if (start.startsWith('[')) {
    return /"emgsd_text"|"control_response"/.test(start)
      ? { kind: 'evaluation', why: 'a list of evaluation entries' }
      : {
          kind: null,
          why: 'The file is a JSON list without evaluation entries (emgsd_text, control_response). Results and steps come a line each: one JSON object a line.',
        };
  }
  if (/^\{\s*"plumb"\s*:\s*"stereotype-report\/1"/.test(start))
    return { kind: 'stereotype_report', why: 'a document of plumb stereotype' };
  const first = firstObject(text);
  if (!first) {
    // A first line longer than what was read, or broken: names alone have to tell.
    if (/^\{[^\n]*"response"/.test(start))
      return { kind: /"session"\s*:/.test(start) ? 'session' : 'execution', why: 'lines with a response' };
    return {
      kind: null,
      why: 'The first line is no JSON object. Plumb reads native lines: one object a line, with at least "response".',
    };
  }
  if (first.plumb === 'execution/1')
    return { kind: 'execution', why: 'an execution, by its header', header: headerOf(first) };
  if (first.plumb === 'session/1') return { kind: 'session', why: 'sessions, by their header' };
  if (typeof first.plumb === 'string')
    return { kind: null, why: `The header says ${first.plumb}; execution/1 and session/1 are taken here.` };
  if ('session' in first && 'step' in first) return { kind: 'session', why: 'steps of sessions' };
  if ('task_id' in first && 'step' in first) return { kind: 'experiment_log', why: 'steps of an experiment' };
  if ('response' in first) return { kind: 'execution', why: 'results of an execution' };
  return {
    kind: null,
    why: `The first line has none of the known members ("response", or "session" and "step"); it has ${Object.keys(
      first,
    )
      .slice(0, 6)
      .map((each) => `"${each.slice(0, 40)}"`)
      .join(', ')}.`,
  };
}

export interface LineError {
  line: number;
  column: number | null;
}

// Where a problem document says that the fault is.
export function lineOf(detail: string, document: Readonly<Record<string, unknown>>): LineError | null {
  const found = /line (\d+), column (\d+)/.exec(detail) ?? /^[^:\s]*:(\d+):(\d+):/.exec(detail);
  if (typeof document.line === 'number')
    return { line: document.line, column: found ? Number(found[2]) : null };
  return found ? { line: Number(found[1]), column: Number(found[2]) } : null;
}

// Line `wanted` (from 1) of a file of any size, read in pieces; null where there is no such line.
export async function readLine(file: Blob, wanted: number, most = 2_000): Promise<string | null> {
  const reader = file.stream().getReader();
  const decoder = new TextDecoder();
  let line = 1;
  let text = '';
  let found = false;
  for (;;) {
    const { done, value } = await reader.read();
    const piece = done ? decoder.decode() : decoder.decode(value, { stream: true });
    let from = 0;
    for (;;) {
      const end = piece.indexOf('\n', from);
      if (line === wanted) {
        found = true;
        text += piece.slice(from, Math.min(end < 0 ? piece.length : end, from + most));
        if (end >= 0 || text.length >= most) {
          await reader.cancel();
          return text.slice(0, most);
        }
      }
      if (end < 0) break;
      line += 1;
      from = end + 1;
    }
    if (done) return found ? text.slice(0, most) : null;
  }
}

const blank = /[ \t\r\n]*/y;
const scalar =
  /"[^"\\\u0000-\u001F]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001F]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\d.eE+-])|(?:true|false|null)\b/y;

// Where a text that JSON.parse refused stops being JSON, by its first wrong token: browsers do not
// agree on whether they tell. Lines and columns from 1, columns in code units.
export function brokenAt(text: string): { line: number; column: number } {
  let at = 0;
  const matched = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? null;
    if (found !== null) at += found.length;
    return found;
  };
  const open: string[] = [];
  let wants: 'value' | 'name' | 'colon' | 'next' = 'value';
  let mayClose = false; // right after an opening bracket
  const fits = (): boolean => {
    const c = text.charAt(at);
    const inside = open[open.length - 1];
    if ((c === '}' || c === ']') && (wants === 'next' || mayClose)) {
      if (inside !== (c === '}' ? '{' : '[')) return false;
      open.pop();
      at += 1;
      wants = 'next';
      mayClose = false;
      return true;
    }
    if (wants === 'next') {
      if (c !== ',' || inside === undefined) return false;
      at += 1;
      wants = inside === '{' ? 'name' : 'value';
      return true;
    }
    if (wants === 'colon') {
      if (c !== ':') return false;
      at += 1;
      wants = 'value';
      return true;
    }
    if (wants === 'value' && (c === '{' || c === '[')) {
      open.push(c);
      at += 1;
      wants = c === '{' ? 'name' : 'value';
      mayClose = true;
      return true;
    }
    if ((wants === 'name' && c !== '"') || matched(scalar) === null) return false;
    wants = wants === 'name' ? 'colon' : 'next';
    mayClose = false;
    return true;
  };
  do matched(blank);
  while (at < text.length && fits());
  const before = text.slice(0, at);
  const start = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: at - start + 1 };
}
