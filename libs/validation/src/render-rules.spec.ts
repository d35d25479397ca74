import { readFileSync } from 'node:fs';

import { renderValidationRules } from './render-rules.js';
import { VALIDATION_RULES } from './validation-rules.js';

describe('docs/validation-rules.md', () => {
  const page = readFileSync(new URL('../../../docs/validation-rules.md', import.meta.url), 'utf8');

  test('is what the table of rules says; else run `npx tsc -b libs/validation && node tools/schemas/export-validation-rules.js`', () => {
    expect(page).toBe(renderValidationRules());
  });

  test('names each code once, with its severity', () => {
    for (const { code, severity } of VALIDATION_RULES) expect(page.split('\n').filter((line) => line.startsWith(`| \`${code}\` | ${severity} |`))).toHaveLength(1);
  });
});
