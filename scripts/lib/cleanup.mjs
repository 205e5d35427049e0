import { allowPrograms, stopChildren } from './children.mjs';

/** Tasks to undo when the run ends, however it ends; the last one first. */
export class Cleanup {
  #tasks = [];
  #done;

  /** Adds a task that undoes a step; if undoing has already begun, it runs at once. */
  async add(task) {
    if (this.#done) await task();
    else this.#tasks.push(task);
  }

  /** Undoes everything; a task that fails does not prevent the others from running. */
  run() {
    this.#done ??= (async () => {
      await stopChildren();
      for (const task of this.#tasks.reverse()) {
        await Promise.resolve()
          .then(task)
          .catch((error) => console.error(`Cleaning up: ${error.message}`));
      }
      allowPrograms();
    })();
    return this.#done;
  }

  get hasBegun() {
    return this.#done !== undefined;
  }

  /** Ctrl-C, a closed terminal and SIGTERM clean up first. */
  onSignals() {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.once(signal, () => {
        void this.run().finally(() => process.exit(130));
      });
    }
  }
}
