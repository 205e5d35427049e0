import net from 'node:net';
import { answerLength } from './load';

/** An answer as received: its status and everything after its head. */
export interface WireAnswer {
  readonly status: number;
  readonly text: string;
}

interface Waiting {
  readonly request: string;
  readonly answered: (answer: WireAnswer | null) => void;
}

interface Line {
  readonly socket: net.Socket;
  asked: Waiting | null;
  pending: string;
}

/**
 * Keep-alive connections that send prepared bytes, as many requests at once as there are connections, the rest in the order in which
 * they came. `fetch` takes a third of a core for a thousand requests a second: on a machine that the server shares with its callers
 * that is measured as the server's slowness.
 */
export class WirePool {
  readonly #port: number;
  readonly #most: number;
  readonly #idle: Line[] = [];
  readonly #lines = new Set<Line>();
  readonly #waiting: Waiting[] = [];
  /** How many of the waiting requests were taken; they are removed in portions, since removing one from the front moves all the others. */
  #taken = 0;

  constructor(port: number, connections: number) {
    this.#port = port;
    this.#most = connections;
  }

  /** The answer to a request as bytes on the wire (`wire`), or null when its connection broke before it came. */
  ask(request: string): Promise<WireAnswer | null> {
    return new Promise((answered) => {
      const line = this.#idle.pop() ?? (this.#lines.size < this.#most ? this.#open() : undefined);
      if (line === undefined) this.#waiting.push({ request, answered });
      else send(line, { request, answered });
    });
  }

  /** Ends the connections; no request may be in flight. */
  close(): void {
    for (const line of this.#lines) line.socket.destroy();
  }

  #open(): Line {
    const socket = net.connect(this.#port, '127.0.0.1');
    const line: Line = { socket, asked: null, pending: '' };
    this.#lines.add(line);
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => this.#heard(line, chunk));
    // An error closes as well.
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#lines.delete(line);
      const at = this.#idle.indexOf(line);
      if (at >= 0) this.#idle.splice(at, 1);
      line.asked?.answered(null);
      line.asked = null;
      const next = this.#next();
      if (next !== undefined) send(this.#open(), next);
    });
    return line;
  }

  #heard(line: Line, chunk: string): void {
    line.pending += chunk;
    const length = answerLength(line.pending);
    if (length === null || line.pending.length < length) return;
    const answer = line.pending.slice(0, length);
    line.pending = line.pending.slice(length);
    const asked = line.asked;
    line.asked = null;
    const next = this.#next();
    if (next === undefined) this.#idle.push(line);
    else send(line, next);
    asked?.answered({
      status: Number(answer.slice(9, 12)),
      text: answer.slice(answer.indexOf('\r\n\r\n') + 4),
    });
  }

  #next(): Waiting | undefined {
    const next = this.#waiting[this.#taken];
    if (next === undefined) return undefined;
    this.#taken += 1;
    if (this.#taken >= 1_024 || this.#taken === this.#waiting.length) {
      this.#waiting.splice(0, this.#taken);
      this.#taken = 0;
    }
    return next;
  }
}

function send(line: Line, waiting: Waiting): void {
  line.asked = waiting;
  line.socket.write(waiting.request);
}
