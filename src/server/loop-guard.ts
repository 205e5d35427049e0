import { log } from '@/lib/telemetry/log';

/** How often the loop is looked at, and how long it may be held beyond that: everyone else's request waits meanwhile. */
const LOOK_MS = 10;
const MOST_MS = 50;

export interface Held {
  readonly heldMs: number;
  /** The requests that were being answered, or ended, since the loop was looked at last. */
  readonly during: readonly string[];
}

/**
 * Names what holds the event loop: between two looks that are too far apart, one of the requests being answered computed for all
 * that time. Time is handed in.
 */
export class LoopGuard {
  readonly #tell: (held: Held) => void;
  readonly #inside = new Map<symbol, string>();
  #ended: string[] = [];
  #lookedAt: number | null = null;

  constructor(tell: (held: Held) => void) {
    this.#tell = tell;
  }

  /** A request begins; the result is called when it ends. */
  enter(request: string): () => void {
    const key = Symbol(request);
    this.#inside.set(key, request);
    return () => {
      if (this.#inside.delete(key)) this.#ended.push(request);
    };
  }

  /** Called every ten milliseconds, as well as the loop allows. */
  look(atMs: number): void {
    const heldMs = this.#lookedAt === null ? 0 : atMs - this.#lookedAt - LOOK_MS;
    this.#lookedAt = atMs;
    const during = [...this.#inside.values(), ...this.#ended];
    this.#ended = [];
    if (heldMs > MOST_MS && during.length > 0) this.#tell({ heldMs: Math.round(heldMs), during });
  }
}

/** A guard that looks on its own and warns in the log. For development: it costs a timer and a note a request. */
export function watchLoop(): LoopGuard {
  const guard = new LoopGuard((held) => log.warn(held, 'the event loop was held'));
  setInterval(() => guard.look(performance.now()), LOOK_MS).unref();
  return guard;
}
