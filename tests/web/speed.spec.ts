// How long the first picture and an interaction take. Figures are printed, never asserted: a loaded
// machine is no fault of the page. `script/bench dashboard` measures large databases with it:
//   PLUMB_URL      a server of yours, in place of one with the demo's data
//   PLUMB_FIGURES  a file: the figures as JSON
//   PLUMB_ROUNDS   how often each page is opened, in a fresh browser context; the median counts
import { expect, test, type Page } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { settled } from './fixtures';
import { Served } from './served';

interface Figures {
  pages: { page: string; first_contentful_paint_ms: number; drawn_ms: number; received_kb: number }[];
  interactions: { what: string; next_paint_ms: number; settled_ms: number }[];
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;

// The longest event that an input caused, as Interaction to Next Paint counts it: from the input to
// the frame after its handlers, in steps of 8 ms. Shorter ones than 16 ms the browser does not tell.
async function watchEvents(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const told = window as unknown as { longest: number };
    told.longest = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (entry.interactionId > 0) told.longest = Math.max(told.longest, entry.duration);
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  });
}

async function paintOf(page: Page): Promise<number> {
  const read = () =>
    page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null);
  await expect.poll(read).not.toBeNull();
  return (await read())!;
}

async function interaction(page: Page, what: string, act: () => Promise<void>) {
  await page.evaluate(() => ((window as unknown as { longest: number }).longest = 0));
  const started = Date.now();
  await act();
  await settled(page);
  await expect(page.locator('.stale')).toHaveCount(0);
  const settledAfter = Date.now() - started;
  // The observer tells of an event after its frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))));
  const longest = await page.evaluate(() => (window as unknown as { longest: number }).longest);
  return { what, next_paint_ms: longest, settled_ms: settledAfter };
}

test('figures: first contentful paint and interaction', async ({ browser }) => {
  test.setTimeout(600_000);
  const own = process.env.PLUMB_URL ? null : await Served.start();
  try {
    await own?.withDemo();
    const url = process.env.PLUMB_URL ?? own!.url;
    const rounds = Number(process.env.PLUMB_ROUNDS ?? 1);
    const newest = await (await fetch(`${url}/api/v1/comparisons?order=desc&limit=1`)).json();
    const figures: Figures = { pages: [], interactions: [] };
    const places: [string, string][] = [
      ['overview', '#/'],
      ['execution', `#/executions/${newest.items[0].execution_id}`],
    ];
    for (const [name, hash] of places) {
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
        await page.goto(`${url}/${hash}`);
        await settled(page);
        const drawn = Date.now() - started;
        seen.push({ paint: await paintOf(page), drawn, received });
        await context.close();
      }
      const [first, ...later] = seen;
      for (const [when, of] of [
        [`${name}, first look`, [first!]],
        [`${name}, median of ${rounds}`, later],
      ] as const)
        figures.pages.push({
          page: when,
          first_contentful_paint_ms: Math.round(median(of.map((each) => each.paint))),
          drawn_ms: median(of.map((each) => each.drawn)),
          received_kb: Math.round(median(of.map((each) => each.received)) / 1000),
        });
    }

    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    await watchEvents(page);
    await page.goto(`${url}/#/`);
    await settled(page);
    const note = async (what: string, act: () => Promise<void>) =>
      figures.interactions.push(await interaction(page, what, act));
    await note('overview: sort by score', () => page.getByRole('button', { name: 'Drift score' }).click());
    await note('overview: choose a run', () => page.locator('tbody input[type=checkbox]').first().click());
    await note('overview: go to an execution', async () => {
      await page.locator('tbody a').first().click();
      await expect(page.locator('.family, .empty').first()).toBeVisible();
    });
    await page.goto(`${url}/${places[1]![1]}`);
    await settled(page);
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
    await context.close();

    for (const each of figures.pages)
      console.log(
        `${each.page}: first contentful paint ${each.first_contentful_paint_ms} ms, everything drawn ${each.drawn_ms} ms, ${each.received_kb} kB`,
      );
    for (const each of figures.interactions)
      console.log(
        `${each.what}: next paint after ${each.next_paint_ms < 16 ? '< 16' : each.next_paint_ms} ms, settled after ${each.settled_ms} ms`,
      );
    if (process.env.PLUMB_FIGURES) writeFileSync(process.env.PLUMB_FIGURES, JSON.stringify(figures, null, 2));
  } finally {
    await own?.stop();
  }
});
