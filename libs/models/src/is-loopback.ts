/**
 * Whether an address can only lead to this very machine: `localhost`, names below it, 127.0.0.0/8 and ::1. Anything else,
 * also what cannot be read and 0.0.0.0, counts as elsewhere (contracts.md section 5, upload terms).
 */
export function isLoopback(baseUrl: string): boolean {
  if (!URL.canParse(baseUrl)) return false;
  const host = new URL(baseUrl).hostname.toLowerCase();
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  // the URL parser has turned every spelling of an address into its shortest: 127.1 is 127.0.0.1, ::ffff:127.0.0.1 is ::ffff:7f00:1
  return /^127\.\d+\.\d+\.\d+$/.test(host) || host === '[::1]' || /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(host);
}
