import { cleanLine, type ErrorCode, isEngineStatus, type Prediction } from '@medstream/schema';

/** Causes told one by one before the rest is counted. */
const SHOWN = 10;

/**
 * How to mend what makes calls fail, in the order of the codes. `--resume` is named only where the same call can end
 * otherwise: at once, later, or once something was put right.
 */
const REMEDIES: Partial<Record<ErrorCode, string>> = {
  'media/missing': 'put the file below --media-root, then give the same command with --resume',
  'media/outside-root': 'put the file itself below --media-root instead of a link that leads out of it, then give the same command with --resume',
  'media/undecodable': 'fetch the file again, or cut the recording anew, then give the same command with --resume',
  'media/endpoint-beyond-end': 'the file is shorter than the questions about it: fetch it again, then give the same command with --resume; if it is the whole recording, --resume does not help and the items are wrong',
  'media/gap': 'the file lacks pictures where a question looks: fetch it again, then give the same command with --resume',
  'media/limit': 'make the file smaller (or its pictures), then give the same command with --resume',
  'input/unreadable': 'let this user read the file, then give the same command with --resume',
  'model/unreachable': 'start the server, or correct --base-url, then give the same command with --resume',
  'model/failing': 'look into the log of the server; once it is well, give the same command with --resume',
  'model/quota-used-up': 'when the quota is there again, give the same command with --resume',
  'model/missing-key': 'set the environment variable of the key (medstream-eval models names it), then give the same command with --resume',
  'model/unknown': 'correct --base-url and give the same command with --resume; for another --model begin a run in a new folder',
  'model/bad-request': 'the same request will be refused again: change what the server takes (pictures a call, length, settings), or begin a run in a new folder with another --model or a smaller --max-frames',
  'store/corrupt': 'give the same command with --resume: what is damaged is made anew',
  'media/future-frame': 'this is a defect of medstream: report it with the manifest of the run',
};

interface Cause {
  code: string;
  message: string;
  calls: number;
  /** The first question that met it. */
  sampleId: string;
}

/** One line for all calls that failed by no fault of the model, then each cause once: code, what, where, how to mend. */
export async function describeRunFailures(predictions: AsyncIterable<unknown>, { calls }: { calls: number }): Promise<string> {
  const causes = new Map<string, Cause>();
  for await (const record of predictions) {
    const { status, error, sample_id: sampleId } = record as Prediction;
    if (!isEngineStatus(status)) continue;
    const [code, message] = [error?.code ?? status, error?.message ?? 'no reply'];
    // numbers of requests and times differ from call to call and are no other cause
    const key = `${code} ${message.replaceAll(/[0-9a-f-]*\d[0-9a-f-]*/gi, '#')}`;
    const cause = causes.get(key);
    if (cause === undefined) causes.set(key, { code, message, sampleId, calls: 1 });
    else cause.calls += 1;
  }
  const list = [...causes.values()].sort((one, other) => other.calls - one.calls);
  const failed = list.reduce((sum, cause) => sum + cause.calls, 0);
  const lines = [`warning: ${failed} of ${calls} calls failed by no fault of the model`];
  for (const cause of list.slice(0, SHOWN)) {
    lines.push(`error ${cause.code}: ${cleanLine(cause.message)} (${cause.calls} ${cause.calls === 1 ? 'call' : 'calls'}, such as ${cleanLine(cause.sampleId)})`);
    const remedy = REMEDIES[cause.code as ErrorCode];
    if (remedy !== undefined) lines.push(`how to mend: ${remedy}`);
  }
  if (list.length > SHOWN) lines.push(`and ${list.length - SHOWN} more causes, see predictions.jsonl`);
  return `${lines.join('\n')}\n`;
}
