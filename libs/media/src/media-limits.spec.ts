import { allowTimeFor, DEFAULT_MEDIA_LIMITS } from './media-limits.js';

it.each([
  // half an hour of 25 a second is what 30 min are meant for; 85 min of 50 a second are 255,000 pictures: 255 / 45 of it
  { pictures: 1, minutes: 30 },
  { pictures: 45_000, minutes: 30 },
  { pictures: 255_000, minutes: 170 },
])('one pass over $pictures pictures may take $minutes min', ({ pictures, minutes }) => {
  expect(allowTimeFor(DEFAULT_MEDIA_LIMITS, pictures)).toEqual({ ...DEFAULT_MEDIA_LIMITS, processTimeoutMs: minutes * 60_000 });
});
