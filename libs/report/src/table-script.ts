/**
 * The page's only script, let in by its hash. It adds what a table without it lacks: heads that sort, and a field that
 * filters rows or items. It reads nothing but the page and stores nothing.
 */
export const TABLE_SCRIPT = `
(() => {
'use strict';
const make = (name, props) => Object.assign(document.createElement(name), props);
const keyOf = (row, column) => {
  const cell = row.cells[column];
  const text = ((cell && (cell.querySelector('.value') || cell)).textContent || '').trim();
  const number = Number.parseFloat(text.replace(/,(?=\\d{3})/g, ''));
  return Number.isFinite(number) ? number : text.toLowerCase();
};
const compare = (one, other) => typeof one === typeof other ? (one < other ? -1 : one > other ? 1 : 0) : typeof one === 'number' ? -1 : 1;
for (const table of document.querySelectorAll('table[data-sortable]')) {
  const head = table.tHead.rows[table.tHead.rows.length - 1];
  const first = table.tHead.rows.length > 1 ? 1 : 0;
  const heads = first === 1 ? [table.tHead.rows[0].cells[0], ...head.cells] : [...head.cells];
  const body = table.tBodies[0];
  heads.forEach((cell, column) => {
    const button = make('button', { type: 'button', className: 'sort' });
    button.append(...cell.childNodes);
    cell.append(button);
    button.addEventListener('click', () => {
      const way = cell.getAttribute('aria-sort') === 'ascending' ? 'descending' : 'ascending';
      for (const other of heads) other.removeAttribute('aria-sort');
      cell.setAttribute('aria-sort', way);
      const rows = [...body.rows].map((row, place) => ({ row, place, key: keyOf(row, column) }));
      rows.sort((one, other) => (way === 'ascending' ? 1 : -1) * compare(one.key, other.key) || one.place - other.place);
      body.append(...rows.map(({ row }) => row));
    });
  });
}
const addFilter = (before, name, entries) => {
  if (entries.length < 8) return;
  const count = make('span', { className: 'soft' });
  count.setAttribute('role', 'status');
  const input = make('input', { type: 'search', placeholder: 'filter' });
  input.setAttribute('aria-label', 'Filter ' + name);
  const field = make('p', { className: 'filter' });
  field.append(input, ' ', count);
  before.parentNode.insertBefore(field, before);
  const texts = entries.map((entry) => (entry.querySelector('summary') || entry).textContent.toLowerCase());
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let shown = 0;
    entries.forEach((entry, index) => {
      entry.hidden = !words.every((word) => texts[index].includes(word));
      if (!entry.hidden) shown += 1;
    });
    count.textContent = words.length === 0 ? '' : shown + ' of ' + entries.length;
  });
};
for (const table of document.querySelectorAll('table[data-sortable]')) addFilter(table.parentNode, table.parentNode.getAttribute('aria-label') || 'table', [...table.tBodies[0].rows]);
for (const list of document.querySelectorAll('[data-filterable]')) addFilter(list.querySelector('details'), list.getAttribute('data-filterable'), [...list.querySelectorAll(':scope > details')]);
})();
`;
