import { plainText } from '@medstream/pages';

import type { ResponseTimes } from '../details/response-times.js';
import { capitalise } from '../main-table.js';
import type { LabelledRun } from '../report-run.js';
import { SERIES_COLOURS } from './draw-chart.js';
import type { ChartFigure } from './figure.js';
import { stackedBars } from './summary-charts.js';

interface TimedRow extends ResponseTimes {
  row: string;
}

/** One row for each run and mode with streaming items. */
function listRows(runs: readonly LabelledRun[]): TimedRow[] {
  return runs.flatMap(({ label, details }) => (details?.timing ?? []).map((times) => ({ ...times, row: runs.length === 1 ? capitalise(times.mode) : `${label}, ${times.mode}` })));
}

const PARTS = [
  ['early', 'early'],
  ['onTime', 'on time'],
  ['late', 'late'],
  ['missed', 'missed'],
] as const;

/** Early, on time, late, missed: of the items that have a moment to respond at. */
export function chartTimingSplit(runs: readonly LabelledRun[]): ChartFigure | null {
  const rows = listRows(runs).filter((times) => totalOf(times) > 0);
  if (rows.length === 0) return null;
  const values = rows.flatMap((times) => PARTS.map(([key, part]) => ({ row: plainText(times.row), part, share: times[key] / totalOf(times) })));
  return {
    title: 'When the first response came',
    caption: 'Of the streaming items with a right moment t*: before it by more than the tolerance, within it, after it, and never. Items whose right behaviour is silence are not among them.',
    spec: stackedBars({ values, rows: rows.map(({ row }) => plainText(row)), parts: PARTS.map(([, part]) => part), title: 'share of items', colours: ['var(--c2)', 'var(--c1)', 'var(--c3)', 'var(--c8)'] }),
    head: ['Rows', 'Early', 'On time', 'Late', 'Missed', 'Silence right: kept', 'Silence right: broken', 'Not known'],
    rows: rows.map(({ row, early, onTime, late, missed, silent, spoke, unknown }) => [row, ...[early, onTime, late, missed, silent, spoke, unknown].map(String)]),
  };
}

function totalOf({ early, onTime, late, missed }: ResponseTimes): number {
  return early + onTime + late + missed;
}

/** Seconds at which the table of the curve has a row. */
const TABLE_STEP_SEC = 10;

/** Share of items that had responded by so many seconds from t*. */
export function chartResponseCurve(runs: readonly LabelledRun[]): ChartFigure | null {
  const rows = listRows(runs).filter(({ curve }) => curve.length > 0);
  const offsets = rows[0]?.curve.map(({ offsetSec }) => offsetSec) ?? [];
  if (rows.length === 0) return null;
  const names = rows.map(({ row }) => plainText(row));
  return {
    title: 'Response times',
    caption: 'Share of the items with a right moment t* that had their first response by so many seconds after it (before it, left of 0). A perfect model jumps from 0 to 1 at t*. Rounds are seconds apart, so that no step is finer than their distance.',
    spec: {
      width: 560,
      height: 220,
      layer: [
        { data: { values: [{ at: 0 }] }, mark: { type: 'rule', color: 'var(--soft)', strokeDash: [4, 3] }, encoding: { x: { field: 'at', type: 'quantitative' } } },
        {
          data: { values: rows.flatMap(({ row, curve }) => curve.map(({ offsetSec, share }) => ({ row: plainText(row), offsetSec, share }))) },
          mark: { type: 'line', interpolate: 'step-after', strokeWidth: 2 },
          encoding: {
            x: { field: 'offsetSec', type: 'quantitative', scale: { domain: [offsets[0], offsets.at(-1)], nice: false }, axis: { title: 'seconds from t*', tickCount: 7 } },
            y: { field: 'share', type: 'quantitative', scale: { domain: [0, 1] }, axis: { title: 'had responded', format: '.0%', tickCount: 5 } },
            color: { field: 'row', type: 'nominal', sort: names, scale: { domain: names, range: names.map((_, index) => SERIES_COLOURS[index % SERIES_COLOURS.length]) }, legend: { title: null, columns: 2 } },
          },
        },
      ],
    },
    head: ['Seconds from t*', ...rows.map(({ row }) => row)],
    rows: offsets.filter((offset) => offset % TABLE_STEP_SEC === 0).map((offset) => [String(offset), ...rows.map(({ curve }) => `${(100 * (curve.find(({ offsetSec }) => offsetSec === offset)?.share ?? 0)).toFixed(1)} %`)]),
  };
}
