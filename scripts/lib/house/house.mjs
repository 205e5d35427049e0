import { refreshAccess } from '../access.mjs';
import { Cleanup } from '../cleanup.mjs';
import { lockDataDirectory, openDataDirectory, secretOf } from '../data-directory.mjs';
import { bookServersOf, prepareBooks, readsOf } from '../postgres/book-servers.mjs';
import { checkReachable } from '../postgres/database.mjs';
import { keepPostgres } from '../postgres/keep-postgres.mjs';
import { startPostgres } from '../postgres/postgres.mjs';
import { bundleOf, watchBundle } from '../release/bundle.mjs';
import { build } from '../run/build.mjs';
import { dropDemo, prepareDatabase } from '../run/demo.mjs';
import { checkPort, portFrom, startServer } from '../run/server-process.mjs';

/**
 * Everything between "the dependencies are installed" and "the server answers": data directory, build, database, demo,
 * secrets, server. Whatever was opened is closed in reverse order, including when a later step fails.
 */
export class House {
  #cleanup = new Cleanup();

  /** Stops everything that was started, last one first; safe to call twice. */
  close() {
    return this.#cleanup.run();
  }

  /** @returns {boolean} whether closing has begun; steps that start something check this first */
  get isClosing() {
    return this.#cleanup.hasBegun;
  }

  /**
   * @param {{env: NodeJS.ProcessEnv, dataDirectory: string, reset: boolean, watch: boolean}} wish
   *   watch: rebuild and restart the server when a source changes, and let Next compile pages on request
   */
  async open({ env, dataDirectory, reset, watch }) {
    const port = portFrom(env);
    await checkPort(port);
    openDataDirectory(dataDirectory);
    await this.#cleanup.add(lockDataDirectory(dataDirectory));
    bookServersOf(env);
    if (env.DATABASE_URL) await checkReachable(env.DATABASE_URL);
    await build({ pages: !watch });
    if (watch) await this.#cleanup.add(await watchBundle('server'));

    const baseUrl = env.DAYBOOK_BASE_URL || `http://localhost:${port}`;
    const ownerUrl = env.DATABASE_URL || (await this.#builtIn(dataDirectory));
    if (reset) await dropDemo(ownerUrl, dataDirectory, !env.DATABASE_URL);

    const serverEnv = this.#serverEnv({ env, dataDirectory, watch }, port, baseUrl);
    const seed = env.DAYBOOK_DEMO !== '0';
    const prepared = await prepareDatabase({ ownerUrl, dataDirectory, serverEnv, seed });
    const { appUrl, access, firstSecret } = prepared;
    const DAYBOOK_BOOKS = await prepareBooks(
      env,
      (name, sentence) => console.error(`The books on ${name} are unavailable: ${sentence}`),
      (name, done) => done.forEach((one) => void console.log(`Migrated ${name}: ${one}`)),
    );
    const DAYBOOK_READS = readsOf(env, appUrl, DAYBOOK_BOOKS);
    // A server told not to be a demo is not one, even on a database that contains the demo.
    const demo = prepared.demo && seed;
    const shown = demo ? refreshAccess(dataDirectory, baseUrl, access) : undefined;

    if (this.isClosing) return undefined;
    const fullEnv = {
      ...serverEnv,
      DATABASE_URL: appUrl,
      DAYBOOK_BOOKS,
      DAYBOOK_READS,
      DAYBOOK_DEMO: demo ? '1' : '0',
    };
    const args = [...(watch ? ['--watch', '--watch-preserve-output'] : []), bundleOf('server')];
    const server = startServer(args, fullEnv, `http://127.0.0.1:${port}`);
    await this.#cleanup.add(server.stop);
    await server.ready();
    return { baseUrl, access: shown, firstLink: firstSecret && `${baseUrl}/welcome#${firstSecret}`, server };
  }

  async #builtIn(dataDirectory) {
    const { url } = await startPostgres(dataDirectory, { cleanup: this.#cleanup });
    await this.#cleanup.add(keepPostgres(dataDirectory, this.#cleanup));
    return url;
  }

  /** The environment of the server and the seed, without the owners' URLs. */
  #serverEnv({ env, dataDirectory, watch }, port, baseUrl) {
    const { DATABASE_URL: _owner, DAYBOOK_BOOKS: _owners, ...others } = env;
    const rest = Object.fromEntries(
      Object.entries(others).filter(([name]) => !name.startsWith('DAYBOOK_READ_')),
    );
    return {
      ...rest,
      NODE_ENV: watch ? 'development' : 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      PORT: String(port),
      DAYBOOK_BASE_URL: baseUrl,
      DAYBOOK_DATA_DIR: dataDirectory,
      DAYBOOK_SECRET: env.DAYBOOK_SECRET || secretOf(dataDirectory, 'daybook'),
      NEXTAUTH_SECRET: env.NEXTAUTH_SECRET || secretOf(dataDirectory, 'nextauth'),
      NEXTAUTH_URL: env.NEXTAUTH_URL || baseUrl,
    };
  }
}
