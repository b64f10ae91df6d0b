// The columns of an execution's table of all metrics.
import type { Measurement } from '../api/types';
import { count, decimal, metricName, pValue } from '../format';
import { VerdictBadge } from '../part/badge';
import type { Column } from '../part/table';

export const metricColumns: readonly Column<Measurement>[] = [
  {
    id: 'metric',
    title: 'Metric',
    value: (row) => row.metric,
    show: (row) => metricName(row.metric),
  },
  {
    id: 'value',
    title: 'Value',
    numeric: true,
    value: (row) => row.value,
    show: (row) => decimal(row.value),
  },
  {
    id: 'low',
    title: '95 % from',
    numeric: true,
    value: (row) => row.interval?.low,
    show: (row) => decimal(row.interval?.low),
  },
  {
    id: 'high',
    title: 'to',
    numeric: true,
    value: (row) => row.interval?.high,
    show: (row) => decimal(row.interval?.high),
  },
  {
    id: 'threshold',
    title: 'Threshold',
    numeric: true,
    value: (row) => row.threshold,
    show: (row) => decimal(row.threshold, 2),
  },
  {
    id: 'p_value',
    title: 'p',
    numeric: true,
    value: (row) => row.p_value,
    show: (row) => pValue(row.p_value),
  },
  {
    id: 'p_adjusted',
    title: 'p adjusted',
    numeric: true,
    value: (row) => row.p_adjusted,
    show: (row) => pValue(row.p_adjusted),
  },
  {
    id: 'n_current',
    title: 'n',
    numeric: true,
    value: (row) => row.n_current,
    show: (row) => count(row.n_current),
  },
  {
    id: 'n_baseline',
    title: 'n baseline',
    numeric: true,
    value: (row) => row.n_baseline,
    show: (row) => count(row.n_baseline),
  },
  { id: 'severity', title: 'Severity', value: (row) => row.severity },
  {
    id: 'verdict',
    title: 'Verdict',
    value: (row) => row.details.verdict,
    show: (row) => (
      <VerdictBadge
        verdict={row.details.verdict}
        otherwise={row.value === null ? 'does not apply' : 'no threshold'}
      />
    ),
  },
];
