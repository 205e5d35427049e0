import { CallerGone } from './caller-gone';

/** Refused because its share stayed full for the whole time a caller is willing to wait. */
export class ShareFull extends Error {
  readonly code = 'SHARE_FULL';
}

/**
 * A part of something scarce for one kind of work, so that this kind cannot use all of it: at most `most` hold a place at once,
 * others wait in the order they came, at most `patienceMs`.
 */
export class Share {
  readonly #most: number;
  readonly #patienceMs: number;
  readonly #waiting: (() => void)[] = [];
  #held = 0;

  constructor(most: number, patienceMs: number) {
    this.#most = most;
    this.#patienceMs = patienceMs;
  }

  /** How many hold a place, and how many wait for one. */
  get state(): { readonly held: number; readonly waiting: number } {
    return { held: this.#held, waiting: this.#waiting.length };
  }

  /**
   * Takes a place; the returned function gives it back, only once however often it is called. Throws ShareFull after waiting in vain, and
   * CallerGone where the caller leaves before: its turn passes to the next.
   */
  async enter(gone?: AbortSignal): Promise<() => void> {
    if (gone?.aborted === true) throw new CallerGone();
    if (this.#held < this.#most) this.#held += 1;
    else await this.#wait(gone);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      // A place that becomes free passes to the next in line, so that none who come later get it first.
      const next = this.#waiting.shift();
      if (next === undefined) this.#held -= 1;
      else next();
    };
  }

  #wait(gone?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        gone?.removeEventListener('abort', leave);
      };
      const next = () => {
        end();
        resolve();
      };
      const giveUp = (reason: Error) => {
        end();
        this.#waiting.splice(this.#waiting.indexOf(next), 1);
        reject(reason);
      };
      const leave = () => giveUp(new CallerGone());
      const timer = setTimeout(
        () => giveUp(new ShareFull(`no place became free within ${this.#patienceMs} ms`)),
        this.#patienceMs,
      );
      gone?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(next);
    });
  }
}
