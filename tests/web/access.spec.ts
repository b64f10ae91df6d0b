// The door: an empty server, its first key, signing in, and what happens when the key is revoked; all
// of it behind a path prefix and a proxy with a password of its own.
import { expect, test as base, type Page } from '@playwright/test';
import { settled, watch } from './fixtures';
import { proxy, Served } from './served';

const test = base.extend<{ server: Served }>({
  server: async ({}, use) => {
    const server = await Served.start();
    try {
      await use(server);
    } finally {
      await server.stop();
    }
  },
});

// A server knows of its first key within two seconds; until then it is open.
async function closed(server: Served): Promise<void> {
  await expect.poll(async () => (await server.get('/api/v1/whoami')).state).toBe('signed_out');
}

async function firstKey(server: Served): Promise<string> {
  const { key } = await server.post('/api/v1/keys', { name: 'first', scope: 'admin' });
  await closed(server);
  return key as string;
}

async function storedText(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
}

async function signIn(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('an empty server says what to do next on every page, and fills itself with the demo', async ({
  page,
  server,
}) => {
  test.setTimeout(180_000);
  const { faults } = watch(page, () => server.url);
  for (const [hash, text] of [
    ['#/sessions', 'No sessions yet'],
    ['#/experiments', 'No experiments yet'],
    ['#/stereotypes', 'No analyses yet'],
    ['#/baselines', 'No baselines yet'],
    ['#/monitors', 'No monitors yet'],
    ['#/keys', 'No keys yet'],
    ['#/compare', 'Nothing to compare yet'],
    ['#/', 'No executions yet'],
  ] as const) {
    await page.goto(`${server.url}/${hash}`);
    await expect(page.getByRole('heading', { name: text })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Load the demo data' }).click();
  // The page waits a minute for its vectors at most.
  await expect(page.locator('.table tbody tr').first()).toBeVisible({ timeout: 90_000 });
  await settled(page);
  await expect(page.locator('.facts')).toBeVisible();
  expect(faults).toEqual([]);
});

test('the first key closes the server, and whoever made it stays in', async ({ page, browser, server }) => {
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(`${server.url}/#/`);
  await expect(elsewhere.getByRole('heading', { name: 'No executions yet' })).toBeVisible();
  await page.goto(`${server.url}/#/keys`);
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.getByLabel('Name').fill('mine');
  await page.getByRole('button', { name: 'Make the key' }).click();
  const shown = page.locator('.secret code');
  await expect(shown).toContainText('plumb_');
  const key = (await shown.textContent())!;
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  expect(await storedText(page)).not.toContain(key);
  const cookies = await page.context().cookies(`${server.url}/api/v1/whoami`);
  expect(cookies.map((each) => [each.httpOnly, each.sameSite])).toEqual([[true, 'Strict']]);
  await page.reload();
  await expect(page.locator('.secret')).toHaveCount(0); // shown once
  await expect(page.locator('.table tbody tr')).toContainText('yours');
  await closed(server);
  await elsewhere.getByRole('link', { name: 'Sessions', exact: true }).click();
  await expect(elsewhere.getByText('This server asks for a key now')).toBeVisible();
  await elsewhere.context().close();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('a wrong key is refused in a sentence and stays in its field; the right one leads to where the link led', async ({
  page,
  server,
}) => {
  const key = await firstKey(server);
  await page.goto(`${server.url}/#/monitors`);
  await signIn(page, 'plumb_wrong');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('API key')).toHaveValue('plumb_wrong');
  await signIn(page, key);
  await expect(page.locator('h1')).toHaveText('Monitors');
  await expect(page.locator('main')).toBeFocused();
  expect(await storedText(page)).not.toContain(key);
});

test('behind a prefix and a password: everything works, and a revoked key ends in a sign-in', async ({
  browser,
  server,
}) => {
  const key = await firstKey(server);
  const reader = await server.send(
    'POST',
    '/api/v1/keys',
    { name: 'reader', scope: 'write' },
    { Authorization: `Bearer ${key}` },
  );
  const front = await proxy(server.url, '/tools/plumb', 'open sesame');
  const context = await browser.newContext({
    httpCredentials: { username: 'reader', password: 'open sesame' },
  });
  const page = await context.newPage();
  const { faults } = watch(page, () => front.url, /401|responded with a status/);
  try {
    await page.goto(`${front.url}/`);
    await signIn(page, reader.key);
    await expect(page.getByRole('heading', { name: 'No executions yet' })).toBeVisible();
    // Writes carry the token through.
    await page.goto(`${front.url}/#/import`);
    await page.getByLabel('Files to import').setInputFiles({
      name: 'two.jsonl',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from('{"response": "one"}\n{"response": "two"}\n'),
    });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    // Until its job is done the page asks for it, and would be the one that finds the key revoked.
    await expect(page.getByText('2 results added. Open it to compare it.')).toBeVisible();
    // A key that may not administer is told so, in words.
    await page.getByRole('link', { name: 'Keys', exact: true }).click();
    await expect(page.getByText('Keys are for admins')).toBeVisible();
    // Revoked while something is being typed: the door, and then what was typed is still there.
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await page.getByLabel('Files to import').setInputFiles({
      name: 'late.jsonl',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from('{"response": "late"}\n'),
    });
    await page.getByRole('textbox', { name: 'Name' }).fill('typed before the end');
    await server.send('DELETE', `/api/v1/keys/${reader.id}`, undefined, { Authorization: `Bearer ${key}` });
    await expect
      .poll(
        async () =>
          (
            await fetch(`${server.url}/api/v1/sessions`, {
              headers: { Authorization: `Bearer ${reader.key}` },
            })
          ).status,
      )
      .toBe(401);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByText('Your sign-in has ended')).toBeVisible();
    await signIn(page, key);
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('typed before the end');
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByText('1 result added')).toBeVisible();
    expect(faults).toEqual([]);
  } finally {
    await context.close();
    await front.stop();
  }
});

test('a server that is gone is told in a sentence, and asked again by a button', async ({ page, server }) => {
  await page.goto(`${server.url}/#/sessions`);
  await expect(page.getByRole('heading', { name: 'No sessions yet' })).toBeVisible();
  await page.route('**/api/v1/**', (route) => route.abort());
  await page.getByRole('link', { name: 'Experiments', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('does not answer');
  await expect(page.locator('.waiting')).toHaveCount(0);
  await page.goto(`${server.url}/#/sessions/1`);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.goto(`${server.url}/#/experiments`);
  await expect(page.getByRole('alert')).toContainText('does not answer');
  await page.unroute('**/api/v1/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'No experiments yet' })).toBeVisible();
});

test('pictures whose engine did not come say so, and are there after a reload', async ({ page, server }) => {
  await server.execution('one', '{"response": "a"}\n');
  await page.route('**/assets/charts-*.js', (route) => route.abort());
  await page.goto(`${server.url}/#/`);
  await expect(page.getByText('The picture cannot be drawn')).toBeVisible();
  await expect(page.locator('.table tbody tr')).toHaveCount(1);
  await page.unroute('**/assets/charts-*.js');
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await settled(page);
  await expect(page.locator('.chart-canvas[data-drawn]')).toHaveCount(1);
});

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

async function refused(server: Served, key: string): Promise<void> {
  await expect
    .poll(async () => (await fetch(`${server.url}/api/v1/sessions`, { headers: bearer(key) })).status)
    .toBe(401);
}

test('a key revoked while a dialog is open: the sign-in can be used, and the dialog comes back as it was', async ({
  page,
  server,
}) => {
  const key = await firstKey(server);
  const second = await server.send('POST', '/api/v1/keys', { name: 'second', scope: 'admin' }, bearer(key));
  await page.goto(`${server.url}/#/keys`);
  await signIn(page, second.key);
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.getByLabel('Name').fill('typed in the dialog');
  await server.send('DELETE', `/api/v1/keys/${second.id}`, undefined, bearer(key));
  await refused(server, second.key);
  await page.getByRole('button', { name: 'Make the key' }).click();
  await expect(page.getByText('Your sign-in has ended')).toBeVisible();
  // By hand and by keyboard, as a reader would: nothing before the field takes the click or the keys.
  await expect(page.getByLabel('API key')).toBeFocused();
  await page.getByLabel('API key').click();
  await page.keyboard.type(key);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('typed in the dialog');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Make the key' }).click();
  await expect(page.locator('.secret code')).toContainText('plumb_');
  await expect(page.locator('.table tbody tr', { hasText: 'typed in the dialog' })).toBeVisible();
});

test('another project’s key shows nothing of the first project', async ({ page, server }) => {
  const one = server.key('of one', 'default');
  server.key('who stays', 'default'); // the last admin's key of a project is not revoked
  const other = server.key('of the other', 'other');
  await closed(server);
  await server.execution('secret of one', '{"response": "a"}\n', {}, bearer(one));
  const own = await server.send('GET', '/api/v1/keys', undefined, bearer(one));
  await page.goto(`${server.url}/#/`);
  await signIn(page, one);
  await expect(page.locator('.table tbody tr')).toContainText('secret of one');
  await page.getByLabel('Name is').fill('typed under one');
  await expect(page.getByText('No execution matches')).toBeVisible();
  const { id } = own.items.find((each: { name: string }) => each.name === 'of one');
  await server.send('DELETE', `/api/v1/keys/${id}`, undefined, bearer(one));
  await refused(server, one);
  await page.getByRole('link', { name: 'Sessions', exact: true }).click();
  await signIn(page, other);
  await expect(page.getByRole('heading', { name: 'No sessions yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No executions yet' })).toBeVisible();
  await expect(page.locator('body')).not.toContainText('secret of one');
  await expect(page.locator('.side-foot')).toContainText('other');
});

test('the page of the first project goes when a tab beside it signs in to another one', async ({
  context,
  server,
}) => {
  const one = server.key('of one', 'default');
  const other = server.key('of the other', 'other');
  await closed(server);
  await server.execution('secret of one', '{"response": "a"}\n', {}, bearer(one));
  const first = await context.newPage();
  await first.goto(`${server.url}/#/`);
  await signIn(first, one);
  await expect(first.locator('.table tbody tr')).toContainText('secret of one');
  const second = await context.newPage();
  await second.goto(`${server.url}/#/`);
  await second.route('**/sign-out', (route) => route.abort());
  await second.getByRole('button', { name: 'Sign out' }).click();
  await expect(second.getByRole('alert')).toContainText('does not answer');
  await second.unroute('**/sign-out');
  await second.getByRole('button', { name: 'Sign out' }).click();
  await expect(first.getByText('You signed out in another tab')).toBeVisible();
  await expect(first.locator('.shell')).toHaveCount(0); // not hidden: gone
  await signIn(second, other);
  await expect(second.getByRole('heading', { name: 'No executions yet' })).toBeVisible();
  await expect(first.getByRole('heading', { name: 'No executions yet' })).toBeVisible();
  await expect(first.locator('body')).not.toContainText('secret of one');
});

test('a tab writes on after another tab signed in anew, also where it was not told of it', async ({
  context,
  server,
}) => {
  const key = await firstKey(server);
  const first = await context.newPage();
  await first.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'));
  await first.goto(`${server.url}/#/keys`);
  await signIn(first, key);
  await first.getByRole('button', { name: 'Make a key' }).click();
  await first.getByLabel('Name').fill('made by the first tab');
  const second = await context.newPage();
  await second.goto(`${server.url}/#/`);
  await second.getByRole('button', { name: 'Sign out' }).click();
  await signIn(second, key);
  await expect(second.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await first.getByRole('button', { name: 'Make the key' }).click();
  await expect(first.locator('.secret code')).toContainText('plumb_');
  // A file goes another way than a form, and carries the token too.
  await second.getByRole('button', { name: 'Sign out' }).click();
  await signIn(second, key);
  await expect(second.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await first.getByRole('link', { name: 'Import', exact: true }).click();
  await first.getByLabel('Files to import').setInputFiles({
    name: 'steps.jsonl',
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from('{"session": "s", "step": 0, "prompt": "p", "response": "r"}\n'),
  });
  await first.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(first.getByText('1 step of 1 session added.')).toBeVisible();
});

test('a key that ran out is told from one that is valid', async ({ page, server }) => {
  const key = await firstKey(server);
  const soon = new Date(Date.now() + 1_500).toISOString();
  await server.send('POST', '/api/v1/keys', { name: 'short', scope: 'read', expires_at: soon }, bearer(key));
  await page.goto(`${server.url}/#/keys`);
  await signIn(page, key);
  await expect(page.locator('tbody tr')).toHaveCount(2);
  await expect(async () => {
    await page.reload();
    await expect(page.locator('tbody tr', { hasText: 'short' })).toContainText('expired', {
      timeout: 1_000,
    });
  }).toPass();
  await expect(page.locator('tbody tr', { hasText: 'first' })).toContainText('valid, yours');
});
