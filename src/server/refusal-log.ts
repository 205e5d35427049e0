import { log } from '@/lib/telemetry/log';

/** How long further refusals of the same kind are only counted. */
const QUIET_MS = 60_000;
/** Networks and statuses remembered at once; what comes beyond is counted together. */
const MOST_REMEMBERED = 2_000;
const ALL_OTHERS = 'others';

/**
 * The answers that may show an attempt to get past a control: input that is not as it must be (400, 413, 417, 422), no valid credential
 * (401), no right or another site's page (403), a method that is not offered (405), a body that does not arrive (408), too many requests
 * (429).
 */
const TELLING: ReadonlySet<number> = new Set([400, 401, 403, 405, 408, 413, 417, 422, 429]);

/**
 * Writes refused requests into the process log: a line for each network and status, and a minute later at the earliest another one, which says
 * how many there were in between. So an attack is seen, and cannot fill the log. Neither paths nor bodies are written.
 */
export class RefusalLog {
  readonly #known = new Map<string, { at: number; unlogged: number }>();
  #lookedAt = Number.NEGATIVE_INFINITY;

  note(network: string, status: number): void {
    if (!TELLING.has(status)) return;
    const now = performance.now();
    const known = this.#known.get(`${network} ${status}`);
    if (known !== undefined && now - known.at < QUIET_MS) {
      known.unlogged += 1;
      return;
    }
    if (known === undefined && this.#known.size >= MOST_REMEMBERED) this.#forgetOld(now);
    if (known === undefined && this.#known.size >= MOST_REMEMBERED && network !== ALL_OTHERS) {
      this.note(ALL_OTHERS, status);
      return;
    }
    this.#known.set(`${network} ${status}`, { at: now, unlogged: 0 });
    log.warn({ network, status, unlogged: known?.unlogged ?? 0 }, 'a request was refused');
  }

  /** Removes those that were quiet for a minute; the others stay. Once a second, since many networks may come at once. */
  #forgetOld(now: number): void {
    if (now - this.#lookedAt < 1_000) return;
    this.#lookedAt = now;
    for (const [key, { at, unlogged }] of this.#known) {
      if (now - at < QUIET_MS) continue;
      if (unlogged > 0) {
        const [network, status] = key.split(' ');
        log.warn({ network, status: Number(status), unlogged }, 'requests were refused');
      }
      this.#known.delete(key);
    }
  }
}
