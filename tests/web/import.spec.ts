// Files that are dropped or chosen: taken with progress, or refused with the line that is wrong.
import type { Page } from '@playwright/test';
import { expect, settled, test } from './fixtures';
import { example, Served } from './served';

async function drop(page: Page, name: string, content: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([file, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text!], file!, { type: 'application/x-ndjson' }));
      return transfer;
    },
    [name, content],
  );
  await page.dispatchEvent('body', 'dragover', { dataTransfer: data });
  await expect(page.getByText('Drop to import')).toBeVisible();
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
}

test('a file that is dropped on any page becomes an execution', async ({ page, demo, faults: _ }) => {
  await page.goto(`${demo.server.url}/#/`);
  await settled(page);
  await drop(page, 'walked-run.jsonl', example('init/good.jsonl').toString());
  await expect(page.locator('h1')).toHaveText('Import');
  await expect(page.getByText('It looks like')).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('link', { name: 'Open', exact: true }).click();
  // Its header names it, not the file.
  await expect(page.locator('h1')).toHaveText('good');
  await settled(page);
  const newest = await (await fetch(`${demo.server.url}/api/v1/executions?order=desc&limit=1`)).json();
  expect(newest.items[0]).toMatchObject({ name: 'good', labels: { model: 'fennick-support-7' } });
});

test('a wrong line is shown with its number and its text, and the mended file goes to the same place', async ({
  page,
  demo,
}) => {
  const lines = Array.from({ length: 30 }, (_, n) =>
    JSON.stringify({ id: `r${n}`, response: `answer ${n}` }),
  );
  const wrong = [
    ...lines.slice(0, 17),
    '{"id": "r17", "response": 3, "note": "here"}',
    ...lines.slice(18),
  ].join('\n');
  await page.goto(`${demo.server.url}/#/import`);
  await page
    .getByLabel('Files to import')
    .setInputFiles({ name: 'broken.jsonl', mimeType: 'application/x-ndjson', buffer: Buffer.from(wrong) });
  await page.getByLabel('Name', { exact: true }).fill('typed by hand');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.locator('.bad-line')).toContainText('Line 18');
  await expect(page.locator('.bad-line code')).toContainText('"response": 3, "note": "here"');
  await expect(page.getByText('The first 17 lines are kept')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('typed by hand');
  await page.getByLabel('The mended file').setInputFiles({
    name: 'mended.jsonl',
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from(lines.join('\n')),
  });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('13 results added, 17 were there')).toBeVisible();
});

test('a file that is nothing Plumb knows is refused before it is sent', async ({ page, demo, faults: _ }) => {
  await page.goto(`${demo.server.url}/#/import`);
  await page
    .getByLabel('Files to import')
    .setInputFiles({ name: 'table.csv', mimeType: 'text/csv', buffer: Buffer.from('id,text\n1,x\n') });
  await expect(page.getByText('The first line is no JSON object')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toHaveCount(0);
});

const twoResults = {
  name: 'two.jsonl',
  mimeType: 'application/x-ndjson',
  buffer: Buffer.from('{"response": "one"}\n{"response": "two"}\n'),
};

async function chosen(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/import`);
  await page.getByLabel('Files to import').setInputFiles(twoResults);
}

test('an execution that is complete stays, although nobody could tell how far its vectors are', async ({
  page,
  demo,
}) => {
  const { server } = demo;
  await page.route('**/api/v1/jobs/*', (route) => route.abort());
  await chosen(page, server.url);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('All of it was taken and is complete')).toBeVisible();
  await expect(page.getByRole('button', { name: /Discard/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(0);
  const link = await page.getByRole('link', { name: 'Open', exact: true }).getAttribute('href');
  await page.getByRole('button', { name: 'Put away' }).click();
  await expect(page.getByText('two.jsonl')).toHaveCount(0);
  const id = /executions\/(\d+)/.exec(link!)![1];
  expect((await server.get(`/api/v1/executions/${id}`)).state).toBe('completed');
});

test('nothing complete is discarded where the answer that said so was lost', async ({ page, demo }) => {
  const { server } = demo;
  await page.route('**/complete', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await chosen(page, server.url);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('button', { name: 'Discard what was sent' }).click();
  await expect(page.getByText('It is complete after all, and stays.')).toBeVisible();
  const link = await page.getByRole('link', { name: 'Open', exact: true }).getAttribute('href');
  const id = /executions\/(\d+)/.exec(link!)![1];
  expect((await server.get(`/api/v1/executions/${id}`)).state).toBe('completed');
});

test('a page that a proxy puts in the answer’s place is told in a sentence', async ({ page, demo }) => {
  await page.route('**/results', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome to the network</h1>' }),
  );
  await chosen(page, demo.server.url);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('The answer is not what Plumb sends');
  await page.unroute('**/results');
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('2 results added')).toBeVisible();
});

test('an import can be cancelled, sent again, or discarded', async ({ page, demo }) => {
  const { server } = demo;
  await page.route('**/results', () => undefined); // never answered
  await chosen(page, server.url);
  const made = page.waitForResponse((each) => each.url().endsWith('/api/v1/executions'));
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const { id } = await (await made).json();
  const asksBeforeLeaving = () =>
    page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  await expect.poll(asksBeforeLeaving).toBe(true);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Stopped. What was sent is kept')).toBeVisible();
  expect(await asksBeforeLeaving()).toBe(false);
  // Who looks elsewhere meanwhile finds it as it was.
  await page.getByRole('link', { name: 'Sessions', exact: true }).click();
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(page.getByText('Stopped. What was sent is kept')).toBeVisible();
  await page.getByRole('button', { name: 'Discard what was sent' }).click();
  await expect(page.getByText('two.jsonl')).toHaveCount(0);
  const response = await fetch(`${server.url}/api/v1/executions/${id}`);
  expect(response.status).toBe(404);
});

test('an evaluation that is no JSON names its line', async ({ page, demo, faults: _ }) => {
  await page.goto(`${demo.server.url}/#/import`);
  await page.getByLabel('Files to import').setInputFiles({
    name: 'evaluation_x.json',
    mimeType: 'application/json',
    buffer: Buffer.from('[\n{"emgsd_text": "a",\n "control_response": oops}\n]'),
  });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.locator('.bad-line')).toContainText('Line 3, column 22');
  await expect(page.locator('.bad-line code')).toContainText('"control_response": oops');
});

