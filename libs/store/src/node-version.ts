/** The oldest Node that everything here runs on: package.json, `engines`. */
const NEEDED = { major: 20, minor: 19 } as const;

export const NEEDED_NODE_VERSION = `${NEEDED.major}.${NEEDED.minor}`;

/** @param version as Node states it: `20.19.1` */
export function isNodeNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > NEEDED.major || (major === NEEDED.major && minor >= NEEDED.minor);
}
