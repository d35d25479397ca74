import { describeContentPolicy, Html, html } from '@medstream/pages';

import { type ChartFigure, renderFigureChart } from './charts/figure.js';
import { chartOrgans, chartStatuses } from './charts/summary-charts.js';
import { chartResponseCurve, chartTimingSplit } from './charts/timing-charts.js';
import { renderStatistics } from './dataset-tables.js';
import { renderItems, type Thumbnails } from './items/item-pages.js';
import { renderFigure } from './format-figure.js';
import { renderJudgeNotices } from './judging-tables.js';
import { renderMainTable } from './main-table.js';
import { renderRepeats } from './repeat-tables.js';
import { labelRuns, type LabelledRun, type ReportRun } from './report-run.js';
import { renderManifests, renderRunFacts } from './run-facts.js';
import { renderSliceTables } from './slice-tables.js';
import { describeBounds, renderStreamingTables } from './streaming-tables.js';
import { STYLE } from './style.js';
import { TABLE_SCRIPT } from './table-script.js';
import { renderUsage } from './usage-table.js';

const TITLE_START = 'Time-aware evaluation of ';

/** Whether a text is a page that {@link renderReport} wrote: such a file may be written anew. */
export function isReportPage(text: string): boolean {
  return text.startsWith('<!doctype html>') && text.includes(`<title>${TITLE_START}`);
}

/**
 * One static page about one or more runs: no network, readable without its script, the same bytes for the same runs.
 * Everything that comes from data is escaped, and the content policy of the page lets nothing in but its own style sheet,
 * the one script that sorts and filters tables, and the pictures that are part of the page.
 *
 * @param thumbnails pictures to be shown beside replies, by the hash of their frame; none unless asked for
 */
export async function renderReport({ runs, thumbnails = new Map() }: { runs: readonly ReportRun[]; thumbnails?: Thumbnails }): Promise<string> {
  const labelled = labelRuns(runs);
  const draw = async (...charts: (ChartFigure | null)[]): Promise<Html | null> => {
    const drawn = await Promise.all(charts.flatMap((chart) => (chart === null ? [] : [renderFigureChart(chart)])));
    return drawn.length === 0 ? null : html`${drawn}`;
  };
  const timing = await draw(chartTimingSplit(labelled), chartResponseCurve(labelled));
  const [organs, statuses] = [await draw(chartOrgans(labelled)), await draw(chartStatuses(labelled))];
  const title = `${TITLE_START}${labelled.length === 1 ? labelled[0]?.label : `${labelled.length} runs`}`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Html(describeContentPolicy(TABLE_SCRIPT))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body><main>
<header><h1>${title}</h1><p class="soft">Protocol ${[...new Set(labelled.map(({ summary }) => summary.protocol))].join(', ')} · medical video questions answered from the frames of each evidence window alone</p></header>
${labelled.map(renderNotices)}${renderJudgeNotices(labelled)}
${labelled.length === 1 ? renderTiles(labelled[0] as LabelledRun) : null}
<section><h2>Results by temporal mode</h2>${renderMainTable(labelled)}</section>
${renderRunFacts(labelled, statuses)}
${renderRepeats(labelled)}
${renderUsage(labelled)}
${renderStreamingTables(labelled, timing)}
${renderSliceTables(labelled, organs === null ? {} : { organs })}
${renderStatistics(labelled)}
${renderItems(labelled, thumbnails)}
${renderManifests(labelled)}
${renderLimits()}
</main>
<script>${new Html(TABLE_SCRIPT)}</script>
</body>
</html>
`.text;
}

function renderTiles({ summary }: LabelledRun): Html {
  return html`<div class="tiles">
<div class="tile"><b>Overall</b>${renderFigure(summary.overall)}</div>
<div class="tile"><b>Skill over the best constant policy</b>${renderFigure(summary.skill)}</div>
<div class="tile"><b>Bounds</b><span class="value">${describeBounds(summary.bounds)}</span><span class="fine">unscored items wrong, and right</span></div>
<div class="tile"><b>Leak audit</b><span class="value">${summary.leak_audit.violations} of ${summary.leak_audit.jobs}</span><span class="fine">calls with a frame from the future</span></div>
</div>`;
}

function renderNotices({ label, manifest, summary }: LabelledRun): Html {
  const departures = manifest?.off_protocol ?? [];
  return html`${
    summary.incomplete ? html`<div class="notice"><b>${label} is incomplete.</b> Some calls failed for reasons that are not the model's; resume the run before comparing figures.</div>` : null
  }${summary.leak_audit.violations > 0 ? html`<div class="notice"><b>${label}: frames from beyond the evidence window were found and not sent.</b> This is a defect of the sampler.</div>` : null}${
    departures.length === 0 ? null : html`<div class="notice"><b>${label} departs from the protocol:</b><ul>${departures.map((departure) => html`<li>${departure}</li>`)}</ul></div>`
  }`;
}

/** The paper's "Limitations", "Bias and Representativeness" and "Responsible Use", in our words. */
function renderLimits(): Html {
  return html`<section class="limits"><h2>What these figures are not</h2>
<p>This benchmark is for research on time-aware understanding of medical video. It is not clinical decision support and no substitute for the judgment of experts; any use near patients needs validation of its own, prospective testing and human oversight.</p>
<p>The underlying data sets differ in how finely, how densely and how well they are labelled. Items from directory labels, weak supervision or with the help of a model are not expert-certified clinical labels, and not all of them were looked at by people. One frame each two seconds can miss brief events.</p>
<p>Data sets differ in procedures, devices, ways of recording and mix of cases. Read an aggregate together with the tables by data set and by organ.</p></section>`;
}
