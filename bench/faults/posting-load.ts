import type { TestOrganization } from '@/testing/organization';
import { approvedJournals } from '../support/books';
import { tokenFor } from '../support/server';
import { isReady, pause, type Reply, type ServerProcess, send } from './server-process';

/** The statuses that a client behind a load balancer may get during a fault; 0 is a broken connection. */
const EXPECTED = [0, 200, 409, 429, 503];

interface LoadOptions {
  readonly clients: number;
  readonly documents: number;
  /** Milliseconds that a client waits between two documents; 0 by default. */
  readonly paceMs?: number;
  /** Gets a new token when one is no longer accepted, as programs do; without this a refused token counts as a defect. */
  readonly signIn?: () => Promise<string>;
}

/**
 * Clients that post documents without a pause, each repeated at the next server until one says that it is posted, as clients
 * behind a load balancer do. Keeps what was acknowledged, to be found again in the books.
 */
export class PostingLoad {
  /** Ids of the documents whose posting was acknowledged. */
  readonly posted = new Set<string>();
  /** How often each status was answered. */
  readonly answers = new Map<number, number>();
  /** Refusals (503 and 429) without a time to retry. */
  silent = 0;
  slowestMs = 0;
  readonly #broken = new Map<ServerProcess, number>();
  readonly #unanswered = new Map<ServerProcess, number>();
  readonly #servers: readonly ServerProcess[];
  readonly #organizationId: string;
  readonly #options: LoadOptions;
  readonly #away = new Set<ServerProcess>();
  #token: string;
  #renewing: Promise<void> | null = null;
  #inFlight = 0;
  #rests = false;
  #isOver = false;
  #clients: Promise<void>[] = [];

  private constructor(
    servers: readonly ServerProcess[],
    organizationId: string,
    options: LoadOptions,
    token: string,
  ) {
    this.#servers = servers;
    this.#organizationId = organizationId;
    this.#options = options;
    this.#token = token;
  }

  static async start(
    organization: TestOrganization,
    servers: readonly ServerProcess[],
    options: LoadOptions,
  ): Promise<PostingLoad> {
    const token = await (options.signIn?.() ?? tokenFor(organization));
    const waiting = await approvedJournals(organization, options.documents);
    const load = new PostingLoad(servers, organization.organizationId, options, token);
    load.#clients = Array.from({ length: options.clients }, (_, index) => load.#client(index, waiting));
    return load;
  }

  async #client(index: number, waiting: string[]): Promise<void> {
    for (let id = waiting.pop(); id !== undefined && !this.#isOver; id = waiting.pop()) {
      for (let turn = index; !this.#isOver; turn += 1) {
        while (this.#rests) await pause(20);
        const server = this.#servers[turn % this.#servers.length];
        if (server === undefined || this.#away.has(server)) continue;
        const sent = performance.now();
        const token = this.#token;
        const reply = await this.#post(server, id);
        this.slowestMs = Math.max(this.slowestMs, performance.now() - sent);
        const status = reply?.status ?? 0;
        if (status === 0) this.#broken.set(server, this.brokenAt(server) + 1);
        if (status === 401 && this.#options.signIn !== undefined) {
          if (token === this.#token) await this.#renew(this.#options.signIn);
          continue;
        }
        this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
        if ((status === 503 || status === 429) && reply?.retryAfter === null) this.silent += 1;
        if (status === 200) this.posted.add(id);
        if (status === 200 || status === 409) break;
        await pause(100);
      }
      if (this.#options.paceMs !== undefined) await pause(this.#options.paceMs);
    }
  }

  async #post(server: ServerProcess, id: string): Promise<Reply | null> {
    this.#inFlight += 1;
    this.#unanswered.set(server, this.unansweredBy(server) + 1);
    const headers = {
      authorization: `Bearer ${this.#token}`,
      'x-idp-organization-id': this.#organizationId,
    };
    try {
      return await send(server.port, `/api/v1/gl/transactions/${id}/post`, headers, {
        postingDate: '2026-11-05',
      });
    } finally {
      this.#inFlight -= 1;
      this.#unanswered.set(server, this.unansweredBy(server) - 1);
    }
  }

  /** Signs in once for all clients whose token was refused at the same time. */
  async #renew(signIn: () => Promise<string>): Promise<void> {
    this.#renewing ??= signIn().then((token) => {
      this.#token = token;
      this.#renewing = null;
    });
    await this.#renewing;
  }

  /** Does work while no requests are in flight, in order to look at what the load left. */
  async resting<T>(work: () => Promise<T>): Promise<T> {
    this.#rests = true;
    try {
      while (this.#inFlight > 0) await pause(10);
      return await work();
    } finally {
      this.#rests = false;
    }
  }

  /** Requests that this server accepted or should have accepted and did not answer. */
  brokenAt(server: ServerProcess): number {
    return this.#broken.get(server) ?? 0;
  }

  /** Requests sent to this server that wait for their answers. */
  unansweredBy(server: ServerProcess): number {
    return this.#unanswered.get(server) ?? 0;
  }

  /** The load balancer no longer sends anything to this server, which is working on requests at that moment; returns how many. */
  async leave(server: ServerProcess): Promise<number> {
    for (let tries = 0; tries < 200; tries += 1) {
      this.#away.add(server);
      // Everything sent has reached it.
      await pause(5);
      const working = this.unansweredBy(server);
      if (working > 0) return working;
      this.#away.delete(server);
      await pause(20);
    }
    throw new Error('the server was never at work: nothing was tried');
  }

  /** Seconds until another posting is acknowledged and the server on `port` says that it is ready. Throws when it takes longer. */
  async servedAgain(what: string, port: number, withinMs = 10_000): Promise<string> {
    const began = performance.now();
    const before = this.posted.size;
    while (this.posted.size === before || !(await isReady(port))) {
      if (performance.now() - began > withinMs)
        throw new Error(`${what}: no service within ${withinMs / 1_000} seconds`);
      await pause(50);
    }
    return `${((performance.now() - began) / 1_000).toFixed(1)} s`;
  }

  /** Ends the clients and throws when any answer was not one of those a client can act on. */
  async end(): Promise<void> {
    await this.halt();
    const strange = [...this.answers.keys()].filter((status) => !EXPECTED.includes(status));
    if (strange.length > 0) throw new Error(`answers of status ${strange.join(', ')}`);
    if (this.silent > 0) throw new Error(`${this.silent} refusals without Retry-After`);
    if (this.posted.size === 0) throw new Error('nothing was acknowledged: nothing was tried');
  }

  /** Ends the clients. */
  async halt(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
  }

  get words(): string {
    return `${this.posted.size} postings acknowledged, ${this.answers.get(503) ?? 0} answered 503`;
  }
}
