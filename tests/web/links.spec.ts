// A link for each state: what a reader set by clicks is there again after a reload, on the way back from
// another page, and for somebody else who was sent the address and signs in. A link that is old or mangled
// shows the page all the same.
import { test as base, expect, type Browser, type Locator, type Page } from '@playwright/test';
import { settled, watch } from './fixtures';
import { Served } from './served';

interface Closed {
  server: Served;
  key: string;
  execution: number;
  executions: number[];
  session: number;
  experiment: number;
  analysis: number;
  monitor: number;
  long: { execution: number; session: number }; // with texts that start folded
}

const word = (n: number) => `word${n} `;
const longText = (n: number) => word(n).repeat(200);

async function withLongTexts(server: Served): Promise<Closed['long']> {
  const lines = (turn: number) =>
    [0, 1, 2, 3, 4, 5, 6]
      .map((n) => JSON.stringify({ id: `answer ${n}`, response: longText(n), embedding: [1, n, turn * n] }))
      .join('\n');
  const run = (name: string, turn: number) =>
    server.execution(name, lines(turn), {}, {}, { embedding_model: 'made' });
  const [before, execution] = [await run('long before', 1), await run('long after', -1)];
  await server.settled();
  await server.post('/api/v1/drift/compare', {
    execution_id: execution,
    baseline_execution_id: before,
    wait_seconds: 10,
  });
  await server.settled();
  const steps = [0, 1, 2].map((step) =>
    JSON.stringify({ session: 'long texts', step, prompt: `p ${step}`, response: longText(step) }),
  );
  const { sessions } = await server.send('POST', '/api/v1/sessions', steps.join('\n'));
  return { execution, session: sessions[0].id };
}

