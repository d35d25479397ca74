import { EngineError, type RunManifest, runManifestSchema } from '@medstream/schema';
import { JUDGE_PROMPT_HASH, JUDGE_PROMPT_VERSION, LEXICAL_JUDGE_NOTE } from '@medstream/metrics';

import type { Judging } from './judging.js';
import { assertUploadAllowed } from './upload-rule.js';

/** True when two names stand for one model, whoever serves it: providers and folders of a hub aside. */
export function isSameModel(one: string, other: string): boolean {
  return bareName(one) === bareName(other);
}

function bareName(spec: string): string {
  return (spec.slice(spec.indexOf(':') + 1).split('/').at(-1) ?? '').toLowerCase();
}

/**
 * Refuses a judge that is the tested model, unless the user wants just that.
 *
 * @throws EngineError `usage/bad-argument`
 */
export function assertJudgeIsAnother({ judge, allowsSelf }: Pick<Judging, 'judge' | 'allowsSelf'>, model: string): void {
  if (allowsSelf || !isSameModel(judge, model)) return;
  throw new EngineError('usage/bad-argument', `the judge ${judge} is the tested model, and models favour their own answers`, { hint: 'name another model with --judge, or add --allow-self-judge; the manifest records it' });
}

/**
 * Holds a judge that is shown frames to the terms of their data sets, as any other model.
 *
 * @throws EngineError `model/upload-refused`
 */
export function assertJudgeMaySee(items: Parameters<typeof assertUploadAllowed>[0], { frames, isLocal, uploadsAllowed }: Judging): void {
  if (frames !== null) assertUploadAllowed(items, { isLoopback: isLocal, allowed: uploadsAllowed });
}

/** The manifest of a run that this judge takes part in. */
export function describeJudging(manifest: RunManifest, judging: Judging): RunManifest {
  const { frames, uploadsAllowed } = judging;
  // in the order of the schema, as when it is read again
  return runManifestSchema.parse({
    ...manifest,
    ...describeJudge(judging, manifest.model),
    uploads_allowed: frames === null ? manifest.uploads_allowed : [...new Set([...manifest.uploads_allowed, ...uploadsAllowed])].sort(),
  });
}

/** How a judge is asked. @param model the tested one; null where it is not known */
export function describeJudge({ judge, source, frames, repeats }: Judging, model: string | null): Pick<RunManifest, 'judge' | 'judging'> {
  const settings = source.kind === 'model' ? source.settings : {};
  const notes = [
    ...(source.kind === 'lexical' ? [LEXICAL_JUDGE_NOTE] : []),
    ...(model !== null && isSameModel(judge, model) ? ['the judge is the tested model (--allow-self-judge)'] : []),
    ...(source.kind === 'model' && !hasTemperatureZero(settings) ? ['the judge takes no temperature: its verdicts may change from call to call'] : []),
  ];
  return { judge, judging: { settings, prompt: JUDGE_PROMPT_VERSION, prompt_sha256: JUDGE_PROMPT_HASH, shows_frames: frames !== null, repeats, ...(notes.length === 0 ? {} : { note: notes.join('; ') }) } };
}

function hasTemperatureZero(settings: RunManifest['model_settings']): boolean {
  return typeof settings === 'object' && settings !== null && !Array.isArray(settings) && settings['temperature'] === 0;
}
