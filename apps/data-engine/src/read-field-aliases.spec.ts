import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { makeTemporaryFolder, type TemporaryFolder } from '@medstream/testing';

import { readFieldAliases } from './read-field-aliases.js';

let scratch: TemporaryFolder;
beforeAll(async () => void (scratch = await makeTemporaryFolder()));
afterAll(async () => scratch.remove());

async function readText(text: string): Promise<unknown> {
  const file = join(scratch.path, 'aliases.yaml');
  await writeFile(file, text);
  return readFieldAliases(file);
}

it.each([
  ['yaml', 'rounds: turns\nround_fields:\n  current_time: [t_c, time]\n'],
  ['json', '{"rounds": "turns", "round_fields": {"current_time": ["t_c", "time"]}}'],
])('reads %s', async (_, text) => {
  expect(await readText(text)).toEqual({ rounds: 'turns', round_fields: { current_time: ['t_c', 'time'] } });
});

it.each([
  ['an unknown key', 'round: turns', 'config/unknown-key', 'unknown key round', 'rounds, round_fields, item_fields'],
  ['an unknown member', 'round_fields: {time: t_c}', 'config/unknown-key', 'unknown key time in round_fields', 'round, current_time, input_range, expected_output, answerable'],
  ['an unknown field', 'item_fields: {tolerance: t}', 'config/unknown-key', 'unknown key tolerance in item_fields', 'tolerance_sec'],
  ['a number for a name', 'rounds: 3', 'config/bad-value', 'rounds: expected one name or a list of names', 'streaming_rounds'],
  ['an empty file', '', 'config/bad-value', 'the map: expected one name', 'streaming_rounds'],
  ['no yaml', 'rounds: [', 'config/unreadable', 'cannot read the alias map', 'YAML'],
])('refuses %s', async (_, text, code, message, hint) => {
  await expect(readText(text)).rejects.toMatchObject({ code, message: expect.stringContaining(message) as string, hint: expect.stringContaining(hint) as string });
});
