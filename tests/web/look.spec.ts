// What a reader does: open, filter, point, compare, follow a link, take the numbers along.
import { readFileSync } from 'node:fs';
import { expect, settled, test } from './fixtures';

test('an execution opens its families, and the address says which', async ({ page, demo, faults: _ }) => {
  const id = demo.made.execution_ids.at(-1)!;
  await page.goto(`${demo.server.url}/#/executions/${id}`);
  await settled(page);
  await expect(page.getByRole('region', { name: 'Result' })).toContainText(/stable|undecided|drifted/);
  await expect(page.locator('.family')).toHaveCount(5);
  // The worst of them is open from the start.
  await expect(page.locator('.family[aria-expanded=true]')).toHaveCount(1);
  for (const name of ['Tools', 'Severity mix']) {
    const card = page.locator('.family', { hasText: name });
    if ((await card.getAttribute('aria-expanded')) !== 'true') await card.click();
  }
  await expect(page.getByRole('heading', { name: /Tool order now/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Severities' })).toBeVisible();
  const address = page.url();
  await page.goto('about:blank');
  await page.goto(address);
  await settled(page);
  await expect(page.getByRole('heading', { name: 'Severities' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /Tool order now/ })).toBeVisible();
});

test('a filter by label redraws everything, and its link shows the same', async ({
  page,
  demo,
  faults: _,
}) => {
  const id = demo.made.execution_ids.at(-1)!;
  await page.goto(`${demo.server.url}/#/executions/${id}?open=output`);
  await settled(page);
  const all = await page.locator('.headline-why').textContent();
  const filters = page.getByRole('region', { name: 'Filters' });
  const choice = filters.locator('select').first();
  await choice.selectOption({ index: 1 });
  await expect(page).toHaveURL(/label=/);
  await expect.poll(() => page.locator('.headline-why').textContent()).not.toBe(all);
  await settled(page);
  const part = await page.locator('.headline-why').textContent();
  const chosen = await choice.inputValue();
  await page.reload();
  await settled(page);
  await expect(page.locator('.headline-why')).toHaveText(part!);
  await expect(filters.locator('select').first()).toHaveValue(chosen);
  await page.getByRole('link', { name: 'Show all results' }).click();
  await expect(page.locator('.headline-why')).toHaveText(all!);
});

test('the map tells a response when it is pointed at', async ({ page, demo, faults: _ }) => {
  await page.goto(`${demo.server.url}/#/executions/${demo.made.execution_ids.at(-1)}?open=embedding`);
  await settled(page);
  const map = page.getByRole('img', { name: /Scatter of both sets/ });
  await map.scrollIntoViewIfNeeded();
  const box = (await map.boundingBox())!;
  // The points are somewhere: walk over the picture until one answers.
  await expect(async () => {
    for (let y = 40; y < box.height - 40; y += 7) {
      for (let x = 60; x < box.width - 20; x += 60) {
        await page.mouse.move(box.x + x, box.y + y);
        if (await page.locator('.tip-text').first().isVisible()) return;
      }
    }
    throw new Error('no point answered');
  }).toPass({ timeout: 30_000 });
  await expect(page.locator('.tip-text').first()).not.toBeEmpty();
});

test('runs stand side by side, with a picture for each metric', async ({ page, demo, faults: _ }) => {
  await page.goto(`${demo.server.url}/#/`);
  await settled(page);
  for (const id of demo.made.execution_ids)
    await page.getByLabel(`Choose execution ${id} for comparing`).check();
  await page.getByRole('button', { name: /Compare these/ }).click();
  await settled(page);
  await expect(page.locator('.table tbody tr')).toHaveCount(demo.made.execution_ids.length);
  await expect(page.locator('.multiples figure')).toHaveCount(7);
});

test('the curve and the transcript of a session light each other', async ({ page, demo, faults: _ }) => {
  await page.goto(`${demo.server.url}/#/sessions/${demo.made.session_ids[0]}`);
  await settled(page);
  const second = page.locator('.turn[data-step]').nth(1);
  const step = await second.getAttribute('data-step');
  await second.hover();
  await expect(second).toHaveClass(/turn-lit/);
  await expect(page.locator('.tip').first()).toContainText(`Step ${step}`);
  // And back: pointing at a mark of the curve lights its step.
  const chart = page.getByRole('img', { name: /Curves of/ });
  const box = (await chart.boundingBox())!;
  await expect(async () => {
    await page.mouse.move(box.x - 5, box.y - 5);
    for (let y = 10; y < box.height; y += 4) {
      for (let x = 50; x < box.width; x += 6) {
        await page.mouse.move(box.x + x, box.y + y);
        if ((await page.locator('.transcript .turn-lit').count()) > 0) return;
      }
    }
    throw new Error('no mark answered');
  }).toPass({ timeout: 40_000 });
  await page.getByRole('button', { name: `Step ${step}`, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`step=${step}`));
});

test('an experiment shows both answers of each step of the task that is asked for', async ({
  page,
  demo,
  faults: _,
}) => {
  await page.goto(`${demo.server.url}/#/experiments/${demo.made.experiment_id}`);
  await settled(page);
  await expect(page.locator('figure')).toHaveCount(3);
  const link = page.locator('.table tbody tr').nth(1).getByRole('link');
  const task = await link.textContent();
  await link.click();
  await expect(page.locator('#answers h2')).toContainText(task!);
  const steps = page.locator('#answers .moved > li');
  await expect(steps.first().locator('.side-baseline')).toContainText('Baseline agent');
  await expect(steps.first().locator('.side-current')).toContainText('Agent with intent');
});

test('a cell of the stereotype heat map leads to its pairs', async ({ page, demo, faults: _ }) => {
  await page.goto(`${demo.server.url}/#/stereotypes/${demo.made.stereotype_analysis_id}`);
  await settled(page);
  await page
    .getByRole('button', { name: /Show the numbers of/ })
    .first()
    .click();
  const row = page.locator('figure .table tbody tr').first();
  const bias = (await row.locator('td').nth(0).textContent())!;
  const type = (await row.locator('td').nth(1).textContent())!;
  await row.getByRole('button').click();
  await expect(page.locator('#pairs .card-head')).toContainText(bias);
  await expect(page.locator('#pairs .card-head')).toContainText(type);
  await settled(page);
  await expect(page.locator('#pairs .moved > li').first()).toContainText(bias);
});

test('a table leaves the page as CSV, by file and by clipboard', async ({
  page,
  demo,
  context,
  faults: _,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${demo.server.url}/#/`);
  await settled(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('executions.csv');
  const file = readFileSync((await download.path())!, 'utf8');
  expect(file.split('\r\n')[0]).toBe('id,name,created_at,total_results,drift_score,drift_grade,verdict');
  const { items } = await demo.server.get('/api/v1/executions?limit=1000');
  expect(file.trim().split('\r\n')).toHaveLength(1 + items.length);
  await page.getByRole('button', { name: 'Copy as CSV' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(file);
});

test('times are those of the reader', async ({ page, demo, faults: _ }) => {
  const { items } = await demo.server.get('/api/v1/executions?limit=1&order=desc');
  const here = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Tokyo',
  }).format(new Date(items[0].created_at));
  await page.goto(`${demo.server.url}/#/`);
  await expect(page.locator('.table tbody tr').first()).toContainText(here);
});

test('a baseline is made from an execution in two clicks, tagged, and watched', async ({ page, demo }) => {
  const id = demo.made.execution_ids[1]!;
  await page.goto(`${demo.server.url}/#/executions/${id}`);
  await settled(page);
  await page.getByRole('button', { name: 'Make it a baseline' }).click();
  await page.getByRole('button', { name: 'Create the baseline' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto(`${demo.server.url}/#/baselines`);
  const row = page.locator('.table tbody tr').first();
  await expect(row).toContainText(String(id));
  await row.getByRole('button', { name: 'Name and tag' }).click();
  await page.getByRole('textbox', { name: 'Tag' }).fill('not a tag!');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Tag' })).toHaveValue('not a tag!'); // what was typed stays
  await page.getByRole('textbox', { name: 'Tag' }).fill('walked');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('walked');
  await row.getByRole('link', { name: 'Monitor', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('watcher');
  await page.getByRole('button', { name: 'Set the monitor' }).click();
  await page.getByRole('link', { name: 'watcher' }).click();
  await expect(page.locator('h1')).toHaveText('watcher');
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
});
