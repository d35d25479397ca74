import { FORMULA_START } from '@medstream/pages';

/**
 * The form's only script, let in by its hash. It shows one item at a time, keeps what was said in the browser's own store
 * of this page, and saves it as a file. It reads nothing but the page, the file a rater names, and that store; it sends
 * nothing anywhere.
 */
export const FORM_SCRIPT = `
(() => {
'use strict';
const byId = (id) => document.getElementById(id);
const items = [...document.querySelectorAll('.item')];
const sheet = document.body.dataset.sheet;
const rater = byId('rater');
const status = byId('status');
const notice = byId('notice');
let current = 0;

const say = (text) => { notice.textContent = text; notice.hidden = text === ''; };
const inputsOf = (item) => [...item.querySelectorAll('input')];
const answerOf = (item) => inputsOf(item).filter((input) => input.checked).map((input) => input.value);
const remarkOf = (item) => item.querySelector('textarea').value.trim();
const numberOf = (item) => Number(item.dataset.number);
const countDone = () => items.filter((item) => answerOf(item).length > 0).length;
const listAnswers = () => items.map((item) => ({ number: numberOf(item), answer: answerOf(item), remark: remarkOf(item) })).filter(({ answer, remark }) => answer.length > 0 || remark !== '');

const keyOf = () => 'medstream-review/' + sheet + '/' + rater.value;
const store = () => {
  if (rater.value === '') return;
  try {
    localStorage.setItem(keyOf(), JSON.stringify(listAnswers()));
  } catch {
    say('This browser keeps nothing for this page: save a file before you close it.');
  }
};
const fill = (answers) => {
  for (const item of items) {
    const known = answers.find(({ number }) => number === numberOf(item));
    for (const input of inputsOf(item)) input.checked = known !== undefined && Array.isArray(known.answer) && known.answer.includes(input.value);
    item.querySelector('textarea').value = known !== undefined && typeof known.remark === 'string' ? known.remark : '';
  }
};
const recall = () => {
  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem(keyOf()));
  } catch {
    kept = null;
  }
  fill(Array.isArray(kept) ? kept : []);
};

const showProgress = () => {
  status.textContent = 'Item ' + (current + 1) + ' of ' + items.length + '. ' + countDone() + ' answered.';
  byId('back').disabled = current === 0;
  byId('next').disabled = current === items.length - 1;
};
const show = (index, options) => {
  current = Math.min(Math.max(index, 0), items.length - 1);
  items.forEach((item, place) => { item.hidden = place !== current; });
  showProgress();
  if (options && options.focus) {
    items[current].focus({ preventScroll: true });
    items[current].scrollIntoView({ block: 'start' });
  }
};
const go = (step) => show(current + step, { focus: true });
const goToOpen = () => {
  const places = items.map((_, index) => (current + 1 + index) % items.length);
  const open = places.find((index) => answerOf(items[index]).length === 0);
  if (open === undefined) say('Every item has an answer: save the file.');
  else show(open, { focus: true });
};

// one answer that excludes the others: a tick on it takes the others away, and the reverse
const settle = (changed) => {
  if (changed.type !== 'checkbox' || !changed.checked) return;
  for (const input of inputsOf(changed.closest('.item'))) if (input !== changed && (input.hasAttribute('data-alone') || changed.hasAttribute('data-alone'))) input.checked = false;
};
document.addEventListener('change', (event) => {
  if (event.target === rater) {
    recall();
    say('');
    show(0);
    lock();
  } else if (event.target.closest('.item')) {
    settle(event.target);
    store();
    showProgress();
  }
});
document.addEventListener('input', (event) => { if (event.target.tagName === 'TEXTAREA') store(); });
const lock = () => {
  const isLocked = rater.value === '';
  for (const item of items) for (const field of item.querySelectorAll('input,textarea')) field.disabled = isLocked;
  byId('pick').hidden = !isLocked;
};

// letters count only while the focus is in the item, outside its remark
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || view.open) return;
  const item = items[current];
  if (!item.contains(event.target) || event.target.tagName === 'TEXTAREA') return;
  const isOnButton = event.target.tagName === 'BUTTON';
  if (event.key === 'Enter' && !isOnButton) {
    event.preventDefault();
    go(event.shiftKey ? -1 : 1);
    return;
  }
  const input = inputsOf(item).find(({ value, disabled }) => !disabled && value === event.key.toUpperCase());
  if (input !== undefined) {
    event.preventDefault();
    input.click();
    input.focus();
  }
});
byId('back').addEventListener('click', () => go(-1));
byId('next').addEventListener('click', () => go(1));
byId('open').addEventListener('click', goToOpen);

const save = (name, type, text) => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  const left = items.length - countDone();
  say('Saved as ' + name + ' among your downloads.' + (left === 0 ? '' : ' ' + left + ' of ' + items.length + ' items have no answer yet.'));
};
const nameFile = (ending) => 'answers-' + sheet + '-rater-' + rater.value + ending;
const hasRater = () => {
  if (rater.value !== '') return true;
  say('Say first which rater you are.');
  rater.focus();
  return false;
};
byId('save').addEventListener('click', () => {
  if (hasRater()) save(nameFile('.json'), 'application/json', JSON.stringify({ schema_version: 1, sheet, rater: Number(rater.value), answers: listAnswers() }, null, 2) + '\\n');
});
// the same mark as writeCsv sets: the file is read back by its rule
const cell = (text) => '"' + (${String(FORMULA_START)}.test(text) ? "'" + text : text).replaceAll('"', '""') + '"';
byId('save-table').addEventListener('click', () => {
  if (!hasRater()) return;
  const rows = items.map((item) => [sheet, rater.value, String(numberOf(item)), answerOf(item).join(';'), remarkOf(item)].map(cell).join(','));
  save(nameFile('.csv'), 'text/csv', ['sheet,rater,number,answer,remark', ...rows].join('\\r\\n') + '\\r\\n');
});
byId('load').addEventListener('change', async () => {
  const [file] = byId('load').files;
  if (file === undefined) return;
  let kept = null;
  try {
    kept = JSON.parse(await file.text());
  } catch {
    kept = null;
  }
  if (kept === null || kept.sheet !== sheet || !Array.isArray(kept.answers) || ![...rater.options].some(({ value }) => value !== '' && value === String(kept.rater))) {
    say('That file holds no answers to this sheet: choose the .json file that this form saved.');
    return;
  }
  rater.value = String(kept.rater);
  fill(kept.answers.filter((answer) => answer !== null && typeof answer === 'object'));
  lock();
  store();
  say(kept.answers.length + ' answers read from ' + file.name + '.');
  show(0);
});

const view = byId('view');
const pictureOf = () => items[current].querySelectorAll('.frame');
let shown = 0;
const showPicture = (index) => {
  const frames = pictureOf();
  shown = (index + frames.length) % frames.length;
  const picture = frames[shown].querySelector('img');
  byId('picture').src = picture.src;
  byId('picture').alt = picture.alt;
  byId('place').textContent = (shown + 1) + ' of ' + frames.length + ': ' + frames[shown].querySelector('span').textContent;
};
for (const item of items) item.querySelectorAll('.frame').forEach((frame, index) => frame.addEventListener('click', () => { showPicture(index); view.showModal(); }));
byId('earlier').addEventListener('click', () => showPicture(shown - 1));
byId('later').addEventListener('click', () => showPicture(shown + 1));
byId('close').addEventListener('click', () => view.close());
view.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowLeft') showPicture(shown - 1);
  if (event.key === 'ArrowRight') showPicture(shown + 1);
});

byId('no-script').hidden = true;
byId('controls').hidden = false;
byId('settings').hidden = false;
recall();
show(0);
lock();
})();
`;
