import { html, type Html } from '@medstream/pages';
import type { Summary } from '@medstream/schema';

import { formatValue } from './format-figure.js';
import { isMarkedByOne, listMarked } from './judge-notes.js';
import type { LabelledRun } from './report-run.js';
import { formatCount } from './usage-table.js';

type Judging = NonNullable<Summary['judging']>;
type JudgedRun = { label: string; judging: Judging };

/** What a judge did, how far its verdicts move when asked again, and how far they are those of people; nothing without a judge. */
export function renderJudging(runs: readonly LabelledRun[]): Html | null {
  const judged = runs.flatMap(({ label, summary: { judging } }): JudgedRun[] => (judging === undefined ? [] : [{ label, judging }]));
  if (judged.length === 0) return null;
  return html`<section><h2 id="judge">The judge</h2>
<div class="scroll" tabindex="0" role="region" aria-label="The judge"><table><thead><tr><th scope="col">Model</th><th class="text" scope="col">Judge</th><th scope="col">Verdicts</th><th scope="col">After a repair turn</th><th scope="col">Unreadable</th><th scope="col">No reply</th></tr></thead>
<tbody>${judged.map(({ label, judging }) => html`<tr class="run"><th scope="row">${label}</th><td class="text">${judging.judge}</td>${[judging.verdicts, judging.repaired, judging.unreadable, judging.no_reply].map((count) => html`<td>${formatCount(count)}</td>`)}</tr>
`)}</tbody></table></div>${renderReruns(judged)}${renderAgreement(judged)}</section>
`;
}

/** What has to be known of the marks before any figure is read: what a judge's summary warns of, and that runs were marked by different judges. */
export function renderJudgeNotices(runs: readonly LabelledRun[]): Html | null {
  const marked = listMarked(runs);
  return html`${runs.flatMap(({ label, summary: { judging } }) => (judging?.note === undefined ? [] : [html`<div class="notice"><b>${label}, judge ${judging.judge}:</b> ${judging.note}</div>`]))}${
    isMarkedByOne(runs) ? null : html`<div class="notice"><b>The runs were not marked by one judge:</b> ${marked.map(({ label, judge }, index) => html`${index === 0 ? '' : '; '}${label} by ${judge ?? 'none'}`)}. Where they differ in open answers or in reasons of alerts, that may come from the marks alone.</div>`
  }`;
}

function renderReruns(judged: readonly JudgedRun[]): Html | null {
  const rerun = judged.flatMap(({ label, judging: { reruns } }) => (reruns === undefined ? [] : [{ label, reruns }]));
  if (rerun.length === 0) return null;
  return html`<h3>The same answers judged again</h3><div class="scroll" tabindex="0" role="region" aria-label="The same answers judged again"><table><thead><tr><th scope="col">Model</th><th scope="col">Times</th><th scope="col">Calls</th><th scope="col">Failed verdicts</th><th scope="col">Share of calls with another content</th><th scope="col">Standard deviation of one call’s content</th><th scope="col">Mean content of each time</th></tr></thead>
<tbody>${rerun.map(({ label, reruns }) => html`<tr class="run"><th scope="row">${label}</th><td>${reruns.repeats}</td><td>${formatCount(reruns.n)}</td><td>${formatCount(reruns.failed)}</td><td>${show(reruns.changed)}</td><td>${show(reruns.standard_deviation)}</td><td>${reruns.run_means.map(formatValue).join(', ')}</td></tr>
`)}</tbody></table></div>`;
}

function renderAgreement(judged: readonly JudgedRun[]): Html | null {
  const rows = judged.flatMap(({ label, judging }) => Object.entries(judging.agreement ?? {}).map(([criterion, agreement]) => ({ label, criterion, agreement })));
  if (rows.length === 0) return null;
  return html`<h3>The judge against people</h3><div class="scroll" tabindex="0" role="region" aria-label="The judge against people"><table><thead><tr><th scope="col">Model</th><th class="text" scope="col">Criterion</th><th scope="col">Calls marked by both</th><th scope="col">By one alone</th><th scope="col">Equal marks</th><th scope="col">Judge minus person</th><th scope="col">Kappa</th><th scope="col">Weighted kappa</th></tr></thead>
<tbody>${rows.map(({ label, criterion, agreement: { n, unrated, exact, mean_difference: difference, kappa, weighted_kappa: weighted } }) => html`<tr class="run"><th scope="row">${label}</th><td class="text">${criterion}</td><td>${formatCount(n)}</td><td>${formatCount(unrated)}</td>${[exact, difference, kappa, weighted].map((value) => html`<td>${show(value)}</td>`)}</tr>
`)}</tbody></table></div>`;
}

function show(value: number | null): string {
  return value === null ? 'n/a' : formatValue(value);
}
