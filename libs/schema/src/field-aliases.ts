import { z } from 'zod';

import type { FieldProblem } from './describe-issues.js';
import { benchmarkItemSchema, roundSchema } from './item.js';

const names = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);
const itemFields = benchmarkItemSchema.shape;
/** Members that every round has. */
const ROUND_FIELDS = Object.keys(roundSchema.shape) as (keyof typeof roundSchema.shape)[];
const ITEM_FIELDS = (Object.keys(itemFields) as (keyof typeof itemFields)[]).filter((field) => field !== 'rounds');

/**
 * Other names under which files of elsewhere hold our fields (release-format.md section 3: those of the public release are
 * not known). Each of our names has one other name or several; the first that a record holds is taken.
 */
export const fieldAliasesSchema = z.strictObject({
  rounds: names.optional().describe('the list of rounds of a streaming item'),
  round_fields: z.strictObject(optionalNames(ROUND_FIELDS)).optional().describe('members of a round'),
  item_fields: z.strictObject(optionalNames(ITEM_FIELDS)).optional().describe('fields of the item itself'),
});
export type FieldAliases = z.infer<typeof fieldAliasesSchema>;

type Fields = Record<string, unknown>;

/** A record with its fields under our names, and each change of name, e.g. `t_c -> rounds[].current_time`. */
export interface RenamedRecord {
  value: unknown;
  renamed: string[];
}

/** Gives the fields of a record our names. Values stay; a field that stands under our name already is never replaced. */
export function renameFields(record: unknown, aliases: FieldAliases): RenamedRecord {
  if (!isFields(record)) return { value: record, renamed: [] };
  const renamed = new Set<string>();
  const item = renameIn(record, { ...aliases.item_fields, rounds: aliases.rounds }, (from, to) => renamed.add(`${from} -> ${to}`));
  const { rounds } = item;
  if (Array.isArray(rounds) && aliases.round_fields !== undefined) {
    const members = aliases.round_fields;
    item['rounds'] = rounds.map((round: unknown) => (isFields(round) ? renameIn(round, members, (from, to) => renamed.add(`${from} -> rounds[].${to}`)) : round));
  }
  return { value: item, renamed: [...renamed] };
}

/**
 * What a streaming record lacks under our names, and which fields it has instead, so that people can write the map; empty
 * for every other record. The record's fields have our names already.
 */
export function findUnnamedRounds(record: unknown): FieldProblem[] {
  if (!isFields(record) || record['task_mode'] !== 'streaming') return [];
  const { rounds } = record;
  if (rounds === undefined) return [{ path: 'rounds', message: `a streaming item has rounds, and no field of this record is known to be their list; ${describeFields(record)}` }];
  const first: unknown = Array.isArray(rounds) ? rounds[0] : undefined;
  if (!isFields(first)) return [];
  return ROUND_FIELDS.filter((field) => first[field] === undefined).map((field) => ({ path: `rounds[0].${field}`, message: `no field of the round is known to be its ${field}; ${describeFields(first)}` }));
}

function describeFields(fields: Fields): string {
  return `its fields are ${Object.keys(fields).join(', ')}: name the right one in the alias map`;
}

function renameIn(fields: Fields, aliases: Readonly<Record<string, z.infer<typeof names> | undefined>>, note: (from: string, to: string) => void): Fields {
  const result: Fields = { ...fields };
  for (const [field, others] of Object.entries(aliases)) {
    if (others === undefined || Object.hasOwn(result, field)) continue;
    const found = [others].flat().find((other) => Object.hasOwn(fields, other));
    if (found === undefined) continue;
    result[field] = fields[found];
    delete result[found];
    note(found, field);
  }
  return result;
}

function isFields(value: unknown): value is Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function optionalNames<Name extends string>(fields: readonly Name[]): Record<Name, z.ZodOptional<typeof names>> {
  return Object.fromEntries(fields.map((field) => [field, names.optional()])) as Record<Name, z.ZodOptional<typeof names>>;
}
