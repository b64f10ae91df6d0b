// Every page, in both themes: it shows, its pictures are drawn, nothing is refused or asked of another
// host, axe finds nothing, and nothing sticks out at 360 px.
import AxeBuilder from '@axe-core/playwright';
import { mkdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, expectNoOverflow, settled, test } from './fixtures';

const shots = process.env.PLUMB_SHOTS; // a folder: screenshots are kept there

interface Stop {
  name: string;
  hash: (demo: {
    execution_ids: number[];
    monitor_id: number;
    session_ids: number[];
    experiment_id: number;
    stereotype_analysis_id: number | null;
  }) => string;
  title: RegExp;
}

const stops: Stop[] = [
  { name: 'overview', hash: () => '#/', title: /Overview/ },
  {
    name: 'execution',
    hash: (d) => `#/executions/${d.execution_ids.at(-1)}?open=output,safety,embedding,agent_tool`,
    title: /./,
  },
  { name: 'compare', hash: (d) => `#/compare?ids=${d.execution_ids.join(',')}`, title: /Compare/ },
  { name: 'compare-choose', hash: () => '#/compare', title: /Compare/ },
  { name: 'sessions', hash: () => '#/sessions', title: /Sessions/ },
  { name: 'session', hash: (d) => `#/sessions/${d.session_ids.at(-1)}`, title: /./ },
  { name: 'experiments', hash: () => '#/experiments', title: /Experiments/ },
  { name: 'experiment', hash: (d) => `#/experiments/${d.experiment_id}`, title: /./ },
  { name: 'stereotypes', hash: () => '#/stereotypes', title: /Stereotype/ },
  { name: 'stereotype', hash: (d) => `#/stereotypes/${d.stereotype_analysis_id}`, title: /./ },
  { name: 'baselines', hash: () => '#/baselines', title: /Baselines/ },
  { name: 'monitors', hash: () => '#/monitors', title: /Monitors/ },
  { name: 'monitor', hash: (d) => `#/monitors/${d.monitor_id}`, title: /./ },
  { name: 'keys', hash: () => '#/keys', title: /Keys/ },
  { name: 'import', hash: () => '#/import', title: /Import/ },
  { name: 'nowhere', hash: () => '#/nowhere', title: /no such page/ },
];

// Of any weight: the issue of a moderate finding is somebody's daily trouble too.
async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(
    (each) =>
      `${each.impact} ${each.id}: ${each.nodes
        .map((node) => node.target.join(' '))
        .slice(0, 3)
        .join('; ')}`,
  );
}

for (const stop of stops) {
  test(`${stop.name}: shows, and axe has nothing to say, in both themes`, async ({
    page,
    demo,
    faults: _,
  }) => {
    for (const theme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.emulateMedia({ colorScheme: theme });
      await page.goto('about:blank');
      await page.goto(`${demo.server.url}/${stop.hash(demo.made)}`);
      await settled(page);
      await expect(page.locator('h1')).toHaveText(stop.title);
      await expect(page).toHaveTitle(/· Plumb$/);
      await expect(page.locator('[role=alert]')).toHaveCount(0);
      expect(await findings(page)).toEqual([]);
      if (shots) {
        mkdirSync(shots, { recursive: true });
        await page.screenshot({ path: `${shots}/${stop.name}-${theme}.png` });
      }
    }
    for (const width of [360, 2560]) {
      await expectNoOverflow(page, width);
    }
    if (shots) {
      await page.setViewportSize({ width: 360, height: 800 });
      await settled(page);
      await page.screenshot({ path: `${shots}/${stop.name}-narrow.png` });
    }
  });
}

test('the keyboard alone reaches the page, its parts and every link of the navigation', async ({
  page,
  demo,
  faults: _,
}) => {
  await page.goto(`${demo.server.url}/#/`);
  await settled(page);
  await page.keyboard.press('Tab');
  await expect(page.getByText('Skip to the page')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await page.getByRole('link', { name: 'Baselines', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('h1')).toHaveText('Baselines');
  await expect(page.locator('main')).toBeFocused();
});

test('a choice of colours stays over a reload', async ({ page, demo, faults: _ }) => {
  await page.goto(`${demo.server.url}/#/keys`);
  await page.getByLabel('Colours').selectOption('dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('letters of every picture are as large as they were asked for, and larger on a projector', async ({
  page,
  demo,
  faults: _,
}) => {
  // A canvas that does not understand a font keeps the one before, and says nothing.
  await page.addInitScript(() => {
    const told = window as unknown as { fonts: [asked: string, taken: string][] };
    told.fonts = [];
    const font = Object.getOwnPropertyDescriptor(CanvasRenderingContext2D.prototype, 'font')!;
    Object.defineProperty(CanvasRenderingContext2D.prototype, 'font', {
      ...font,
      set(this: CanvasRenderingContext2D, asked: string) {
        font.set!.call(this, asked);
        told.fonts.push([asked, font.get!.call(this) as string]);
      },
    });
  });
  const pixels = (font: string) => Number(/([\d.]+)px/.exec(font)?.[1]);
  const largest: Record<number, number> = {};
  const pictured = ['overview', 'execution', 'compare', 'session', 'experiment', 'stereotype', 'monitor'];
  for (const width of [360, 1920])
    for (const stop of stops.filter(({ name }) => pictured.includes(name))) {
      await page.setViewportSize({ width, height: 1000 });
      await page.goto('about:blank');
      await page.goto(`${demo.server.url}/${stop.hash(demo.made)}`);
      await settled(page);
      const fonts = await page.evaluate(() => (window as unknown as { fonts: [string, string][] }).fonts);
      expect(fonts.length, stop.name).toBeGreaterThan(0);
      for (const [asked, taken] of fonts) expect(pixels(taken), `${stop.name}: ${asked}`).toBe(pixels(asked));
      largest[width] = Math.max(largest[width] ?? 0, ...fonts.map(([, taken]) => pixels(taken)));
    }
  expect(largest[1920]).toBeGreaterThan(largest[360]! * 1.2);
});
