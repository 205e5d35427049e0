import { IncomingMessage } from 'node:http';
import { BODY_LIMIT } from './inbound';

/** The result of reading a request's body. */
export type Intake =
  | { readonly kind: 'whole'; readonly body: Buffer }
  /** More bytes than `BODY_LIMIT` were sent or announced; the door words the refusal. */
  | { readonly kind: 'large' }
  /** The body took too long. */
  | { readonly kind: 'slow' }
  /** This caller, or all callers together, have too many unfinished bodies; nothing was read. */
  | { readonly kind: 'crowded'; readonly byCaller: boolean }
  /** The caller disconnected, or the server is shutting down. */
  | { readonly kind: 'gone' };

export interface IntakeLimits {
  /** Unfinished bodies of one address. */
  readonly perAddress: number;
  /** Unfinished bodies in total. */
  readonly total: number;
  /** Bytes held for unfinished bodies in total. */
  readonly bytes: number;
  /** Longest a body may take from its first byte to its last, in milliseconds. */
  readonly wholeMs: number;
  /** Longest time without a byte, in milliseconds. */
  readonly silentMs: number;
}

export const INTAKE_LIMITS: IntakeLimits = {
  perAddress: 128,
  total: 1_024,
  bytes: 128 * BODY_LIMIT,
  wholeMs: 20_000,
  silentMs: 5_000,
};

const EMPTY: Intake = { kind: 'whole', body: Buffer.alloc(0) };

/**
 * Reads request bodies completely before the requests are processed: a slow body occupies a socket and its own bytes,
 * but no slot among the requests being answered and no database connection. Bodies are counted by address and in total,
 * limited to `BODY_LIMIT` and timed.
 */
export class BodyIntake {
  readonly #limits: IntakeLimits;
  readonly #byAddress = new Map<string, number>();
  readonly #open = new Map<IncomingMessage, () => void>();
  #bytes = 0;
  #isStopping = false;

  constructor(limits: IntakeLimits = INTAKE_LIMITS) {
    this.#limits = limits;
  }

  /** Bodies being read. */
  get unfinished(): number {
    return this.#open.size;
  }

  /** Drops every unfinished body, now and in the future, because the server is shutting down. */
  stop(): void {
    this.#isStopping = true;
    for (const giveUp of this.#open.values()) giveUp();
  }

  /** The whole body of a request; returned immediately when it has none. */
  take(request: IncomingMessage, address: string): Intake | Promise<Intake> {
    const announced = request.headers['content-length'];
    const isChunked = request.headers['transfer-encoding'] !== undefined;
    if (!isChunked && (announced === undefined || announced === '0')) return EMPTY;
    if (Number(announced ?? '0') > BODY_LIMIT) return { kind: 'large' };
    if (this.#isStopping) return { kind: 'gone' };
    const mine = this.#byAddress.get(address) ?? 0;
    if (mine >= this.#limits.perAddress) return { kind: 'crowded', byCaller: true };
    if (this.#open.size >= this.#limits.total || this.#bytes >= this.#limits.bytes) {
      return { kind: 'crowded', byCaller: false };
    }
    this.#byAddress.set(address, mine + 1);
    return this.#read(request).finally(() => {
      const left = (this.#byAddress.get(address) ?? 1) - 1;
      if (left === 0) this.#byAddress.delete(address);
      else this.#byAddress.set(address, left);
    });
  }

  /** Uses events because an async iterator over a request costs more than the rest of reading it. */
  #read(request: IncomingMessage): Promise<Intake> {
    return new Promise((resolve) => {
      const pieces: Buffer[] = [];
      let length = 0;
      let heard = performance.now();
      const started = heard;
      // One timer that checks every second costs less than resetting a timer with every piece.
      const watch = setInterval(
        () => {
          const now = performance.now();
          if (now - heard > this.#limits.silentMs || now - started > this.#limits.wholeMs)
            end({ kind: 'slow' });
        },
        Math.min(1_000, this.#limits.silentMs),
      );
      const end = (result: Intake) => {
        clearInterval(watch);
        this.#open.delete(request);
        this.#bytes -= length;
        request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
        // A body that will not be read must not fill memory; the answer closes the connection.
        if (result.kind !== 'whole') request.pause();
        resolve(result);
      };
      const onData = (piece: Buffer) => {
        heard = performance.now();
        length += piece.length;
        this.#bytes += piece.length;
        if (length > BODY_LIMIT) end({ kind: 'large' });
        else pieces.push(piece);
      };
      const onEnd = () => {
        const [first] = pieces;
        const body = pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces);
        end({ kind: 'whole', body });
      };
      const onClose = () => end({ kind: 'gone' });
      this.#open.set(request, onClose);
      request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
    });
  }
}

/**
 * The request with its body still unread, for a reader that requires a stream (Next). All other
 * properties are the original's.
 */
export function replayed(request: IncomingMessage, body: Buffer): IncomingMessage {
  const copy = new IncomingMessage(request.socket);
  copy.method = request.method;
  copy.url = request.url;
  copy.headers = request.headers;
  copy.rawHeaders = request.rawHeaders;
  copy.httpVersion = request.httpVersion;
  copy.httpVersionMajor = request.httpVersionMajor;
  copy.httpVersionMinor = request.httpVersionMinor;
  copy.complete = true;
  copy.push(body);
  copy.push(null);
  return copy;
}
