import { VALIDATION_RULES, type ValidationRule } from './validation-rules.js';

const AREAS: Readonly<Record<string, string>> = {
  schema: 'Fields',
  temporal: 'Times and windows',
  rounds: 'Rounds of streaming items',
  text: 'Questions and texts',
  closed: 'Choices',
  open: 'Open questions',
  protocol: 'Response protocols',
  gold: 'Right answers',
  media: 'Media',
  id: 'Ids',
  duplicate: 'Duplicates',
  leak: 'Leaks',
  balance: 'Balance over all items of a task',
};

/** The table of rules as a Markdown page: docs/validation-rules.md. D1 to D18 are the defects of the public release. */
export function renderValidationRules(): string {
  const rules: readonly ValidationRule[] = VALIDATION_RULES;
  const areas = [...new Set(rules.map(({ code }) => areaOf(code)))];
  const sections = areas.flatMap((area) => [`## ${AREAS[area] ?? area}`, '', '| code | severity | what a finding means |', '|---|---|---|', ...rules.filter(({ code }) => areaOf(code) === area).map(renderRow), '']);
  return [
    '# Validation rules',
    '',
    'Written by `node tools/schemas/export-validation-rules.js`; a test of the validation library fails when it is stale.',
    '',
    'An **error** keeps an item out of a build and makes `validate` exit with 1. A **warning** is printed and counted. **Information** says how something was read. D1 to D18 name defects seen in the public MedStreamBench release; items without `schema_version` count as written in its form.',
    '',
    ...sections,
  ].join('\n').replace(/\n+$/u, '\n');
}

function areaOf(code: string): string {
  return code.split('/')[0] ?? code;
}

function renderRow({ code, severity, title, meaning }: ValidationRule): string {
  return `| \`${code}\` | ${severity} | **${title}.** ${meaning.replaceAll('|', '\\|')} |`;
}
