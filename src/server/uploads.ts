import type { IncomingMessage } from 'node:http';
import { BodyBroken } from '@/surfaces/trpc/upload';
import { type Entry, type Party, Turnstile } from './turnstile';

/** Uploads that arrive at the same time; each holds a piece of its file and, between two pieces, a connection to the database. */
const AT_ONCE = 4;
/** Longest time without a byte while we wait for one. */
const SILENT_MS = 15_000;
/** Longest time that an upload may take. */
export const UPLOAD_MS = 15 * 60_000;
/** What is read and thrown away of an upload that was refused, so that its sender gets the reason instead of a broken connection. */
const DRAIN_BYTES = 64 * 1024 * 1024;
const DRAIN_MS = 5_000;
/** Refused uploads that are read on at the same time; further ones are cut off. */
const MOST_DRAINING = 16;

/** The bodies of uploads, which are read as their rows are stored: the one exception to reading bodies whole beforehand. */
export class Uploads {
  readonly #places = new Turnstile(AT_ONCE);
  /** For each refused upload that is read on, the function that stops it. */
  readonly #draining = new Set<() => void>();
  #isStopping = false;
  readonly #open = new Set<IncomingMessage>();

  /** Uploads being read. */
  get inside(): number {
    return this.#places.inside;
  }

  /** Drops every upload, now and in the future, because the server is shutting down; what arrived of each is kept. */
  stop(): void {
    this.#isStopping = true;
    for (const request of this.#open) request.destroy();
    for (const end of this.#draining) end();
  }

  /**
   * Takes a place; `leave` returns it. One credential has half of them at most and one network three quarters: a sender may take a
   * quarter of an hour.
   */
  enter(party: Party): Entry {
    return this.#isStopping ? 'full' : this.#places.enter(party, 1);
  }

  leave(party: Party): void {
    this.#places.leave(party, 1);
  }

  /** The bytes as they arrive, no faster than they are taken. Throws BodyBroken when they stop arriving. */
  async *bytesOf(request: IncomingMessage): AsyncGenerator<Uint8Array, void> {
    const pieces: AsyncIterator<Uint8Array> = request.iterator({ destroyOnReturn: false });
    const started = performance.now();
    this.#open.add(request);
    try {
      for (;;) {
        const next = await patiently(pieces.next());
        if (next.done === true) return;
        if (performance.now() - started > UPLOAD_MS) throw tooSlow();
        yield next.value;
      }
    } finally {
      this.#open.delete(request);
      await pieces.return?.();
    }
  }

  /** Reads on for a moment and throws away what arrives. Holds no place meanwhile, or refused senders would keep others out. */
  async drain(request: IncomingMessage): Promise<void> {
    if (request.complete || request.destroyed || this.#isStopping || this.#draining.size >= MOST_DRAINING)
      return;
    await new Promise<void>((resolve) => {
      let length = 0;
      const end = () => {
        clearTimeout(timer);
        this.#draining.delete(end);
        resolve();
      };
      const timer = setTimeout(end, DRAIN_MS);
      this.#draining.add(end);
      request.on('data', (piece: Uint8Array) => {
        length += piece.length;
        if (length > DRAIN_BYTES) end();
      });
      request.on('end', end).on('close', end).on('error', end);
      request.resume();
    });
  }
}

const tooSlow = () => new BodyBroken(408, 'The upload took too long. Choose the file again to continue.');

async function patiently<T>(piece: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow()), SILENT_MS);
  });
  try {
    return await Promise.race([piece, late]);
  } catch (error) {
    if (error instanceof BodyBroken) throw error;
    throw new BodyBroken(400, 'The upload was interrupted. Choose the file again to continue.');
  } finally {
    clearTimeout(timer);
  }
}
