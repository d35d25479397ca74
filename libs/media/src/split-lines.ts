/** A line longer than this is cut: what a hostile file makes ffmpeg say stays bounded. */
const MAX_LINE_LENGTH = 4096;

/** Takes text in pieces and hands on whole lines, without empty ones. */
export function splitLines(onLine: (line: string) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const parts = (rest + text).split(/[\r\n]+/);
    rest = (parts.pop() ?? '').slice(0, MAX_LINE_LENGTH);
    for (const line of parts) if (line !== '') onLine(line.slice(0, MAX_LINE_LENGTH));
  };
}
