import { fillWording, WORDINGS } from './wordings.js';

const ALL = Object.entries(WORDINGS).flatMap(([family, wordings]) => wordings.map((wording): [string, string] => [family, wording]));

describe('WORDINGS', () => {
  test.each(ALL)('%s: %s', (family, wording) => {
    expect(wording).toMatch(/^[A-Z].*[.?]$/u);
    expect(wording.replaceAll(/\{\w+\}/gu, '')).not.toMatch(/_|choice|option|respond|unanswerable|no alert/iu);
    // every question about the future names how far it looks ahead
    if (/_(next|far)/u.test(family)) expect(wording).toMatch(/\{(horizon|far)\}/u);
    // choices are spoken of only where they are always offered
    if (!['state_sequence', 'region_attribute'].includes(family)) expect(wording).not.toMatch(/\b(these|following)\b/iu);
    // an alert question gives nothing away that its answer would need
    if (/_alert$/u.test(family)) expect(wording).toMatch(/\{(label|event|thing|target)\}/u);
  });

  test.each(ALL.filter(([family]) => /^(presence|triplet)_/u.test(family) && family !== 'presence_duration'))('%s may be asked of an action called clip: %s', (_, wording) => {
    expect(wording).not.toMatch(/\bclip\b/u);
  });

  test('each family has several wordings, and none stands twice', () => {
    for (const wordings of Object.values(WORDINGS)) expect(wordings.length).toBeGreaterThanOrEqual(2);
    expect(new Set(ALL.map(([, wording]) => wording)).size).toBe(ALL.length);
  });
});

test('fillWording fills every place and refuses one without a value', () => {
  expect(fillWording('Is the {label} in {place}?', { label: 'hook', place: 'view' })).toBe('Is the hook in view?');
  expect(() => fillWording('Is the {label} in view?', {})).toThrow('no value for {label}');
});
