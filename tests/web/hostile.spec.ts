// Text from anyone, in every field: shown, never run, and it breaks no layout.
import type { Page } from '@playwright/test';
import { expect, test as base } from '@playwright/test';
import { expectNoOverflow, settled, watch } from './fixtures';
import { Served } from './served';

const script = `<img src=x onerror="window.ran=1"><script>window.ran=1</script>`;
const turned = 'safe\u202Egnp.exe\u202C and \u200Bhidden\u200B\u2066\u3164\u115F\u2028\u{E0041}';
// What turns or hides text: none of it may reach the page as it is.
const unseen = /[\u061C\u115F\u1160\u200B-\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\u{E0000}-\u{E007F}]/u;
const word = 'W'.repeat(1_000_000); // one word of a megabyte
const long = 'L'.repeat(190);

const test = base.extend<{ hostile: { server: Served; baseline: number; current: number } }>({
  hostile: async ({}, use) => {
    const server = await Served.start();
    try {
      const lines = (shift: number) =>
        Array.from({ length: 12 }, (_, n) =>
          JSON.stringify({
            id: `${script}${n}`,
            prompt: `${script} ${turned} ${n}`,
            response:
              n === 0 ? word.slice(0, 990_000) : `${script} ${turned} answer ${n + shift}`.repeat(1 + shift),
            severity: n % 2 ? 'low' : 'high',
            tools: [`${script}${n % 3}`, long, turned],
            labels: { [script]: n % 2 ? turned : long, [turned]: script },
            embedding: [1, Math.sin(n + shift), Math.cos(n * 2 + shift), n / 12],
          }),
        ).join('\n');
      // The vectors are the results' own, so that whoever made them is named by the results too.
      const vectors = { embedding_model: `${turned} ${script}` };
      const baseline = await server.execution(script, lines(0), { [script]: long }, {}, vectors);
      const current = await server.execution(
        `${turned}${long}`.slice(0, 190),
        lines(3),
        { [turned]: script },
        {},
        vectors,
      );
      await server.post('/api/v1/baselines', { execution_id: baseline, name: script });
      await server.settled();
      await server.post('/api/v1/drift/compare', { execution_id: current, baseline_execution_id: baseline });
      await server.post('/api/v1/monitors', { name: script, baseline_id: 1, stream: long });
      await server.post('/api/v1/monitors', { name: turned, baseline_id: 1, stream: turned });
      await server.send(
        'POST',
        '/api/v1/sessions',
        [0, 1, 2]
          .map((step) =>
            JSON.stringify({
              session: `${script}${turned}`,
              step,
              prompt: `${script} ${turned}`,
              response: step === 1 ? word.slice(0, 500_000) : `${script} ${turned} ${step}`,
              goal: `${script} ${long}`,
            }),
          )
          .join('\n'),
      );
      await server.post('/api/v1/sessions/1/curves', { measure: 'intent', against: 'inferred-goal' });
      const log = (agent: string) =>
        [0, 1]
          .map((step) =>
            JSON.stringify({
              task_id: `${script}_0`,
              step,
              prompt: `${script} ${turned}`,
              output: `${script} ${long} ${agent}`,
              ids: step * 0.3,
              agent,
            }),
          )
          .join('\n');
      await server.post('/api/v1/experiments', { name: script });
      await server.send('PUT', '/api/v1/experiments/1/logs/baseline_runs.jsonl', log('baseline'));
      await server.send('PUT', '/api/v1/experiments/1/logs/intent_runs.jsonl', log('intent'));
      await server.post('/api/v1/experiments/1/interpretation', {});
      await server.post('/api/v1/stereotype-analyses', {
        model: script,
        entries: [0, 1, 2].map((n) => ({
          emgsd_text: `${script} ${turned}`,
          emgsd_trait: script,
          emgsd_stereotype_type: `${script}${long}`,
          control_response: `${script} ${n}`,
          turn2_response: `${turned} ${long}`,
          bias_type: `${script}${n}`,
        })),
      });
      await use({ server, baseline, current });
    } finally {
      await server.stop();
    }
  },
});

