export default { preset: '../../jest.preset.js' };
