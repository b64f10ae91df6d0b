import { describe, expect, it } from 'vitest';
import { ago, decimal, excerpt, interval, pValue, percent, plural, signed, visible } from './format';

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
