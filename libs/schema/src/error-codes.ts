/** Exit codes of both commands (contracts.md section 2). 130 is set by the signal handler alone. */
export type ExitCode = 0 | 1 | 2 | 3 | 70 | 130;

/**
 * Whether to try again: `transient` (later), `overloaded` (as long as told), `permanent` (never),
 * `defect` (never, and tell the developers).
 */
export type RetryVerdict = 'transient' | 'overloaded' | 'permanent' | 'defect';

interface ErrorClass {
  exit: ExitCode;
  verdict: RetryVerdict;
  meaning: string;
}

/** The closed list of error codes: `area/what-happened`. */
export const ERROR_CLASSES = {
  'usage/bad-argument': { exit: 2, verdict: 'permanent', meaning: 'a flag or argument has a value that cannot be used' },
  'usage/missing-root': { exit: 2, verdict: 'permanent', meaning: 'a folder named on the command line does not exist' },
  'usage/output-not-empty': { exit: 2, verdict: 'permanent', meaning: 'the output folder holds something else, or needs --resume' },
  'config/unknown-key': { exit: 2, verdict: 'permanent', meaning: 'a configuration file holds a key that nothing reads' },
  'config/bad-value': { exit: 2, verdict: 'permanent', meaning: 'a configuration value has the wrong type or range' },
  'config/unreadable': { exit: 2, verdict: 'permanent', meaning: 'a configuration file cannot be read or parsed' },
  'store/locked': { exit: 2, verdict: 'transient', meaning: 'another live process works on this folder' },
  'store/disk-full': { exit: 3, verdict: 'transient', meaning: 'the disk is full (ENOSPC) or a quota is used up' },
  'store/not-writable': { exit: 3, verdict: 'permanent', meaning: 'a file or folder cannot be written' },
  'store/corrupt': { exit: 1, verdict: 'permanent', meaning: 'a file of ours does not hold what its hash or format says' },
  'input/not-json': { exit: 1, verdict: 'permanent', meaning: 'a text that should be JSON is not' },
  'input/unreadable': { exit: 1, verdict: 'permanent', meaning: 'an input file cannot be read' },
  'input/bad-record': { exit: 1, verdict: 'permanent', meaning: 'a record does not have the expected fields' },
  'input/too-large': { exit: 1, verdict: 'permanent', meaning: 'a record, file or picture is over the stated limit' },
  'input/no-items': { exit: 1, verdict: 'permanent', meaning: 'the input holds no item' },
  'input/duplicate': { exit: 2, verdict: 'permanent', meaning: 'an id occurs twice where it must be unique' },
  'input/unknown-id': { exit: 2, verdict: 'permanent', meaning: 'an id names nothing in the benchmark' },
  'source/unknown': { exit: 2, verdict: 'permanent', meaning: 'no source of that name' },
  'source/bad-layout': { exit: 1, verdict: 'permanent', meaning: 'the folder does not look like the data set' },
  'source/bad-label': { exit: 1, verdict: 'permanent', meaning: 'a label file or row cannot be read' },
  'source/time-base-mismatch': { exit: 1, verdict: 'permanent', meaning: 'labels and media disagree about the time base' },
  'media/ffmpeg-missing': { exit: 3, verdict: 'permanent', meaning: 'no usable ffmpeg was found' },
  'media/missing': { exit: 3, verdict: 'permanent', meaning: 'a media file is not there' },
  'media/outside-root': { exit: 1, verdict: 'permanent', meaning: 'a media path leads out of the media root' },
  'media/undecodable': { exit: 1, verdict: 'permanent', meaning: 'no picture could be decoded' },
  'media/endpoint-beyond-end': { exit: 1, verdict: 'permanent', meaning: 'a target lies more than 1 s after the last frame' },
  'media/gap': { exit: 1, verdict: 'permanent', meaning: 'the last good picture is over 1 s older than the target' },
  'media/limit': { exit: 1, verdict: 'permanent', meaning: 'a picture or stream is over the size or time limit' },
  'media/future-frame': { exit: 70, verdict: 'defect', meaning: 'a frame later than the end of the evidence window was about to be used' },
  'model/unknown': { exit: 2, verdict: 'permanent', meaning: 'no provider or model of that name' },
  'model/missing-key': { exit: 2, verdict: 'permanent', meaning: 'the provider needs a key that is not set' },
  'model/unreachable': { exit: 3, verdict: 'transient', meaning: 'the model server does not answer' },
  'model/failing': { exit: 3, verdict: 'transient', meaning: 'the model server answers with errors, too late, or with bodies that cannot be read' },
  'model/bad-request': { exit: 1, verdict: 'permanent', meaning: 'the model server refuses the request as it is' },
  'model/quota-used-up': { exit: 3, verdict: 'transient', meaning: 'the quota of a day, or the credit, of the model\'s account is used up; the run can be resumed later' },
  'model/blind': { exit: 3, verdict: 'permanent', meaning: 'the model server gives one answer to different pictures, though it answers differently without any' },
  'model/upload-refused': { exit: 2, verdict: 'permanent', meaning: 'the terms of a data set do not allow its pictures to leave the machine' },
  'run/plan-changed': { exit: 2, verdict: 'permanent', meaning: 'a run cannot be resumed because its plan differs' },
  'run/cost-limit': { exit: 1, verdict: 'permanent', meaning: 'the stated cost limit is reached' },
  'bus/unreachable': { exit: 3, verdict: 'transient', meaning: 'no NATS server answers at the given address' },
  'bus/unsafe-stream': { exit: 3, verdict: 'permanent', meaning: 'a stream or consumer exists with settings that could lose or misdirect work' },
  'bus/bad-event': { exit: 1, verdict: 'permanent', meaning: 'a message is not an event of the catalogue' },
  'bus/conflicting-request': { exit: 1, verdict: 'permanent', meaning: 'an id was used before with other data' },
  'bus/outside-roots': { exit: 2, verdict: 'permanent', meaning: 'a path of a request leads out of the folders of MEDSTREAM_ROOTS' },
  'bus/old-broker': { exit: 3, verdict: 'permanent', meaning: 'the NATS server is older than production allows' },
  'bus/timed-out': { exit: 3, verdict: 'transient', meaning: 'the broker did not answer in time' },
  'metrics/unreadable-gold': { exit: 1, verdict: 'permanent', meaning: 'a gold answer does not read as itself' },
  'defect/not-representable': { exit: 70, verdict: 'defect', meaning: 'a value of ours cannot be written' },
  'defect/broken-promise': { exit: 70, verdict: 'defect', meaning: 'an internal promise did not hold' },
} as const satisfies Record<string, ErrorClass>;

export type ErrorCode = keyof typeof ERROR_CLASSES;

/** The exit code a command ends with when an error of this code reaches the top. */
export function exitCodeOf(code: ErrorCode): ExitCode {
  return ERROR_CLASSES[code].exit;
}

/** Whether the same call may succeed later. */
export function retryVerdictOf(code: ErrorCode): RetryVerdict {
  return ERROR_CLASSES[code].verdict;
}
