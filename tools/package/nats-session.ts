import { connect, type Socket } from 'node:net';

/** The few words of the NATS client protocol that a test of permissions needs. */
export interface NatsSession {
  /** @returns the subjects that this user may not publish to; all others are published, empty */
  findRefusedToPublish(subjects: readonly string[]): Promise<string[]>;
  /** @returns the subjects that this user may not subscribe to */
  findRefusedToSubscribe(subjects: readonly string[]): Promise<string[]>;
  /** Publishes one text and waits until the server has taken it. */
  publish(subject: string, text: string): Promise<void>;
  close(): void;
}

/**
 * Connects as one user.
 *
 * @throws Error with the server's own words when it refuses the user
 */
export async function openNatsSession(port: number, user: string, password: string): Promise<NatsSession> {
  const socket = connect({ host: '127.0.0.1', port });
  const roundTrip = prepareRoundTrips(socket);
  const greeting = await roundTrip(`CONNECT ${JSON.stringify({ verbose: false, pedantic: false, lang: 'test', version: '1', protocol: 1, user, pass: password })}\r\n`);
  const refusal = /-ERR '(.+)'/.exec(greeting)?.[1];
  if (refusal !== undefined) {
    socket.destroy();
    throw new Error(refusal);
  }
  return {
    findRefusedToPublish: async (subjects) => listRefused(await roundTrip(subjects.map((subject) => `PUB ${subject} 0\r\n\r\n`).join('')), 'Publish'),
    findRefusedToSubscribe: async (subjects) =>
      listRefused(await roundTrip(subjects.map((subject, index) => `SUB ${subject} ${index + 1}\r\n`).join('')), 'Subscription'),
    publish: async (subject, text) => {
      const refused = listRefused(await roundTrip(`PUB ${subject} ${Buffer.byteLength(text)}\r\n${text}\r\n`), 'Publish');
      if (refused.length > 0) throw new Error(`may not publish to ${subject}`);
    },
    close: () => socket.destroy(),
  };
}

/** The server answers in order: what comes before the PONG belongs to what went before the PING. */
function prepareRoundTrips(socket: Socket): (words: string) => Promise<string> {
  let received = '';
  let listen = () => {};
  let failure: Error | null = null;
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
    listen();
  });
  const fail = (error?: Error) => {
    failure ??= error ?? new Error('the server closed the connection');
    listen();
  };
  socket.on('error', fail).on('close', () => fail());
  return (words) =>
    new Promise((resolve, reject) => {
      socket.write(`${words}PING\r\n`);
      listen = () => {
        const end = received.indexOf('PONG\r\n');
        if (end >= 0) {
          const answer = received.slice(0, end);
          received = received.slice(end + 6);
          resolve(answer);
        } else if (failure !== null) {
          // a refused user is told so and hung up on
          if (received.includes('-ERR')) resolve(received);
          else reject(failure);
        }
      };
      listen();
    });
}

function listRefused(answer: string, deed: 'Publish' | 'Subscription'): string[] {
  return [...answer.matchAll(new RegExp(`-ERR 'Permissions Violation for ${deed} to "([^"]+)"`, 'g'))].map(([, subject = '']) => subject);
}
