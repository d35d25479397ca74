import { checkTemporalContract } from '@medstream/sampling';
import { type BenchmarkItem, benchmarkItemSchema, builtItemSchema, describeIssues, type Finding, type Severity } from '@medstream/schema';

import { BalanceCounter } from './balance-counter.js';
import { checkAmbiguousChoices, checkChoices, checkRoundAnswers, checkSingleOfMany } from './check-choices.js';
import { checkGold } from './check-gold.js';
import { checkLeaks } from './check-leaks.js';
import { checkMedia, checkTargetCount, checkWindowLength, type FindMediaExtent } from './check-media.js';
import { checkMode } from './check-mode.js';
import { checkNames } from './check-names.js';
import { checkProtocol } from './check-protocol.js';
import { checkUnsetTimes } from './check-release-defects.js';
import { checkRoundGaps } from './check-rounds-gap.js';
import { checkRubric } from './check-rubric.js';
import { checkText } from './check-text.js';
import { DuplicateIndex } from './duplicate-index.js';
import type { ItemFinding } from './item-finding.js';
import { PolicyCounter } from './policy-counter.js';
import { VALIDATION_RULES } from './validation-rules.js';

export interface ValidatorOptions {
  /** What is known of the media; without it no rule about media speaks. */
  findMediaExtent?: FindMediaExtent;
}

/** Where an item was read; nulls inside a build. */
export interface ItemPlace {
  file: string | null;
  /** 1-based number of the record in the file. */
  record: number | null;
}

export interface Validator {
  /** Everything the rules say about one item, given the ones checked before it. An item without an error is accepted. */
  checkItem: (item: unknown, where: ItemPlace) => Finding[];
  /** The same for an item that a reader has already held to the schema. */
  checkReadItem: (item: BenchmarkItem, where: ItemPlace) => Finding[];
  /** What the rules say about all items together. */
  finish: () => Finding[];
}

const SEVERITIES: ReadonlyMap<string, Severity> = new Map(VALIDATION_RULES.map(({ code, severity }) => [code, severity]));
const CHECKS: readonly ((item: BenchmarkItem) => ItemFinding[])[] = [
  checkNames,
  checkText,
  checkMode,
  checkUnsetTimes,
  checkChoices,
  checkAmbiguousChoices,
  checkSingleOfMany,
  checkRoundAnswers,
  checkRoundGaps,
  checkRubric,
  checkProtocol,
  checkGold,
  checkLeaks,
  checkWindowLength,
  checkTargetCount,
];

/**
 * Holds items to VALIDATION_RULES, one at a time and in any number: between items only hashes and counts are kept.
 * Pure but for that memory; the same items in the same order give the same findings.
 */
export function createValidator({ findMediaExtent = () => undefined }: ValidatorOptions = {}): Validator {
  const duplicates = new DuplicateIndex();
  const balance = new BalanceCounter();
  const policies = new PolicyCounter();
  const checkReadItem: Validator['checkReadItem'] = (item, where) => {
    const place = { ...where, sampleId: item.sample_id };
    balance.add(item);
    policies.add(item);
    const temporal = checkTemporalContract(item).map((finding) => locate(finding, place));
    const found = [...listUnknownFields(item), ...CHECKS.flatMap((check) => check(item)), ...checkMedia(item, findMediaExtent), ...duplicates.check(item)];
    return [...temporal, ...found.map((finding) => locate(finding, place))];
  };
  return {
    checkReadItem,
    checkItem: (candidate, where) => {
      const parsed = benchmarkItemSchema.safeParse(candidate);
      if (!parsed.success) {
        const sampleId = readSampleId(candidate);
        return describeIssues(parsed.error).map((problem) => locate({ code: 'schema/invalid', ...problem }, { ...where, sampleId }));
      }
      return checkReadItem(parsed.data, where);
    },
    finish: () => [...balance.listFindings(), ...policies.listFindings()].map((finding) => locate(finding, { file: null, record: null, sampleId: null })),
  };
}

const KNOWN_FIELDS: ReadonlySet<string> = new Set(Object.keys(builtItemSchema.shape));

/** Fields of an item of ours that nothing reads. Release and outside files may hold fields of their own. */
function listUnknownFields(item: BenchmarkItem): ItemFinding[] {
  if (item.schema_version !== 1) return [];
  return Object.keys(item).filter((field) => !KNOWN_FIELDS.has(field)).map((field) => ({ code: 'schema/unknown-field', path: field, message: `expected a field of schema version 1, found ${JSON.stringify(field)}` }));
}

function readSampleId(candidate: unknown): string | null {
  const id = typeof candidate === 'object' && candidate !== null && 'sample_id' in candidate ? candidate.sample_id : null;
  return typeof id === 'string' ? id : null;
}

/** @throws Error (a defect of ours) for a code that is not in the table */
function locate({ code, path, message, ...own }: { code: string; path: string; message: string; severity?: Severity }, { file, record, sampleId }: ItemPlace & { sampleId: string | null }): Finding {
  const severity = own.severity ?? SEVERITIES.get(code);
  if (severity === undefined || !SEVERITIES.has(code)) throw new Error(`the validation code "${code}" is not in VALIDATION_RULES`);
  return { code, severity, file, record, sample_id: sampleId, path, message };
}
