import { z } from 'zod';

export const SEVERITIES = ['error', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** One thing a validation rule has to say about one item or file. */
export const findingSchema = z.strictObject({
  code: z.string().describe('stable code of the rule: area/what'),
  severity: z.enum(SEVERITIES),
  file: z.string().nullable().describe('file as given on the command line; null inside a build'),
  record: z.int().min(1).nullable().describe('1-based record number in the file'),
  sample_id: z.string().nullable(),
  path: z.string().describe('field, e.g. rounds[2].current_time; empty for the whole item'),
  message: z.string().describe('what is wrong and what was expected'),
});
export type Finding = z.infer<typeof findingSchema>;

/** `validate --json` and `OUT/validation.json`. */
export const validationReportSchema = z.strictObject({
  files: z.array(z.string()),
  items: z.int().min(0),
  accepted: z.int().min(0).describe('items without an error'),
  findings: z.array(findingSchema).describe('of `validate` at most 5,000 of each code, in the order of the records; the summary counts all'),
  summary: z.record(z.string(), z.int().min(0)).describe('findings by code'),
});
export type ValidationReport = z.infer<typeof validationReportSchema>;
