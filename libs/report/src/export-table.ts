import { plainText, writeCsv } from '@medstream/pages';
import type { Figure } from '@medstream/schema';

import { describeFigureBounds, formatValue } from './format-figure.js';
import { listMainTable, type MainTable } from './main-table.js';
import { labelRuns, type ReportRun } from './report-run.js';

/** Forms of the main table besides the page's. */
export const TABLE_FORMATS = ['csv', 'md', 'tex'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** The main table of some runs as text: one file for a spreadsheet, a README or a paper. */
export function exportMainTable(runs: readonly ReportRun[], format: TableFormat): string {
  const table = listMainTable(labelRuns(runs));
  switch (format) {
    case 'csv':
      return writeTable(table);
    case 'md':
      return writeMarkdown(table);
    case 'tex':
      return writeLatex(table);
  }
}

/** One line a model and figure: value, both ends of the interval, both bounds, n, note, judge; empty where there is none. */
function writeTable({ rows, columns }: MainTable): string {
  const lines = rows.flatMap(({ kind, label, judge, figures }) =>
    columns.map(({ mode, figure }, index) => {
      const { value, ci95, bounds, n, note } = figures[index] ?? { value: null, ci95: null, bounds: null, n: null, note: 'not applicable' };
      return [kind, label, mode, figure, value, ci95?.[0], ci95?.[1], bounds?.[0], bounds?.[1], n, note, judge];
    }),
  );
  return writeCsv([['kind', 'model', 'mode', 'figure', 'value', 'ci95_low', 'ci95_high', 'bound_low', 'bound_high', 'n', 'note', 'judge'], ...lines]);
}

function writeMarkdown({ rows, columns, notes }: MainTable): string {
  const escape = (text: string): string => plainText(text).replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_{}[\]<>|#]/g, (sign) => `\\${sign}`);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  return [
    line(['Model', ...columns.map(({ title }) => title)]),
    line(['---', ...columns.map(() => '---:')]),
    ...rows.map(({ kind, label, figures }) => line([kind === 'baseline' ? `_${escape(label)}_` : escape(label), ...columns.map((_, index) => describe(figures[index], '–'))])),
    '\nMeans in [0, 1] with 95 % intervals over cases; in round brackets bounds, with every item that has no score counted wrong, and right; rows in italics look at no picture. Research only, not clinical decision support.\n',
    ...notes.map((note) => `\n${escape(note)}\n`),
  ].join('');
}

/** `0.4123 [0.3510, 0.4711]`, and `(0.4000–0.4300)` behind it where items have no score. */
function describe(figure: Figure | undefined, none: string): string {
  if (figure === undefined) return none;
  const bounds = describeFigureBounds(figure);
  const interval = figure.ci95 === null ? '' : ` [${figure.ci95.map(formatValue).join(', ')}]`;
  return `${figure.value === null ? 'n/a' : formatValue(figure.value)}${interval}${bounds === null ? '' : ` (${bounds})`}`;
}

const LATEX: Readonly<Record<string, string>> = { '\\': '\\textbackslash{}', '~': '\\textasciitilde{}', '^': '\\textasciicircum{}', '·': '\\textperiodcentered{}' };

/** For the booktabs package. */
function writeLatex({ rows, columns, groups, notes }: MainTable): string {
  const escape = (text: string): string => plainText(text).replaceAll(/\s+/g, ' ').replaceAll(/[\\~^·]|[&%$#_{}]/g, (sign) => LATEX[sign] ?? `\\${sign}`);
  const line = (cells: readonly string[]): string => `${cells.join(' & ')} \\\\\n`;
  const writeRow = ({ kind, label, figures }: MainTable['rows'][number]): string => {
    const name = kind === 'baseline' ? `\\textit{${escape(label)}}` : escape(label);
    return line([name, ...columns.map((_, index) => writeLatexFigure(figures[index]))]);
  };
  return [
    '% needs \\usepackage{booktabs}\n',
    `\\begin{tabular}{l${'r'.repeat(columns.length)}}\n\\toprule\n`,
    line(['', ...groups.map(({ title, size }) => (size === 1 ? title : `\\multicolumn{${size}}{c}{${title}}`))]),
    line(['Model', ...columns.map(({ short }) => short)]),
    '\\midrule\n',
    ...rows.filter(({ kind }) => kind === 'run').map(writeRow),
    '\\midrule\n',
    ...rows.filter(({ kind }) => kind === 'baseline').map(writeRow),
    '\\bottomrule\n',
    ...notes.map((note) => line([`\\multicolumn{${columns.length + 1}}{l}{\\scriptsize ${escape(note)}}`])),
    '\\end{tabular}\n',
  ].join('');
}

function writeLatexFigure(figure: Figure | undefined): string {
  if (figure === undefined) return '--';
  const bounds = describeFigureBounds(figure, '--');
  const fine = [...(figure.ci95 === null ? [] : [`[${figure.ci95.map(formatValue).join(', ')}]`]), ...(bounds === null ? [] : [`(${bounds})`])].join(' ');
  return `${figure.value === null ? 'n/a' : formatValue(figure.value)}${fine === '' ? '' : `\\,{\\scriptsize${fine}}`}`;
}
