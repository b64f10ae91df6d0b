// How values are written: numbers with what they need and no more digit, times in the reader's zone,
// and a dash where there is nothing. Pure functions.

export const nothing = '–';

type Maybe = number | null | undefined;

export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

// Metrics in [0, 1] and the like.
export function decimal(value: Maybe, digits = 3): string {
  if (!isNumber(value)) return nothing;
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

// At most three decimals, and none that is a zero: for facts of any size.
export function compact(value: Maybe): string {
  return isNumber(value)
    ? value.toLocaleString('en-GB', { maximumFractionDigits: 3 }).replace('-', '−')
    : nothing;
}

export function signed(value: Maybe, digits = 3): string {
  if (!isNumber(value)) return nothing;
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return (value < 0 ? '−' : '+') + text;
}

export function percent(value: Maybe, digits = 0): string {
  return isNumber(value) ? `${(value * 100).toFixed(digits)} %` : nothing;
}

export function count(value: Maybe): string {
  return isNumber(value) ? value.toLocaleString('en-GB') : nothing;
}

export function score(value: Maybe): string {
  return isNumber(value) ? value.toFixed(value % 1 === 0 ? 0 : 1) : nothing;
}

// What a drift score says: five families cost their worst severity each, 20, 10, 5 or at least 2.
export const scoreMeans =
  'A score starts at 100 and loses 20, 10, 5 or 2 for each family of drift that has data, by how far it moved: two identical runs score 90 to 98, which is grade A.';

// p-values: three decimals, or a bound when that would read 0.
export function pValue(value: Maybe): string {
  if (!isNumber(value)) return nothing;
  return value < 0.001 ? '< 0.001' : value.toFixed(3);
}

export interface Interval {
  low: number | null;
  high: number | null;
  level?: number;
}

export function interval(value: Interval | null | undefined, write: (v: Maybe) => string = decimal): string {
  if (!value || !isNumber(value.low) || !isNumber(value.high)) return nothing;
  return `${write(value.low)} to ${write(value.high)}`;
}

// A remark of a report, which starts small, as a sentence.
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function plural(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}

// How many rows of a table are on the page, were loaded, and are there in all, where that is known.
export function rowsTold(shown: number, loaded: number, hasOlder: boolean, total?: number): string {
  const inAll = hasOlder && total !== undefined && total > loaded ? `, ${count(total)} in all` : '';
  if (shown === loaded) return `${plural(loaded, 'row')}${hasOlder ? ' loaded' : ''}${inAll}`;
  return hasOlder
    ? `${count(shown)} rows shown of ${count(loaded)} loaded${inAll}; the CSV has those loaded`
    : `${count(shown)} of ${count(loaded)} rows shown; the CSV has all`;
}

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });

export function time(iso: string | null | undefined): string {
  const date = iso ? new Date(iso) : null;
  return date && !Number.isNaN(date.getTime()) ? dateTime.format(date) : nothing;
}

const dayOnly = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

// For little room.
export function day(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? nothing : dayOnly.format(date);
}

const clockOnly = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

// Times along an axis, short: days, or the time of day where all are of one.
export function alongAxis(times: readonly string[]): string[] {
  const days = times.map(day);
  if (new Set(days).size > 1) return days;
  return times.map((iso) => {
    const date = new Date(iso);
    return Number.isNaN(date.getTime()) ? nothing : clockOnly.format(date);
  });
}

export function exactTime(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : exact.format(date);
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

export function ago(iso: string, now = Date.now()): string {
  const seconds = (new Date(iso).getTime() - now) / 1000;
  if (Number.isNaN(seconds)) return nothing;
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return relative.format(Math.round(seconds / length), unit);
  }
  return 'just now';
}

export function bytes(value: number): string {
  if (value < 1_000) return `${value} bytes`;
  if (value < 1_000_000) return `${(value / 1_000).toFixed(1)} kB`;
  return `${(value / 1_000_000).toFixed(1)} MB`;
}

// The first `most` characters by code point, never half a pair of surrogates.
export function excerpt(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = /[\uD800-\uDBFF]$/.test(text.slice(0, most)) ? most - 1 : most;
  return `${text.slice(0, cut)}…`;
}

// A name that must stay apart from its neighbours in little room: its start and its end.
export function shortened(text: string, most: number): string {
  const letters = [...text];
  if (letters.length <= most) return text;
  const end = Math.floor((most - 1) / 2);
  return `${letters.slice(0, most - 1 - end).join('')}…${letters.slice(-end).join('')}`;
}

// Characters that turn or hide text are shown by their codes: a name that reads "stable" must not
// be something else. Tab and line break stay. In their order: controls, soft hyphen, the grapheme
// joiner, the Arabic mark, the Hangul and Khmer fillers, Mongolian selectors, zero-width and
// direction marks, line and paragraph separators, invisible operators, the Hangul fillers of both
// widths, the byte order mark, annotations, musical formatting and the tags.
const unseen =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF0-\uFFFB\u{1D173}-\u{1D17A}\u{E0000}-\u{E007F}]/gu;

export function visible(text: string): string {
  return text.replace(
    unseen,
    (c) => `⟨${(c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}

export const metricNames: Record<string, string> = {
  response_length_ks: 'Response length (KS)',
  response_entropy: 'Response entropy',
  safety_score_delta: 'Safety score change',
  severity_psi: 'Severity mix (PSI)',
  centroid_cosine: 'Meaning (centroid distance)',
  tool_frequency_chi2: 'Tool use (Cramér’s V)',
  tool_sequence_jaccard: 'Tool order (bigrams)',
  mmd_rbf: 'Meaning (kernel MMD)',
  energy_distance: 'Meaning (energy distance)',
  domain_auc: 'Meaning (a classifier’s AUC)',
  tool_transition_chi2: 'Tool transitions (Cramér’s V)',
};

export function metricName(metric: string): string {
  return metricNames[metric] ?? metric.replaceAll('_', ' ');
}

export const familyNames: Record<string, string> = {
  output: 'Output',
  safety: 'Safety',
  distribution: 'Severity mix',
  embedding: 'Meaning',
  agent_tool: 'Tools',
};

export function familyName(type: string): string {
  return familyNames[type] ?? type;
}