async function neverRan(page: Page): Promise<void> {
  expect(await page.evaluate(() => (window as unknown as { ran?: number }).ran)).toBeUndefined();
  expect(await page.locator('main img[src=x], main script').count()).toBe(0);
}

// With all numbers open: texts, and what a pointer or a screen reader is told.
async function everythingIsSeen(page: Page, where: string): Promise<void> {
  const closed = page.getByRole('button', { name: /^Show the numbers of/ });
  while ((await closed.count()) > 0) await closed.first().click();
  const told = await page.evaluate(() => {
    const texts = [document.title, document.body.textContent ?? ''];
    for (const each of document.querySelectorAll('[title], [aria-label]'))
      texts.push(each.getAttribute('title') ?? '', each.getAttribute('aria-label') ?? '');
    return texts;
  });
  for (const text of told) {
    const at = text.search(unseen);
    expect(at < 0 ? '' : text.slice(Math.max(0, at - 60), at + 20), where).toBe('');
  }
}

test('hostile text is shown as text on every page and breaks no layout', async ({ page, hostile }) => {
  test.setTimeout(150_000);
  const { server, current } = hostile;
  const { faults } = watch(page, () => server.url);
  const places: [string, string][] = [
    ['#/', '<img src=x'],
    [`#/executions/${current}?open=output,safety,embedding,agent_tool`, '<script>'],
    ['#/compare?ids=1,2', '<img src=x'],
    ['#/sessions', '<img src=x'],
    ['#/sessions/1', '⟨202E⟩'],
    ['#/experiments', '<img src=x'],
    ['#/experiments/1', '<script>'],
    ['#/stereotypes', '<img src=x'],
    ['#/stereotypes/1', '⟨202E⟩'],
    ['#/baselines', '<img src=x'],
    ['#/monitors', '<img src=x'],
    ['#/monitors/1', '<img src=x'],
    ['#/monitors/2', '⟨202E⟩'],
    [`#/${encodeURIComponent(script)}`, '<img src=x'],
  ];
  for (const [hash, seen] of places) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${server.url}/${hash}`);
    await settled(page);
    await expect(page.locator('main'), hash).toContainText(seen);
    for (const width of [1280, 360]) await expectNoOverflow(page, width);
    await neverRan(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await everythingIsSeen(page, hash);
    if (hash.includes('embedding'))
      await expect(page.getByText('Both sets on the two main axes')).toContainText('(safe⟨202E⟩gnp.exe');
  }
  expect(faults).toEqual([]);
});

test('a dropped file’s own words are shown as text, also where it is refused', async ({ page, hostile }) => {
  const { server } = hostile;
  const { faults } = watch(page, () => server.url);
  const file = (name: string, line: unknown) => ({
    name,
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from(`${JSON.stringify(line)}\n`),
  });
  await page.goto(`${server.url}/#/import`);
  await page
    .getByLabel('Files to import')
    .setInputFiles([
      file(`${turned}.jsonl`, { [turned]: 1, [script]: 2, [long]: 3 }),
      file('header.jsonl', { plumb: `${turned}${script}` }),
      file('named.jsonl', { plumb: 'execution/1', name: turned, embedding_model: turned }),
    ]);
  await expect(page.getByText('has none of the known members')).toContainText('⟨202E⟩');
  await expect(page.getByText('The header says')).toContainText('⟨202E⟩');
  await expect(page.getByText('an execution, by its header')).toBeVisible();
  await everythingIsSeen(page, 'import');
  for (const width of [1280, 360]) await expectNoOverflow(page, width);
  await neverRan(page);
  expect(faults).toEqual([]);
});

test('a word of a megabyte unfolds and the page goes on', async ({ page, hostile }) => {
  const { server } = hostile;
  await page.goto(`${server.url}/#/sessions/1`);
  await settled(page);
  await page.getByRole('button', { name: /Show all 500,000 characters/ }).click();
  await expect(page.getByText('The first 200,000 characters are shown.')).toBeVisible();
  await expectNoOverflow(page, 360);
});
