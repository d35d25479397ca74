import { describeContentPolicy, Html, html } from '@medstream/pages';

import { FORM_SCRIPT } from './form-script.js';
import { FORM_STYLE } from './form-style.js';
import { CANNOT_TELL, NONE_OF_THESE } from './review-question.js';
import type { Sheet, SheetFrame, SheetItem } from './sheet.js';

/** Longest remark that is taken. */
export const MAX_REMARK_SIGNS = 1_000;

/**
 * The sheet as one file that works without a network: pictures are part of it, nothing is loaded and nothing is sent. It can
 * be read without its script, which is needed to answer.
 */
export function renderForm({ id, raters, items }: Sheet): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Html(describeContentPolicy(FORM_SCRIPT))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>Review sheet ${id}</title>
<style>${new Html(FORM_STYLE)}</style>
</head>
<body data-sheet="${id}"><main>
<h1>Review sheet: ${items.length} ${items.length === 1 ? 'question' : 'questions'} about medical video</h1>
<details open><summary>How to answer</summary>
<p>Answer each question from its pictures alone, and by yourself: please do not talk about the questions with the other ${raters === 2 ? 'rater' : 'raters'} before all are done. The pictures are in order of time; the last one is the moment that the question is asked at. Nothing after it is shown, and what comes later does not count.</p>
<p>“Cannot be told from these pictures” is an answer like the others: choose it where you would have to guess. “Something else than these” is for a question whose right answer is not offered.</p>
<p>Keys, while an item has the focus: a letter chooses its answer, Enter goes on, Shift and Enter go back. A picture opens large when you press it; the arrow keys then go through the pictures.</p>
<p>What you say is kept in this browser on this machine. When you are done, save the file and send it to whoever gave you the sheet.</p></details>
<p class="notice" id="no-script">This form needs its script to take answers. Without it, read the questions here and fill in the column “answer” of sheet.csv.</p>
<div class="settings" id="settings" hidden>
<label>You are <select id="rater"><option value="">…</option>${Array.from({ length: raters }, (_, index) => html`<option value="${index + 1}">rater ${index + 1}</option>`)}</select></label>
<label>Go on from a saved file <input type="file" id="load" accept=".json,application/json"></label>
</div>
<p class="notice" id="pick" hidden>Choose which rater you are, then answer.</p>
<p class="notice" id="notice" role="alert" hidden></p>
${items.map((item) => renderItem(item, items.length))}
</main>
<div class="bar" id="controls" role="group" aria-label="Moving and saving" hidden><div>
<span id="status" role="status"></span>
<button type="button" class="act" id="back">Back</button>
<button type="button" class="act main" id="next">Next</button>
<button type="button" class="act" id="open">Next open</button>
<button type="button" class="act" id="save">Save</button>
<button type="button" class="act" id="save-table">Save as CSV</button>
</div></div>
<dialog id="view" aria-label="Picture"><img id="picture" alt=""><div><button type="button" id="earlier" aria-label="Earlier picture">←</button><span id="place" role="status"></span><button type="button" id="later" aria-label="Later picture">→</button><button type="button" id="close">Close</button></div></dialog>
<script>${new Html(FORM_SCRIPT)}</script>
</body>
</html>
`.text;
}

function renderItem(item: SheetItem, total: number): Html {
  const { number, question, options, several, frames } = item;
  return html`<section class="item" data-number="${number}" tabindex="-1" aria-labelledby="title-${number}">
<h2 id="title-${number}">Item ${number} of ${total}</h2>
<div class="frames" role="group" aria-label="Pictures in order of time">${frames.map((frame) => renderFrame(item, frame))}</div>
<p class="fine">${describeWindow(item)}</p>
<fieldset><legend>${question}</legend>${several ? html`<p class="fine">Several may apply.</p>` : null}${options.map(
    ({ id, text }) => html`<label class="option"><input type="${several ? 'checkbox' : 'radio'}" name="answer-${number}" value="${id}"${several && (id === CANNOT_TELL || id === NONE_OF_THESE) ? new Html(' data-alone') : null}><kbd aria-hidden="true">${id}</kbd><span>${text}</span></label>
`,
  )}</fieldset>
<label class="remark">Remark (may be left empty)<textarea maxlength="${MAX_REMARK_SIGNS}" rows="2"></textarea></label>
</section>
`;
}

function renderFrame({ unit, length }: SheetItem, { at, address }: SheetFrame): Html {
  const place = unit === 'frames' ? `frame ${at} of ${length}` : `${at} s of ${length} s`;
  return html`<button type="button" class="frame"><img src="${address}" alt="Picture at ${place}" loading="lazy"><span>${place}</span></button>`;
}

/** How many pictures there are of what, and that some were left out where they were. */
function describeWindow({ unit, length, sampled, frames }: SheetItem): string {
  if (length === 0) return 'The moment that the question is asked at.';
  const pictures = `${frames.length} ${frames.length === 1 ? 'picture' : 'pictures'}`;
  const thinned = sampled > frames.length ? `, evenly out of the ${sampled} that a model is shown` : '';
  return `${pictures} of the ${length} ${unit} up to the moment of the question${thinned}.`;
}
