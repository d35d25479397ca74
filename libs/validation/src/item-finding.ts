import type { Severity } from '@medstream/schema';

import type { ValidationCode } from './validation-rules.js';

/** What a check says about one item; file, record and severity are added by the validator. */
export interface ItemFinding {
  code: ValidationCode;
  /** The field, e.g. `choices[2]`; empty for the whole item. */
  path: string;
  message: string;
  /** Only where the table says that it depends. */
  severity?: Severity;
}
