export { createDetailsCollector, DEFAULT_MAX_ITEMS, type DetailedItem, type DetailedReply, type DetailsCollector, type RunDetails } from './details/run-details.js';
export { type ListPrices } from './details/usage-facts.js';
export { exportMainTable, TABLE_FORMATS, type TableFormat } from './export-table.js';
export { type Thumbnails } from './items/item-pages.js';
export { type IndexedRun, renderIndex } from './render-index.js';
export { isReportPage, renderReport } from './render-report.js';
export { type ReportRun } from './report-run.js';
