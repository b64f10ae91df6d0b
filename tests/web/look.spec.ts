// What a reader does: open, filter, point, follow a link, set up.
import type { Locator, Page } from '@playwright/test';
import { expect, settled, test, watch } from './fixtures';
import { example } from './served';

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

test('a point of the map that was kept is the same response under any filter, or none', async ({
  page,
  demo,
  faults: _,
}) => {
  const id = demo.made.execution_ids.at(-1);
  await page.goto(`${demo.server.url}/#/executions/${id}?open=embedding`);
  await settled(page);
  const map = page.getByRole('img', { name: /Scatter of both sets/ });
  await map.scrollIntoViewIfNeeded();
  const box = (await map.boundingBox())!;
  const kept = page.locator('.map-pick');
  await expect(async () => {
    for (let y = 40; y < box.height - 40; y += 7) {
      for (let x = 60; x < box.width - 20; x += 60) {
        await page.mouse.click(box.x + x, box.y + y);
        if ((await kept.count()) > 0) return;
      }
    }
    throw new Error('no point was taken');
  }).toPass({ timeout: 30_000 });
  await expect(kept).not.toContainText('(no name)');
  // Under a label other responses have its place in the list: none of them was chosen.
  const told = (await kept.textContent())!;
  const [side, ...name] = new URLSearchParams(page.url().split('?')[1]).get('point')!.split(':');
  const filter = page.getByRole('region', { name: 'Filters' }).locator('select').first();
  const values = await filter
    .locator('option')
    .evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value));
  const seen: boolean[] = [];
  for (const label of values.filter((each) => each !== '')) {
    await filter.selectOption(label);
    const query = new URLSearchParams({ label, points: '2000' });
    const drawn = await demo.server.get(`/api/v1/drift/execution/${id}/map?${query}`);
    seen.push(drawn[side!].ids.includes(name.join(':')));
    await settled(page);
    await expect(page.locator('.stale')).toHaveCount(0);
    if (seen.at(-1)) await expect(kept).toHaveText(told);
    else await expect(page.getByText('is not on this map')).toBeVisible();
    await expect(kept).toHaveCount(seen.at(-1) ? 1 : 0);
  }
  expect(new Set(seen).size).toBe(2); // one of the label's values is its own, the others are not
});

// The steps that light up while the pointer goes from left to right, each once.
async function sweep(page: Page, chart: Locator, height: number): Promise<string[]> {
  const box = (await chart.boundingBox())!;
  const lit: string[] = [];
  for (let x = 30; x < box.width; x += 8) {
    await page.mouse.move(box.x + x, box.y + box.height * height);
    const turn = page.locator('.transcript .turn-lit');
    const step = (await turn.count()) > 0 ? await turn.first().getAttribute('data-step') : null;
    if (step !== null && lit.at(-1) !== step) lit.push(step);
  }
  return lit;
}

