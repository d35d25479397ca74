import { describeUnsafeMediaPath } from './media-path.js';

describe('describeUnsafeMediaPath', () => {
  it.each(['videos/video01.mp4', 'Adenoma/NBI(36).mp4', 'a b/c..d.mp4', 'videos/VID01', '..a/b'])('accepts %s', (path) => {
    expect(describeUnsafeMediaPath(path)).toBeNull();
  });

  it.each([
    ['', 'empty'],
    ['/etc/passwd', 'absolute'],
    ['C:/video.mp4', 'absolute'],
    ['a:b.mp4', 'rename a file that is called so'],
    ['a/../../b.mp4', '..'],
    ['..', '..'],
    ['a//b.mp4', 'empty or . segment'],
    ['./a.mp4', 'empty or . segment'],
    ['a\\..\\b.mp4', 'back-slash'],
    ['http://host/a.mp4', 'URL'],
    ['a\u0000b.mp4', 'control character'],
    ['x'.repeat(1025), 'longer than 1024'],
  ])('refuses %j', (path, reason) => {
    expect(describeUnsafeMediaPath(path)).toContain(reason);
  });
});
