import { compareNumbered, joinPosix } from './locate-files.js';

test('compareNumbered sorts by number, not by text', () => {
  expect(['video10', 'video2', 'SBP01', 'video100', 'BBP70', 'video02'].sort(compareNumbered)).toEqual(['BBP70', 'SBP01', 'video02', 'video2', 'video10', 'video100']);
});

test('joinPosix leaves empty parts out', () => {
  expect(joinPosix('', 'videos', 'video01.mp4')).toBe('videos/video01.mp4');
});
