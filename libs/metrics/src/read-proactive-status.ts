import { foldCharacters } from './fold-characters.js';
import { normaliseAnswer, stripOuterMarks } from './normalise-answer.js';

/** What a proactive reply says. `reason` is that of an alert, as written (characters folded). */
export type ProactiveStatus = { kind: 'no_alert' } | { kind: 'uncertain' } | { kind: 'alert'; reason: string };

/** Where a sentence may begin: the start of a line, after a sentence's end, after a `|` (a model that repeats the protocol). */
const SENTENCE_START = /(?:^|[.!?]["')\]]*\s+|\|)[\s*`#>"'([{•·-]*/gmu;
const SILENT = /^(?:no[\s_-]+alert|(uncertain))(?![\p{L}\d_])/iu;
/** A dash stands apart from a word on one side at least: "alert-worthy" is one word. */
const ALERT = /^alert["'*)\]]*\s*(?::|(?<=\s)-+|-+(?=\s))([^\n]*)/iu;
/** Dashes proper are no hyphens: they part words even without spaces. */
const LONG_DASH = /[\u2012-\u2015]/gu;
/** "Alert." says nothing of why; "Alert the team" is a verb and no status. */
const BARE_ALERT = /^alert[ \t]*(?:[.,;!?|"'*)\]}`\n]|$)/iu;
/** Signs of a sentence that are looked at: longer reasons are cut. */
const MAX_SENTENCE = 4_000;
/** Nothing, the placeholder, a status, or a yes or no to a question that was not asked: "Alert: no" raises none. */
const NOT_REASONS: ReadonlySet<string> = new Set(['', 'reason', 'no alert', 'uncertain', 'alert', 'none', 'n/a', 'no', 'yes', 'true', 'false', 'null', 'nothing', 'nil', 'not yet', 'unanswerable']);

/**
 * Reads the status of a proactive reply (metrics.md section 1). A status counts only where a sentence begins, in any
 * case, with space or `-` for `_`, an ASCII or full-width colon or a dash after ALERT; the rest of that line is the
 * reason and is not searched. Null unless exactly one status stands there (the same one twice is one), and for an
 * alert without a reason or with the placeholder of the protocol as its reason.
 */
export function readProactiveStatus(text: string): ProactiveStatus | null {
  const folded = foldCharacters(text.replace(LONG_DASH, ' - '));
  const found = new Map<string, ProactiveStatus>();
  let reasonEnd = 0;
  // matchAll, not exec with lastIndex: setting that into the middle of a surrogate pair matches the same place for ever
  for (const start of folded.matchAll(SENTENCE_START)) {
    const from = start.index + start[0].length;
    if (from < reasonEnd) continue;
    const sentence = folded.slice(from, from + MAX_SENTENCE);
    const silent = SILENT.exec(sentence);
    const alert = ALERT.exec(sentence);
    if (silent !== null) {
      const kind = silent[1] === undefined ? 'no_alert' : 'uncertain';
      found.set(kind, { kind });
    } else if (alert !== null) {
      const reason = (alert[1] ?? '').trim();
      if (NOT_REASONS.has(normaliseAnswer(reason))) return null;
      if (!found.has('alert')) found.set('alert', { kind: 'alert', reason: stripOuterMarks(reason) });
      reasonEnd = from + alert[0].length;
    } else if (BARE_ALERT.test(sentence)) return null;
  }
  const [only, ...others] = found.values();
  return only === undefined || others.length > 0 ? null : only;
}
