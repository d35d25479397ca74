import { UNANSWERABLE } from '@medstream/schema';

import { findMentions, type LegendKind, normaliseName, readSingleName, showName } from './demo-legend.js';
import type { DemoQuestion } from './read-demo-prompt.js';
import type { DemoScene } from './read-demo-scene.js';

/** Nobody can know what happens later than this; questions of ours that look further ahead have no answer (contracts.md section 1). */
const FARTHEST_OUTLOOK_SEC = 150;

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
    if (asked.length === 0 && isAboutBlindness(question) && scene.phase === null) return `alert: the picture no longer shows the procedure at ${scene.timestampSec} s`;
  }
  return 'no_alert';
}

function isAboutBlindness(question: string): boolean {
  return /\b(leaves?|left|out of|outside)\b.*\b(body|patient)\b|no longer shows/i.test(question);
}

function answerSeveral(asked: DemoQuestion, scenes: readonly DemoScene[]): string {
  const { choices, temporalMode } = asked;
  const relevant = temporalMode === 'retrospective' ? scenes : [sceneAskedFor(asked, scenes)].filter((scene) => scene !== null);
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
  if (isAboutKinds(question)) return countKinds(asked, scenes) ?? UNANSWERABLE;
  if (isAboutDuration(question)) return answerDuration(asked, scenes);
  if (choices.some((choice) => findMentions(choice).length > 1)) return answerOrder(choices, scenes);
  const kind = choices.flatMap((choice) => readSingleName(choice) ?? [])[0]?.kind ?? 'phase';
  const index = temporalMode === 'future' ? predictNext(asked, kind, scenes) : readNow(kind, sceneAskedFor(asked, scenes));
  const choice = choices.find((text) => {
    const name = readSingleName(text);
    return index !== null && name?.kind === kind && name.index === index;
  });
  const noChange = choices.find((text) => normaliseName(text) === 'nochange');
  const mayRuleOut = temporalMode === 'future' && !asked.isStreaming && !isBeyondOutlook(question) && scenes.some((scene) => scene.phase !== null);
  return choice ?? (mayRuleOut ? noChange : undefined) ?? UNANSWERABLE;
}

function answerYesNo(question: DemoQuestion, scenes: readonly DemoScene[], { yes, no }: { yes: string; no: string }): string {
  const isAboutClip = question.temporalMode === 'retrospective' && readMoment(question.question) === null;
  const relevant = isAboutClip ? scenes : [sceneAskedFor(question, scenes)].filter((scene) => scene !== null);
  const asked = findMentions(question.question);
  if (asked.length === 0 || relevant.every((scene) => scene.phase === null)) return UNANSWERABLE;
  return relevant.some((scene) => asked.some(({ kind, index }) => shows(scene, kind, index))) ? yes : no;
}

/** The choice whose names, all of them seen, stand in the order in which they were first seen; others may have been seen between. */
function answerOrder(choices: readonly string[], scenes: readonly DemoScene[]): string {
  const isRight = (choice: string): boolean => {
    const firsts = findMentions(choice).map(({ kind, index }) => scenes.findIndex((scene) => shows(scene, kind, index)));
    return firsts.length > 1 && firsts.every((first, at) => first >= 0 && (at === 0 || first > (firsts[at - 1] as number)));
  };
  return choices.find(isRight) ?? UNANSWERABLE;
}

/** "How many different instruments …", "Count the different surgical phases …". */
function isAboutKinds(question: string): boolean {
  return /\b(how many|count the) different\b/i.test(question);
}

/** How many kinds of what is asked for were seen, as text; null where no picture shows the procedure. */
function countKinds({ question }: DemoQuestion, scenes: readonly DemoScene[]): string | null {
  if (scenes.every(({ phase }) => phase === null)) return null;
  const seen = isAboutTools(question) ? scenes.flatMap(({ tools }) => tools) : scenes.flatMap(({ phase }) => phase ?? []);
  return String(new Set(seen).size);
}

/** "For about how many seconds in all …", "… for how long in all …", "How much of this clip, in seconds, …". */
function isAboutDuration(question: string): boolean {
  return /\bhow many seconds\b|\bhow long in all\b|\bhow much of this clip, in seconds\b/i.test(question);
}

/** The span of seconds (`less than 5 seconds`, `5 to 10 seconds`, `more than 20 seconds`) that holds the duration. */
function answerDuration({ question, choices }: DemoQuestion, scenes: readonly DemoScene[]): string {
  const [asked] = findMentions(question);
  if (asked === undefined || scenes.length < 2) return UNANSWERABLE;
  const seconds = measureSeconds(asked, scenes);
  const holds = (choice: string): boolean => {
    const [low = 0, high = low] = [...choice.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => Number(number));
    if (/^less than/i.test(choice)) return seconds < low;
    return /^more than/i.test(choice) ? seconds > low : seconds >= low && seconds <= high;
  };
  return choices.find(holds) ?? UNANSWERABLE;
}

