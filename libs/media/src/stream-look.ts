const LOOK = /^\[info\]\s+Stream #0:\d+.*?: Video: h264(?: \([^)]*\))*, (?!none)(\w+(?:\([^)]*\))?, \d+x\d+(?: \[SAR [^\]]*\])?)/;
/** What changes pictures after decoding, is stated by the container alone and is lost where packets are handed on. */
const CONTAINER_ONLY = /displaymatrix|cropping|, SAR \d/i;

/**
 * What ffmpeg says of the first H.264 stream under a heading of its log: pixel format, colours, size, shape of pixels.
 * Two decoders told the same make the same picture of the same packets. Null where it was not said, or where the
 * container changes pictures besides.
 *
 * @param heading `Input #0` or `Output #0`
 */
export function readStreamLook(heading: string): { takeLine(line: string): void; found(): string | null } {
  let isBelow = false;
  let isChanged = false;
  let look: string | null = null;
  return {
    takeLine(line) {
      isChanged ||= CONTAINER_ONLY.test(line);
      isBelow ||= line.startsWith(`[info] ${heading}`);
      if (isBelow) look ??= LOOK.exec(line)?.[1] ?? null;
    },
    found: () => (isChanged ? null : look),
  };
}
