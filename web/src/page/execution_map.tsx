// The map of meanings: both sets of responses on the two axes along which the baseline varies most.
import { useEffect, useState } from 'preact/hooks';
import type { EmbeddingMap } from '../api/types';
import { Chart, type Pick } from '../chart/chart';
import { drawnOf, mapOption } from '../chart/execution';
import { count, decimal, excerpt, percent, visible } from '../format';
import { Figure } from '../part/figure';
import { Name, Passage } from '../part/text';
import { bothSides } from './execution_family';

interface MapRow {
  side: string;
  id: string;
  x: number;
  y: number;
  excerpt: string;
}

export function MapFigure({ map }: { map: EmbeddingMap }) {
  const [pick, setPick] = useState<Pick | null>(null);
  useEffect(() => setPick(null), [map]); // another map's points have other places
  const rows: MapRow[] = (['baseline', 'current'] as const).flatMap((side) =>
    map[side].x.map((x, index) => ({
      side,
      id: map[side].ids[index] ?? '',
      x,
      y: map[side].y[index] ?? 0,
      excerpt: map[side].excerpts[index] ?? '',
    })),
  );
  const picked = pick ? (pick.seriesId === 'current' ? map.current : map.baseline) : null;
  const explained = map.explained_variance.reduce((sum, each) => sum + each, 0);
  return (
    <Figure
      title="Map of meanings"
      legend={bothSides}
      note={`Both sets on the two main axes of the baseline's vectors (${map.model === null ? 'vectors that came with the results' : visible(excerpt(map.model, 80))}, fitted on ${count(map.fitted_rows)} rows), which show ${percent(explained, 1)} of its variance. ${drawnOf(map)} Point at one to read it, click to keep it.`}
      table={{
        id: 'map',
        rows,
        columns: [
          { id: 'side', title: 'Side', value: (row) => row.side },
          {
            id: 'id',
            title: 'Result',
            value: (row) => row.id,
            show: (row) => <Name text={row.id} most={40} />,
          },
          {
            id: 'x',
            title: 'Component 1',
            numeric: true,
            value: (row) => row.x,
            show: (row) => decimal(row.x),
          },
          {
            id: 'y',
            title: 'Component 2',
            numeric: true,
            value: (row) => row.y,
            show: (row) => decimal(row.y),
          },
          {
            id: 'excerpt',
            title: 'Response',
            value: (row) => row.excerpt,
            show: (row) => <Name text={row.excerpt} most={120} />,
          },
        ],
      }}
    >
      <Chart
        label="Scatter of both sets of responses by meaning."
        height={380}
        inputs={[map]}
        option={(c) => mapOption(map, c)}
        onPick={setPick}
      />
      {picked && pick && (
        <div class="map-pick" role="status">
          <div class={pick.seriesId === 'current' ? 'side-current' : 'side-baseline'}>
            <div class="side-name">
              {pick.seriesId === 'current' ? 'Current' : 'Baseline'}{' '}
              <Name text={picked.ids[pick.index]} most={60} />
            </div>
            <Passage name="point" text={picked.excerpts[pick.index]} />
          </div>
        </div>
      )}
    </Figure>
  );
}
