import { listBalancedObjects, listFencedBlocks } from './list-json-texts.js';
import { readDeclaredLine } from './read-declared-line.js';
import { readProactiveStatus } from './read-proactive-status.js';
import { removeReasoning } from './remove-reasoning.js';

/** Half a million characters; a reader that looks at each place again for each place before would need minutes. */
const MANY = 60_000;

describe('reading a hostile reply', () => {
  it.each<[string, () => unknown]>([
    ['nested reasoning', () => removeReasoning('<think>'.repeat(MANY) + '</think>'.repeat(MANY))],
    ['reasoning never closed', () => removeReasoning('<think>'.repeat(MANY))],
    ['closing tags alone', () => removeReasoning('</think>'.repeat(MANY))],
    ['a fence with an endless word', () => listFencedBlocks('```' + 'a'.repeat(8 * MANY))],
    ['fences without content', () => listFencedBlocks('```'.repeat(MANY))],
    ['open braces', () => listBalancedObjects('{'.repeat(8 * MANY))],
    ['sentences without a status', () => readProactiveStatus('. '.repeat(4 * MANY))],
    ['an explanation of alternatives', () => readDeclaredLine('A because' + ' not or'.repeat(MANY), (part) => (part === 'A' ? part : null), true)],
    ['alternatives at the start', () => readDeclaredLine('A, ' + 'or maybe '.repeat(MANY), (part) => (part === 'A' ? part : null), true)],
  ])('%s takes one pass', (_what, read) => {
    const startedMs = performance.now();
    read();
    // measured at 5 to 60 ms; a quadratic reader took 26 s and more
    expect(performance.now() - startedMs).toBeLessThan(3_000);
  });
});

describe('removeReasoning', () => {
  it.each([
    ['<think>a</think>B', ' B', false],
    ['x <THINK>a <think>b</think> c</THINK> B', 'x   B', false],
    ['a template opened this</think>B', 'B', false],
    ['<think>a</think>b</think>C', 'C', false],
    ['B <think>never closed', 'B ', true],
    ['<think>a <thinking>b</thinking>', '', true],
  ])('%j', (raw, text, isCutOff) => {
    expect(removeReasoning(raw)).toEqual({ text, isCutOff });
  });
});

describe('readProactiveStatus', () => {
  it.each<[string, string | null]>([
    ['ALERT - bleeding', 'bleeding'],
    ['ALERT -- bleeding', 'bleeding'],
    ['Alert- bleeding', 'bleeding'],
    ['ALERT —bleeding', 'bleeding'],
    ['ALERT—bleeding', 'bleeding'],
    ['Alert-worthy bleeding is absent', null],
    ['alert-free so far', null],
  ])('%s', (text, reason) => {
    const status = readProactiveStatus(text);
    expect(status?.kind === 'alert' ? status.reason : null).toBe(reason);
  });
});
