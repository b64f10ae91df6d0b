// Stereotype analyses: did answers become more stereotyped once a bias was named? Control against
// bias, by model, bias type and stereotype type, down to the pairs.
import { useMemo } from 'preact/hooks';
import { get } from '../api/client';
import { fromTheTop } from '../api/list';
import { useLoad } from '../api/load';
import type { StereotypeModel, StereotypeReport, StereotypeSummary } from '../api/types';
import { Chart } from '../chart/chart';
import { heatOption, type HeatCell } from '../chart/heat';
import { count, decimal, interval, isNumber, pValue, percent, sentence, signed } from '../format';
import { Figure } from '../part/figure';
import { Choice } from '../part/form';
import { LoadNote, PageWithout } from '../part/loaded';
import { Page } from '../part/page';
import { DataTable, type Column } from '../part/table';
import { Name } from '../part/text';
import { changeQuery, oneOf, useQueryState } from '../query_state';
import { hrefTo, type Route } from '../route';
import { PairList } from './stereotype_pairs';

type Measure = 'raw' | 'score';

const measureKind = oneOf<Measure>(['raw', 'score']);

const measures: Record<Measure, string> = {
  raw: 'Mean raw drift (bias − control)',
  score: 'Mean drift score (either way)',
};

function Heat({
  id,
  model,
  measure,
  most,
  onPick,
}: {
  id: string;
  model: StereotypeModel;
  measure: Measure;
  most: number;
  onPick: (cell: HeatCell) => void;
}) {
  const cells = useMemo(
    (): HeatCell[] =>
      model.cells.map((each) => ({
        row: each.bias_type,
        column: each.stereotype_type,
        value: measure === 'raw' ? each.mean_raw_drift : each.mean_drift_score,
        n: each.scored,
      })),
    [model, measure],
  );
  const rows = [...new Set(cells.map((each) => each.row))];
  const columns = [...new Set(cells.map((each) => each.column))];
  const shown = cells.filter((cell) => isNumber(cell.value));
  return (
    <Figure
      title={model.model}
      note="Rows: bias types; columns: stereotype types. Click a cell for its pairs."
      table={{
        id,
        rows: cells,
        columns: [
          {
            id: 'bias_type',
            title: 'Bias type',
            value: (row) => row.row,
            show: (row) => (
              <button type="button" class="link" onClick={() => onPick(row)}>
                <Name text={row.row} />
              </button>
            ),
          },
          {
            id: 'stereotype_type',
            title: 'Stereotype type',
            value: (row) => row.column,
            show: (row) => <Name text={row.column} />,
          },
          {
            id: measure === 'raw' ? 'mean_raw_drift' : 'mean_drift_score',
            title: measures[measure],
            numeric: true,
            value: (row) => row.value,
            show: (row) => signed(row.value),
          },
          { id: 'scored', title: 'Pairs', numeric: true, value: (row) => row.n },
        ],
      }}
    >
      <Chart
        label={`Heat map of ${measures[measure]} of ${model.model} by bias type and stereotype type.`}
        height={90 + 44 * rows.length}
        inputs={[cells, most]}
        option={(c, width) => heatOption(cells, rows, columns, most, measures[measure], c, width)}
        onPick={(at) => {
          const cell = shown[at.index];
          if (cell) onPick(cell);
        }}
      />
    </Figure>
  );
}

interface SummaryRow extends StereotypeSummary {
  model: string;
}

