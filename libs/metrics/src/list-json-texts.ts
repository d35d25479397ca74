/** How many candidates of a text are looked at: a bound on the work that a hostile reply can cause. */
const MAX_TRIED = 50;

/** What stands in fenced blocks without the word behind the opening fence, the last block first. Fences pair up in the order they stand. */
export function listFencedBlocks(text: string): string[] {
  const fences = [...text.matchAll(/```|~~~/gu)];
  const blocks: string[] = [];
  for (let index = 0; index + 1 < fences.length; index += 2) {
    const [opening, closing] = [fences[index], fences[index + 1]] as [RegExpExecArray, RegExpExecArray];
    blocks.push(text.slice(opening.index + opening[0].length, closing.index).replace(/^[\w-]*[ \t]*\n?/u, ''));
  }
  return blocks.reverse().slice(0, MAX_TRIED);
}

/** Outermost balanced `{…}` spans of a text, the last first; then, should none parse, the inner ones. Braces in strings do not count. */
export function listBalancedObjects(text: string): string[] {
  const opened: number[] = [];
  const spans: { start: number; end: number; depth: number }[] = [];
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index];
    if (inString && sign === '\\') index += 1;
    else if (sign === '"' && opened.length > 0) inString = !inString;
    else if (!inString && sign === '{') opened.push(index);
    else if (!inString && sign === '}') {
      const start = opened.pop();
      if (start !== undefined) spans.push({ start, end: index + 1, depth: opened.length });
    }
  }
  return spans
    .sort((left, right) => left.depth - right.depth || right.end - left.end)
    .slice(0, MAX_TRIED)
    .map(({ start, end }) => text.slice(start, end));
}
