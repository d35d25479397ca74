// Prints the main table of the paper for finished runs: content (C), responsiveness (R), stability (S) by temporal mode, overall.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const columns = [
  ['Retro. C', 'retrospective', 'content'],
  ['Present C', 'present', 'content'],
  ['Future C', 'future', 'content'],
  ['R', 'future', 'responsiveness'],
  ['S', 'future', 'stability'],
  ['Proactive C', 'proactive', 'content'],
  ['R', 'proactive', 'responsiveness'],
  ['S', 'proactive', 'stability'],
];
const rows = process.argv.slice(2).map((folder) => {
  const summary = readJson(join(folder, 'summary.json'));
  const model = readJson(join(folder, 'manifest.json')).model;
  return [model, ...columns.map(([, mode, figure]) => show(summary.modes[mode]?.[figure])), show(summary.overall), `${summary.leak_audit.violations} of ${summary.leak_audit.jobs}`];
});
const table = [['Model', ...columns.map(([title]) => title), 'Overall', 'Leaks'], ...rows];
const widths = table[0].map((_, index) => Math.max(...table.map((row) => row[index].length)));
for (const row of table) console.log(row.map((cell, index) => (index === 0 ? cell.padEnd(widths[index]) : cell.padStart(widths[index]))).join('  '));

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** A figure over nothing is undefined, not zero. */
function show(figure) {
  return figure === undefined || figure.value === null ? '–' : figure.value.toFixed(4);
}
