/** How pictures are sent. Protocol medstream-1: quality 90, long side at most 1024, never enlarged. */
export interface PictureFormat {
  /** JPEG quality, 1 to 100, on libjpeg's scale. */
  quality: number;
  /** Longest side in pixels. */
  maxSide: number;
}

export const DEFAULT_PICTURE_FORMAT: PictureFormat = { quality: 90, maxSide: 1024 };

/** The size a picture is sent at: the same shape, long side at most `maxSide`, never enlarged, at least one pixel. */
export function fitSize(width: number, height: number, maxSide: number): { width: number; height: number } {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Example tables of the JPEG standard (ITU-T T.81, annex K.1), rows from the top: what libjpeg scales by its quality. */
const LUMINANCE = [
  [16, 11, 10, 16, 24, 40, 51, 61],
  [12, 12, 14, 19, 26, 58, 60, 55],
  [14, 13, 16, 24, 40, 57, 69, 56],
  [14, 17, 22, 29, 51, 87, 80, 62],
  [18, 22, 37, 56, 68, 109, 103, 77],
  [24, 35, 55, 64, 81, 104, 113, 92],
  [49, 64, 78, 87, 103, 121, 120, 101],
  [72, 92, 95, 98, 112, 100, 103, 99],
].flat();
const CHROMINANCE = [
  [17, 18, 24, 47, 99, 99, 99, 99],
  [18, 21, 26, 66, 99, 99, 99, 99],
  [24, 26, 56, 99, 99, 99, 99, 99],
  [47, 66, 99, 99, 99, 99, 99, 99],
  ...Array.from({ length: 4 }, () => Array.from({ length: 8 }, () => 99)),
].flat();

/** Quantization steps of a quality, as libjpeg has them; 1 to 255. */
export function quantizationTables(quality: number): { luminance: number[]; chrominance: number[] } {
  const percent = quality < 50 ? Math.floor(5000 / quality) : 200 - 2 * quality;
  const scale = (table: readonly number[]) => table.map((step) => Math.min(255, Math.max(1, Math.floor((step * percent + 50) / 100))));
  return { luminance: scale(LUMINANCE), chrominance: scale(CHROMINANCE) };
}

/** Scaling and colour conversion that do not depend on the processor (sampling.md, "Cost"). */
const SCALE_FLAGS = 'bicubic+accurate_rnd+bitexact+full_chroma_int';

/**
 * The filters that make a picture of the video ready to be encoded: final size, and the colours of a JPEG file, which are
 * full range by the matrix of BT.601 whatever the video has. The encoder wants times that grow, so pictures are numbered.
 */
export function pictureFilters({ width, height }: { width: number; height: number }): string[] {
  return [`scale=${width}:${height}:flags=${SCALE_FLAGS}:out_range=pc:out_color_matrix=bt601`, 'format=yuvj420p', 'settb=1/1000', 'setpts=N'];
}

/**
 * ffmpeg's JPEG encoder, with the tables that a still picture of this quality has (its step for flat areas is always 8,
 * one grey level). Integer transform and bit-exact routines: the same bytes for the same ffmpeg version on every
 * processor. One thread: more would hold each picture back until the next wanted one.
 */
export function pictureEncoderArguments(quality: number): string[] {
  const { luminance, chrominance } = quantizationTables(quality);
  return [
    ...['-enc_time_base', '1:1000', '-c:v', 'mjpeg', '-threads', '1', '-flags', '+bitexact', '-dct', 'int'],
    // 8 takes the tables as they are
    ...['-q:v', '8', '-intra_matrix', luminance.join(','), '-chroma_intra_matrix', chrominance.join(',')],
  ];
}
