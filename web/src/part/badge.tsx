// Verdicts, grades and severities: always a word and a shape beside the colour.
import type { Grade, Verdict } from '../api/types';

const shapes: Record<Verdict, string> = { stable: '●', undecided: '◐', drifted: '▲' };

export function VerdictBadge({
  verdict,
  big = false,
  otherwise = 'not compared',
}: {
  verdict: Verdict | null | undefined;
  big?: boolean;
  otherwise?: string; // why there is none
}) {
  if (!verdict) return <span class="quiet">{otherwise}</span>;
  return (
    <span class={`badge verdict-${verdict}${big ? ' badge-big' : ''}`}>
      <span aria-hidden="true">{shapes[verdict]}</span> {verdict}
    </span>
  );
}

export function GradeBadge({ grade }: { grade: Grade | null | undefined }) {
  if (!grade) return <span class="quiet">–</span>;
  return (
    <span class="grade" title={`Grade ${grade}`}>
      {grade}
    </span>
  );
}

const marks: Record<string, string> = {
  critical: '▲▲',
  high: '▲',
  medium: '◆',
  low: '·',
  info: '·',
  unknown: '?',
};

export function SeverityTag({ severity }: { severity: string | null | undefined }) {
  if (!severity) return <span class="quiet">n/a</span>;
  return (
    <span class={`severity severity-${severity}`}>
      <span aria-hidden="true">{marks[severity] ?? ''}</span> {severity}
    </span>
  );
}
