// Answers of the dashboard's own routes.
import type { Comparison, Execution, Grade, Verdict, ApiKey, Interval } from './types';

export interface WhoAmI {
  state: 'open' | 'signed_in' | 'signed_out';
  project: { id: number; name: string } | null;
  scope: 'read' | 'write' | 'admin' | null;
  key_prefix: string | null;
  csrf_token: string | null;
  expires_at: string | null;
  version: string;
}
export interface NewestComparison {
  comparison_id: number; baseline_execution_id: number; verdict: Verdict; drift_score: number; drift_grade: Grade; created_at: string;
}
export type ListedExecution = Execution & {
  newest_comparison: NewestComparison | null;
  baselines: { id: number; name: string; tag: string | null }[];
};
export interface ListedComparison {
  comparison_id: number; execution_id: number; baseline_execution_id: number; created_at: string;
  verdict: Verdict; drift_score: number; drift_grade: Grade;
}
export interface Overview {
  now: string;
  since: string | null;
  totals: Record<'executions' | 'results' | 'baselines' | 'comparisons' | 'monitors' | 'monitors_firing' | 'sessions' | 'experiments' | 'stereotype_analyses', number>;
  changes: {
    executions: number; results: number; baselines: number; sessions: number;
    comparisons: Record<Verdict, number>;
    drifted: ListedComparison[];
    monitors: { id: number; name: string; verdict: Verdict | null; firing: boolean; updated_at: string }[];
    failed_jobs: number;
  } | null;
}
export interface LabelPair { name: string; value: string }
export interface AggregatesSide { name: string; results: number; rows: number; is_exact: boolean; blank: number }
export interface Quantiles { p5: number; p25: number; p50: number; p75: number; p95: number }
export interface Aggregates {
  labels: LabelPair[];
  baseline: AggregatesSide;
  current: AggregatesSide;
  lengths: { unit: string; edges: number[]; baseline: number[]; current: number[]; baseline_quantiles: Quantiles | null; current_quantiles: Quantiles | null } | null;
  severities: { severity: string; baseline: number; current: number }[];
  tools: { name: string; baseline: number; current: number }[];
  transitions: { from: string; to: string; baseline: number; current: number }[];
  label_values: { name: string; values: { value: string; baseline: number; current: number }[]; more_values: number }[];
}
export type Part = Omit<Comparison, 'comparison_id' | 'created_at'> & { labels: LabelPair[]; is_exact: boolean };
export interface MapSide { total: number; ids: string[]; x: number[]; y: number[]; excerpts: string[] }
export interface EmbeddingMap {
  model: string; dimension: number; fitted_rows: number; explained_variance: number[]; baseline: MapSide; current: MapSide;
}
export interface MovedItem {
  id: string; distance: number; prompt: string | null; response: string; is_cut: boolean; severity: string | null;
  labels: Record<string, string>; baseline: { id: string; response: string; is_cut: boolean } | null;
}
export interface Moved { is_paired: boolean; items: MovedItem[] }
export interface MatrixCell {
  metric: string; value: number | null; threshold: number | null; severity: string | null; exceeded: boolean | null;
  p_value: number | null; p_adjusted: number | null; interval: Interval; n_current: number; n_baseline: number;
}
export interface MatrixRun {
  execution_id: number; name: string; created_at: string; comparison_id: number | null; baseline_execution_id: number | null;
  verdict: Verdict | null; drift_score: number | null; drift_grade: Grade | null; cells: MatrixCell[];
}
export interface Matrix { metrics: { metric: string; type: string }[]; runs: MatrixRun[] }
export interface PairRow {
  model: string; entry: number; bias_type: string; stereotype_type: string; source_text: string; control_response: string; bias_response: string;
  [key: string]: unknown;
}
export interface Demo {
  executions: number[]; baseline_id: number; comparisons: { execution_id: number; job_id: number; status_url: string }[];
  session_ids: number[]; experiment_id: number; stereotype_analysis_id: number | null;
}
export type NewKey = ApiKey & { key: string };
