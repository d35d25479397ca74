import { DEMO_SCENE } from '@medstream/schema';

import { createModel } from './create-model.js';
import { showName } from './demo-legend.js';

/** What a generated picture shows; `'black'` and `'white'` show nothing. */
type Drawn = { phase: number; tools?: number[] } | 'black' | 'white';

const [width, height] = [97, 61];

/** Draws by the description of DEMO_SCENE, with the small errors of colour that compression leaves. */
function draw(drawn: Drawn): Uint8Array {
  const rgb = new Uint8Array(width * height * 3).fill(drawn === 'white' ? 250 : 4);
  if (typeof drawn === 'string') return rgb;
  const { phasePatch, toolRow, phaseColours } = DEMO_SCENE;
  const paint = (area: { top: number; bottom: number; left: number; right: number }, colour: readonly number[]) => {
    for (let y = Math.floor(area.top * height); y < area.bottom * height; y += 1)
      for (let x = Math.floor(area.left * width); x < area.right * width; x += 1)
        colour.forEach((part, channel) => {
          rgb[(y * width + x) * 3 + channel] = Math.min(255, Math.max(0, part + ((x * 7 + y * 13 + channel * 5) % 25) - 12));
        });
  };
  paint(phasePatch, phaseColours[drawn.phase] ?? []);
  for (const tool of drawn.tools ?? []) {
    const [slotWidth, rowHeight] = [1 / toolRow.slots, toolRow.bottom - toolRow.top];
    const margin = toolRow.marginOfSlot;
    paint({ top: toolRow.top + margin * rowHeight, bottom: toolRow.bottom - margin * rowHeight, left: (tool + margin) * slotWidth, right: (tool + 1 - margin) * slotWidth }, [255, 255, 255]);
  }
  return rgb;
}

interface Asked {
  mode: 'retrospective' | 'present' | 'future' | 'proactive';
  question: string;
  choices?: string[];
  isStreaming?: boolean;
  response?: string;
}

const oneChoice = 'Reply with the text of exactly one choice, or its letter, and nothing else. If the visual evidence is insufficient, reply exactly: unanswerable';
const severalChoices = 'Several choices may apply. Reply with a JSON list of the texts of all choices that apply, such as ["first", "second"], and nothing else.';
const alerting = 'Reply with exactly one of these, and nothing else:\nno_alert\nuncertain\nalert: <reason>\nAlert only when the frames show sufficient evidence.';

/** The layout that the prompt builder writes. */
function writePrompt({ mode, question, choices = [], isStreaming = false, response }: Asked): string {
  return [
    'You are shown frames of a medical recording in the order of time. Answer the question about them.',
    [
      `Task mode: ${isStreaming ? 'streaming (the question is asked again as time goes on; each call stands alone)' : 'single turn'}`,
      `Temporal mode: ${mode}`,
      'Query time: 8 s',
      'Visible range: 0 s to 8 s, both included',
      'Rule: Use only what the frames of this range show. No evidence beyond 8 s may be used.',
    ].join('\n'),
    `Question: ${question}`,
    ...(choices.length === 0 ? [] : [['Choices:', ...choices.map((choice, index) => `${String.fromCharCode(65 + index)}. ${choice}`)].join('\n')]),
    `Response: ${response ?? (choices.length === 0 ? 'Reply with one short answer and nothing else.' : oneChoice)}`,
  ].join('\n\n');
}

/** Asks the demo model, with one picture every two seconds from 0 on. */
async function ask(asked: Asked, drawn: Drawn[]): Promise<string | null> {
  const model = createModel('demo:shapes', { decodeImage: async (rgb) => ({ width, height, rgb }) });
  const images = drawn.map((scene, index) => ({ bytes: draw(scene), mediaType: 'image/jpeg', timestampSec: index * 2 }));
  const reply = await model.generate({ prompt: writePrompt(asked), images });
  expect(reply).toMatchObject({ status: 'ok', attempts: 1, usage: null });
  return reply.text;
}

