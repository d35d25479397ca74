import { readFile } from 'node:fs/promises';

import { EngineError, type FieldAliases, fieldAliasesSchema, formatFieldPath } from '@medstream/schema';
import { parse as parseYaml } from 'yaml';

const KEYS = {
  '': Object.keys(fieldAliasesSchema.shape),
  round_fields: Object.keys(fieldAliasesSchema.shape.round_fields.unwrap().shape),
  item_fields: Object.keys(fieldAliasesSchema.shape.item_fields.unwrap().shape),
};

/**
 * Reads the file of `--rounds-alias` (YAML, of which JSON is a part): under which names the fields of streaming items stand.
 *
 * @throws EngineError `config/unreadable`, `config/unknown-key` listing the valid keys, `config/bad-value`
 */
export async function readFieldAliases(file: string): Promise<FieldAliases> {
  let value: unknown;
  try {
    value = parseYaml(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new EngineError('config/unreadable', `cannot read the alias map ${file}: ${(cause as Error).message}`, { cause, hint: 'give a YAML or JSON file that exists' });
  }
  const parsed = fieldAliasesSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const unknown = parsed.error.issues.find((issue) => issue.code === 'unrecognized_keys');
  if (unknown !== undefined) {
    const where = unknown.path.length === 0 ? '' : ` in ${formatFieldPath(unknown.path)}`;
    throw new EngineError('config/unknown-key', `${file}: unknown key ${unknown.keys.join(', ')}${where}`, { hint: `the keys there are ${KEYS[formatFieldPath(unknown.path) as keyof typeof KEYS].join(', ')}` });
  }
  const [first] = parsed.error.issues;
  throw new EngineError('config/bad-value', `${file}: ${formatFieldPath(first?.path ?? []) || 'the map'}: expected one name or a list of names${first === undefined ? '' : ` (${first.message})`}`, {
    hint: 'for example  rounds: streaming_rounds  and  round_fields: {current_time: [t_c, round_time]}',
  });
}
