// The map of meanings: both sets of responses on the two axes along which the baseline varies most. The
// response that is kept stands in the address.
import type { EChartsType } from 'echarts/core';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { EmbeddingMap } from '../api/types';
import { Chart } from '../chart/chart';
import { drawnOf, keptSeries, mapOption, pointOf, pointText } from '../chart/execution';
import { count, decimal, excerpt, percent, visible } from '../format';
import { Figure } from '../part/figure';
import type { Column } from '../part/table';
import { Name, Passage } from '../part/text';
import { anyText, useQueryState } from '../query_state';
import { colours } from '../theme';
import { bothSides } from './execution_family';

interface MapRow {
  side: string;
  id: string;
  x: number;
  y: number;
  excerpt: string;
}

const columns: readonly Column<MapRow>[] = [
  { id: 'side', title: 'Side', value: (row) => row.side },
  { id: 'id', title: 'Result', value: (row) => row.id, show: (row) => <Name text={row.id} most={40} /> },
  { id: 'x', title: 'Component 1', numeric: true, value: (row) => row.x, show: (row) => decimal(row.x) },
  { id: 'y', title: 'Component 2', numeric: true, value: (row) => row.y, show: (row) => decimal(row.y) },
  {
    id: 'excerpt',
    title: 'Response',
    value: (row) => row.excerpt,
    show: (row) => <Name text={row.excerpt} most={120} />,
  },
];

export function MapFigure({ map }: { map: EmbeddingMap }) {
  const [given, keep] = useQueryState('point', anyText);
  const kept = useMemo(() => pointOf(given, map), [given, map]);
  const chart = useRef<EChartsType | null>(null);
  // The ring alone: all points are drawn anew with another map, and have it then.
  const drawn = useRef(map);
  useEffect(() => {
    if (drawn.current === map) chart.current?.setOption({ series: [keptSeries(map, kept, colours())] });
    drawn.current = map;
  }, [map, kept]);
  const rows = useMemo(
    (): MapRow[] =>
      (['baseline', 'current'] as const).flatMap((side) =>
        map[side].x.map((x, index) => ({
          side,
          id: map[side].ids[index] ?? '',
          x,
          y: map[side].y[index] ?? 0,
          excerpt: map[side].excerpts[index] ?? '',
        })),
      ),
    [map],
  );
  const explained = map.explained_variance.reduce((sum, each) => sum + each, 0);
  return (
    <Figure
      title="Map of meanings"
      legend={bothSides}
      note={`Both sets on the two main axes of the baseline's vectors (${map.model === null ? 'vectors that came with the results' : visible(excerpt(map.model, 80))}, fitted on ${count(map.fitted_rows)} rows), which show ${percent(explained, 1)} of its variance. ${drawnOf(map)} Point at one to read it, click to keep it.`}
      table={{ id: 'map', rows, columns }}
    >
      <Chart
        label="Scatter of both sets of responses by meaning."
        height={380}
        inputs={[map]}
        option={(c) => mapOption(map, kept, c)}
        onReady={(made) => {
          chart.current = made;
        }}
        onPick={({ seriesId, index }) => {
          const next = pointText(map, seriesId === 'current' ? 'current' : 'baseline', index);
          keep((now) => (now === next ? null : next));
        }}
      />
      {kept && (
        <div class="map-pick" role="status">
          <div class={`side-${kept.side}`}>
            <div class="side-name">
              {kept.side === 'current' ? 'Current' : 'Baseline'}{' '}
              <Name text={map[kept.side].ids[kept.index]} most={60} />
            </div>
            <Passage name="point" text={map[kept.side].excerpts[kept.index]} />
          </div>
        </div>
      )}
      {given !== null && !kept && (
        <p class="quiet" role="status">
          The response that the address names is not on this map: it is not in what is shown, or was left out
          of its points.
        </p>
      )}
    </Figure>
  );
}
