import { type BenchmarkItem, RESPONSE_PROTOCOLS } from '@medstream/schema';

import type { ItemFinding } from './item-finding.js';

/** Whether the response space is one that is read, and the one of the temporal mode. */
export function checkProtocol({ response_protocol, temporal_mode }: BenchmarkItem): ItemFinding[] {
  const known: readonly string[] = Object.values(RESPONSE_PROTOCOLS);
  const found = response_protocol.trim().replaceAll(/\s*\|\s*/gu, ' | ');
  const path = 'response_protocol';
  if (!known.includes(found)) return [{ code: 'protocol/unknown', path, message: `expected one of ${known.map((protocol) => `"${protocol}"`).join(', ')}, found ${JSON.stringify(response_protocol)}` }];
  const isStatus = found === RESPONSE_PROTOCOLS.alert;
  if (isStatus === (temporal_mode === 'proactive')) return [];
  const expected = temporal_mode === 'proactive' ? `"${RESPONSE_PROTOCOLS.alert}"` : 'no alert protocol';
  return [{ code: 'protocol/response-space', path, message: `expected ${expected} for a ${temporal_mode} item, found ${JSON.stringify(response_protocol)}` }];
}
