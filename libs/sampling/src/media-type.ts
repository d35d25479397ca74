import type { BenchmarkItem } from '@medstream/schema';

export type MediaType = NonNullable<BenchmarkItem['media_type']>;
export type TimeUnit = NonNullable<BenchmarkItem['time_unit']>;

const imageExtension = /\.(jpe?g|png|bmp|tiff?|webp)$/i;

/**
 * What `media_path` names: the item's own `media_type`, else by the file's extension. A still image's extension is an
 * image, any other extension a video, and a last segment without extension a folder of pictures.
 */
export function resolveMediaType(item: Pick<BenchmarkItem, 'media_type' | 'media_path' | 'time_unit'>): MediaType {
  if (item.media_type !== undefined) return item.media_type;
  const lastSegment = item.media_path.slice(item.media_path.lastIndexOf('/') + 1);
  if (imageExtension.test(lastSegment)) return 'image';
  if (/\.[A-Za-z0-9]+$/.test(lastSegment)) return 'video';
  return 'image_sequence';
}

/** The unit of every time of the item: its own `time_unit`, else frames for image sequences and seconds for the rest. */
export function resolveTimeUnit(item: Pick<BenchmarkItem, 'media_type' | 'media_path' | 'time_unit'>): TimeUnit {
  return item.time_unit ?? (resolveMediaType(item) === 'image_sequence' ? 'frames' : 'seconds');
}
