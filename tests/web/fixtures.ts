// What the tests share: a server with the demo's data for as long as the worker lives, and a page
// that tells of every error, every refused script and every request to another host.
import { test as base, expect, type Page } from '@playwright/test';
import { Served } from './served';

interface Demo {
  execution_ids: number[];
  baseline_id: number;
  monitor_id: number;
  session_ids: number[];
  experiment_id: number;
  stereotype_analysis_id: number | null;
}

export interface Watched {
  faults: string[];
}

// A request that the server refuses shows in the console too; those are told apart by `allowed`.
export function watch(page: Page, origin: () => string, allowed: RegExp = /$^/): Watched {
  const watched: Watched = { faults: [] };
  const told = (text: string) => {
    if (!allowed.test(text)) watched.faults.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') told(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => told(`thrown: ${error.message}`));
  page.on('dialog', (dialog) => {
    told(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(origin()) && !/^(blob|about|data):/.test(request.url()))
      told(`a request to ${request.url()}`);
  });
  return watched;
}

export const test = base.extend<{ faults: string[] }, { demo: { server: Served; made: Demo } }>({
  demo: [
    async ({}, use) => {
      const server = await Served.start();
      try {
        await use({ server, made: await server.withDemo() });
      } finally {
        await server.stop();
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // Whoever asks for it has a page that must stay without faults.
  faults: async ({ page, demo }, use) => {
    const { faults } = watch(page, () => demo.server.url);
    await use(faults);
    expect(faults).toEqual([]);
  },
});

export { expect };

// The page is there, its pictures are drawn, and nothing is still on its way.
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  await expect(page.locator('.waiting')).toHaveCount(0);
  await expect.poll(() => page.locator('.chart-canvas:not([data-drawn])').count()).toBe(0);
}

export async function expectNoOverflow(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await expect
    .poll(
      () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      `the page is wider than ${width} px`,
    )
    .toBeLessThanOrEqual(0);
}
