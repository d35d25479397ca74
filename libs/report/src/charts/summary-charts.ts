import { plainText } from '@medstream/pages';
import { type Figure, PREDICTION_STATUSES, type Summary } from '@medstream/schema';

import { formatValue } from '../format-figure.js';
import type { LabelledRun } from '../report-run.js';
import { SERIES_COLOURS } from './draw-chart.js';
import type { ChartFigure } from './figure.js';

/** Order and names of the series of a chart, so that a run has one colour throughout. */
export function colourByRun(runs: readonly { label: string }[]): { field: string; type: string; scale: object; legend: object | null } {
  const names = runs.map(({ label }) => plainText(label));
  return { field: 'run', type: 'nominal', scale: { domain: names, range: names.map((_, index) => SERIES_COLOURS[index % SERIES_COLOURS.length]) }, legend: runs.length === 1 ? null : { title: null, columns: 3 } };
}

const unitScale = { domain: [0, 1] };

/** Content by organ with its interval: one line an organ and run. */
export function chartOrgans(runs: readonly LabelledRun[]): ChartFigure | null {
  const rows = runs.flatMap(({ label, summary }) => Object.entries(summary.organs).map(([organ, { content }]) => ({ run: label, organ, content })));
  const known = rows.filter(({ content }) => content.value !== null);
  if (known.length === 0) return null;
  const organs = [...new Set(known.map(({ organ }) => organ))].sort();
  const values = known.map(({ run, organ, content }) => ({ run: plainText(run), organ: plainText(organ), value: content.value, low: content.ci95?.[0] ?? content.value, high: content.ci95?.[1] ?? content.value }));
  const y = { field: 'organ', type: 'nominal', sort: organs.map(plainText), axis: { title: null, domain: false, ticks: false } };
  const yOffset = runs.length === 1 ? {} : { yOffset: { field: 'run', type: 'nominal', sort: runs.map(({ label }) => plainText(label)) } };
  return {
    title: 'Content by organ or procedural domain',
    caption: 'Dots are means over items, lines their 95 % intervals over cases; a dot without a line has too few cases for one.',
    spec: {
      width: 560,
      height: { step: runs.length === 1 ? 26 : 14 },
      data: { values },
      encoding: { y, ...yOffset, color: colourByRun(runs) },
      layer: [
        { mark: { type: 'rule', strokeWidth: 2 }, encoding: { x: { field: 'low', type: 'quantitative', scale: unitScale, axis: { title: 'content C', tickCount: 5 } }, x2: { field: 'high' } } },
        { mark: { type: 'point', filled: true, size: 60, opacity: 1 }, encoding: { x: { field: 'value', type: 'quantitative', scale: unitScale } } },
      ],
    },
    head: ['Organ or domain', 'Model', 'Content', '95 % interval', 'n'],
    rows: rows.map(({ run, organ, content }) => [organ, run, describeValue(content), content.ci95 === null ? (content.note ?? '–') : content.ci95.map(formatValue).join(' to '), String(content.n)]),
  };
}

function describeValue({ value }: Figure): string {
  return value === null ? 'n/a' : formatValue(value);
}

/** How calls ended, as shares of each run. */
export function chartStatuses(runs: readonly LabelledRun[]): ChartFigure | null {
  const rows = runs.flatMap(({ label, summary }) => listStatuses(summary).map((entry) => ({ run: label, ...entry })));
  if (rows.length === 0) return null;
  const names = [...PREDICTION_STATUSES.filter((name) => rows.some(({ status }) => status === name)), ...new Set(rows.map(({ status }) => status).filter((name) => !(PREDICTION_STATUSES as readonly string[]).includes(name)))];
  return {
    title: 'How calls ended',
    caption: 'Shares of all calls. All but “ok” score 0 when the model caused them, and leave the item without a score when we did (transport_error, decode_error, missing).',
    spec: stackedBars({ values: rows.map(({ run, status, share }) => ({ row: plainText(run), part: plainText(status), share })), rows: runs.map(({ label }) => plainText(label)), parts: names.map(plainText), title: 'share of calls' }),
    head: ['Model', 'Status', 'Calls', 'Share'],
    rows: rows.map(({ run, status, count, share }) => [run, status, String(count), `${(100 * share).toFixed(1)} %`]),
  };
}

function listStatuses({ statuses }: Summary): { status: string; count: number; share: number }[] {
  const total = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  return Object.entries(statuses).map(([status, count]) => ({ status, count, share: count / total }));
}

/** Horizontal bars that add up to 1, one a row. */
export function stackedBars({ values, rows, parts, title, colours = SERIES_COLOURS }: { values: { row: string; part: string; share: number }[]; rows: readonly string[]; parts: readonly string[]; title: string; colours?: readonly string[] }): Record<string, unknown> {
  return {
    width: 560,
    height: { step: 30 },
    data: { values: values.map((value) => ({ ...value, order: parts.indexOf(value.part) })) },
    mark: { type: 'bar', stroke: 'var(--card)', strokeWidth: 1 },
    encoding: {
      y: { field: 'row', type: 'nominal', sort: rows, axis: { title: null, domain: false, ticks: false } },
      x: { field: 'share', type: 'quantitative', stack: 'zero', scale: unitScale, axis: { title, format: '.0%', tickCount: 5 } },
      color: { field: 'part', type: 'nominal', sort: parts, scale: { domain: parts, range: parts.map((_, index) => colours[index % colours.length]) }, legend: { title: null, columns: 5 } },
      order: { field: 'order', type: 'quantitative' },
    },
  };
}
