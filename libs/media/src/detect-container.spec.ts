import { detectContainerOfBytes } from './detect-container.js';

const packets = (size: number, offset = 0) => {
  const bytes = Buffer.alloc(size * 4);
  for (let packet = 0; packet < 4; packet += 1) bytes[offset + packet * size] = 0x47;
  return bytes;
};

it.each<[string, Buffer, string]>([
  ['mp4', Buffer.from('\0\0\0\x20ftypisom', 'latin1'), 'mov'],
  ['old QuickTime', Buffer.from('\0\0\0\x08wide', 'latin1'), 'mov'],
  ['Matroska', Buffer.from('1a45dfa301', 'hex'), 'matroska'],
  ['AVI', Buffer.from('RIFF\0\0\0\0AVI LIST', 'latin1'), 'avi'],
  ['transport stream', packets(188), 'mpegts'],
  ['transport stream with time codes', packets(192, 4), 'mpegts'],
  ['program stream', Buffer.from('000001ba44', 'hex'), 'mpeg'],
  ['JPEG', Buffer.from('ffd8ffe0', 'hex'), 'jpeg'],
  ['WebP', Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'), 'webp'],
])('%s is read as %s', (_, bytes, name) => {
  const container = detectContainerOfBytes(bytes);
  expect(container.kind === 'video' ? container.demuxer : container.format).toBe(name);
});

it.each([
  ['a playlist', '#EXTM3U\nhttp://127.0.0.1/x.ts'],
  ['a concat script', 'ffconcat version 1.0\nfile /etc/passwd'],
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['a session description', 'v=0\r\no=- 0 0 IN IP4 127.0.0.1'],
  ['a manifest', '<?xml version="1.0"?><MPD/>'],
  ['a BMP, which sharp does not read', 'BM\0\0'],
  ['nothing', ''],
])('%s is refused', (_, text) => {
  expect(() => detectContainerOfBytes(Buffer.from(text))).toThrow(expect.objectContaining({ code: 'media/undecodable' }));
});
