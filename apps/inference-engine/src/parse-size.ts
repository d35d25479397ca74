import { EngineError } from '@medstream/schema';

const UNIT_BYTES = { MB: 1e6, GB: 1e9, TB: 1e12 } as const;

/**
 * Reads a size such as `500MB`, `20GB` or `1.5 TB`, in decimal units.
 *
 * @returns bytes
 * @throws EngineError `config/bad-value`
 */
export function parseSize(text: string, setting: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?) ?(MB|GB|TB)$/i.exec(text) ?? [];
  if (number === undefined || unit === undefined) {
    throw new EngineError('config/bad-value', `${setting} is ${JSON.stringify(text)}, which is no size`, { hint: 'write a number and MB, GB or TB, such as 20GB' });
  }
  return Math.round(Number(number) * UNIT_BYTES[unit.toUpperCase() as keyof typeof UNIT_BYTES]);
}
