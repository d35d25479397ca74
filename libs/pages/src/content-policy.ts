import { hashText } from '@medstream/schema';

/** The page's content policy: its own style, the one script with this text, and pictures that are part of the page. */
export function describeContentPolicy(script: string): string {
  return `default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-${toBase64(hashText(script))}'; base-uri 'none'; form-action 'none'`;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** A hash in hexadecimal digits (64 of them) as base64. */
function toBase64(hex: string): string {
  const bits = [...hex].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('');
  const groups = bits.match(/.{1,6}/g) ?? [];
  return groups.map((group) => DIGITS[Number.parseInt(group.padEnd(6, '0'), 2)]).join('').padEnd(Math.ceil(hex.length / 6) * 4, '=');
}
