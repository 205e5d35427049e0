/** How long the same news is not reported again. */
const QUIET_MS = 60_000;

/** Remembers what was reported in the last minute, so that repeated news does not flood a log. Bounded in size. */
export class RecentNews {
  readonly #until = new Map<string, number>();
  readonly #most: number;
  readonly #now: () => number;

  constructor(most = 10_000, now: () => number = () => performance.now()) {
    this.#most = most;
    this.#now = now;
  }

  /** True the first time in a minute. When it has remembered too much, it forgets everything and reports some of it again. */
  isNews(key: string): boolean {
    const now = this.#now();
    if ((this.#until.get(key) ?? 0) > now) return false;
    if (this.#until.size >= this.#most) this.#until.clear();
    this.#until.set(key, now + QUIET_MS);
    return true;
  }
}
