import type { Usage } from '@medstream/schema';
import { z } from 'zod';

const tokens = z.int().min(0).nullish().catch(null);

/**
 * Adds up the token counts that a body states under some names. The SDKs turn missing counts into 0; here what is not
 * stated is null, and a usage without any count is null as a whole.
 */
export function readUsage(raw: unknown, names: { input: readonly string[]; output: readonly string[] }): Usage | null {
  const usage = z.record(z.string(), z.unknown()).safeParse(raw).data;
  if (usage === undefined) return null;
  const sum = (keys: readonly string[]): number | null => {
    const counts = keys.map((key) => tokens.parse(usage[key])).filter((count) => typeof count === 'number');
    return counts.length === 0 ? null : counts.reduce((total, count) => total + count, 0);
  };
  const counts = { input_tokens: sum(names.input), output_tokens: sum(names.output) };
  return counts.input_tokens === null && counts.output_tokens === null ? null : counts;
}
