const TAG = /<(\/?)(?:think|thinking)>/giu;

/**
 * Takes the reasoning out of a reply: what stands in closed `<think>` (or `<thinking>`) tags of any case, nested ones
 * too, and what stands before a closing tag whose opening tag the chat template already wrote.
 * `isCutOff` is true when an opening tag is never closed: the reply ended inside its reasoning and holds no answer.
 * One pass over the text, however many tags it holds.
 */
export function removeReasoning(raw: string): { text: string; isCutOff: boolean } {
  let outside = '';
  let from = 0;
  let depth = 0;
  for (const tag of raw.matchAll(TAG)) {
    const end = tag.index + tag[0].length;
    if (tag[1] === '') {
      if (depth === 0) outside += raw.slice(from, tag.index);
      depth += 1;
    } else if (depth > 1) {
      depth -= 1;
    } else {
      // the end of the outermost pair, or of one that the chat template opened: then all before it was reasoning
      outside = depth === 1 ? `${outside} ` : '';
      depth = 0;
      from = end;
    }
  }
  return depth > 0 ? { text: outside, isCutOff: true } : { text: outside + raw.slice(from), isCutOff: false };
}
