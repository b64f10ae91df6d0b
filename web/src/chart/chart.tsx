// A picture that follows its box, the theme and the data. The canvas lies absolutely inside a box
// that hides what sticks out, so a chart can never widen the page, not even while it resizes.
import type { EChartsCoreOption, EChartsType } from 'echarts/core';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { excerpt, visible } from '../format';
import { inTurn } from '../frame';
import { colours, useThemeTurn, type Colours } from '../theme';
import { loadOnce } from './load_once';

export type Engine = typeof import('./engine');
export interface Pick {
  seriesId: string;
  index: number; // of the datum in its series
  value: unknown;
}

interface Props {
  label: string; // what a screen reader says; the numbers are in the table beside it
  height?: number;
  // Made anew when one of `inputs` or the theme changes.
  option: (colours: Colours, width: number) => EChartsCoreOption;
  inputs: readonly unknown[];
  onPick?: (pick: Pick) => void;
  onHover?: (pick: Pick | null) => void;
  // Of a chart over categories: the one whose column is pointed at or clicked, anywhere in its height.
  onColumn?: (index: number | null) => void;
  onColumnPick?: (index: number) => void;
  // The chart itself, for highlighting from outside.
  onReady?: (chart: EChartsType | null) => void;
}

const loadEngine = loadOnce<Engine>(() => import('./engine'));

interface EngineEvent {
  componentType?: string;
  seriesId?: string;
  dataIndex?: number;
  value?: unknown;
}

function pickOf(event: unknown): Pick | null {
  const { seriesId, dataIndex, value } = event as EngineEvent;
  return seriesId !== undefined && dataIndex !== undefined ? { seriesId, index: dataIndex, value } : null;
}

// Marks are small, and a step without a value has none: the column tells which one is meant.
function followColumns(chart: EChartsType, latest: { current: Props }): void {
  const columnAt = (event: { offsetX: number; offsetY: number }): number | null => {
    if (!chart.containPixel('grid', [event.offsetX, event.offsetY])) return null;
    const at = chart.convertFromPixel({ xAxisIndex: 0 }, event.offsetX) as unknown as number;
    return Number.isFinite(at) ? Math.round(at) : null;
  };
  let last: number | null = null;
  const tell = (index: number | null) => {
    if (index !== last) latest.current.onColumn?.(index);
    last = index;
  };
  const surface = chart.getZr();
  surface.on('mousemove', (event) => {
    if (latest.current.onColumn) tell(columnAt(event));
  });
  surface.on('globalout', () => tell(null));
  surface.on('click', (event) => {
    const index = latest.current.onColumnPick ? columnAt(event) : null;
    if (index !== null) latest.current.onColumnPick?.(index);
  });
}

// Settings that every chart shares.
function shared(c: Colours): EChartsCoreOption {
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  return {
    animation: !still,
    animationDuration: 250,
    animationDurationUpdate: 200,
    // A canvas knows no `inherit`: it would keep its own letters of 10 px.
    textStyle: { color: c.ink, fontFamily: getComputedStyle(document.body).fontFamily, fontSize: 12 },
  };
}

type Part = Record<string, unknown>;

// Letters grow with the page's own, so that a projector's last row reads them.
function withLetters(option: EChartsCoreOption): EChartsCoreOption {
  const fontSize = Math.round(parseFloat(getComputedStyle(document.documentElement).fontSize) * 0.8);
  const lettered = (part: Part, names: readonly string[]) => {
    for (const name of names) {
      const own: Part = { fontSize, ...(part[name] as Part | undefined) };
      if (typeof own.width === 'number') own.width = (own.width * fontSize) / 12;
      part[name] = own;
    }
  };
  // Room for an axis' name above or below is counted in letters too.
  const place = option.grid as Part | undefined;
  for (const side of ['top', 'bottom'])
    if (place && typeof place[side] === 'number') place[side] = (place[side] * fontSize) / 12;
  for (const axis of [option.xAxis, option.yAxis] as (Part | undefined)[])
    if (axis && typeof axis.nameGap === 'number') axis.nameGap = (axis.nameGap * fontSize) / 12;
  for (const axis of [option.xAxis, option.yAxis] as (Part | undefined)[])
    if (axis) lettered(axis, ['axisLabel', 'nameTextStyle']);
  if (option.visualMap) lettered(option.visualMap as Part, ['textStyle']);
  for (const series of (option.series ?? []) as Part[]) {
    lettered(series, ['label']);
    if (series.markLine) lettered(series.markLine as Part, ['label']);
  }
  return option;
}

// A browser does not ask again for a module that failed: the page has to be loaded anew.
function Lost() {
  return (
    <div class="notice notice-warning" role="status">
      <p>The picture cannot be drawn: a file of the page did not come. Its numbers are in the table.</p>
      <button type="button" class="button" onClick={() => window.location.reload()}>
        Reload the page
      </button>
    </div>
  );
}

export function Chart(props: Props) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const turn = useThemeTurn();
  const [isLost, setIsLost] = useState(false); // the engine did not come

  const draw = useRef(() => {
    const canvas = box.current;
    if (!chart.current || !canvas) return;
    const c = colours();
    // The tip goes with what it was drawn on. Left to itself it comes back a task later, where it was, and
    // fails for want of its element.
    chart.current.dispatchAction({ type: 'hideTip' });
    chart.current.setOption(
      { ...shared(c), ...withLetters(latest.current.option(c, canvas.clientWidth)) },
      { notMerge: true },
    );
    canvas.dataset.drawn = 'true';
  });

  useLayoutEffect(() => {
    const place = box.current;
    if (!place) return;
    let gone = false;
    let watch: ResizeObserver | null = null;
    const make = ({ echarts }: Engine) => {
      if (gone) return;
      const made = echarts.init(place, null, { renderer: 'canvas' });
      chart.current = made;
      made.on('click', (event) => {
        const pick = pickOf(event);
        if (pick) latest.current.onPick?.(pick);
      });
      made.on('mouseover', (event) => latest.current.onHover?.(pickOf(event)));
      made.on('mouseout', () => latest.current.onHover?.(null));
      made.on('globalout', () => latest.current.onHover?.(null));
      followColumns(made, latest);
      draw.current();
      latest.current.onReady?.(made);
      let width = place.clientWidth;
      let height = place.clientHeight;
      watch = new ResizeObserver(() => {
        // The first call tells the size that it was made with.
        if (place.clientWidth === width && place.clientHeight === height) return;
        const isWider = place.clientWidth !== width;
        width = place.clientWidth;
        height = place.clientHeight;
        made.resize();
        if (isWider) draw.current();
      });
      watch.observe(place);
    };
    // The page's words come first; each picture has a task of its own behind them.
    void loadEngine().then(
      (loaded) => inTurn(() => make(loaded)),
      () => !gone && setIsLost(true),
    );
    return () => {
      gone = true;
      watch?.disconnect();
      latest.current.onReady?.(null);
      chart.current?.dispose();
      chart.current = null;
    };
  }, []);

  // The first drawing is the layout's own, once the engine is there.
  const isNew = useRef(true);
  useEffect(() => {
    if (isNew.current) isNew.current = false;
    else draw.current();
  }, [turn, ...props.inputs]);

  if (isLost) return <Lost />;
  return (
    <div
      class="chart"
      ref={(el) => {
        if (el) el.style.height = `${(props.height ?? 260) / 15.4}rem`;
      }}
      role="img"
      aria-label={visible(excerpt(props.label, 400))}
    >
      <div class="chart-canvas" ref={box} aria-hidden="true" />
    </div>
  );
}