const [preparation, calot, clipping] = [{ phase: 0 }, { phase: 1 }, { phase: 2 }];
const phases = ['calot triangle dissection', 'preparation', 'clipping cutting', 'gallbladder dissection'];
const [grasper, bipolar, hook] = [0, 1, 2];
const tools = ['hook', 'grasper', 'specimen bag', 'scissors'];

describe('demo:shapes', () => {
  it('tells all phases of the legend and all tools apart', async () => {
    for (const phase of DEMO_SCENE.phases.keys()) {
      expect(await ask({ mode: 'present', question: 'What surgical phase is under way at the end of this clip?' }, [preparation, { phase }])).toBe(showName('phase', phase));
    }
    for (const tool of DEMO_SCENE.tools.keys()) {
      expect(await ask({ mode: 'present', question: 'Name every instrument that can be seen at the end of this clip.' }, [{ phase: 6, tools: [tool] }])).toBe(showName('tool', tool));
    }
  });

  it.each<[string, Asked, Drawn[], string]>([
    ['the phase now is that of the last picture', { mode: 'present', question: 'Which surgical phase is shown at the current moment?', choices: phases }, [preparation, calot], 'calot triangle dissection'],
    ['native spellings of choices are given back as they stand', { mode: 'present', question: 'Which surgical phase is shown?', choices: ['CalotTriangleDissection', 'Clipping_Cutting'] }, [clipping], 'Clipping_Cutting'],
    ['a phase that is no choice', { mode: 'present', question: 'Which surgical phase is shown?', choices: phases }, [{ phase: 6 }], 'unanswerable'],
    ['a black picture', { mode: 'present', question: 'Which surgical phase is shown?', choices: phases }, [calot, 'black'], 'unanswerable'],
    ['a white picture', { mode: 'present', question: 'Which surgical phase is shown?', choices: phases }, [calot, 'white'], 'unanswerable'],
    ['no picture', { mode: 'present', question: 'Which surgical phase is shown?', choices: phases }, [], 'unanswerable'],
    ['tools now', { mode: 'present', question: 'Which instruments are visible at the current moment?', choices: tools, response: severalChoices }, [{ phase: 1, tools: [3] }, { phase: 1, tools: [grasper, hook] }], '["hook","grasper"]'],
    ['one tool now: yes', { mode: 'present', question: 'Is the hook visible at the current moment?', choices: ['no', 'yes'] }, [{ phase: 1, tools: [hook] }], 'yes'],
    ['one tool now: no, though it was there before', { mode: 'present', question: 'Is the hook visible at the current moment?', choices: ['no', 'yes'] }, [{ phase: 1, tools: [hook] }, calot], 'no'],
    ['the phase at a moment (6 s is on display at 7 s)', { mode: 'retrospective', question: 'Which surgical phase was shown at 7 s?', choices: phases }, [preparation, preparation, preparation, calot, clipping], 'calot triangle dissection'],
    ['the phase at a moment with a fraction', { mode: 'retrospective', question: 'Which surgical phase was shown at 3.999 s?', choices: phases }, [preparation, calot, clipping], 'calot triangle dissection'],
    ['the first phase', { mode: 'retrospective', question: 'Looking back over the clip, with which surgical phase did it begin?', choices: phases }, [preparation, calot], 'preparation'],
    ['an order among choices of several names', { mode: 'retrospective', question: 'In which order?', choices: ['calot triangle dissection, then preparation', 'preparation, then calot triangle dissection'] }, [preparation, preparation, calot], 'preparation, then calot triangle dissection'],
    ['tools of the whole clip', { mode: 'retrospective', question: 'Which instruments were visible at any time in this clip?', choices: tools, response: severalChoices }, [{ phase: 1, tools: [hook] }, 'black', { phase: 1, tools: [grasper] }], '["hook","grasper"]'],
    ['one tool of the whole clip', { mode: 'retrospective', question: 'Has the hook been seen in this clip?', choices: ['yes', 'no'] }, [{ phase: 1, tools: [hook] }, calot], 'yes'],
    ['next, single turn: by the order of the legend', { mode: 'future', question: 'Which surgical phase will be the first to begin within the next 30 seconds? Answer no change if the current one lasts that long.', choices: [...phases, 'no change'] }, [preparation], 'calot triangle dissection'],
    ['next, single turn, is no choice', { mode: 'future', question: 'Which surgical phase will be the first to begin within the next 30 seconds? Answer no change if the current one lasts that long.', choices: ['no change', 'preparation'] }, [calot], 'no change'],
    ['far ahead', { mode: 'future', question: 'Looking ahead 180 seconds: which surgical phase will then be shown?', choices: [...phases, 'no change'] }, [preparation], 'unanswerable'],
    ['next, black', { mode: 'future', question: 'Which surgical phase will be the first to begin within the next 30 seconds?', choices: [...phases, 'no change'] }, ['black'], 'unanswerable'],
  ])('%s', async (_, asked, drawn, expected) => {
    expect(await ask(asked, drawn)).toBe(expected);
  });

  const nextPhase: Asked = { mode: 'future', isStreaming: true, question: 'The clip starts in one surgical phase. Which one comes next within 60 seconds?', choices: [...phases, 'no change'] };
  const nextTool: Asked = { mode: 'future', isStreaming: true, question: 'Some instruments may be in view at the start of the clip. Which further one appears first within 60 seconds?', choices: tools };
  const phaseAlert: Asked = { mode: 'proactive', isStreaming: true, question: 'Keep watching. Tell me when the surgical phase "clipping cutting" has started.', response: alerting };
  const toolAlert: Asked = { mode: 'proactive', isStreaming: true, question: 'Raise an alert as soon as the hook comes into view.', response: alerting };
  const viewAlert: Asked = { mode: 'proactive', isStreaming: true, question: 'Raise an alert as soon as the camera leaves the body.', response: alerting };

  it.each<[string, Asked, Drawn[], string, string, number]>([
    ['next phase', nextPhase, [preparation, preparation, calot, clipping], 'unanswerable', 'calot triangle dissection', 2],
    ['next tool', nextTool, [{ phase: 1, tools: [bipolar] }, { phase: 2, tools: [bipolar] }, { phase: 2, tools: [hook] }, calot], 'unanswerable', 'hook', 2],
    ['phase alert', phaseAlert, [preparation, calot, calot, clipping, 'black'], 'no_alert', 'alert: clipping cutting is visible at 6 s', 3],
    ['tool alert', toolAlert, [{ phase: 0, tools: [grasper] }, { phase: 0, tools: [grasper, hook] }, calot], 'no_alert', 'alert: hook is visible at 2 s', 1],
    ['view alert', viewAlert, [calot, 'white', calot], 'no_alert', 'alert: the picture no longer shows the procedure at 2 s', 1],
  ])('%s: waits for the evidence, then answers and does not go back', async (_, asked, drawn, before, after, firstIndex) => {
    const replies = [];
    for (const end of drawn.keys()) replies.push(await ask(asked, drawn.slice(0, end + 1)));
    expect(replies).toEqual(drawn.map((_scene, index) => (index < firstIndex ? before : after)));
  });

  it.each<[string, Asked]>([['a phase', phaseAlert], ['a tool', toolAlert], ['the view', viewAlert], ['what it does not know', { ...phaseAlert, question: 'Tell me when the polyp appears.' }]])(
    'never alerts to %s that does not come',
    async (_, asked) => {
      expect(await ask(asked, [preparation, calot, { phase: 1, tools: [grasper] }])).toBe('no_alert');
    },
  );

  it('sees nothing but prompt and pictures, and stops when aborted', async () => {
    const model = createModel('demo:shapes', { decodeImage: async (rgb) => ({ width, height, rgb }) });
    expect([model.name, model.endpoint]).toEqual(['demo:shapes', null]);
    const images = [{ bytes: draw(calot), mediaType: 'image/jpeg', timestampSec: 0 }];
    await expect(model.generate({ prompt: '', images, signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
  });
});
