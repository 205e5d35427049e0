/** How long a credential's standing is cached. A revocation reaches every process within that time. */
export const STANDING_LIFE_MS = 2_000;

interface Entry<Value> {
  readonly value: Promise<Value>;
  readonly until: number;
}

/**
 * Caches answers for a moment, so that a burst of requests with one credential costs one query. Failures are not cached.
 * The size is bounded: when full, everything is dropped, which costs one query per credential.
 */
export class ShortMemory<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #lifeMs: number;
  readonly #most: number;

  constructor(lifeMs: number, most = 10_000) {
    this.#lifeMs = lifeMs;
    this.#most = most;
  }

  recall(key: string, ask: () => Promise<Value>): Promise<Value> {
    const now = performance.now();
    const known = this.#entries.get(key);
    if (known !== undefined && known.until > now) return known.value;
    if (this.#entries.size >= this.#most) this.#entries.clear();
    const value = ask();
    const entry = { value, until: now + this.#lifeMs };
    this.#entries.set(key, entry);
    value.catch(() => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    });
    return value;
  }

  /** Drops everything whose key has this prefix, so that this process sees its own changes at once. */
  forget(prefix: string): void {
    for (const key of this.#entries.keys()) if (key.startsWith(prefix)) this.#entries.delete(key);
  }
}

// Next bundles pages separately from the server in front of it. Each keeps its own answers (an error from one is not an
// instance of the other's class), but both must drop what either of them changes.
const holder = globalThis as typeof globalThis & { daybookMemories?: Map<string, Set<ShortMemory<never>>> };

/** A memory that `forgetEverywhere` finds by name. */
export function namedMemory<Value>(name: string): ShortMemory<Value> {
  const memory = new ShortMemory<Value>(STANDING_LIFE_MS);
  holder.daybookMemories ??= new Map();
  const namesakes = holder.daybookMemories.get(name) ?? new Set();
  namesakes.add(memory as ShortMemory<never>);
  holder.daybookMemories.set(name, namesakes);
  return memory;
}

/** Drops everything whose key has this prefix, in every memory with that name in this process. */
export function forgetEverywhere(name: string, prefix: string): void {
  for (const memory of holder.daybookMemories?.get(name) ?? []) memory.forget(prefix);
}
