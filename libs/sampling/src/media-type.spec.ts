import { resolveMediaType, resolveTimeUnit } from './media-type.js';

it.each([
  [{ media_path: 'a/VID73.mp4' }, 'video', 'seconds'],
  [{ media_path: 'a/clip.AVI' }, 'video', 'seconds'],
  [{ media_path: 'a/polyp.PNG' }, 'image', 'seconds'],
  [{ media_path: 'a/scan.tif' }, 'image', 'seconds'],
  [{ media_path: 'a/VID73' }, 'image_sequence', 'frames'],
  [{ media_path: 'a.b/VID73' }, 'image_sequence', 'frames'],
  [{ media_path: 'a/VID.01', media_type: 'image_sequence' as const }, 'image_sequence', 'frames'],
  [{ media_path: 'a/VID01', media_type: 'video' as const }, 'video', 'seconds'],
  [{ media_path: 'a/VID01', time_unit: 'seconds' as const }, 'image_sequence', 'seconds'],
  [{ media_path: 'a/VID01.mp4', time_unit: 'frames' as const }, 'video', 'frames'],
])('%j is a %s in %s', (item, mediaType, timeUnit) => {
  expect([resolveMediaType(item), resolveTimeUnit(item)]).toEqual([mediaType, timeUnit]);
});
