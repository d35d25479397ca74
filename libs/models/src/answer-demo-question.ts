import { UNANSWERABLE } from '@medstream/schema';

import { findMentions, type LegendKind, normaliseName, readSingleName, showName } from './demo-legend.js';
import type { DemoQuestion } from './read-demo-prompt.js';
import type { DemoScene } from './read-demo-scene.js';

/**
 * Answers a question from nothing but what the pictures show: `alert:` only once the asked thing is visible, the phase to
 * come only once it has come (streaming) or by the order of the legend (single turn), `unanswerable` where the picture
 * that counts shows no phase.
 *
 * @param scenes in the order of time
 * @returns the reply as a model would write it
 */
export function answerDemoQuestion(question: DemoQuestion, scenes: readonly DemoScene[]): string {
  switch (question.form) {
    case 'alert':
      return answerAlert(question.question, scenes);
    case 'json':
      return JSON.stringify({ explanation: 'the demo model reads shapes only', answer: null });
    case 'several-choices':
      return answerSeveral(question, scenes);
    case 'one-choice':
      return answerOne(question, scenes);
    case 'open':
      return answerOpen(question, scenes);
  }
}

function answerAlert(question: string, scenes: readonly DemoScene[]): string {
  const asked = findMentions(question);
  for (const scene of scenes) {
    const seen = asked.find(({ kind, index }) => shows(scene, kind, index));
    if (seen !== undefined) return `alert: ${showName(seen.kind, seen.index)} is visible at ${scene.timestampSec} s`;
    if (asked.length === 0 && /\b(leaves?|left|out of|outside)\b.*\b(body|patient)\b/i.test(question) && scene.phase === null) return `alert: the camera is out of the body at ${scene.timestampSec} s`;
  }
  return 'no_alert';
}

function answerSeveral({ question, choices, temporalMode }: DemoQuestion, scenes: readonly DemoScene[]): string {
  const relevant = temporalMode === 'retrospective' ? scenes : [sceneAskedFor(question, scenes)].filter((scene) => scene !== null);
  if (relevant.every((scene) => scene.phase === null)) return UNANSWERABLE;
  const visible = choices.filter((choice) => {
    const name = readSingleName(choice);
    return name !== null && relevant.some((scene) => shows(scene, name.kind, name.index));
  });
  const none = choices.find((choice) => /^(none|no (instrument|tool))/i.test(choice));
  return JSON.stringify(visible.length === 0 && none !== undefined ? [none] : visible);
}

function answerOne(asked: DemoQuestion, scenes: readonly DemoScene[]): string {
  const { question, choices, temporalMode } = asked;
  const yes = choices.find((choice) => normaliseName(choice) === 'yes');
  const no = choices.find((choice) => normaliseName(choice) === 'no');
  if (yes !== undefined && no !== undefined) return answerYesNo(asked, scenes, { yes, no });
  if (choices.some((choice) => findMentions(choice).length > 1)) return answerOrder(choices, scenes);
  const names = choices.flatMap((choice) => readSingleName(choice) ?? []);
  const kind = names[0]?.kind ?? 'phase';
  const index = temporalMode === 'future' ? predictNext(asked, kind, scenes) : readNow(kind, sceneAskedFor(question, scenes));
  const choice = choices.find((text) => {
    const name = readSingleName(text);
    return index !== null && name?.kind === kind && name.index === index;
  });
  return choice ?? UNANSWERABLE;
}

function answerYesNo({ question, temporalMode }: DemoQuestion, scenes: readonly DemoScene[], { yes, no }: { yes: string; no: string }): string {
  const relevant = temporalMode === 'retrospective' && readTimeSec(question) === null ? scenes : [sceneAskedFor(question, scenes)].filter((scene) => scene !== null);
  const asked = findMentions(question);
  if (asked.length === 0 || relevant.every((scene) => scene.phase === null)) return UNANSWERABLE;
  return relevant.some((scene) => asked.some(({ kind, index }) => shows(scene, kind, index))) ? yes : no;
}

/** The choice whose names stand in the order in which the phases were seen. */
function answerOrder(choices: readonly string[], scenes: readonly DemoScene[]): string {
  const seen = listPhases(scenes);
  return choices.find((choice) => findMentions(choice).map(({ index }) => index).join() === seen.join()) ?? UNANSWERABLE;
}

function answerOpen(asked: DemoQuestion, scenes: readonly DemoScene[]): string {
  const { question, temporalMode } = asked;
  const isAboutTools = /instrument|tool/i.test(question);
  if (temporalMode === 'future') {
    const kind = isAboutTools ? 'tool' : 'phase';
    const next = predictNext(asked, kind, scenes);
    return next === null ? UNANSWERABLE : showName(kind, next);
  }
  if (/\border\b|sequence/i.test(question)) {
    const seen = listPhases(scenes);
    return seen.length === 0 ? UNANSWERABLE : seen.map((phase) => showName('phase', phase)).join(', then ');
  }
  const scene = sceneAskedFor(question, scenes);
  if (scene === null || scene.phase === null) return UNANSWERABLE;
  if (!isAboutTools) return showName('phase', scene.phase);
  const tools = temporalMode === 'retrospective' ? [...new Set(scenes.flatMap((seen) => seen.tools))].sort((left, right) => left - right) : scene.tools;
  return tools.length === 0 ? 'no instrument' : tools.map((tool) => showName('tool', tool)).join(', ');
}

/** The first new thing since the first picture (streaming), or what the legend has next (single turn); null for neither. */
function predictNext({ isStreaming }: DemoQuestion, kind: LegendKind, scenes: readonly DemoScene[]): number | null {
  const [first] = scenes;
  const last = scenes.at(-1);
  if (first === undefined || last === undefined || last.phase === null) return null;
  if (!isStreaming) return kind === 'phase' ? last.phase + 1 : null;
  for (const scene of scenes) {
    const fresh = kind === 'phase' ? [scene.phase].filter((phase) => phase !== null && phase !== first.phase) : scene.tools.filter((tool) => !first.tools.includes(tool));
    if (fresh[0] !== undefined) return fresh[0];
  }
  return null;
}

function readNow(kind: LegendKind, scene: DemoScene | null): number | null {
  if (scene === null) return null;
  return kind === 'phase' ? scene.phase : (scene.tools[0] ?? null);
}

/** The picture on display at the time that the question names, else the last one. */
function sceneAskedFor(question: string, scenes: readonly DemoScene[]): DemoScene | null {
  const timeSec = readTimeSec(question);
  const candidates = timeSec === null ? scenes : scenes.filter((scene) => scene.timestampSec <= timeSec + 1e-6);
  return candidates.at(-1) ?? null;
}

/** `at 12 s`, `at t = 12.000 s`, `at 12 seconds`; not the length of a window or horizon. */
function readTimeSec(question: string): number | null {
  const match = /\b(?:at|time)\s+(?:time\s+)?(?:t\s*=\s*)?(\d+(?:\.\d+)?)\s*(?:s|sec|seconds?)\b/i.exec(question);
  return match === null ? null : Number(match[1]);
}

/** Phases in the order seen, without repeats next to each other. */
function listPhases(scenes: readonly DemoScene[]): number[] {
  const phases = scenes.flatMap(({ phase }) => phase ?? []);
  return phases.filter((phase, index) => index === 0 || phase !== phases[index - 1]);
}

function shows(scene: DemoScene, kind: LegendKind, index: number): boolean {
  return kind === 'phase' ? scene.phase === index : scene.tools.includes(index);
}
