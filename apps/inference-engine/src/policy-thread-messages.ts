import type { OverallBlock } from '@medstream/evaluation';
import type { PolicyFigures } from '@medstream/metrics';
import type { ErrorCode } from '@medstream/schema';

/** Our own files hold ledgers of up to 100,000 frames of about 100 bytes each. */
export const MAX_OWN_RECORD_BYTES = 32 * 1024 * 1024;

/** What the thread is started with. */
export interface PolicyThreadData {
  /** Path of the items. */
  file: string;
  seed: number;
}

/** What the thread is told: O of the items in their order, then that there are no more. */
export type ToPolicies = OverallBlock | 'end';

/** What the thread tells. */
export type FromPolicies = { kind: 'taken' } | { kind: 'done'; figures: PolicyFigures } | { kind: 'failed'; code: ErrorCode; message: string; hint: string | undefined };
