/** How long a credential's standing is believed without asking the database again. A revocation reaches every process in that time. */
export const STANDING_LIFE_MS = 2_000;

interface Entry<Value> {
  readonly value: Promise<Value>;
  readonly until: number;
}

/**
 * Remembers answers for a moment, so that a burst of requests with one credential costs one query. Failures are not
 * remembered. It is bounded: when full, everything is forgotten, which costs one query per credential.
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

  /** Forgets everything whose key begins so: what this process changed itself it knows at once. */
  forget(prefix: string): void {
    for (const key of this.#entries.keys()) if (key.startsWith(prefix)) this.#entries.delete(key);
  }
}

const holder = globalThis as typeof globalThis & { daybookStandings?: Map<string, ShortMemory<unknown>> };

/** A memory shared by the server and the pages Next bundles apart from it. */
export function sharedMemory<Value>(name: string): ShortMemory<Value> {
  holder.daybookStandings ??= new Map();
  let memory = holder.daybookStandings.get(name);
  if (memory === undefined) {
    memory = new ShortMemory<unknown>(STANDING_LIFE_MS);
    holder.daybookStandings.set(name, memory);
  }
  return memory as ShortMemory<Value>;
}
