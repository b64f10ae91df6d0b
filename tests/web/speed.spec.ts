// How long the first picture and an interaction take. Figures are printed, never asserted: a loaded
// machine is no fault of the page. `script/bench dashboard` measures large databases with it:
//   PLUMB_URL      a server of yours, in place of one with the demo's data
//   PLUMB_FIGURES  a file: the figures as JSON
//   PLUMB_ROUNDS   how often each page is opened and each interaction made, in a fresh browser context
//   PLUMB_TRACE    a file: Chromium's trace of the first round of interactions, for its Performance panel
import { expect, test, type Browser, type Page } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { settled } from './fixtures';
import { Served } from './served';

// What the browser tells of an event (Event Timing), in ms since the page began.
interface Told {
  start: number; // the input
  processingStart: number; // its first handler
  processingEnd: number; // after its last
  duration: number; // from the input to the frame that shows what came of it, in steps of 8 ms
}

interface Interaction {
  what: string;
  next_paint_ms: number; // the median of the rounds
  longest_ms: number; // and the longest of them, which is what Interaction to Next Paint would report
  input_delay_ms: number; // of the longest: until the page's code ran,
  processing_ms: number; // while it ran,
  presentation_ms: number; // until its frame was on the screen
  settled_ms: number; // until all that it asked for was there and drawn, the median
}

interface Figures {
  pages: { page: string; first_contentful_paint_ms: number; drawn_ms: number; received_kb: number }[];
  interactions: Interaction[];
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;

// Every event of an interaction that took 16 ms or more; of shorter ones the browser does not tell.
async function watchEvents(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const told = window as unknown as { told: Told[] };
    told.told = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[])
        if (entry.interactionId > 0)
          told.told.push({
            start: entry.startTime,
            processingStart: entry.processingStart,
            processingEnd: entry.processingEnd,
            duration: entry.duration,
          });
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  });
}

// The window takes its own bars from the size that the page was given: what lies in the lowest 87 px of
// the page is on no screen, and a click that changes only that has no frame. Its wait would end with
// the frame of a later click. So the window is larger than the page.
async function wholeInView(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { windowId } = await session.send('Browser.getWindowForTarget');
  const { width, height } = page.viewportSize()!;
  const bounds = { width: width + 100, height: height + 200 };
  await session.send('Browser.setWindowBounds', { windowId, bounds });
  await session.detach();
}

async function paintOf(page: Page): Promise<number> {
  const read = () =>
    page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null);
  await expect.poll(read).not.toBeNull();
  return (await read())!;
}

const now = (page: Page) => page.evaluate(() => performance.now());
const calm = (page: Page, milliseconds: number) =>
  page.evaluate(
    (wait) => new Promise((done) => requestAnimationFrame(() => setTimeout(done, wait))),
    milliseconds,
  );

interface Made {
  what: string;
  from: number; // its inputs lie between these times of the page
  until: number;
  settled: number;
}

// Makes one interaction and waits for all that comes of it, so that the next one finds a calm page: a
// person looks before the next click.
async function interaction(page: Page, what: string, act: () => Promise<void>): Promise<Made> {
  const from = await now(page);
  const started = Date.now();
  await act();
  await settled(page);
  await expect(page.locator('.stale')).toHaveCount(0);
  const made = { what, from, until: await now(page), settled: Date.now() - started };
  await calm(page, 200);
  return made;
}

// The longest event of an interaction, as Interaction to Next Paint takes it, with the code of all events
// that one frame showed (pressed, let go, clicked). Events belong to the interaction in whose time their
// input came: the browser tells of an event later, once its frame was shown, and by then the next
// interaction may have begun.
function longestOf(told: readonly Told[], { from, until }: Made): Told {
  const own = told.filter((each) => each.start >= from && each.start <= until);
  const none = { start: from, processingStart: from, processingEnd: from, duration: 0 };
  const longest = own.reduce((a, b) => (b.duration > a.duration ? b : a), none);
  const shown = longest.start + longest.duration;
  const together = own.filter((each) => Math.abs(each.start + each.duration - shown) <= 8);
  return {
    ...longest,
    processingEnd: Math.max(longest.processingEnd, ...together.map((each) => each.processingEnd)),
  };
}

function figureOf(what: string, rounds: readonly { longest: Told; settled: number }[]): Interaction {
  const worst = rounds.map((each) => each.longest).reduce((a, b) => (b.duration > a.duration ? b : a));
  const delay = worst.processingStart - worst.start;
  const processing = worst.processingEnd - worst.processingStart;
  return {
    what,
    next_paint_ms: Math.round(median(rounds.map((each) => each.longest.duration))),
    longest_ms: Math.round(worst.duration),
    input_delay_ms: Math.round(delay),
    processing_ms: Math.round(processing),
    presentation_ms: Math.round(Math.max(0, worst.duration - delay - processing)),
    settled_ms: median(rounds.map((each) => each.settled)),
  };
}

