import type { BenchmarkItem } from '@medstream/schema';

import type { ItemFinding } from './item-finding.js';
import { isReleaseForm } from './release-form.js';

/** The fields whose text names something, and goes into tables, file names and pages. */
const NAMES = ['sample_id', 'dataset', 'video_id', 'case_id', 'task'] as const;

/** Control signs, line breaks, and signs that turn the direction of writing or are not seen. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** A tag, or an entity, of HTML. */
const MARKUP = /<\/?[a-z!][^>]*>|&(?:#\w+|[a-z]+);/iu;
/** By contracts.md section 1: a task is named in snake_case. */
const SNAKE_CASE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/u;

/** Whether the names of an item are names. */
export function checkNames(item: BenchmarkItem): ItemFinding[] {
  const findings: ItemFinding[] = [];
  for (const path of NAMES) {
    const name = item[path];
    if (name === undefined) continue;
    if (UNSEEN.test(name)) findings.push({ code: 'id/control-character', path, message: `expected visible characters only, found ${JSON.stringify(name)}` });
    else if (MARKUP.test(name)) findings.push({ code: 'id/markup', path, message: `expected a name, found markup in ${JSON.stringify(name)}` });
  }
  if (!SNAKE_CASE.test(item.task) && !UNSEEN.test(item.task)) {
    findings.push({ code: 'id/task-spelling', path: 'task', message: `expected snake_case, such as phase_now, found ${JSON.stringify(item.task)}`, ...(isReleaseForm(item) ? { severity: 'warning' } : {}) });
  }
  return findings;
}
