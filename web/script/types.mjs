// The TypeScript types of the API, made from the server's own description.
//
//   curl -s localhost:8000/openapi.json >openapi.json
//   node script/types.mjs openapi.json            writes src/api/schema.d.ts
//   node script/types.mjs openapi.json --print    prints it
//
// The API document leaves the insides of reports to the schemas in docs/formats; those are put
// beside the API's own schemas here, so that a page sees one world of types.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const here = dirname(fileURLToPath(import.meta.url));
const formats = join(here, '../../docs/formats');
const typesFile = join(here, '../src/api/schema.d.ts');

const documents = {
  Compare: 'compare-1',
  IntentReport: 'intent-report-1',
  SessionReport: 'session-report-1',
  ExperimentReport: 'experiment-report-1',
  StereotypeReport: 'stereotype-report-1',
};

function renamed(value, prefix) {
  if (Array.isArray(value)) return value.map((each) => renamed(each, prefix));
  if (value === null || typeof value !== 'object') return value;
  const out = {};
  for (const [key, each] of Object.entries(value)) {
    if (key === '$ref' && typeof each === 'string') {
      out[key] = each.replace('#/$defs/', `#/components/schemas/${prefix}_`);
    } else if (key !== '$defs' && key !== '$id' && key !== '$schema') {
      out[key] = renamed(each, prefix);
    }
  }
  return out;
}

// Types follow the structure alone: a sentence that is worded anew must not ask for new types.
function withoutProse(value, parent = '') {
  if (Array.isArray(value)) return value.map((each) => withoutProse(each));
  if (value === null || typeof value !== 'object') return value;
  const out = {};
  for (const [key, each] of Object.entries(value)) {
    const isName = parent === 'properties'; // of a member that may be called so
    if (
      !isName &&
      ((['description', 'summary'].includes(key) && typeof each === 'string') ||
        key === 'example' ||
        key === 'examples')
    )
      continue;
    out[key] = withoutProse(each, key);
  }
  return out;
}

// The text of schema.d.ts for an API document.
async function typesOf(openapi) {
  const all = structuredClone(openapi);
  for (const [name, file] of Object.entries(documents)) {
    const schema = JSON.parse(readFileSync(join(formats, `${file}.schema.json`), 'utf8'));
    all.components.schemas[`${name}Document`] = renamed(schema, name);
    for (const [part, definition] of Object.entries(schema.$defs ?? {})) {
      all.components.schemas[`${name}_${part}`] = renamed(definition, name);
    }
  }
  const text = astToString(await openapiTS(withoutProse(all), { alphabetize: true }));
  return `// Made by script/types.mjs from the server's /openapi.json and docs/formats; do not edit.\n\n${text}`;
}

const source = process.argv[2];
if (!source) {
  console.error("types.mjs: name the file that holds the server's /openapi.json");
  process.exit(2);
}
const text = await typesOf(JSON.parse(readFileSync(source, 'utf8')));
if (process.argv[3] === '--print') process.stdout.write(text);
else writeFileSync(typesFile, text);
