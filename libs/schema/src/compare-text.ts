/** Compares text by UTF-16 code units: the same order on every machine and in every locale. For `sort`. */
export function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
