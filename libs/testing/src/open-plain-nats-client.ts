import { connect } from 'node:net';

/** A message as it arrived. */
export interface PlainMessage {
  subject: string;
  text: string;
}

/** A NATS client made of nothing but the public text protocol: what a program outside may be, whatever it is written in. */
export interface PlainNatsClient {
  /** Messages of the subjects listened to, in order of arrival. */
  readonly heard: readonly PlainMessage[];
  listen(subject: string): void;
  /** Publishes and waits for the answer on an inbox: JetStream's confirmation, or a reply to a question. */
  request(subject: string, text: string, timeoutMs?: number): Promise<string>;
  /** Waits until a heard message fits. @throws Error after `timeoutMs` (default 60 s) */
  waitFor(fits: (message: PlainMessage) => boolean, timeoutMs?: number): Promise<PlainMessage>;
  close(): void;
}

/** @param url `nats://host:port` */
export async function openPlainNatsClient(url: string): Promise<PlainNatsClient> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const heard: PlainMessage[] = [];
  const answers = new Map<string, (text: string) => void>();
  let onHeard = (): void => undefined;
  let [received, failure, subscriptions] = [Buffer.alloc(0), null as Error | null, 0];
  socket.on('error', (error) => (failure = error)).on('close', () => (failure ??= new Error('the server closed the connection')));
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes]);
    for (let read = readWord(received); read !== null; read = readWord(received)) {
      received = received.subarray(read.length);
      if (read.line === 'PING') socket.write('PONG\r\n');
      if (read.message === undefined) continue;
      const answer = answers.get(read.message.subject);
      if (answer === undefined) heard.push(read.message);
      else answer(read.message.text);
      onHeard();
    }
  });
  const inbox = `_INBOX.plain${process.pid}x${Math.trunc(performance.now() * 1000)}`;
  socket.write(`CONNECT {"verbose":false,"pedantic":false,"lang":"plain","version":"1","protocol":0}\r\nSUB ${inbox}.* 0\r\n`);
  const within = <Value>(timeoutMs: number, what: string, begin: (resolve: (value: Value) => void) => void): Promise<Value> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(failure ?? new Error(`${what}: not within ${timeoutMs} ms; heard ${JSON.stringify(heard.slice(-5))}`)), timeoutMs);
      begin((value) => {
        clearTimeout(timer);
        resolve(value);
      });
    });
  return {
    heard,
    listen: (subject) => void socket.write(`SUB ${subject} ${(subscriptions += 1)}\r\n`),
    request: (subject, text, timeoutMs = 30_000) =>
      within<string>(timeoutMs, `an answer to ${subject}`, (resolve) => {
        const reply = `${inbox}.${(subscriptions += 1)}`;
        answers.set(reply, resolve);
        socket.write(`PUB ${subject} ${reply} ${Buffer.byteLength(text)}\r\n${text}\r\n`);
      }),
    waitFor: (fits, timeoutMs = 60_000) =>
      within<PlainMessage>(timeoutMs, 'a message', (resolve) => {
        const look = (): void => {
          const found = heard.find(fits);
          if (found !== undefined) resolve(found);
        };
        onHeard = look;
        look();
      }),
    close: () => socket.destroy(),
  };
}

/** One word of the protocol: `MSG subject sid [reply] bytes` with its payload, or a line of its own. */
function readWord(bytes: Buffer): { line: string; length: number; message?: PlainMessage } | null {
  const end = bytes.indexOf('\r\n');
  if (end < 0) return null;
  const line = bytes.subarray(0, end).toString('utf8');
  const match = /^MSG (\S+) +\S+ +(?:\S+ +)?(\d+)$/.exec(line);
  if (match === null) return { line, length: end + 2 };
  const size = Number(match[2]);
  if (bytes.length < end + 2 + size + 2) return null;
  return { line, length: end + 2 + size + 2, message: { subject: match[1] as string, text: bytes.subarray(end + 2, end + 2 + size).toString('utf8') } };
}
