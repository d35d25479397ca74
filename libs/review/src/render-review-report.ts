import { cleanLine, type Figure } from '@medstream/schema';

import type { ReviewAgreement, ReviewReport } from './review-outcome.js';

/** Items without support that a terminal shows; the report has all. */
const MAX_LISTED = 20;

/** The outcome of a check as text for a terminal. */
export function renderReviewReport(report: ReviewReport): string {
  const { sheet, raters, overall, unsupported, items, files } = report;
  const [all, some, none] = raters === 2 ? ['both', 'one', 'neither'] : ['all', 'some', 'none'];
  const rows: [string, ReviewAgreement][] = [['all items', overall], ...(['temporal_modes', 'datasets', 'question_types', 'label_sources'] as const).flatMap((name): [string, ReviewAgreement][] => Object.entries(report[name]).map(([group, own]) => [cleanLine(group), own]))];
  const width = Math.max(...rows.map(([name]) => name.length));
  const head = ['', all, some, none, ...(raters === 2 ? ['kappa'] : []), 'alpha', 'items'];
  const open = overall.partial === 0 ? '' : `; ${overall.partial} that some rater left open stand in no share`;
  return [
    `${sheet}: ${raters} raters, ${overall.complete} items answered by all${open}`,
    '',
    formatRow(head, width),
    ...rows.map(([name, { support, kappa, alpha, complete }]) => formatRow([name, share(support.all), share(support.some), share(support.none), ...(kappa === null ? [] : [coefficient(kappa)]), coefficient(alpha), String(complete)], width)),
    '',
    `${all}, ${some}, ${none}: share of items whose answer so many raters gave, with 95 % intervals over cases${overall.support.all.note === undefined ? '' : ` (${overall.support.all.note})`}`,
    ...(unsupported.length === 0
      ? ['every item is supported by a rater at least']
      : [`${unsupported.length} ${unsupported.length === 1 ? 'item is' : 'items are'} supported by no rater:`, ...unsupported.slice(0, MAX_LISTED).map((id) => `  ${cleanLine(id)}${describeRemarks(items.find(({ sample_id: other }) => other === id)?.remarks ?? [])}`), ...(unsupported.length > MAX_LISTED ? [`  and ${unsupported.length - MAX_LISTED} more in review.json`] : [])]),
    ...files.map(({ path, reviewed, items: written }) => `${cleanLine(path)}: ${written} items, ${reviewed} with an outcome`),
    '',
  ].join('\n');
}

function formatRow([name = '', ...cells]: readonly string[], width: number): string {
  return `${name.padEnd(width)}  ${cells.map((cell, index) => (index === cells.length - 1 ? cell.padStart(6) : cell.padEnd(22))).join('')}`.trimEnd();
}

function share({ value, ci95 }: Figure): string {
  if (value === null) return '–';
  const percent = (part: number): string => (100 * part).toFixed(1);
  return `${percent(value)} %${ci95 === null ? '' : ` [${ci95.map(percent).join(', ')}]`}`;
}

function coefficient({ value, ci95 }: Figure): string {
  if (value === null) return '–';
  return `${value.toFixed(3)}${ci95 === null ? '' : ` [${ci95.map((end) => end.toFixed(3)).join(', ')}]`}`;
}

function describeRemarks(remarks: readonly string[]): string {
  const said = remarks.map(cleanLine).filter((remark) => remark !== '');
  return said.length === 0 ? '' : `  (${said.map((remark) => (remark.length > 80 ? `${remark.slice(0, 80)}…` : remark)).join(' / ')})`;
}
