import { compareText } from '@medstream/schema';

import { type Choices, readChoice } from './read-choice.js';

/** What may stand between two choices on one line. */
const SEPARATOR = /\s*(?:[,;]\s*(?:and\s+|&\s*)?|\s&\s|\s+and\s+)\s*/giu;
/** More parts than this on one line are no list of choices. */
const MAX_PARTS = 400;

/**
 * Reads a multi-select reply: a set of choices, one a line (with or without list marks or numbers) or separated by
 * commas, semicolons or "and"; each by its words or its letter, as {@link readChoice} reads it. A choice may itself
 * hold a separator. Every part must be a choice, else null. Repeats count once; the result is sorted by text.
 */
export function readChoiceSet(text: string, choices: Choices): string[] | null {
  const whole = readChoice(text, choices);
  if (whole !== null) return [whole];
  const lines = text.split(/\r\n?|\n/u).map((line) => line.replace(/\s+/gu, ' ').trim()).filter((line) => line !== '');
  const found = new Set<string>();
  for (const line of lines) {
    const members = readLine(line, choices);
    if (members === null) return null;
    for (const member of members) found.add(member);
  }
  return found.size === 0 ? null : sortTexts(found);
}

/** Texts in the order of their UTF-16 code units, the same on every machine. */
export function sortTexts(texts: Iterable<string>): string[] {
  return [...texts].sort(compareText);
}

function readLine(line: string, choices: Choices): string[] | null {
  const unmarked = line.replace(/^\s*(?:[-*•·+]|\d{1,3}[.)])\s+/u, '');
  for (const candidate of [line, unmarked]) {
    const one = readChoice(candidate, choices);
    if (one !== null) return [one];
  }
  // "Answer: [A, C]" and "(hook; grasper)." are lists with marks round them
  return readList(unmarked.trim().replace(/(?<!\.)\.+$/u, '').replace(/^[[({]([\s\S]*)[\])}]$/u, '$1'), choices);
}

/** Covers a line with choices from left to right, the longest first, so that "cut and clip" may be one choice. */
function readList(line: string, choices: Choices): string[] | null {
  const cuts = [...line.matchAll(SEPARATOR)].map((match) => ({ end: match.index, next: match.index + match[0].length }));
  if (cuts.length === 0 || cuts.length > MAX_PARTS) return null;
  const starts = [0, ...cuts.map((cut) => cut.next)];
  const ends = [...cuts.map((cut) => cut.end), line.length];
  // the words of one choice never span more separators than the choice texts hold
  const reach = 1 + Math.max(0, ...choices.texts.map((choice) => [...choice.matchAll(SEPARATOR)].length));
  const covers = new Map<number, string[] | null>([[starts.length, []]]);
  for (let part = starts.length - 1; part >= 0; part -= 1) {
    covers.set(part, null);
    for (let last = Math.min(ends.length - 1, part + reach - 1); last >= part; last -= 1) {
      const rest = covers.get(last + 1);
      const choice = rest === null || rest === undefined ? null : readChoice(line.slice(starts[part], ends[last]), choices);
      if (choice !== null && rest !== null && rest !== undefined) {
        covers.set(part, [choice, ...rest]);
        break;
      }
    }
  }
  return covers.get(0) ?? null;
}
