import type { IncomingMessage } from 'node:http';
import { BodyBroken } from '@/surfaces/trpc/upload';

/** Uploads that arrive at the same time; each holds a piece of its file and, between two pieces, a connection to the database. */
const AT_ONCE = 4;
/** Longest time without a byte while we wait for one. */
const SILENT_MS = 15_000;
/** Longest time that an upload may take. */
export const UPLOAD_MS = 15 * 60_000;
/** What is read and thrown away of an upload that was refused, so that its sender hears the reason instead of a broken connection. */
const DRAIN_BYTES = 64 * 1024 * 1024;
const DRAIN_MS = 5_000;

/** The bodies of uploads, which are read as their rows are stored: the one exception to reading bodies whole beforehand. */
export class Uploads {
  #inside = 0;
  #isStopping = false;
  readonly #open = new Set<IncomingMessage>();

  /** Uploads being read. */
  get inside(): number {
    return this.#inside;
  }

  /** Drops every upload, now and in the future, because the server is shutting down; what arrived of each is kept. */
  stop(): void {
    this.#isStopping = true;
    for (const request of this.#open) request.destroy();
  }

  /** Takes a place; false when there is none. `leave` returns it. */
  enter(): boolean {
    if (this.#isStopping || this.#inside >= AT_ONCE) return false;
    this.#inside += 1;
    return true;
  }

  leave(): void {
    this.#inside -= 1;
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

  /** Reads on for a moment and throws away what arrives. */
  async drain(request: IncomingMessage): Promise<void> {
    if (request.complete || request.destroyed) return;
    await new Promise<void>((resolve) => {
      let length = 0;
      const timer = setTimeout(resolve, DRAIN_MS);
      const end = () => {
        clearTimeout(timer);
        resolve();
      };
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