const log = (agent: string) =>
  [0, 1]
    .map((step) =>
      JSON.stringify({
        task_id: 'qa_0',
        step,
        prompt: 'p',
        output: `said ${step}`,
        ids: step * 0.2,
        agent,
      }),
    )
    .join('\n');

test('logs that are dropped on an experiment’s page go to it, and it says which one is missing', async ({
  page,
  demo,
  faults: _,
}) => {
  const { server } = demo;
  const { id } = await server.post('/api/v1/experiments', { name: 'by hand' });
  const { length } = (await server.get('/api/v1/experiments?limit=1000')).items;
  const put = async (agent: string) => {
    await page.goto(`${server.url}/#/experiments/${id}`);
    await settled(page);
    await drop(page, `${agent}_runs.jsonl`, log(agent));
    await expect(page.getByText(`It goes to experiment ${id}.`)).toBeVisible();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
  };
  await put('baseline');
  await expect(page.getByText('This log is there. Drop intent_runs.jsonl too.')).toBeVisible();
  await page.getByRole('link', { name: 'Open', exact: true }).click();
  await expect(page.getByText('intent_runs.jsonl is missing')).toBeVisible();
  await expect(page.getByRole('button', { name: /Interpret/ })).toHaveCount(0);
  await put('intent');
  await expect(page.getByText('Both logs are there, and interpreted.')).toBeVisible();
  expect((await server.get('/api/v1/experiments?limit=1000')).items).toHaveLength(length);
});

test('both logs of an experiment that are sent at one moment make one experiment', async ({ page, demo }) => {
  const { server } = demo;
  const before = (await server.get('/api/v1/experiments?limit=1000')).items.length;
  // A slow line: the second is sent while the first still waits for its experiment.
  await page.route('**/api/v1/experiments', async (route) => {
    if (route.request().method() === 'POST') await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await page.goto(`${server.url}/#/import`);
  await page.getByLabel('Files to import').setInputFiles(
    ['baseline', 'intent'].map((agent) => ({
      name: `${agent}_runs.jsonl`,
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(log(agent)),
    })),
  );
  const starts = page.getByRole('button', { name: 'Import', exact: true });
  await expect(starts).toHaveCount(2);
  await starts.first().click();
  await starts.first().click(); // the one that is left
  await expect(page.getByText('Both logs are there, and interpreted.')).toBeVisible();
  const { items } = await server.get('/api/v1/experiments?limit=1000&order=desc');
  expect(items.length).toBe(before + 1);
  expect((await server.get(`/api/v1/experiments/${items[0].id}`)).logs).toHaveLength(2);
});

test('a file dropped by a key that may only read, or before the sign-in, stays out of the browser’s way', async ({
  page,
}) => {
  const server = await Served.start();
  try {
    const { key } = await server.post('/api/v1/keys', { name: 'first', scope: 'admin' });
    await expect.poll(async () => (await server.get('/api/v1/whoami')).state).toBe('signed_out');
    const reader = await server.send(
      'POST',
      '/api/v1/keys',
      { name: 'reader', scope: 'read' },
      { Authorization: `Bearer ${key}` },
    );
    const isKeptOut = () =>
      page.evaluate(() => {
        const data = new DataTransfer();
        data.items.add(new File(['{}'], 'x.jsonl'));
        const event = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
        document.body.dispatchEvent(event);
        return event.defaultPrevented;
      });
    await page.goto(`${server.url}/#/sessions`);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(await isKeptOut()).toBe(true);
    await page.getByLabel('API key').fill(reader.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'No sessions yet' })).toBeVisible();
    expect(await isKeptOut()).toBe(true);
    await expect(page.locator('h1')).toHaveText('Sessions'); // not taken along either
  } finally {
    await server.stop();
  }
});
