import { z } from 'zod';

import { buildManifestSchema } from './build-manifest.js';
import { validationReportSchema } from './finding.js';
import { frameLedgerSchema } from './frame-ledger.js';
import { benchmarkItemSchema, CONDITIONAL_REQUIREMENTS } from './item.js';
import { jobSchema } from './job.js';
import { judgementSchema } from './judgement.js';
import { predictionSchema } from './prediction.js';
import { runManifestSchema } from './run-manifest.js';
import { itemScoreSchema } from './score.js';
import { summarySchema } from './summary.js';

/** The published file formats by name. */
const PUBLISHED_SCHEMAS = {
  item: benchmarkItemSchema,
  job: jobSchema,
  frames: frameLedgerSchema,
  prediction: predictionSchema,
  judgement: judgementSchema,
  score: itemScoreSchema,
  summary: summarySchema,
  validation: validationReportSchema,
  'build-manifest': buildManifestSchema,
  'run-manifest': runManifestSchema,
} as const;

export type PublishedSchemaName = keyof typeof PUBLISHED_SCHEMAS;

/**
 * The file formats as JSON Schema (draft 2020-12), for programs in other languages.
 * Requirements that depend on other fields, which the conversion drops, are added as if/then.
 */
export function exportJsonSchemas(): Record<PublishedSchemaName, Record<string, unknown>> {
  const entries = Object.entries(PUBLISHED_SCHEMAS).map(([name, schema]) => {
    const converted: Record<string, unknown> = { title: `medstream ${name}`, ...z.toJSONSchema(schema) };
    if (name === 'item') {
      converted['allOf'] = CONDITIONAL_REQUIREMENTS.map(({ when, requires }) => ({
        if: {
          properties: Object.fromEntries(Object.entries(when).map(([field, value]) => [field, { const: value }])),
          required: Object.keys(when),
        },
        then: { required: [...requires] },
      }));
    }
    return [name, converted];
  });
  return Object.fromEntries(entries) as Record<PublishedSchemaName, Record<string, unknown>>;
}