/** Between two pictures of which one shows a thing, it is taken to begin or end half-way. */
function measureSeconds({ kind, index }: { kind: LegendKind; index: number }, scenes: readonly DemoScene[]): number {
  const parts = scenes.slice(1).map((scene, at) => {
    const before = scenes[at] as DemoScene;
    const ends = [before, scene].filter((one) => shows(one, kind, index)).length;
    return ((scene.timestampSec - before.timestampSec) * ends) / 2;
  });
  return parts.reduce((sum, part) => sum + part, 0);
}

function isAboutTools(question: string): boolean {
  return /instrument|tool/i.test(question);
}

function answerOpen(asked: DemoQuestion, scenes: readonly DemoScene[]): string {
  const { question, temporalMode } = asked;
  if (temporalMode === 'future') {
    const kind = isAboutTools(question) ? 'tool' : 'phase';
    const next = predictNext(asked, kind, scenes);
    return next === null ? UNANSWERABLE : showName(kind, next);
  }
  if (isAboutKinds(question)) return countKinds(asked, scenes) ?? UNANSWERABLE;
  if (/\border\b|sequence/i.test(question)) {
    const seen = listPhases(scenes);
    return seen.length === 0 ? UNANSWERABLE : seen.map((phase) => showName('phase', phase)).join(', then ');
  }
  const scene = sceneAskedFor(asked, scenes);
  if (scene === null || scene.phase === null) return UNANSWERABLE;
  if (!isAboutTools(question)) return showName('phase', scene.phase);
  const tools = temporalMode === 'retrospective' ? [...new Set(scenes.flatMap((seen) => seen.tools))].sort((left, right) => left - right) : scene.tools;
  return tools.length === 0 ? 'no instrument' : tools.map((tool) => showName('tool', tool)).join(', ');
}

/** The first new thing since the first picture (streaming), or what the legend has next (single turn); null for neither. */
function predictNext({ isStreaming, question }: DemoQuestion, kind: LegendKind, scenes: readonly DemoScene[]): number | null {
  const first = scenes.find((scene) => scene.phase !== null);
  if (first === undefined) return null;
  if (!isStreaming) {
    if (isBeyondOutlook(question)) return null;
    const phase = scenes.at(-1)?.phase ?? null;
    return kind === 'phase' && phase !== null ? phase + 1 : null;
  }
  for (const scene of scenes) {
    const fresh = kind === 'phase' ? [scene.phase].filter((phase) => phase !== null && phase !== first.phase) : scene.tools.filter((tool) => !first.tools.includes(tool));
    if (fresh[0] !== undefined) return fresh[0];
  }
  return null;
}

function isBeyondOutlook(question: string): boolean {
  return [...question.matchAll(/(\d+(?:\.\d+)?)\s*seconds?\b/gi)].some(([, seconds]) => Number(seconds) > FARTHEST_OUTLOOK_SEC);
}

function readNow(kind: LegendKind, scene: DemoScene | null): number | null {
  if (scene === null) return null;
  return kind === 'phase' ? scene.phase : (scene.tools[0] ?? null);
}

/** The picture on display at the moment that the question names; else the first shown where it asks for that, else the last. */
function sceneAskedFor({ question, temporalMode }: DemoQuestion, scenes: readonly DemoScene[]): DemoScene | null {
  const moment = readMoment(question);
  if (moment !== null) return scenes.filter((scene) => scene.timestampSec <= moment + 1e-6).at(-1) ?? null;
  if (temporalMode === 'retrospective' && /\b(first|begin|began)\b/i.test(question)) return scenes.find((scene) => scene.phase !== null) ?? null;
  return scenes.at(-1) ?? null;
}

/** `at 12 s`, `at t = 12.000 s`, `at 12 seconds`, `at frame 12`; not the length of a window or horizon. */
function readMoment(question: string): number | null {
  const match = /\bat\s+(?:time\s+)?(?:t\s*=\s*)?(?:(\d+(?:\.\d+)?)\s*(?:s|sec|seconds?)|frame\s+(\d+))\b/i.exec(question);
  const moment = match?.[1] ?? match?.[2];
  return moment === undefined ? null : Number(moment);
}

/** Phases in the order seen, without repeats next to each other. */
function listPhases(scenes: readonly DemoScene[]): number[] {
  const phases = scenes.flatMap(({ phase }) => phase ?? []);
  return phases.filter((phase, index) => index === 0 || phase !== phases[index - 1]);
}

function shows(scene: DemoScene, kind: LegendKind, index: number): boolean {
  return kind === 'phase' ? scene.phase === index : scene.tools.includes(index);
}
