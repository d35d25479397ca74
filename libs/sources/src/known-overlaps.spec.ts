import { caseIdOf, findOverlaps } from './known-overlaps.js';

test.each([
  ['cholec80', 'video01', 'cholec80/video01'],
  ['CholecT50', 'VID01', 'cholec80/video01'],
  ['CholecT45', 'VID01', 'cholec80/video01'],
  ['CholecT50', 'VID80', 'cholec80/video80'],
  // beyond 80 the videos are CholecT50's own
  ['CholecT50', 'VID92', 'CholecT50/VID92'],
  ['CholecT50', 'VID111', 'CholecT50/VID111'],
  ['EndoVis2019', 'Hei-Chole16', 'HeiChole/Hei-Chole16'],
  ['HeiChole', 'Hei-Chole16', 'HeiChole/Hei-Chole16'],
  ['BernBypass70', 'BBP01', 'MultiBypass140/BBP01'],
  ['MultiBypass140', 'BBP01', 'MultiBypass140/BBP01'],
  ['MultiBypass140', 'SBP01', 'MultiBypass140/SBP01'],
  ['JIGSAWS', 'Knot_Tying_B001_capture2', 'JIGSAWS/Knot_Tying_B001'],
  ['PitVis', 'video_01', 'PitVis/video_01'],
  // the same name in another data set is another procedure
  ['my_set', 'video01', 'my_set/video01'],
])('the case of %s %s is %s', (dataset, videoId, caseId) => {
  expect(caseIdOf({ dataset, videoId })).toBe(caseId);
});

test('findOverlaps names each procedure that stands more than once, and no other', () => {
  const name = (text: string): { dataset: string; videoId: string } => {
    const [dataset = '', videoId = ''] = text.split(' ');
    return { dataset, videoId };
  };
  const given = ['CholecT50 VID02', 'cholec80 video02', 'cholec80 video03', 'JIGSAWS Suturing_B001_capture1', 'JIGSAWS Suturing_B001_capture2', 'MultiBypass140 BBP01', 'PitVis video_02'];
  expect(findOverlaps(given.map(name))).toEqual([
    { caseId: 'JIGSAWS/Suturing_B001', reason: 'two cameras recorded each JIGSAWS trial', videos: given.slice(3, 5).map(name) },
    { caseId: 'cholec80/video02', reason: expect.stringContaining('Cholec80 videos of the same number'), videos: given.slice(0, 2).map(name) },
  ]);
});
