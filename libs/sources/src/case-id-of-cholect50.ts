/** CholecT50 numbers up to this one are Cholec80 videos of the same number (VID01 is video01); later ones are its own. */
const LAST_SHARED_NUMBER = 80;

/**
 * The procedure behind a CholecT50 video. Videos shared with Cholec80 carry that data set's case, so that no split or
 * interval counts one procedure twice.
 */
export function caseIdOfCholecT50(videoId: string): string {
  const digits = /^VID(\d+)$/.exec(videoId)?.[1];
  const isShared = digits !== undefined && Number(digits) <= LAST_SHARED_NUMBER;
  return isShared ? `cholec80/video${digits}` : `CholecT50/${videoId}`;
}
