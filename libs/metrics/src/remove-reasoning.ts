const CLOSED = /<(think|thinking)>(?:(?!<\1>)[\s\S])*?<\/\1>/giu;
const OPEN = /<(?:think|thinking)>/iu;
const CLOSE = /<\/(?:think|thinking)>/giu;

/**
 * Takes the reasoning out of a reply: what stands in closed `<think>` (or `<thinking>`) tags of any case, nested ones
 * too, and what stands before a closing tag whose opening tag the chat template already wrote.
 * `isCutOff` is true when an opening tag is never closed: the reply ended inside its reasoning and holds no answer.
 */
export function removeReasoning(raw: string): { text: string; isCutOff: boolean } {
  let text = raw;
  for (;;) {
    const next = text.replace(CLOSED, ' ');
    if (next === text) break;
    text = next;
  }
  const lastClose = [...text.matchAll(CLOSE)].at(-1);
  if (lastClose !== undefined) text = text.slice(lastClose.index + lastClose[0].length);
  return { text, isCutOff: OPEN.test(text) };
}
