import { readDataServiceSettings, readEnvironment } from './config.js';

describe('readDataServiceSettings', () => {
  it('takes the slots of each stage from the flag unless a variable says otherwise', () => {
    expect(readDataServiceSettings(3, { MEDSTREAM_CONSTRUCT_SLOTS: '0', MEDSTREAM_VALIDATE_SLOTS: '' }).slots).toEqual({ prepare: 3, construct: 0, validate: 3 });
  });

  it('names the variable that cannot be used', () => {
    expect(() => readDataServiceSettings(1, { MEDSTREAM_PREPARE_SLOTS: 'many' })).toThrow(expect.objectContaining({ code: 'config/bad-value', message: expect.stringContaining('MEDSTREAM_PREPARE_SLOTS') as string }));
  });
});

describe('readEnvironment', () => {
  it('takes an empty variable for an absent one', () => {
    expect(readEnvironment({ FFMPEG_PATH: '', MEDSTREAM_CACHE: '', XDG_CACHE_HOME: '/cache', PATH: '' })).toEqual({ ffmpegPath: null, cacheFolder: '/cache/medstream', executableFolders: [] });
  });

  it('takes the cache that is named before that of the user', () => {
    expect(readEnvironment({ MEDSTREAM_CACHE: '/mine', XDG_CACHE_HOME: '/cache' }).cacheFolder).toBe('/mine');
    expect(readEnvironment({}).cacheFolder).toMatch(/\.cache\/medstream$/);
  });
});
