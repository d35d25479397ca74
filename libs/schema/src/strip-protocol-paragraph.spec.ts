import { stripProtocolParagraph } from './strip-protocol-paragraph.js';

describe('stripProtocolParagraph', () => {
  const sentence = 'Answer using only the specified context window. If the visual evidence is insufficient, respond exactly: unanswerable.';
  it.each([
    [`Which step?\n\nResponse protocol: ${sentence}`, 'Which step?'],
    [`Which step?\r\n\r\nResponse protocol: ${sentence}\r\n`, 'Which step?'],
    [`Which step? Response protocol: ${sentence}`, 'Which step?'],
    [`Which step?\n${sentence}`, 'Which step?'],
    [`\n\nResponse protocol: ${sentence}`, ''],
    [`Which step?\n\nRESPONSE PROTOCOL: no_alert, uncertain or alert.\n\nThink of the hook.`, 'Which step?\n\nThink of the hook.'],
    ['Which response protocol: early or late?', 'Which response protocol: early or late?'],
    // the paragraph first, the question after it
    [`Response protocol: ${sentence}\n\nWhich step?`, 'Which step?'],
    ['Two\nlines', 'Two\nlines'],
  ])('%j is %j', (question, stem) => {
    expect(stripProtocolParagraph(question)).toBe(stem);
  });
});
