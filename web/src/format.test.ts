import { describe, expect, it } from 'vitest';
import {
  ago,
  decimal,
  excerpt,
  interval,
  pValue,
  percent,
  plural,
  rowsTold,
  shortened,
  signed,
  visible,
} from './format';

describe('numbers', () => {
  it('are a dash where there is none, never 0', () => {
    for (const write of [decimal, signed, percent, pValue]) {
      expect(write(null)).toBe('–');
      expect(write(undefined)).toBe('–');
      expect(write(Number.NaN)).toBe('–');
    }
    expect(interval(null)).toBe('–');
    expect(interval({ low: 0.1, high: null })).toBe('–');
  });
  it('keep their sign, and zero has none', () => {
    expect(signed(-0.25)).toBe('−0.250');
    expect(signed(0.25)).toBe('+0.250');
    expect(signed(-0.0001)).toBe('0.000');
  });
  it('say a bound where a p-value would read 0', () => {
    expect(pValue(0.0004)).toBe('< 0.001');
    expect(pValue(0.0494)).toBe('0.049');
  });
  it('have their unit in the right number', () => {
    expect(plural(1, 'result')).toBe('1 result');
    expect(plural(2_000, 'result')).toBe('2,000 results');
  });
});

describe('rows of a table', () => {
  it('are told as one number where all are on the page', () => {
    expect(rowsTold(1, 1, false)).toBe('1 row');
    expect(rowsTold(520, 520, false, 520)).toBe('520 rows');
  });
  it('are told as shown, loaded and in all where these differ', () => {
    expect(rowsTold(200, 1_000, false)).toBe('200 of 1,000 rows shown; the CSV has all');
    expect(rowsTold(200, 200, true)).toBe('200 rows loaded');
    expect(rowsTold(200, 200, true, 1_000)).toBe('200 rows loaded, 1,000 in all');
    expect(rowsTold(200, 1_200, true, 3_000)).toBe(
      '200 rows shown of 1,200 loaded, 3,000 in all; the CSV has those loaded',
    );
  });
  it('are not told in all by a number that is older than the list', () => {
    expect(rowsTold(200, 200, true, 200)).toBe('200 rows loaded');
  });
});

describe('times', () => {
  it('are told from now', () => {
    const now = Date.parse('2026-03-01T12:00:00Z');
    expect(ago('2026-03-01T11:59:40Z', now)).toBe('just now');
    expect(ago('2026-03-01T09:00:00Z', now)).toBe('3 hours ago');
    expect(ago('2026-02-28T12:00:00Z', now)).toBe('yesterday');
    expect(ago('no time', now)).toBe('–');
  });
});

describe('text from outside', () => {
  it('shows characters that turn or hide text', () => {
    expect(visible('a\u202Eb\u200Bc')).toBe('a⟨202E⟩b⟨200B⟩c');
    expect(visible('tab\tand\nbreak')).toBe('tab\tand\nbreak');
  });
  it('is never cut through a character', () => {
    expect(excerpt('ab😀cd', 3)).toBe('ab…');
    expect(excerpt('ab😀cd', 4)).toBe('ab😀…');
    expect(excerpt('short', 10)).toBe('short');
  });
});

describe('characters that nobody sees', () => {
  it.each([
    ['a tag', '\u{E0041}', 'E0041'],
    ['the cancel tag', '\u{E007F}', 'E007F'],
    ['a Hangul filler', '\u3164', '3164'],
    ['a Hangul choseong filler', '\u115F', '115F'],
    ['a Hangul jungseong filler', '\u1160', '1160'],
    ['a half-width Hangul filler', '\uFFA0', 'FFA0'],
    ['a line separator', '\u2028', '2028'],
    ['a paragraph separator', '\u2029', '2029'],
    ['a right-to-left isolate', '\u2067', '2067'],
    ['a right-to-left mark', '\u200F', '200F'],
    ['a grapheme joiner', '\u034F', '034F'],
  ])('show by their code: %s', (_, character, code) => {
    expect(visible(`a${character}b`)).toBe(`a⟨${code}⟩b`);
  });
  it('leave what is seen as it is', () => {
    for (const text of ['한국어', '日本語', 'naïve', '😀', 'عربي', '\u{1D11E}', '\u{20000}'])
      expect(visible(text)).toBe(text);
  });
});

it('a name in little room keeps its start and its end', () => {
  expect(shortened('summarization_0', 11)).toBe('summa…ion_0');
  expect(shortened('planning_2', 11)).toBe('planning_2');
  expect(shortened('😀'.repeat(12), 5)).toBe('😀😀…😀😀');
});
