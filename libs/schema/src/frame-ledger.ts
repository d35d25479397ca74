import { z } from 'zod';

import { sha256Schema, timeSchema } from './atoms.js';

/** One frame that a job was given. */
export const frameRecordSchema = z.strictObject({
  requested: timeSchema.describe('the target time'),
  pts: timeSchema.describe('time of the frame really delivered; never later than the end of the window'),
  sha256: sha256Schema.describe('hash of the encoded picture that is sent'),
  note: z.string().optional().describe('why the frame is not simply the one on display at the requested time'),
});

/** One line of `frames.jsonl`. */
export const frameLedgerSchema = z.strictObject({
  job_id: z.string().min(1),
  frames: z.array(frameRecordSchema).describe('in presentation order, each frame once'),
});

export type FrameRecord = z.infer<typeof frameRecordSchema>;
export type FrameLedger = z.infer<typeof frameLedgerSchema>;