// A server with the demo's data that asks for a key.
const test = base.extend<{ reader: Page }, { closed: Closed }>({
  closed: [
    async ({}, use) => {
      const server = await Served.start();
      try {
        const made = await server.withDemo();
        const long = await withLongTexts(server);
        const { key } = await server.post('/api/v1/keys', { name: 'reader', scope: 'admin' });
        await expect.poll(async () => (await server.get('/api/v1/whoami')).state).toBe('signed_out');
        await use({
          server,
          key,
          execution: made.execution_ids.at(-1),
          executions: made.execution_ids,
          session: made.session_ids[0],
          experiment: made.experiment_id,
          analysis: made.stereotype_analysis_id,
          monitor: made.monitor_id,
          long,
        });
      } finally {
        await server.stop();
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // Somebody who is signed in, on a page that must stay without faults.
  reader: async ({ page, closed }, use) => {
    const { faults } = watch(page, () => closed.server.url);
    await open(page, `${closed.server.url}/#/nowhere`, closed.key);
    await use(page);
    expect(faults).toEqual([]);
  },
});

async function open(page: Page, address: string, key: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await settled(page);
}

async function at(page: Page, closed: Closed, hash: string): Promise<void> {
  await page.goto(`${closed.server.url}/${hash}`);
  await settled(page);
}

type See = (page: Page) => Promise<void>;

// `see` holds now, after a reload, on the way back from another page, and where somebody opens the link.
async function comesBack(page: Page, browser: Browser, closed: Closed, see: See): Promise<void> {
  await see(page);
  const address = page.url();
  await page.reload();
  await settled(page);
  await see(page);
  await page.evaluate(() => window.scrollTo(0, 250));
  const top = () => page.evaluate(() => Math.round(window.scrollY));
  const left = await top(); // less where the page is short
  await page.getByRole('link', { name: 'Import', exact: true }).dispatchEvent('click'); // no hand: it would scroll
  await expect(page.locator('h1')).toHaveText('Import');
  await expect.poll(top).toBe(0);
  await page.goBack();
  await settled(page);
  await expect.poll(top).toBe(left);
  await see(page);
  expect(page.url()).toBe(address);
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  try {
    const other = await context.newPage();
    await open(other, address, closed.key);
    await see(other);
    expect(other.url()).toBe(address);
  } finally {
    await context.close();
  }
}

const table = (page: Page, name: string) => page.locator(`.table[data-name="${name}"]`);
const sortBy = (page: Page, name: string, column: string) =>
  table(page, name).getByRole('button', { name: column, exact: true }).click();
const sorted = (page: Page, name: string) => table(page, name).locator('th[aria-sort]');

async function column(of: Locator, at: number): Promise<string[]> {
  return of.locator(`tbody tr td:nth-child(${at})`).allTextContents();
}

// What a query says, in the order in which it was said.
const query = (page: Page) => decodeURIComponent(new URL(page.url()).hash.split('?')[1] ?? '');

test('the overview: its sort and the rows that are ticked', async ({ reader: page, browser, closed }) => {
  await at(page, closed, '#/');
  expect(query(page)).toBe('');
  await sortBy(page, 'executions', 'No.');
  await sortBy(page, 'executions', 'No.');
  const [first, second] = closed.executions;
  for (const id of [second!, first!]) await page.getByLabel(`Choose execution ${id} for comparing`).check();
  const inOrder = await column(table(page, 'executions'), 2);
  expect(inOrder[0]).toBe(String(Math.min(...closed.executions)));
  expect(query(page)).toBe(`executions.sort=id&ticked=${second},${first}`);
  await comesBack(page, browser, closed, async (each) => {
    await expect(sorted(each, 'executions')).toHaveAttribute('aria-sort', 'ascending');
    await expect.poll(() => column(table(each, 'executions'), 2)).toEqual(inOrder);
    await expect(each.locator('tbody input:checked')).toHaveCount(2);
    await expect(each.getByRole('button', { name: 'Compare these 2' })).toBeEnabled();
  });
  // The ticks are there on the way back from what they were for.
  await page.getByRole('button', { name: 'Compare these 2' }).click();
  await expect(table(page, 'runs').locator('tbody tr')).toHaveCount(2);
  await page.goBack();
  await expect(page.locator('tbody input:checked')).toHaveCount(2);
  for (const id of [first!, second!]) await page.getByLabel(`Choose execution ${id} for comparing`).uncheck();
  expect(query(page)).toBe('executions.sort=id');
});

test('an execution: two tables keep a sort each, and numbers that are open', async ({
  reader: page,
  browser,
  closed,
}) => {
  await at(page, closed, `#/executions/${closed.execution}?open=output,embedding`);
  const numbers = page.getByRole('button', { name: 'Show the numbers of: Map of meanings' });
  await numbers.click();
  await sortBy(page, 'map', 'Component 1');
  await sortBy(page, 'metrics', 'Metric');
  const [left, metrics] = [await column(table(page, 'map'), 3), await column(table(page, 'metrics'), 1)];
  expect(query(page)).toBe('open=output,embedding&map.numbers=1&map.sort=-x&metrics.sort=metric');
  await comesBack(page, browser, closed, async (each) => {
    await expect(sorted(each, 'map')).toHaveText(/Component 1/);
    await expect(sorted(each, 'map')).toHaveAttribute('aria-sort', 'descending');
    await expect(sorted(each, 'metrics')).toHaveText(/Metric/);
    await expect.poll(() => column(table(each, 'map'), 3)).toEqual(left);
    await expect.poll(() => column(table(each, 'metrics'), 1)).toEqual(metrics);
    await expect(table(each, 'lengths')).toHaveCount(0);
  });
  // Closed, they are as they begin.
  await page.getByRole('button', { name: 'Hide the numbers of: Map of meanings' }).click();
  await expect(table(page, 'map')).toHaveCount(0);
  expect(query(page)).toBe('open=output,embedding&metrics.sort=metric');
});

test('an execution: all that moved, and the cards that are open', async ({
  reader: page,
  browser,
  closed,
}) => {
  await at(page, closed, `#/executions/${closed.execution}`);
  const expanded = (of: Page) =>
    of.locator('.family').evaluateAll((all) => all.map((card) => card.getAttribute('aria-expanded')));
  const usual = await expanded(page);
  const tools = page.locator('.family', { hasText: 'Tools' });
  await tools.click();
  const opened = await expanded(page);
  expect(opened).not.toEqual(usual);
  const items = page.locator('.moved > li');
  await expect(items).toHaveCount(5);
  await page.getByRole('button', { name: /^Show \d+ more$/ }).click();
  await expect(items).toHaveCount(20);
  expect(query(page)).toMatch(/^open=[a-z_,]+&moved\.all=1$/);
  await comesBack(page, browser, closed, async (each) => {
    await expect(each.locator('.moved > li')).toHaveCount(20);
    await expect.poll(() => expanded(each)).toEqual(opened);
  });
  // What is as it begins stays out of the address.
  await tools.click();
  expect(await expanded(page)).toEqual(usual);
  expect(query(page)).toBe('moved.all=1');
});

test('texts that were unfolded, of an execution and of a session', async ({
  reader: page,
  browser,
  closed,
}) => {
  for (const [hash, list, name] of [
    [`#/executions/${closed.long.execution}`, '.moved > li', /^text=moved\.answer \d\.(baseline|current)$/],
    [`#/sessions/${closed.long.session}`, '.turn', /^text=step\.1\.response$/],
  ] as const) {
    await at(page, closed, hash);
    await page
      .locator(list)
      .nth(1)
      .getByRole('button', { name: /Show all [\d,]+ characters/ })
      .first()
      .click();
    expect(query(page).replaceAll('+', ' ')).toMatch(name);
    await comesBack(page, browser, closed, async (each) => {
      await expect(each.getByRole('button', { name: 'Show less' })).toHaveCount(1);
      await expect(each.locator(list).nth(1).getByRole('button', { name: 'Show less' })).toBeVisible();
    });
    await page.getByRole('button', { name: 'Show less' }).click();
    expect(query(page)).toBe('');
  }
});

// Clicks over the picture until one of its points is taken.
async function keepAPoint(page: Page): Promise<void> {
  const map = page.getByRole('img', { name: /Scatter of both sets/ });
  await map.scrollIntoViewIfNeeded();
  const box = (await map.boundingBox())!;
  await expect(async () => {
    for (let y = 40; y < box.height - 40; y += 7)
      for (let x = 60; x < box.width - 20; x += 60) {
        await page.mouse.click(box.x + x, box.y + y);
        if ((await page.locator('.map-pick').count()) > 0) return;
      }
    throw new Error('no point was taken');
  }).toPass({ timeout: 30_000 });
}

test('the map: the response that is kept', async ({ reader: page, browser, closed }) => {
  await at(page, closed, `#/executions/${closed.execution}?open=embedding`);
  await keepAPoint(page);
  const told = (await page.locator('.map-pick').textContent())!;
  expect(query(page)).toMatch(/^open=embedding&point=(baseline|current):.+$/);
  await comesBack(page, browser, closed, async (each) => {
    await expect(each.locator('.map-pick')).toHaveText(told);
  });
  // What is said below the picture is not pushed aside by the next one that is kept.
  const before = new URL(page.url()).hash;
  await page.goto(`${closed.server.url}/${before.replace(/point=.*/, 'point=current%3Anobody')}`);
  await settled(page);
  await expect(page.locator('.map-pick')).toHaveCount(0);
  await expect(page.getByText('is not on this map')).toBeVisible();
  await keepAPoint(page);
  await expect(page.getByText('is not on this map')).toHaveCount(0);
});

test('compare: the matrix’s sort; in the chooser the ticks', async ({ reader: page, browser, closed }) => {
  const ids = closed.executions.join(',');
  await at(page, closed, `#/compare?ids=${ids}`);
  await sortBy(page, 'runs', 'Score');
  const scores = await column(table(page, 'runs'), 3);
  expect(query(page)).toBe(`ids=${ids}&runs.sort=-drift_score`);
  await comesBack(page, browser, closed, async (each) => {
    await expect(sorted(each, 'runs')).toHaveAttribute('aria-sort', 'descending');
    await expect.poll(() => column(table(each, 'runs'), 3)).toEqual(scores);
  });
  await page.getByRole('link', { name: 'Choose others' }).click();
  const ticks = page.locator('tbody input:checked');
  await expect(ticks).toHaveCount(closed.executions.length);
  await page.getByLabel(`Choose execution ${closed.executions[0]} for comparing`).uncheck();
  await comesBack(page, browser, closed, async (each) => {
    await expect(each.locator('tbody input:checked')).toHaveCount(closed.executions.length - 1);
  });
  // None at all is not the same as those that were shown before.
  for (const id of closed.executions.slice(1))
    await page.getByLabel(`Choose execution ${id} for comparing`).uncheck();
  await page.reload();
  await settled(page);
  await expect(ticks).toHaveCount(0);
  await page.goBack();
  await expect(sorted(page, 'runs')).toHaveAttribute('aria-sort', 'descending');
});

test('a session: the step that is kept, and the numbers of its curves', async ({
  reader: page,
  browser,
  closed,
}) => {
  await at(page, closed, `#/sessions/${closed.session}`);
  const turn = page.locator('.turn').last();
  const step = await turn.getAttribute('data-step');
  await turn.getByRole('button', { name: `Step ${step}`, exact: true }).click();
  await page.getByRole('button', { name: /Show the numbers of: Drift and alignment/ }).click();
  await sortBy(page, 'curves', 'Step');
  expect(query(page)).toMatch(new RegExp(`^step=${step}&curves\\.numbers=1&curves\\.sort=-step`));
  await comesBack(page, browser, closed, async (each) => {
    await each.mouse.move(0, 0);
    await expect(each.locator('.transcript .turn-lit')).toHaveAttribute('data-step', step!);
    await expect(sorted(each, 'curves')).toHaveAttribute('aria-sort', 'descending');
  });
});

test('an experiment: the task is a step for the Back button, the sort and the numbers are none', async ({
  reader: page,
  browser,
  closed,
}) => {
  await at(page, closed, `#/experiments/${closed.experiment}`);
  const answers = page.locator('#answers h2');
  const usual = (await answers.textContent())!;
  await sortBy(page, 'tasks', 'Difference');
  await page.getByRole('button', { name: 'Show the numbers of: IDS by step' }).click();
  const link = table(page, 'tasks').locator('tbody tr:not(.marked) a').first();
  const task = (await link.textContent())!;
  await link.click();
  await expect(answers).toContainText(task);
  const order = await column(table(page, 'tasks'), 1);
  await comesBack(page, browser, closed, async (each) => {
    await expect(each.locator('#answers h2')).toContainText(task);
    await expect(sorted(each, 'tasks')).toHaveAttribute('aria-sort', 'descending');
    await expect.poll(() => column(table(each, 'tasks'), 1)).toEqual(order);
    await expect(table(each, 'by_step')).toBeVisible();
  });
  await page.goBack();
  await expect(answers).toHaveText(usual);
  await expect(sorted(page, 'tasks')).toHaveAttribute('aria-sort', 'descending');
  await page.goForward();
  await expect(answers).toContainText(task);
});

test('stereotypes: a cell is a step for the Back button; the colours, the pairs, the sort', async ({
  reader: page,
  browser,
  closed,
}) => {
  await at(page, closed, `#/stereotypes/${closed.analysis}`);
  await page.getByLabel('Colour by').selectOption('score');
  await expect(page).toHaveURL(/\?measure=score$/);
  await page
    .getByRole('button', { name: /Show the numbers of/ })
    .first()
    .click();
  await sortBy(page, 'summary', 'Pairs');
  const cell = table(page, 'heat1').locator('tbody tr').first();
  const [bias, type] = [
    await cell.locator('td').nth(0).textContent(),
    await cell.locator('td').nth(1).textContent(),
  ];
  const wide = await page.locator('#pairs .card-head').textContent();
  await cell.getByRole('button').click();
  await settled(page);
  await comesBack(page, browser, closed, async (each) => {
    await expect(each.getByLabel('Colour by')).toHaveValue('score');
    await expect(each.locator('#pairs .card-head')).toContainText(bias!);
    await expect(each.locator('#pairs .card-head')).toContainText(type!);
    await expect(table(each, 'heat1')).toBeVisible();
    await expect(sorted(each, 'summary')).toHaveText(/Pairs/);
  });
  await page.getByLabel('significant only').check();
  await comesBack(page, browser, closed, async (each) => {
    await expect(each.getByLabel('significant only')).toBeChecked();
    await expect(each.locator('#pairs .card-head')).toContainText(bias!);
  });
  await page.goBack();
  await expect(page.locator('#pairs .card-head')).toHaveText(wide!);
  await expect(table(page, 'heat1')).toBeVisible();
});

test('stereotypes: more of the pairs, and a text of them', async ({ reader: page, browser, closed }) => {
  await at(page, closed, `#/stereotypes/${closed.analysis}`);
  const pairs = page.locator('#pairs .moved > li');
  await expect(pairs).toHaveCount(20);
  await page.locator('#pairs').getByRole('button', { name: 'Show more' }).click();
  await expect(pairs).toHaveCount(80);
  expect(query(page)).toBe('pairs.older=1');
  await comesBack(page, browser, closed, async (each) => {
    await expect(each.locator('#pairs .moved > li')).toHaveCount(80);
  });
  // Other pairs start with their first ones.
  await page.getByLabel('significant only').check();
  expect(query(page)).toBe('significant=true');
  // The demo's texts are short: the real answer gets long ones.
  await page.route('**/pairs?*', async (route) => {
    const answer = await (await route.fetch()).json();
    for (const each of answer.items) each.entry.control_response = longText(each.number);
    await route.fulfill({ json: answer });
  });
  await at(page, closed, `#/stereotypes/${closed.analysis}?measure=score`);
  await page.reload();
  await settled(page);
  await pairs
    .nth(2)
    .getByRole('button', { name: /Show all [\d,]+ characters/ })
    .click();
  await page.reload();
  await settled(page);
  await expect(pairs.nth(2).getByRole('button', { name: 'Show less' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show less' })).toHaveCount(1);
});

test('an experiment: its model, also one without a name, and a text of a task', async ({
  reader: page,
  closed,
}) => {
  // The demo has one model and short texts: the real answer gets another, and long ones.
  await page.route('**/interpretation', async (route) => {
    const answer = await (await route.fetch()).json();
    const [model] = answer.models;
    for (const task of model.tasks) for (const step of task.steps) step.baseline.output = longText(step.step);
    answer.models.push({ ...model, model: null });
    await route.fulfill({ json: answer });
  });
  await at(page, closed, `#/experiments/${closed.experiment}`);
  const choice = page.getByLabel('Model');
  const usual = await choice.inputValue();
  await choice.selectOption('(no name)');
  await page
    .locator('#answers')
    .getByRole('button', { name: /Show all [\d,]+ characters/ })
    .nth(1)
    .click();
  const second = page.locator('#answers .moved > li').nth(1);
  for (const again of [() => page.reload(), () => page.goBack().then(() => page.goForward())]) {
    await again();
    await settled(page);
    await expect(choice).toHaveValue('(no name)');
    await expect(second.getByRole('button', { name: 'Show less' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Show less' })).toHaveCount(1);
  }
  // Another task has texts of its own.
  await table(page, 'tasks').locator('tbody tr:not(.marked) a').first().click();
  await expect(page.getByRole('button', { name: 'Show less' })).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Show less' })).toHaveCount(1);
  await page.goBack();
  await expect(choice).toHaveValue(usual);
});

for (const [hash, name, title] of [
  ['#/sessions', 'sessions', 'Steps'],
  ['#/experiments', 'experiments', 'Experiment'],
  ['#/stereotypes', 'analyses', 'Analysis'],
  ['#/baselines', 'baselines', 'Baseline'],
  ['#/monitors', 'monitors', 'Monitor'],
  ['#/keys', 'keys', 'Key'],
] as const)
  test(`${hash}: its sort`, async ({ reader: page, browser, closed }) => {
    await at(page, closed, hash);
    await sortBy(page, name, title);
    await sortBy(page, name, title);
    await comesBack(page, browser, closed, async (each) => {
      await expect(sorted(each, name)).toHaveText(new RegExp(title));
      await expect(sorted(each, name)).toHaveAttribute(
        'aria-sort',
        title === 'Steps' ? 'ascending' : 'descending', // numbers start with the largest
      );
    });
  });

test('a monitor: the numbers of a metric’s history, and their sort', async ({
  reader: page,
  browser,
  closed,
}) => {
  await at(page, closed, `#/monitors/${closed.monitor}`);
  await page.getByRole('button', { name: 'Show the numbers of: Drift score' }).click();
  await sortBy(page, 'drift_score', 'Time');
  await comesBack(page, browser, closed, async (each) => {
    await expect(sorted(each, 'drift_score')).toHaveAttribute('aria-sort', 'ascending');
    await expect(each.locator('.table')).toHaveCount(1);
  });
});

test('rows, older pages and steps that were asked for come with the link, a mangled one brings no flood', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const server = await Served.start(); // its own: so many rows would be in everyone's way
  const { faults } = watch(page, () => server.url);
  const see = async (each: Page) => {
    const of = table(each, 'executions');
    await expect(of.locator('.table-foot')).toContainText('400 of 450 rows shown');
    await expect(of.locator('tbody tr')).toHaveCount(400);
    await expect(of.locator('tbody tr').first()).toContainText('run 1');
    await expect(of.locator('tbody tr').last()).toContainText('run 400');
  };
  try {
    for (let n = 1; n <= 450; n += 1) await server.send('POST', '/api/v1/executions', { name: `run ${n}` });
    const steps = Array.from({ length: 1_200 }, (_each, step) =>
      JSON.stringify({ session: 'long', step, prompt: `p ${step}`, response: 'r' }),
    );
    await server.send('POST', '/api/v1/sessions', steps.join('\n'));
    await page.goto(`${server.url}/#/`);
    await page.getByRole('button', { name: 'Load older' }).click();
    await expect(page.getByRole('button', { name: 'Load older' })).toHaveCount(0);
    await sortBy(page, 'executions', 'Execution');
    await page.getByRole('button', { name: 'Show 200 more' }).click();
    await see(page);
    expect(query(page)).toBe('executions.older=1&executions.sort=name&executions.rows=400');
    const address = page.url();
    await page.reload();
    await see(page);
    await page.getByRole('link', { name: 'run 17', exact: true }).click();
    await expect(page.locator('h1')).toHaveText('run 17');
    await page.goBack();
    await see(page);
    const other = await (await browser.newContext()).newPage();
    await other.goto(address);
    await see(other);
    await other.context().close();
    // A filter is another list: it starts with its first rows, and keeps the sort.
    let asked = 0;
    page.on('request', (request) => (asked += /executions\?name=/.test(request.url()) ? 1 : 0));
    const typed = 'run 17';
    await page.getByLabel('Name is').pressSequentially(typed);
    await expect(table(page, 'executions').locator('tbody tr')).toHaveCount(1);
    expect(query(page)).toBe('executions.sort=name&name=run+17');
    expect(asked, 'the server is asked when the typing pauses').toBeLessThan(typed.length);
    await expect(page.locator('datalist option[value="run 440"]')).toHaveCount(1);
    await page.goto(`${server.url}/#/compare`);
    await page.getByLabel('Name is').fill('run 17');
    await expect(table(page, 'executions').locator('tbody tr')).toHaveCount(1);
    // More than there is, and more than a link may ask for.
    for (const wild of [
      'executions.older=99999999&executions.rows=99999999',
      'executions.older=-1&executions.rows=0x7',
    ]) {
      await page.goto('about:blank');
      await page.goto(`${server.url}/#/?${wild}`);
      await expect(table(page, 'executions').locator('tbody tr')).toHaveCount(
        wild.includes('99') ? 450 : 200,
      );
    }
    await page.goto(`${server.url}/#/sessions`);
    await page.getByRole('link', { name: 'long', exact: true }).click();
    await expect(page.locator('.turn')).toHaveCount(200);
    await page.getByRole('button', { name: 'Load more steps' }).click();
    await expect(page.locator('.turn')).toHaveCount(1_000);
    expect(query(page)).toBe('steps=1000');
    await page.reload();
    await expect(page.locator('.turn')).toHaveCount(1_000);
    await page.getByRole('button', { name: 'Load more steps' }).click();
    await expect(page.locator('.turn')).toHaveCount(1_200);
    expect(faults).toEqual([]);
  } finally {
    await server.stop();
  }
});

test('a link that is old or mangled shows the page as it begins', async ({ reader: page, closed }) => {
  test.setTimeout(180_000);
  const tables = 'sort rows older numbers'.split(' ');
  const wild = (names: readonly string[]) =>
    names
      .flatMap((name) => tables.map((each) => `${name}.${each}=%22%3E__proto__`))
      .concat('text=x', 'text=', 'ticked=x,-1,,9e9', '%zz=%', '=')
      .join('&');
  for (const [hash, names, must] of [
    ['#/', ['executions'], '.table tbody tr'],
    [
      `#/executions/${closed.execution}?open=gone&point=current&against=x&moved.all=yes&`,
      ['metrics', 'map', 'lengths', 'tools'],
      '.family[aria-expanded=true]',
    ],
    [`#/compare?ids=${closed.executions.join(',')}&against=x&`, ['runs', 'executions'], '.table tbody tr'],
    ['#/compare?ids=x&choose=x&', ['executions'], '.table tbody tr'],
    [`#/sessions/${closed.session}?step=99999&steps=-4&`, ['curves'], '.turn'],
    [`#/sessions/${closed.session}?step=x&steps=x&`, ['curves'], '.turn'],
    [
      `#/experiments/${closed.experiment}?model=gone&task=gone&`,
      ['tasks', 'by_step'],
      '#answers .moved > li',
    ],
    [
      `#/stereotypes/${closed.analysis}?measure=x&significant=x&`,
      ['heat1', 'summary', 'pairs'],
      '#pairs .moved > li',
    ],
    [`#/stereotypes/${closed.analysis}?pairs=gone&bias=gone&type=gone&`, ['pairs'], '#pairs'],
    ['#/sessions', ['sessions'], '.table tbody tr'],
    ['#/experiments', ['experiments'], '.table tbody tr'],
    ['#/stereotypes', ['analyses'], '.table tbody tr'],
    ['#/baselines', ['baselines'], '.table tbody tr'],
    ['#/monitors?baseline=x&', ['monitors'], '.table tbody tr'],
    [`#/monitors/${closed.monitor}`, ['history', 'drift_score'], 'figure'],
    ['#/keys', ['keys'], '.table tbody tr'],
  ] as const) {
    await page.goto('about:blank');
    await at(page, closed, `${hash}${hash.includes('?') ? '' : '?'}${wild(names)}`);
    await expect(page.locator(must).first(), hash).toBeVisible();
    await expect(page.locator('[role=alert]'), hash).toHaveCount(0);
    await expect(page.locator('th[aria-sort]'), hash).toHaveCount(0);
    await expect(page.getByText('This page has a fault'), hash).toHaveCount(0);
  }
});

test('executions that were deleted since are left out of a comparison, and named', async ({
  page,
  closed,
}) => {
  const { faults } = watch(page, () => closed.server.url, /404/);
  await open(page, `${closed.server.url}/#/nowhere`, closed.key);
  const [first, second] = closed.executions;
  await at(page, closed, `#/compare?ids=${first},900001,${second},900002`);
  await expect(table(page, 'runs').locator('tbody tr')).toHaveCount(2);
  await expect(
    page.getByText('2 executions that the address names are not there: 900001, 900002.'),
  ).toBeVisible();
  await expect(page.locator('.lead')).toContainText('2 executions side by side');
  await at(page, closed, `#/compare?ids=${first},${second}&against=900001`);
  await expect(page.getByRole('alert')).toContainText('900001');
  await page.getByLabel('Against').selectOption('');
  await expect(table(page, 'runs').locator('tbody tr')).toHaveCount(2);
  expect(faults).toEqual([]);
});

test('no two tables of a page share a name', async ({ reader: page, closed }) => {
  for (const hash of [
    `#/executions/${closed.execution}?open=output,safety,distribution,embedding,agent_tool`,
    `#/experiments/${closed.experiment}`,
    `#/stereotypes/${closed.analysis}`,
    `#/monitors/${closed.monitor}`,
    `#/sessions/${closed.session}`,
  ]) {
    await at(page, closed, hash);
    const buttons = page.getByRole('button', { name: /^Show the numbers of/ });
    while ((await buttons.count()) > 0) await buttons.first().click();
    const names = await page
      .locator('.table')
      .evaluateAll((all) => all.map((each) => each.getAttribute('data-name')));
    expect(new Set(names).size, `${hash}: ${names.join(', ')}`).toBe(names.length);
    expect(names.length).toBeGreaterThan(0);
  }
});

test('nothing that is typed into a form, and no secret, comes into the address', async ({
  reader: page,
  closed,
}) => {
  await at(page, closed, '#/keys?keys.sort=name');
  const before = page.url();
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.getByLabel('Name').fill('typed in a form');
  expect(page.url()).toBe(before);
  await page.getByRole('button', { name: 'Make the key' }).click();
  await expect(page.locator('.secret code')).toContainText('plumb_');
  expect(page.url()).toBe(before);
});
