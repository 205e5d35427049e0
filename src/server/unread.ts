import type { ServerResponse } from 'node:http';

/** Bytes of complete answers that their callers have not taken yet, over all connections. */
const MOST_BYTES = 128 * 1024 * 1024;

/**
 * Answers that are complete and wait for their callers to read them. They hold memory, but no place among the requests being
 * answered, so that callers who do not read do not keep others out. When they hold too much, the oldest are dropped: a
 * caller who reads is done within milliseconds.
 */
export class Unread {
  readonly #most: number;
  readonly #waiting = new Map<ServerResponse, number>();
  #bytes = 0;

  constructor(most = MOST_BYTES) {
    this.#most = most;
  }

  /** Bytes that wait to be read. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Counts an answer that has ended until it is read or its connection is gone. */
  hold(response: ServerResponse): void {
    const bytes = response.writableLength;
    if (bytes === 0 || response.destroyed || this.#waiting.has(response)) return;
    this.#waiting.set(response, bytes);
    this.#bytes += bytes;
    response.once('close', () => this.#forget(response));
    for (const [oldest] of this.#waiting) {
      if (this.#bytes <= this.#most) return;
      this.#forget(oldest);
      oldest.destroy();
    }
  }

  #forget(response: ServerResponse): void {
    this.#bytes -= this.#waiting.get(response) ?? 0;
    this.#waiting.delete(response);
  }
}
