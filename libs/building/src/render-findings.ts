import { cleanLine, type Finding, type ValidationReport } from '@medstream/schema';

import { countNoun } from './count-noun.js';

/** The report for people: one line a finding, as compilers write them, and a closing count. Findings quote text of files. */
export function renderFindings(report: ValidationReport): string {
  const lines = report.findings.map(renderFinding);
  const codes = Object.entries(report.summary).map(([code, times]) => `  ${times} x ${code}`);
  const leftOut = Object.values(report.summary).reduce((sum, times) => sum + times, 0) - report.findings.length;
  if (leftOut > 0) lines.push(`${countNoun(leftOut, 'more finding')} of these codes, only counted`);
  return [...lines, `${countNoun(report.files.length, 'file')}, ${countNoun(report.items, 'item')}: ${report.accepted} without an error, ${countNoun(report.findings.length + Math.max(0, leftOut), 'finding')}`, ...codes].join('\n');
}

function renderFinding({ code, severity, file, record, sample_id, path, message }: Finding): string {
  const place = [file, record].filter((part) => part !== null).join(':');
  const subject = [sample_id, path].filter((part) => part !== null && part !== '').join(' ');
  return [place, `${severity} ${code}`, subject, message].filter((part) => part !== '').map(cleanLine).join(': ');
}
