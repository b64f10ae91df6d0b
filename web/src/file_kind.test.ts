import { describe, expect, it } from 'vitest';
import { brokenAt, lineOf, readLine, sniff } from './file_kind';

describe('the kind of a file', () => {
  it('follows its header, its members or its name', () => {
    expect(sniff('a.jsonl', '{"plumb": "execution/1", "name": "n"}\n').kind).toBe('execution');
    expect(sniff('a.jsonl', '\uFEFF\n{"response": "x"}\n').kind).toBe('execution');
    expect(sniff('a.jsonl', '{"session": "s", "step": 0, "response": "x"}').kind).toBe('session');
    expect(sniff('baseline_runs.jsonl', '{"task_id": "t"}').kind).toBe('experiment_log');
    expect(sniff('evaluation_m.json', '[{"emgsd_text": "x"}]').kind).toBe('evaluation');
    expect(sniff('r.json', '{"plumb": "stereotype-report/1", "models": []}').kind).toBe('stereotype_report');
  });
  it('brings what a header says of all results', () => {
    const line =
      '{"plumb": "execution/1", "name": "n", "embedding_model": "m", "model": "x", "run": 3, "odd": []}';
    expect(sniff('a.jsonl', `${line}\n`).header).toEqual({
      name: 'n',
      embedding_model: 'm',
      labels: { model: 'x', run: '3' },
    });
    expect(sniff('a.jsonl', '{"response": "x"}').header).toBeUndefined();
  });
  it('is known from a first line that is longer than what was read', () => {
    expect(sniff('a.jsonl', `{"response": "${'x'.repeat(70_000)}`).kind).toBe('execution');
  });
  it('is refused with what is missing', () => {
    expect(sniff('a.jsonl', '').why).toContain('empty');
    expect(sniff('a.jsonl', '{"prompt": "x"}').why).toContain('"prompt"');
    expect(sniff('a.csv', 'id,response\n1,x\n').why).toContain('no JSON object');
    expect(sniff('a.jsonl', '{"plumb": "compare/1"}').why).toContain('compare/1');
  });
});

it("finds the place of a fault in both of the server's wordings", () => {
  expect(lineOf('line 12, column 14: "response" is 3', { line: 12 })).toEqual({ line: 12, column: 14 });
  expect(lineOf('body:3:5: no step', {})).toEqual({ line: 3, column: 5 });
  expect(lineOf('execution 3 is completed', {})).toBeNull();
});

it('reads one line of a file, over the borders of pieces', async () => {
  const file = new Blob(['one\n', 'tw', 'o\nthr', 'ee']);
  expect(await readLine(file, 2)).toBe('two');
  expect(await readLine(file, 3)).toBe('three');
  expect(await readLine(file, 4)).toBeNull();
  expect(await readLine(new Blob(['x'.repeat(10_000)]), 1, 50)).toBe('x'.repeat(50));
});

it.each([
  ['[1,\n 2,\n x]', 3, 2],
  ['{"a": 1', 1, 8],
  ['{"a": 1,}', 1, 9],
  ['[1 2]', 1, 4],
  ['{"a"\n 1}', 2, 2],
  ['[{"text": "one\ntwo"}]', 1, 11],
  ['[01]', 1, 2],
  ['{"a": [1, {"b": tru}]}', 1, 17],
  ['[1]]', 1, 4],
  ['[}', 1, 2],
])('says where a file stops being JSON: %j', (text, line, column) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(brokenAt(text)).toEqual({ line, column });
});

it('finds no fault before the end of what is JSON', () => {
  for (const text of ['[]', '{}', '[{"a": [1, -2.5e3, "x\\u00e9\\""], "b": {}}, null]', ' [true ] '])
    expect(brokenAt(text)).toEqual({ line: 1, column: text.length + 1 });
});