test('the curve and the transcript of a session light each other', async ({ page, demo, faults: _ }) => {
  await page.goto(`${demo.server.url}/#/sessions/${demo.made.session_ids[0]}`);
  await settled(page);
  const second = page.locator('.turn[data-step]').nth(1);
  const step = await second.getAttribute('data-step');
  await second.hover();
  await expect(second).toHaveClass(/turn-lit/);
  await expect(page.locator('.tip').first()).toContainText(`Step ${step}`);
  // And back: pointing anywhere in a step's column lights it, also far from its mark.
  const chart = page.getByRole('img', { name: /Curves of/ });
  const steps = await page
    .locator('.turn[data-step]')
    .evaluateAll((turns) => turns.map((each) => each.getAttribute('data-step')));
  for (const height of [0.12, 0.5, 0.85]) {
    await chart.hover({ position: { x: 2, y: 2 } });
    const lit = await sweep(page, chart, height);
    expect(lit, `at ${height} of the height`).toEqual(steps);
  }
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
  const rename = row.getByRole('button', { name: 'Name and tag' });
  for (const leave of [
    () => page.getByRole('button', { name: 'Cancel' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await rename.click();
    await leave();
    await expect(rename).toBeFocused();
  }
  await rename.click();
  await page.getByRole('textbox', { name: 'Tag' }).fill('not a tag!');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Tag' })).toHaveValue('not a tag!'); // what was typed stays
  await page.getByRole('textbox', { name: 'Tag' }).fill('walked');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('walked');
  await expect(rename).toBeFocused();
  await row.getByRole('link', { name: 'Monitor', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('watcher');
  await page.getByRole('button', { name: 'Set the monitor' }).click();
  // A link that is pasted while the page is open is followed too; what it names may be gone.
  await page.goto(`${demo.server.url}/#/monitors?baseline=900001`);
  await expect(page.getByRole('dialog')).toContainText(
    'Baseline 900001, which the address names, is not there',
  );
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.goto(`${demo.server.url}/#/baselines?tag=old`);
  await expect(page.getByRole('heading', { name: 'No baseline has this tag' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Load the demo data' })).toHaveCount(0);
  await page.goto(`${demo.server.url}/#/monitors`);
  await page.getByRole('link', { name: 'watcher' }).click();
  await expect(page.locator('h1')).toHaveText('watcher');
  await expect(page.locator('.lead')).toContainText(
    'Watches each completed execution against baseline walked',
  );
  // Asked for again in vain, what is there stays, under the note.
  await page.route(/api\/v1\/monitors\/\d+$/, (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('alert')).toContainText('does not answer');
  await expect(page.locator('h1')).toHaveText('watcher');
  await page.unroute(/api\/v1\/monitors\/\d+$/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
});

test('a contradiction’s pin leads to the step that contradicts', async ({ page, demo, faults: _ }) => {
  const id = demo.made.session_ids[0]!;
  const { items } = await demo.server.get(`/api/v1/sessions/${id}/steps`);
  const [earlier, later] = [items.at(-2).step, items.at(-1).step];
  // Judging pairs takes a model that the demo does without: its verdict is put into the real answer.
  await page.route('**/curves', async (route) => {
    const answer = await (await route.fetch()).json();
    const turns = items.map((each: { step: number }) => ({ turn: each.step }));
    const pairs = [{ earlier_turn: earlier, later_turn: later, label: 'contradiction' }];
    const document = { sessions: [{ turns, pairs }] };
    answer.items = answer.items.filter((each: { name: string }) => each.name !== 'alignment');
    answer.items.push({ ...answer.items[0], name: 'alignment', document });
    await route.fulfill({ json: answer });
  });
  await page.goto(`${demo.server.url}/#/sessions/${id}`);
  await settled(page);
  await expect(page.getByText(`contradicts step ${earlier}`)).toBeVisible();
  const chart = page.getByRole('img', { name: /Curves of/ });
  const box = (await chart.boundingBox())!;
  // The pin stands on the last column, at its foot.
  let x = box.width - 4;
  for (; x > 0; x -= 4) {
    await page.mouse.move(box.x + x, box.y + box.height * 0.8);
    if ((await page.locator('.transcript .turn-lit').count()) > 0) break;
  }
  await chart.click({ position: { x: x - 8, y: box.height * 0.8 } });
  await expect(page).toHaveURL(new RegExp(`step=${later}$`));
});

test('a transcript of more than 1,000 steps goes on to its end, and a link leads to any of them', async ({
  page,
  demo,
  faults: _,
}) => {
  const lines = Array.from({ length: 1_250 }, (_each, step) =>
    JSON.stringify({ session: 'long one', step, prompt: `ask ${step}`, response: `answer ${step}` }),
  );
  const { sessions } = await demo.server.send('POST', '/api/v1/sessions', lines.join('\n'));
  const id = sessions[0].id;
  await page.goto(`${demo.server.url}/#/sessions/${id}`);
  await settled(page);
  await expect(page.getByText('The first 200 of 1,250 steps are here.')).toBeVisible();
  await page.getByRole('button', { name: 'Load more steps' }).click();
  await expect(page.getByText('The first 1,000 of 1,250 steps are here.')).toBeVisible();
  await page.getByRole('button', { name: 'Load more steps' }).click();
  await expect(page.locator('.turn[data-step="1249"]')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Load more steps' })).toHaveCount(0);
  await page.goto('about:blank');
  await page.goto(`${demo.server.url}/#/sessions/${id}?step=1240`);
  await expect(page.locator('.turn[data-step="1240"]')).toHaveClass(/turn-lit/);
  await expect(page.locator('.turn[data-step="1240"]')).toBeInViewport();
});

test('a webhook is set on a monitor that has none, changed, and taken away', async ({
  page,
  demo,
  faults: _,
}) => {
  const { id } = await demo.server.post('/api/v1/monitors', {
    name: 'told later',
    baseline_id: demo.made.baseline_id,
    stream: 'x',
  });
  await page.goto(`${demo.server.url}/#/monitors/${id}`);
  await expect(page.getByText('No webhook')).toBeVisible();
  const change = async (webhook: string) => {
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByLabel('Webhook').fill(webhook);
  };
  await change('https://hooks.example.com/one');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.secret code')).toContainText('whsec_');
  await expect(page.getByText('Tells https://hooks.example.com/one')).toBeVisible();
  const first = await page.locator('.secret code').textContent();
  await change('https://hooks.example.com/two');
  await page.getByLabel('Make a new secret').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Tells https://hooks.example.com/two')).toBeVisible();
  await expect(page.locator('.secret code')).not.toHaveText(first!);
  await change('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('No webhook')).toBeVisible();
  expect((await demo.server.get(`/api/v1/monitors/${id}`)).webhook).toBeNull();
});

test('shares of tools are of all calls, also of those that are not drawn or listed', async ({
  page,
  demo,
  faults: _,
}) => {
  const { server } = demo;
  // 300 tools that are called once, beside one that is called as often as all of them.
  const lines = Array.from({ length: 300 }, (_each, n) =>
    JSON.stringify({ id: `r${n}`, response: `answer ${n}`, tools: ['main', `rare_${n}`] }),
  ).join('\n');
  const baseline = await server.execution('tools then', lines);
  const current = await server.execution('tools now', lines);
  await server.settled();
  await server.post('/api/v1/drift/compare', { execution_id: current, baseline_execution_id: baseline });
  await page.goto(`${server.url}/#/executions/${current}?open=agent_tool`);
  await settled(page);
  const figure = page.locator('figure', { has: page.getByRole('heading', { name: 'Tool calls' }) });
  await expect(figure).toContainText('The 12 most frequent of 301 tools are drawn');
  await expect(figure).toContainText('600 of the baseline, 600 of the current');
  await figure.getByRole('button', { name: /Show the numbers/ }).click();
  await expect(figure.locator('tbody tr', { hasText: 'main' })).toContainText('50.0 %');
  const order = page.locator('figure', { has: page.getByRole('heading', { name: /Tool order now/ }) });
  await expect(order).toContainText('Shares of all 900 transitions'); // start, main, rare, end
  await order.getByRole('button', { name: /Show the numbers/ }).click();
  await expect(order.locator('tbody tr').first()).toContainText('33.3 %');
});

test('a label whose name holds a colon can be filtered by', async ({ page, demo, faults: _ }) => {
  const { server } = demo;
  const lines = (shift: number) =>
    Array.from({ length: 24 }, (_each, n) =>
      JSON.stringify({
        id: `r${n}`,
        response: `answer ${n + shift}`,
        labels: { 'region:zone': n % 2 ? 'eu:west' : 'us:east', region: 'zone:none' },
      }),
    ).join('\n');
  const baseline = await server.execution('zones then', lines(0));
  const current = await server.execution('zones now', lines(1));
  await server.settled();
  await server.post('/api/v1/drift/compare', { execution_id: current, baseline_execution_id: baseline });
  await page.goto(`${server.url}/#/executions/${current}?open=output`);
  await settled(page);
  await expect(page.locator('.headline-why')).toContainText('24 results against 24');
  const choice = page.getByLabel('region:zone');
  await choice.selectOption({ label: 'eu:west (12 / 12)' });
  await expect(page.locator('.headline-why')).toContainText('12 results against 12');
  await page.reload();
  await settled(page);
  await expect(page.locator('.headline-why')).toContainText('12 results against 12');
  await expect(choice.locator('option:checked')).toHaveText('eu:west (12 / 12)');
  await expect(page.getByLabel('region', { exact: true }).locator('option:checked')).toHaveText('all');
});

test('a comparison that is not there is told; a new one is shown, and pulls nobody from another page', async ({
  page,
  demo,
}) => {
  const { server, made } = demo;
  const { faults } = watch(page, () => server.url, /404/);
  const [first, ...others] = made.execution_ids;
  const run = others.at(-1)!;
  await page.goto(`${server.url}/#/executions/${run}?against=900001`);
  await expect(
    page.getByRole('heading', { name: 'There is no comparison with execution 900001' }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Show the newest' }).click();
  await expect(page).toHaveURL(new RegExp(`executions/${run}$`));
  await expect(page.locator('.headline')).toBeVisible();
  // The one before it is another one than the address names.
  await page.goto(`${server.url}/#/executions/${run}?against=${first}`);
  await settled(page);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`against=${run - 1}$`));
  await expect(page.locator('.lead')).toContainText(`against execution ${run - 1}`);
  let answer = () => undefined as void;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/drift/compare', (route) => held.then(() => route.continue()));
  await page.getByLabel('Compare with').selectOption(String(first));
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('link', { name: 'Sessions', exact: true }).click();
  await expect(page.locator('h1')).toHaveText('Sessions');
  const came = page.waitForResponse('**/drift/compare');
  answer();
  await came;
  await page.waitForTimeout(500); // what must not come has no sign to wait for
  await expect(page.locator('h1')).toHaveText('Sessions');
  expect(faults).toEqual([]);
});

test('an execution that still receives is completed by a click, and deleted by two', async ({
  page,
  demo,
}) => {
  const { server } = demo;
  const { id } = await server.post('/api/v1/executions', { name: 'half sent' });
  await server.send('POST', `/api/v1/executions/${id}/results`, '{"response": "one"}\n');
  await page.goto(`${server.url}/#/executions/${id}`);
  await page.getByRole('button', { name: 'Complete it' }).click();
  await expect(page.getByLabel('Compare with')).toBeVisible();
  await page.getByRole('button', { name: 'Delete it' }).click();
  await expect(page.getByRole('dialog')).toContainText('half sent goes for good, with its 1 result');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.locator('h1')).toHaveText('Overview');
  expect((await fetch(`${server.url}/api/v1/executions/${id}`)).status).toBe(404);
});

test('the overview says what a score of identical runs is', async ({ page, demo, faults: _ }) => {
  await page.goto(`${demo.server.url}/#/`);
  await settled(page);
  await expect(page.locator('figcaption').first()).toContainText('two identical runs score 90 to 98');
  await expect(page.locator('body')).not.toContainText('100 means no drift');
});

test('what came since the last visit is told on the next one, and stays over a reload', async ({
  context,
  demo,
}) => {
  const { server } = demo;
  const first = await context.newPage();
  await first.goto(`${server.url}/#/`);
  await settled(first);
  await expect(first.getByRole('heading', { name: 'Since your last visit' })).toHaveCount(0);
  await first.close();
  const id = await server.execution('after the visit', example('init/drifted.jsonl'));
  await server.settled();
  await server.post('/api/v1/drift/compare', {
    execution_id: id,
    baseline_execution_id: demo.made.execution_ids[0],
  });
  const next = await context.newPage();
  await next.goto(`${server.url}/#/`);
  const card = next.locator('.card', {
    has: next.getByRole('heading', { name: 'Since your last visit' }),
  });
  await expect(card).toContainText('1 execution with');
  await expect(card.getByRole('link', { name: new RegExp(`Execution ${id} against`) })).toBeVisible();
  await next.reload();
  await expect(card).toContainText('1 execution with');
});
