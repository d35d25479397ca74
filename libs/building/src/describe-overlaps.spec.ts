import { describeOverlaps } from './describe-overlaps.js';

const group = (caseId: string, reason: string, ...videos: string[]) => ({ caseId, reason, videos: videos.map((video) => ({ dataset: video.split('/')[0] ?? '', videoId: video.split('/')[1] ?? '' })) });

it('says once a reason which data sets hold how many procedures twice, and names the first three', () => {
  const groups = [1, 2, 3, 4].map((number) => group(`a/v${number}`, 'b is labelled again on a', `b/V${number}`, `a/v${number}`));
  expect(describeOverlaps([group('x/1', 'a is half of x', 'x/1', 'a/1', 'a/1b'), ...groups])).toEqual([
    'the same footage stands in a, b: 4 procedures in 8 videos (a/v1, a/v2, a/v3, …). b is labelled again on a. Items of one procedure share its case_id; averages by data set are not independent',
    'the same footage stands in a, x: 1 procedure in 3 videos (x/1). a is half of x. Items of one procedure share its case_id; averages by data set are not independent',
  ]);
});

it('is silent about two videos of one data set', () => {
  expect(describeOverlaps([group('j/1', 'two cameras', 'j/1_left', 'j/1_right')])).toEqual([]);
  expect(describeOverlaps([])).toEqual([]);
});
