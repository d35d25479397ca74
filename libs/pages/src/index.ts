export { describeContentPolicy } from './content-policy.js';
export { type CsvCell, FORMULA_START, unmarkCsvText, writeCsv } from './csv.js';
export { escapeText, Html, html, plainText } from './html.js';
