export { isReportPage, renderReport } from './render-report.js';
export { type ReportRun } from './report-run.js';