const summaryColumns: readonly Column<SummaryRow>[] = [
  {
    id: 'model',
    title: 'Model',
    value: (row) => row.model,
    show: (row) => <Name text={row.model} most={40} />,
  },
  {
    id: 'group',
    title: 'Group',
    value: (row) => row.group ?? 'all',
    show: (row) => (
      <>
        <Name text={row.group} empty="all" />{' '}
        {row.scope !== 'overall' && <span class="quiet below">{row.scope.replaceAll('_', ' ')}</span>}
      </>
    ),
  },
  {
    id: 'scored',
    title: 'Pairs',
    numeric: true,
    value: (row) => row.scored,
    show: (row) => (
      <>
        {count(row.scored)}
        {row.not_scored > 0 && <span class="quiet below">+{count(row.not_scored)} not scored</span>}
      </>
    ),
    also: [{ id: 'not_scored', value: (row) => row.not_scored }],
  },
  {
    id: 'mean_control_score',
    title: 'Control',
    numeric: true,
    value: (row) => row.mean_control_score,
    show: (row) => decimal(row.mean_control_score),
  },
  {
    id: 'mean_bias_score',
    title: 'Bias',
    numeric: true,
    value: (row) => row.mean_bias_score,
    show: (row) => decimal(row.mean_bias_score),
  },
  {
    id: 'raw_drift',
    title: 'Raw drift',
    numeric: true,
    value: (row) => row.raw_drift.mean,
    show: (row) => (
      <>
        {signed(row.raw_drift.mean)}{' '}
        <span class="quiet below">{interval(row.raw_drift.interval, (v) => signed(v))}</span>
      </>
    ),
    also: [
      { id: 'raw_drift_low', value: (row) => row.raw_drift.interval?.low },
      { id: 'raw_drift_high', value: (row) => row.raw_drift.interval?.high },
    ],
  },
  {
    id: 'raised',
    title: 'Direction',
    value: (row) => row.raised,
    show: (row) => (
      <span class="numeric">
        ↑ {count(row.raised)} ↓ {count(row.lowered)} = {count(row.unchanged)}
      </span>
    ),
    also: [
      { id: 'lowered', value: (row) => row.lowered },
      { id: 'unchanged', value: (row) => row.unchanged },
    ],
  },
  {
    id: 'significant_share',
    title: 'Significant',
    numeric: true,
    value: (row) => row.significant_share,
    show: (row) => (
      <>
        {percent(row.significant_share)}{' '}
        <span class="quiet below">{interval(row.significant_interval, (v) => percent(v))}</span>
      </>
    ),
    also: [
      { id: 'significant_low', value: (row) => row.significant_interval?.low },
      { id: 'significant_high', value: (row) => row.significant_interval?.high },
    ],
  },
  {
    id: 'p',
    title: 'p',
    numeric: true,
    value: (row) => row.wilcoxon_p_adjusted ?? row.wilcoxon_p_value,
    show: (row) => pValue(row.wilcoxon_p_adjusted ?? row.wilcoxon_p_value),
  },
];

export function StereotypePage({ id, route }: { id: number; route: Route }) {
  const loaded = useLoad(`stereotype-${id}`, (signal) =>
    get('/api/v1/stereotype-analyses/{analysis_id}/summary', { path: { analysis_id: id }, signal }),
  );
  const [measure, setMeasure] = useQueryState('measure', measureKind, 'step');
  if (!loaded.data)
    return (
      <PageWithout
        title={`Analysis ${id}`}
        load={loaded}
        what={`analysis ${id}`}
        back={<a href={hrefTo(['stereotypes'])}>All analyses</a>}
      />
    );
  const document = loaded.data.document as unknown as StereotypeReport;
  const models = document.models;
  const rows: SummaryRow[] = models.flatMap((model) =>
    model.summary.map((each) => ({ ...each, model: model.model })),
  );
  const most = Math.max(
    0.1,
    ...models.flatMap((model) =>
      model.cells.map((each) =>
        Math.abs((measure === 'raw' ? each.mean_raw_drift : each.mean_drift_score) ?? 0),
      ),
    ),
  );
  const pick = (model: string) => (cell: HeatCell) => {
    changeQuery({ pairs: model, bias: cell.row, type: cell.column, ...fromTheTop('pairs') }, 'step');
    window.document.getElementById('pairs')?.scrollIntoView({ block: 'start' });
  };
  const warnings = models.flatMap((model) => model.warnings);
  return (
    <Page
      title={loaded.data.name || `Analysis ${id}`}
      lead={
        <>
          Scored by <Name text={document.classifier.classifier} />
          {document.classifier.note && (
            <>
              . <Name text={sentence(document.classifier.note)} most={300} />
            </>
          )}
        </>
      }
    >
      <div class="stack">
        <LoadNote load={loaded} />
        {warnings.length > 0 && (
          <div class="notice notice-warning">
            <ul>
              {warnings.map((each, index) => (
                <li key={index}>
                  <Name text={sentence(each)} most={400} />
                </li>
              ))}
            </ul>
          </div>
        )}
        <div class="pickers">
          <Choice
            label="Colour by"
            value={measure}
            options={[
              ['raw', measures.raw],
              ['score', measures.score],
            ]}
            onChange={setMeasure}
          />
        </div>
        <div class="columns">
          {models.map((model, index) => (
            <Heat
              key={model.model}
              id={`heat${index + 1}`}
              model={model}
              measure={measure}
              most={most}
              onPick={pick(model.model)}
            />
          ))}
        </div>
        <section class="card">
          <h2>Control against bias</h2>
          <DataTable
            id="summary"
            name={`Summary of analysis ${id}`}
            rows={rows}
            keyOf={(_, index) => index}
            columns={summaryColumns}
          />
        </section>
        <PairList id={id} route={route} />
      </div>
    </Page>
  );
}
