export default { preset: '../../jest.preset.js', maxConcurrency: 2 };
