// Writes the published file formats as JSON Schema to docs/schemas. A test of the schema library fails when they are stale.
import { mkdirSync, writeFileSync } from 'node:fs';

import { exportJsonSchemas, stringifyJsonDocument } from '@medstream/schema';

const folder = new URL('../../docs/schemas/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, schema] of Object.entries(exportJsonSchemas())) {
  writeFileSync(new URL(`${name}.schema.json`, folder), stringifyJsonDocument(schema));
}
