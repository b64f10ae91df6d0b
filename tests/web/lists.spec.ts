// Lists and tables: runs side by side, to the last row, and taken along as CSV.
import { readFileSync } from 'node:fs';
import { expect, settled, test, watch } from './fixtures';
import { Served } from './served';

test('any number of runs stands side by side: more than the server gives or compares at once', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const server = await Served.start(); // its own: so many rows would be in everyone's way
  const { faults } = watch(page, () => server.url);
  try {
    const ids: number[] = [];
    for (let n = 0; n < 60; n += 1)
      ids.push(
        await server.execution(
          `run ${n}`,
          [0, 1, 2, 3]
            .map((each) => `{"response": "answer ${each * (n + 1)}", "embedding": [1, ${n}, ${each}]}`)
            .join('\n'),
          {},
          {},
          { embedding_model: 'made' },
        ),
      );
    await server.settled();
    await page.goto(`${server.url}/#/`);
    await settled(page);
    for (const id of ids) await page.getByLabel(`Choose execution ${id} for comparing`).check();
    await page.getByRole('button', { name: 'Compare these 60' }).click();
    await settled(page);
    const rows = page.locator('.table tbody tr');
    await expect(rows).toHaveCount(60);
    await expect(page.locator('.lead')).toContainText('60 executions side by side');
    await page.goto(`${server.url}/#/compare?ids=${ids.join(',')}&against=${ids[0]}`);
    await expect(page.getByText('59 of them were never compared with execution')).toBeVisible();
    await page.getByRole('button', { name: 'Compare now' }).click();
    await expect(page.getByRole('button', { name: 'Compare now' })).toHaveCount(0, { timeout: 120_000 });
    await expect(rows).toHaveCount(60);
    await expect(page.locator('.table tbody .badge')).toHaveCount(59);
    await expect(page.locator('.multiples figure')).toHaveCount(7);
    await expect(page.getByText('These runs were compared with')).toHaveCount(0);
    // Another baseline for one of them: its numbers are of another kind, and the page says so.
    await server.post('/api/v1/drift/compare', {
      execution_id: ids[2],
      baseline_execution_id: ids[1],
      wait_seconds: 20,
    });
    await page.goto(`${server.url}/#/compare?ids=${ids.slice(0, 5).join(',')}`);
    await expect(page.getByText(`compared with 2 baselines (executions ${ids[0]}, ${ids[1]})`)).toBeVisible();
    await expect(rows.nth(2)).toContainText(`run 2`);
    await expect(rows.nth(2).getByRole('link', { name: String(ids[1]), exact: true })).toBeVisible();
    expect(faults).toEqual([]);
  } finally {
    await server.stop();
  }
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
  const mark = '\uFEFF'; // by which a spreadsheet knows UTF-8; a clipboard needs none
  expect(file.split('\r\n')[0]).toBe(
    `${mark}id,name,verdict,drift_score,drift_grade,baseline_execution_id,created_at,total_results`,
  );
  const { items } = await demo.server.get('/api/v1/executions?limit=1000');
  expect(file.trim().split('\r\n')).toHaveLength(1 + items.length);
  await page.getByRole('button', { name: 'Copy as CSV' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(file.slice(mark.length));
});

test('a list goes on to its oldest', async ({ page }) => {
  const server = await Served.start(); // its own: so many rows would be in everyone's way
  try {
    const lines = Array.from({ length: 520 }, (_each, n) =>
      JSON.stringify({ session: `many ${n}`, step: 0, prompt: 'p', response: 'r' }),
    );
    await server.send('POST', '/api/v1/sessions', lines.join('\n'));
    await page.goto(`${server.url}/#/sessions`);
    const foot = page.locator('.table-foot');
    const rows = page.locator('.table tbody tr');
    await expect(foot).toContainText('200 rows shown of 500 loaded; the CSV has those loaded');
    await page.getByRole('button', { name: 'Load older' }).click();
    await expect(foot).toContainText('200 of 520 rows shown; the CSV has all');
    await expect(page.getByRole('button', { name: 'Load older' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Show 200 more' }).click();
    await expect(rows).toHaveCount(400);
    await page.getByRole('button', { name: 'Show 120 more' }).click();
    await expect(rows).toHaveCount(520);
    await expect(foot).toContainText('520 rows');
    await expect(page.getByRole('link', { name: 'many 0', exact: true })).toHaveCount(1);
  } finally {
    await server.stop();
  }
});

test('a sort takes in every row that was loaded, and shows the first 200', async ({ page }) => {
  const server = await Served.start(); // its own: so many rows would be in everyone's way
  try {
    for (let n = 1; n <= 230; n += 1) await server.send('POST', '/api/v1/executions', { name: `run ${n}` });
    await page.goto(`${server.url}/#/`);
    const foot = page.locator('.table-foot');
    const rows = page.locator('.table tbody tr');
    await expect(foot).toContainText('200 rows loaded, 230 in all');
    await page.getByRole('button', { name: 'Load older' }).click();
    await page.getByRole('button', { name: 'Show 30 more' }).click();
    await expect(rows).toHaveCount(230);
    // The first rows are shown by a frame of their own: a click is answered at once.
    const seen = page.evaluate(
      () =>
        new Promise<(number | 'frame')[]>((done) => {
          const steps: (number | 'frame')[] = [];
          const body = document.querySelector('.table tbody')!;
          const frame = () => {
            if (steps.length > 0) steps.push('frame');
            if (steps.at(-2) !== 200) requestAnimationFrame(frame);
            else done(steps);
          };
          new MutationObserver(() => steps.push(body.children.length)).observe(body, { childList: true });
          requestAnimationFrame(frame);
        }),
    );
    await page.getByRole('button', { name: 'Execution', exact: true }).click();
    const steps = await seen;
    expect(steps.filter((each, at) => each !== 'frame' || steps[at - 1] !== 'frame')).toEqual([
      60,
      'frame',
      200,
      'frame',
    ]);
    await expect(rows).toHaveCount(200);
    await expect(rows.first()).toContainText('run 1');
    await expect(rows.last()).toContainText('run 200');
    await expect(foot).toContainText('200 of 230 rows shown');
    await page.getByRole('button', { name: 'Show 30 more' }).click();
    await expect(rows.last()).toContainText('run 230');
  } finally {
    await server.stop();
  }
});
