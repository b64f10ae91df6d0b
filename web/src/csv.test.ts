import { expect, it } from 'vitest';
import { csvFile, csvOf } from './csv';

it('quotes what needs it, and leaves a missing value empty', () => {
  expect(
    csvOf(
      ['a', 'b'],
      [
        ['x,"y"', null],
        ['line\nbreak', 0],
      ],
    ),
  ).toBe('a,b\r\n"x,""y""",\r\n"line\nbreak",0\r\n');
});

it('hands a spreadsheet no formula', () => {
  expect(csvOf(['a'], [['=HYPERLINK("x")'], ['@x'], ['-1']])).toBe(
    'a\r\n"\'=HYPERLINK(""x"")"\r\n\'@x\r\n\'-1\r\n',
  );
  expect(csvOf(['a'], [[-1.5]])).toBe('a\r\n-1.5\r\n');
});

it('a file begins with the mark by which a spreadsheet knows UTF-8', async () => {
  const bytes = new Uint8Array(await csvFile('é').arrayBuffer());
  expect([...bytes]).toEqual([0xef, 0xbb, 0xbf, 0xc3, 0xa9]);
});
