// The committed types are those of the server's own description.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { expect, test } from './fixtures';

test('the types in web/src/api/schema.d.ts are those of /openapi.json', async ({ demo }) => {
  const web = join(__dirname, '../../web');
  const file = join(demo.server.folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(await demo.server.get('/openapi.json')));
  const made = execFileSync(process.execPath, [join(web, 'script/types.mjs'), file, '--print'], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  expect(
    made === readFileSync(join(web, 'src/api/schema.d.ts'), 'utf8'),
    'web/script/types.mjs says how they are made anew',
  ).toBe(true);
});
