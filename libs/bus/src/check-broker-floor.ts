import { EngineError } from '@medstream/schema';

/** The oldest nats-server for production (reliability.md, rule 7). */
export const BROKER_FLOOR = '2.12.12';

/**
 * Compares a server's version with the floor.
 *
 * @param version as the server states it, e.g. `2.9.10` or `2.12.12-RC.1`
 * @returns what to warn of, or null when the server is new enough
 * @throws EngineError `bus/old-broker` for an older one where the floor is required
 */
export function checkBrokerFloor(version: string, { isRequired }: { isRequired: boolean }): string | null {
  if (isAtLeast(readNumbers(version), readNumbers(BROKER_FLOOR))) return null;
  const warning = `the NATS server is ${version}; production wants ${BROKER_FLOOR} or newer`;
  if (!isRequired) return warning;
  throw new EngineError('bus/old-broker', warning, { hint: 'upgrade nats-server, or unset MEDSTREAM_REQUIRE_BROKER_FLOOR on a machine for trials' });
}

/** Major, minor and patch; a version that cannot be read counts as older than any. */
function readNumbers(version: string): number[] {
  const match = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version);
  return match === null ? [] : match.slice(1).map(Number);
}

function isAtLeast(found: readonly number[], floor: readonly number[]): boolean {
  for (const [index, wanted] of floor.entries()) {
    const number = found[index];
    if (number === undefined || number < wanted) return false;
    if (number > wanted) return true;
  }
  return true;
}
