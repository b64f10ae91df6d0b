// How long the first picture and a click take. Figures are printed, never asserted: a loaded machine
// is no fault of the page. PLUMB_URL names a server with a database of another size.
import { expect, settled, test } from './fixtures';

test('figures: first contentful paint and interaction', async ({ page, demo }) => {
  const url = process.env.PLUMB_URL ?? demo.server.url;
  const { items } = await (await fetch(`${url}/api/v1/comparisons?order=desc&limit=1`)).json();
  const pages: [string, string][] = [
    ['overview', '#/'],
    ['execution', `#/executions/${items[0].execution_id}`],
  ];
  for (const [name, hash] of pages) {
    await page.goto('about:blank');
    const started = Date.now();
    await page.goto(`${url}/${hash}`);
    await settled(page);
    const drawn = Date.now() - started;
    await expect
      .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
      .toBeGreaterThan(0);
    const paint = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
    );
    console.log(`${name}: first contentful paint ${Math.round(paint)} ms, everything drawn ${drawn} ms`);
  }
  // From a click until the next frame that shows what it did, as Interaction to Next Paint counts it.
  const card = page.locator('.family').first();
  const before = await card.getAttribute('aria-expanded');
  const took = await card.evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        const start = performance.now();
        (element as HTMLElement).click();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start), 0));
      }),
  );
  await expect(card).not.toHaveAttribute('aria-expanded', before!);
  console.log(`a click on a card: ${Math.round(took)} ms until the next frame`);
});
