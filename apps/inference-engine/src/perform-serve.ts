import { readFile } from 'node:fs/promises';

import { createServiceLog, describeForLog, initStreams, readNumber, readServiceSettings } from '@medstream/bus';
import { assertJudgeIsAnother, type Evaluations, evaluationsSchema } from '@medstream/evaluation';
import { EngineError, isEngineError } from '@medstream/schema';
import { parse } from 'yaml';

import type { CommandContext } from './command-context.js';
import { isBaselineSpec } from './compose-model.js';
import { SERVICE_NAME } from './compose-service.js';
import { readServiceVariables } from './config.js';

export interface ServeFlags {
  onMaterialised?: string;
  initOnly?: boolean;
  concurrency?: number;
  allowUpload?: string[];
  /** False for --no-canary. */
  canary?: boolean;
}

/** Jobs at a time where neither flag nor variable says so; as many as the command asks at a time. */
const DEFAULT_INFER_SLOTS = 4;

/** Runs that are marked at a time: a judge that is down, or slow, holds its own run alone. */
const JUDGED_AT_ONCE = 4;

/** The `serve` command: runs until a signal, and ends in order. */
export async function performServe(flags: ServeFlags, { environment, engineVersion, signal }: CommandContext): Promise<void> {
  const variables = readServiceVariables();
  const settings = readServiceSettings(variables);
  const inferSlots = flags.concurrency ?? readNumber('MEDSTREAM_INFER_SLOTS', variables['MEDSTREAM_INFER_SLOTS'], { default: DEFAULT_INFER_SLOTS, min: 1, max: 1000 });
  const evaluations = flags.onMaterialised === undefined ? null : await readEvaluations(flags.onMaterialised);
  const log = createServiceLog(SERVICE_NAME);
  if (flags.initOnly === true) return initStreams({ engine: 'eval', name: SERVICE_NAME, settings, log });
  const { serve } = await import('./main.js');
  const slots = { 'eval-infer': inferSlots, 'eval-judge': JUDGED_AT_ONCE, 'eval-on-materialised': evaluations === null ? 0 : 1 };
  try {
    await serve({ settings, environment, engineVersion, log, evaluations, allowUpload: flags.allowUpload ?? [], slots: inferSlots, canary: flags.canary !== false }, { slots, signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    // work that listens to no signal would keep the process alive; what it had is delivered again
    log.error(describeForLog(error), 'stopped out of order');
    process.exit(isEngineError(error) ? error.exitCode : 70);
  }
}

async function readEvaluations(file: string): Promise<Evaluations> {
  let value: unknown;
  try {
    value = parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new EngineError('config/unreadable', `cannot read the file ${file} of --on-materialised: ${(cause as Error).message}`, { hint: 'give a file that exists and is YAML or JSON; where a line is not, the message names it', cause });
  }
  const parsed = evaluationsSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const code = issue?.code === 'unrecognized_keys' ? 'config/unknown-key' : 'config/bad-value';
    throw new EngineError(code, `${file}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`, { hint: `the keys are ${Object.keys(evaluationsSchema.shape).join(', ')}` });
  }
  const { judge, models } = parsed.data;
  if (judge !== undefined) for (const model of models.filter((name) => !isBaselineSpec(name))) assertJudgeIsAnother({ judge, allowsSelf: false }, model);
  return parsed.data;
}
