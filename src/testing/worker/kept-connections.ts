import pg from 'pg';
import { AS_NEW } from './as-new';

/**
 * The application's connections to the database of the run outlive the pools they were opened for. Every file of tests closes its pools when it
 * ends, and a new connection begins with nothing: it reads the catalog, compiles functions and plans every statement again, for
 * each of hundreds of files. A pool that ends hands its idle connections over as new (as `discard all` does, except that prepared statements
 * stay), and the next pool with the same settings takes them. Everything else about a pool is as it was: its limits, its events, and that it is
 * empty when it ends. Pools of other databases, and of servers in their own processes, are left alone.
 */

/** How many are kept of each kind; the others are closed. */
const MOST = 8;

type Settings = pg.PoolConfig & { readonly statement_timeout?: number };

/** Fields of pg that are not in its type declarations. */
interface Inside {
  readonly connectionParameters: { query_timeout: number | undefined };
  getTransactionStatus(): string | null;
  ref(): void;
  unref(): void;
}
interface PoolInside {
  Client: unknown;
  readonly options: Settings;
  readonly ending: boolean;
  newClient(pending: unknown): unknown;
}

/** Idle connections by what they were opened with. */
const kept = new Map<string, KeptClient[]>();

/** A connection of a pool that is kept when the pool ends, instead of being closed. */
class KeptClient extends pg.Client {
  readonly #kind: string;
  readonly #queryTimeout: number | undefined;
  pool: PoolInside;
  #isConnected = false;

  constructor(settings: Settings, pool: PoolInside) {
    super(settings);
    this.pool = pool;
    this.#kind = kindOf(settings);
    this.#queryTimeout = this.#inside.connectionParameters.query_timeout;
    this.once('end', () => this.#forget());
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    if (callback === undefined) throw new Error('a pool connects with a callback');
    if (this.#isConnected) {
      this.#inside.ref();
      process.nextTick(callback as () => void);
      return undefined;
    }
    super.connect((error: Error) => {
      // Null where it succeeded, whatever the declarations say.
      this.#isConnected = !error;
      callback(error);
    });
    return undefined;
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    if (callback === undefined) return super.end();
    if (!this.#isConnected || !this.pool.ending || this.#inside.getTransactionStatus() !== 'I') {
      this.#forget();
      super.end(callback);
      return undefined;
    }
    this.query(AS_NEW, (error) => {
      const idle = kept.get(this.#kind) ?? [];
      if (error || idle.length >= MOST) {
        super.end(callback);
        return;
      }
      this.#makeNew();
      kept.set(this.#kind, [...idle, this]);
      (callback as () => void)();
    });
    return undefined;
  }

  get #inside(): Inside {
    return this as unknown as Inside;
  }

  /** What a pool and its users attached goes; a connection that breaks while no one has it is closed. */
  #makeNew(): void {
    for (const event of ['error', 'notice', 'notification', 'drain']) this.removeAllListeners(event);
    for (const mark of Object.getOwnPropertySymbols(this)) {
      if (mark.description === 'applied scope') Reflect.deleteProperty(this, mark);
    }
    this.#inside.connectionParameters.query_timeout = this.#queryTimeout;
    this.on('error', () => this.#forget());
    // The worker ends when its tests have ended, whatever is connected.
    this.#inside.unref();
  }

  #forget(): void {
    this.#isConnected = false;
    kept.set(
      this.#kind,
      (kept.get(this.#kind) ?? []).filter((one) => one !== this),
    );
  }
}

function kindOf(settings: Settings): string {
  const { connectionString, max, statement_timeout, application_name } = settings;
  return JSON.stringify([connectionString, max, statement_timeout, application_name]);
}

// Files of one worker share the driver, so it is done once; the database is that of the run, which a file may leave for a while.
const holder = globalThis as typeof globalThis & { daybookKeptConnections?: boolean };
const ofTheRun = process.env.DATABASE_URL;
if (holder.daybookKeptConnections !== true && ofTheRun !== undefined) {
  holder.daybookKeptConnections = true;
  const prototype = pg.Pool.prototype as unknown as PoolInside;
  const { newClient } = prototype;
  prototype.newClient = function (this: PoolInside, pending: unknown) {
    if (this.options.connectionString === ofTheRun && this.options.application_name === 'daybook') {
      const pool = this;
      this.Client = function clientOf(settings: Settings): KeptClient {
        const found = kept.get(kindOf(settings))?.pop();
        if (found === undefined) return new KeptClient(settings, pool);
        found.pool = pool;
        found.removeAllListeners('error');
        return found;
      };
    }
    return newClient.call(this, pending);
  };
}
