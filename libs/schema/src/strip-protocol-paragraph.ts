/**
 * The question without a protocol paragraph that a release file has baked in ("\n\nResponse protocol: Answer using only
 * the specified context window. If …, respond exactly: unanswerable."). The prompt states the protocol itself, once.
 * Text before and after the paragraph stays. Empty when the item asks nothing else (such release records exist).
 */
export function stripProtocolParagraph(question: string): string {
  // every rule about one item asks, one after the other
  if (latest.question !== question) latest = { question, stem: strip(question) };
  return latest.stem;
}

let latest = { question: '', stem: '' };

function strip(question: string): string {
  return question
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/(^|\n)[ \t]*response protocol\s*:[\s\S]*$/i, '').replace(releaseSentence, ''))
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

/** The release's sentence where it stands without its heading or runs on after the stem on one line. */
const releaseSentence =
  /\s*(response protocol\s*:\s*)?answer using only the specified context window\.?\s*if the visual evidence is insufficient,?\s*respond exactly:?\s*"?unanswerable"?\.?/i;
