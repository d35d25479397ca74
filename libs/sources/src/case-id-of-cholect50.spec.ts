import { caseIdOfCholecT50 } from './case-id-of-cholect50.js';

test.each([
  ['VID01', 'cholec80/video01'],
  ['VID80', 'cholec80/video80'],
  ['VID92', 'CholecT50/VID92'],
  ['VID111', 'CholecT50/VID111'],
])('the case of %s is %s', (videoId, caseId) => {
  expect(caseIdOfCholecT50(videoId)).toBe(caseId);
});
