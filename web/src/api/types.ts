// Short names for the generated types.
import type { components } from './schema';

type S = components['schemas'];
export type Execution = S['Execution'];
export type ComparisonLine = S['ComparisonLine'];
export type Verdict = S['Verdict'];
export type Grade = S['Grade'];
export type Baseline = S['Baseline'];
export type Monitor = S['Monitor'];
export type MonitorPoint = S['MonitorPoint'];
export type ApiKey = S['ApiKey'];
export type Session = S['Session'];
export type SessionStep = S['SessionStep'];
export type Experiment = S['Experiment'];
export type StereotypeAnalysis = S['StereotypeAnalysis'];
export type Result = S['Result'];

// Documents whose insides docs/formats describes.
export type Interval = S['Compare_interval'];
export type Measurement = S['Compare_measurement'];
export type Distribution = S['Compare_distribution'];
export type Transition = S['Compare_transition'];
export type IntentReport = S['IntentReportDocument'];
export type IntentStep = S['IntentReport_step'];
export type SessionReport = S['SessionReportDocument'];
export type ExperimentReport = S['ExperimentReportDocument'];
export type ExperimentModel = S['ExperimentReport_model'];
export type ExperimentTask = S['ExperimentReport_task'];
export type StereotypeReport = S['StereotypeReportDocument'];
export type StereotypeModel = S['StereotypeReport_model'];
export type StereotypeSummary = S['StereotypeReport_summary'];
export type StereotypeRow = S['StereotypeReport_row'];

export type WhoAmI = S['WhoAmI'];
export type Overview = S['Overview'];
export type ListedExecution = S['ListedExecution'];
export type Aggregates = S['DriftAggregates'];
export type EmbeddingMap = S['EmbeddingMap'];
export type Moved = S['MovedResponses'];
export type Matrix = Omit<S['DriftMatrix'], 'runs'> & { runs: MatrixRun[] };
export type MatrixRun = Omit<S['DriftMatrix']['runs'][number], 'cells'> & { cells: MatrixCell[] };
type MatrixCell = Omit<S['DriftMatrix']['runs'][number]['cells'][number], 'interval'> & {
  interval: Interval;
};
export type StereotypePair = S['StereotypePair'] & StereotypeRow;
export type NewKey = S['CreatedApiKey'];
// A comparison of all results, or of those that have the labels that were asked for.
export type Part = S['CompareDocument'] &
  Pick<S['PartComparison'], 'execution_id' | 'baseline_execution_id' | 'labels' | 'is_exact'>;
