/** How the reply has to look. */
export type ReplyForm = 'one-choice' | 'several-choices' | 'open' | 'alert' | 'json';

/** What the demo model understands of a prompt. */
export interface DemoQuestion {
  temporalMode: 'retrospective' | 'present' | 'future' | 'proactive' | null;
  isStreaming: boolean;
  question: string;
  /** Texts without their letters, in the order shown. */
  choices: string[];
  form: ReplyForm;
}

/**
 * Reads the sections of a prompt: lines that begin with a name and a colon (`Temporal mode: future`, `Question: …`,
 * `Choices:`, `Response: …`), whatever their order and case, with or without further sections.
 */
export function readDemoPrompt(prompt: string): DemoQuestion {
  const sections = splitSections(prompt);
  const mode = /retrospective|present|future|proactive/i.exec(sections.get('temporal mode') ?? '')?.[0].toLowerCase();
  const response = sections.get('response') ?? sections.get('response protocol') ?? '';
  const choices = readChoices(sections.get('choices') ?? sections.get('options') ?? '');
  return {
    temporalMode: (mode ?? null) as DemoQuestion['temporalMode'],
    isStreaming: /streaming/i.test(sections.get('task mode') ?? ''),
    question: sections.get('question') ?? prompt,
    choices,
    form: resolveForm(response, choices),
  };
}

const SECTION_NAMES = ['task mode', 'temporal mode', 'query time', 'visible range', 'visual input', 'rule', 'question', 'choices', 'options', 'response', 'response protocol'];

function splitSections(prompt: string): Map<string, string> {
  const sections = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of prompt.split(/\r?\n/)) {
    const heading = /^\s*([A-Za-z ]+?)\s*:\s*(.*)$/.exec(line);
    const name = heading?.[1]?.toLowerCase();
    if (name !== undefined && SECTION_NAMES.includes(name)) {
      current = [heading?.[2] ?? ''];
      sections.set(name, current);
    } else current.push(line);
  }
  return new Map([...sections].map(([name, lines]) => [name, lines.join('\n').trim()]));
}

function readChoices(section: string): string[] {
  return section.split('\n').flatMap((line) => {
    const text = /^\s*(?:\(?[A-Z][.):]|[-*])\s+(.+?)\s*$/.exec(line)?.[1];
    return text === undefined ? [] : [text];
  });
}

function resolveForm(response: string, choices: readonly string[]): ReplyForm {
  if (/no_alert/.test(response)) return 'alert';
  if (/"explanation"/.test(response)) return 'json';
  if (choices.length === 0) return 'open';
  return /json list|all choices that apply|several choices/i.test(response) ? 'several-choices' : 'one-choice';
}
