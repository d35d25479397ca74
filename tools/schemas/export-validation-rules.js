// Writes the table of validation rules to docs/validation-rules.md. A test of the validation library fails when it is stale.
import { writeFileSync } from 'node:fs';

import { renderValidationRules } from '@medstream/validation';

writeFileSync(new URL('../../docs/validation-rules.md', import.meta.url), renderValidationRules());
