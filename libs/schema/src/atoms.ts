import { z } from 'zod';

/** Lower-case hexadecimal SHA-256 of some bytes. */
export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 lower-case hexadecimal digits (SHA-256)');

/**
 * A time in seconds from the first displayed frame, or a frame index for image sequences; finite and not negative.
 * Compare times in integer microseconds, never as floats (`secondsToMicros` in the sampling library).
 */
export const timeSchema = z.number().nonnegative().max(1e7);

/** A closed evidence window [start, end], both ends included. */
export const timeRangeSchema = z.tuple([timeSchema, timeSchema]);

/** Integer microseconds from the first displayed frame; the unit of every comparison inside the engines. */
export const microsSchema = z.int();

export type TimeRange = z.infer<typeof timeRangeSchema>;
