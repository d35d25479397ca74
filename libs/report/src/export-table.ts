import { plainText, writeCsv } from '@medstream/pages';
import type { Figure } from '@medstream/schema';

import { formatValue } from './format-figure.js';
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

/** One line a model and figure: value, both ends of the interval, n, note; empty where there is none. */
function writeTable({ rows, columns }: MainTable): string {
  const lines = rows.flatMap(({ kind, label, figures }) =>
    columns.map(({ mode, figure }, index) => {
      const { value, ci95, n, note } = figures[index] ?? { value: null, ci95: null, n: null, note: 'not applicable' };
      return [kind, label, mode, figure, value, ci95?.[0], ci95?.[1], n, note];
    }),
  );
  return writeCsv([['kind', 'model', 'mode', 'figure', 'value', 'ci95_low', 'ci95_high', 'n', 'note'], ...lines]);
}

function writeMarkdown({ rows, columns }: MainTable): string {
  const escape = (text: string): string => plainText(text).replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_{}[\]<>|#]/g, (sign) => `\\${sign}`);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  return [
    line(['Model', ...columns.map(({ title }) => title)]),
    line(['---', ...columns.map(() => '---:')]),
    ...rows.map(({ kind, label, figures }) => line([kind === 'baseline' ? `_${escape(label)}_` : escape(label), ...columns.map((_, index) => describe(figures[index], '–'))])),
    '\nMeans in [0, 1] with 95 % intervals over cases; rows in italics look at no picture. Research only, not clinical decision support.\n',
  ].join('');
}

/** `0.4123 [0.3510, 0.4711]`. */
function describe(figure: Figure | undefined, none: string): string {
  if (figure === undefined) return none;
  if (figure.value === null) return 'n/a';
  return figure.ci95 === null ? formatValue(figure.value) : `${formatValue(figure.value)} [${figure.ci95.map(formatValue).join(', ')}]`;
}

const LATEX: Readonly<Record<string, string>> = { '\\': '\\textbackslash{}', '~': '\\textasciitilde{}', '^': '\\textasciicircum{}', '·': '\\textperiodcentered{}' };

/** For the booktabs package. */
function writeLatex({ rows, columns, groups }: MainTable): string {
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
    '\\bottomrule\n\\end{tabular}\n',
  ].join('');
}

function writeLatexFigure(figure: Figure | undefined): string {
  if (figure === undefined) return '--';
  if (figure.value === null) return 'n/a';
  return figure.ci95 === null ? formatValue(figure.value) : `${formatValue(figure.value)}\\,{\\scriptsize[${figure.ci95.map(formatValue).join(', ')}]}`;
}
