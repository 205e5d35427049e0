import type { TestOrganization } from '@/testing/organization';
import { approvedJournals } from '../support/books';
import { tokenFor } from '../support/server';
import { isReady, pause, type ServerProcess, send } from './server-process';

/** What a client behind a load balancer may be told while something goes wrong; 0 is a broken connection. */
const EXPECTED = [0, 200, 409, 429, 503];

/**
 * Clients that post documents without a pause, each repeated at the next server until one says that it is posted, as clients
 * behind a load balancer do. Keeps what was acknowledged, to be found again in the books.
 */
export class PostingLoad {
  /** Ids of the documents whose posting was acknowledged. */
  readonly posted = new Set<string>();
  /** How often each status was answered. */
  readonly told = new Map<number, number>();
  /** Refusals (503 and 429) that did not say when to come back. */
  silent = 0;
  slowestMs = 0;
  readonly #servers: readonly ServerProcess[];
  readonly #away = new Set<ServerProcess>();
  #isOver = false;
  #clients: Promise<void>[] = [];

  private constructor(servers: readonly ServerProcess[]) {
    this.#servers = servers;
  }

  static async start(
    organization: TestOrganization,
    servers: readonly ServerProcess[],
    { clients, documents }: { readonly clients: number; readonly documents: number },
  ): Promise<PostingLoad> {
    const headers = {
      authorization: `Bearer ${await tokenFor(organization)}`,
      'x-idp-organization-id': organization.organizationId,
    };
    const waiting = await approvedJournals(organization, documents);
    const load = new PostingLoad(servers);
    load.#clients = Array.from({ length: clients }, (_, index) => load.#client(index, waiting, headers));
    return load;
  }

  async #client(index: number, waiting: string[], headers: Readonly<Record<string, string>>): Promise<void> {
    for (let id = waiting.pop(); id !== undefined && !this.#isOver; id = waiting.pop()) {
      for (let turn = index; !this.#isOver; turn += 1) {
        const server = this.#servers[turn % this.#servers.length];
        if (server === undefined || this.#away.has(server)) continue;
        const sent = performance.now();
        const reply = await send(server.port, `/api/v1/gl/transactions/${id}/post`, headers, {
          postingDate: '2026-11-05',
        });
        this.slowestMs = Math.max(this.slowestMs, performance.now() - sent);
        const status = reply?.status ?? 0;
        this.told.set(status, (this.told.get(status) ?? 0) + 1);
        if ((status === 503 || status === 429) && reply?.retryAfter === null) this.silent += 1;
        if (status === 200) this.posted.add(id);
        if (status === 200 || status === 409) break;
        await pause(100);
      }
    }
  }

  /** The load balancer no longer sends anything to this server. */
  leave(server: ServerProcess): void {
    this.#away.add(server);
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
    const strange = [...this.told.keys()].filter((status) => !EXPECTED.includes(status));
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
    return `${this.posted.size} postings acknowledged, ${this.told.get(503) ?? 0} answered 503`;
  }
}