async function pageFigures(browser: Browser, name: string, address: string, rounds: number) {
  const seen: { paint: number; drawn: number; received: number }[] = [];
  // What the first look costs the server it costs once; it is told apart.
  for (let round = 0; round <= rounds; round += 1) {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    let received = 0;
    page.on('response', (response) => {
      void response
        .body()
        .then((body) => (received += body.length))
        .catch(() => undefined);
    });
    const started = Date.now();
    await page.goto(address);
    await settled(page);
    const drawn = Date.now() - started;
    seen.push({ paint: await paintOf(page), drawn, received });
    await context.close();
  }
  const [first, ...later] = seen;
  return (
    [
      [`${name}, first look`, [first!]],
      [`${name}, median of ${rounds}`, later],
    ] as const
  ).map(([when, of]) => ({
    page: when,
    first_contentful_paint_ms: Math.round(median(of.map((each) => each.paint))),
    drawn_ms: median(of.map((each) => each.drawn)),
    received_kb: Math.round(median(of.map((each) => each.received)) / 1000),
  }));
}

// What a reader does, each in a page that has come to rest.
async function walkThrough(page: Page, url: string, execution: string): Promise<Made[]> {
  const made: Made[] = [];
  const note = async (what: string, act: () => Promise<void>) => {
    made.push(await interaction(page, what, act));
  };
  await page.goto(`${url}/#/`);
  await settled(page);
  await calm(page, 500);
  await note('overview: sort by score', () => page.getByRole('button', { name: 'Drift score' }).click());
  await note('overview: choose a run', () => page.locator('tbody input[type=checkbox]').first().click());
  await note('overview: choose another', () => page.locator('tbody input[type=checkbox]').nth(1).click());
  await note('overview: go to an execution', async () => {
    await page.locator('tbody a').first().click();
    await expect(page.locator('.family, .empty').first()).toBeVisible();
  });
  await page.goto(`${url}/${execution}`);
  await settled(page);
  await calm(page, 500);
  for (const family of ['Output', 'Severity mix', 'Tools', 'Meaning'])
    await note(`execution: open ${family}`, () =>
      page.locator('.family', { hasText: family }).first().click(),
    );
  const filter = page.getByRole('region', { name: 'Filters' }).locator('select').first();
  if ((await filter.count()) > 0)
    await note('execution: filter by a label', async () => {
      await filter.focus();
      await page.keyboard.press('ArrowDown');
      await expect(page).toHaveURL(/label=/);
    });
  await page.goto(`${url}/#/`);
  await settled(page);
  await calm(page, 500);
  if ((await page.getByRole('button', { name: 'Load older' }).count()) > 0) {
    await note('overview: load older', async () => {
      await page.getByRole('button', { name: 'Load older' }).click();
      await expect(page.getByRole('button', { name: /^Show \d+ more$/ })).toBeVisible();
    });
    await note('overview: sort all by score', () =>
      page.getByRole('button', { name: 'Drift score' }).click(),
    );
    await note('overview: sort all by name', () =>
      page.getByRole('button', { name: 'Execution', exact: true }).click(),
    );
    await note('overview: show more rows', () =>
      page.getByRole('button', { name: /^Show \d+ more$/ }).click(),
    );
  }
  await calm(page, 1_000); // the browser tells of the last one's frame
  return made;
}

async function interactionFigures(browser: Browser, url: string, execution: string, rounds: number) {
  const seen = new Map<string, { longest: Told; settled: number }[]>();
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    await watchEvents(page);
    await wholeInView(page);
    const traced = round === 0 && process.env.PLUMB_TRACE;
    if (traced) await browser.startTracing(page, { path: traced });
    const made = await walkThrough(page, url, execution);
    if (traced) await browser.stopTracing();
    const told = await page.evaluate(() => (window as unknown as { told: Told[] }).told);
    for (const each of made)
      seen.set(each.what, [
        ...(seen.get(each.what) ?? []),
        { longest: longestOf(told, each), settled: each.settled },
      ]);
    await context.close();
  }
  return [...seen].map(([what, each]) => figureOf(what, each));
}

test('figures: first contentful paint and interaction', async ({ browser }) => {
  test.setTimeout(900_000);
  const own = process.env.PLUMB_URL ? null : await Served.start();
  try {
    await own?.withDemo();
    const url = process.env.PLUMB_URL ?? own!.url;
    const rounds = Number(process.env.PLUMB_ROUNDS ?? 1);
    const newest = await (await fetch(`${url}/api/v1/comparisons?order=desc&limit=1`)).json();
    const execution = `#/executions/${newest.items[0].execution_id}`;
    const figures: Figures = {
      pages: [
        ...(await pageFigures(browser, 'overview', `${url}/#/`, rounds)),
        ...(await pageFigures(browser, 'execution', `${url}/${execution}`, rounds)),
      ],
      interactions: await interactionFigures(browser, url, execution, rounds),
    };
    for (const each of figures.pages)
      console.log(
        `${each.page}: first contentful paint ${each.first_contentful_paint_ms} ms, everything drawn ${each.drawn_ms} ms, ${each.received_kb} kB`,
      );
    const ms = (value: number) => (value < 16 ? '< 16' : String(value));
    for (const each of figures.interactions)
      console.log(
        `${each.what}: next paint after ${ms(each.next_paint_ms)} ms, at most ${ms(each.longest_ms)} (${each.input_delay_ms} until its code ran, ${each.processing_ms} while it ran, ${each.presentation_ms} until it was shown), settled after ${each.settled_ms} ms`,
      );
    if (process.env.PLUMB_FIGURES) writeFileSync(process.env.PLUMB_FIGURES, JSON.stringify(figures, null, 2));
  } finally {
    await own?.stop();
  }
});
