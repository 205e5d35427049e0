import net from 'node:net';

export interface Sample {
  /** Requests answered per second over the whole run. */
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly requests: number;
  readonly failures: number;
}

/**
 * Sends requests over `connections` keep-alive sockets until `next` has no more or the time is up. It uses raw sockets and
 * prepared bytes, so that the client is not what is measured. An answer whose status `accepts` rejects is a failure.
 */
export async function drive(options: {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** The next request of a connection as bytes on the wire, given its last answer (null at first), or null when there is none left. */
  readonly next: (answer: string | null) => string | null;
  readonly accepts?: (status: number) => boolean;
}): Promise<Sample> {
  const accepts = options.accepts ?? ((status) => status >= 200 && status < 300);
  const latencies: number[] = [];
  let failures = 0;
  const started = performance.now();
  const deadline = started + options.seconds * 1000;
  await Promise.all(Array.from({ length: options.connections }, () => connection()));
  const elapsed = (performance.now() - started) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return {
    perSecond: latencies.length / elapsed,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    requests: latencies.length,
    failures,
  };

  function connection(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = net.connect(options.port, '127.0.0.1');
      let sentAt = 0;
      let pending = '';
      socket.setNoDelay(true);
      socket.setEncoding('latin1');
      const send = (answer: string | null) => {
        const request = performance.now() < deadline ? options.next(answer) : null;
        if (request === null) {
          socket.end();
          resolve();
          return;
        }
        sentAt = performance.now();
        socket.write(request);
      };
      socket.on('connect', () => send(null));
      socket.on('data', (chunk: string) => {
        pending += chunk;
        const length = answerLength(pending);
        if (length === null || pending.length < length) return;
        latencies.push(performance.now() - sentAt);
        if (!accepts(Number(pending.slice(9, 12)))) failures += 1;
        const answer = pending.slice(0, length);
        pending = pending.slice(length);
        send(answer);
      });
      socket.on('error', reject);
    });
  }
}

/** Length of the first answer in the text, null while its head is incomplete or its chunks have not ended. */
export function answerLength(text: string): number | null {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return null;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1];
  if (length !== undefined) return head + 4 + Number(length);
  const end = text.indexOf('\r\n0\r\n\r\n', head);
  return end < 0 ? null : end + 7;
}

/** A request as bytes on the wire. */
export function wire(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): string {
  const lines = Object.entries({ host: '127.0.0.1', connection: 'keep-alive', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const tail =
    body === undefined
      ? []
      : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`];
  return `${method} ${path} HTTP/1.1\r\n${[...lines, ...tail].join('\r\n')}\r\n\r\n${body ?? ''}`;
}
