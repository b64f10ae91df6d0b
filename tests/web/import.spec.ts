// Files that are dropped or chosen: taken with progress, or refused with the line that is wrong.
import type { Page } from '@playwright/test';
import { expect, settled, test } from './fixtures';
import { example } from './served';

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
  await expect(page.locator('h1')).toHaveText('walked-run');
  await settled(page);
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
