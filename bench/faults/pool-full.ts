import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { tokenFor } from '../support/server';
import type { Cluster } from './cluster';
import { demandSound } from './demand-sound';
import { PostingLoad } from './posting-load';
import { isReady, pause, SERVERS, type ServerProcess, send, startServers } from './server-process';

const HELD_MS = Number(process.env.DAYBOOK_FAULT_HELD ?? '10') * 1_000;
const CLIENTS = 12;
/** Organizations with concurrent requests, and callers of each: more than the three pools have connections. */
const READERS = 6;
const EACH = 20;

/**
 * R14: every connection of the pools of three servers under load is taken, because one transaction locks a table that all of them need.
 * Callers who cannot be served get 503 or 429 with the time to retry; when the table is free again all servers serve within ten seconds,
 * and nothing is half posted.
 */
export async function poolFull(_cluster: Cluster): Promise<string> {
  const organization = await foundTestOrganization({ name: 'Full pool' });
  const others: TestOrganization[] = [];
  for (let one = 0; one < READERS; one += 1)
    others.push(await foundTestOrganization({ name: `Reader ${one + 1}` }));
  const { servers, stop } = await startServers({ DAYBOOK_TRUST_PROXY: '1' });
  const load = await PostingLoad.start(organization, servers, { clients: CLIENTS, documents: 20_000 });
  const readers = new Readers(servers);
  const door = servers[0]?.port ?? 0;
  let words = '';
  try {
    await load.servedAgain('at first', door);
    for (const [index, other] of others.entries()) readers.begin(await tokenFor(other), other, index);
    await pause(2_000);
    const ready = await withOwner(async (holder) => {
      await holder.query('begin');
      await holder.query('lock table business_transactions in access exclusive mode');
      await pause(HELD_MS);
      const said = await Promise.all(servers.map(({ port }) => isReady(port)));
      await holder.query('rollback');
      return said.filter((one) => one).length;
    });
    const again: string[] = [];
    for (const { port } of servers) again.push(await load.servedAgain('the table was free', port));
    words = `${ready} of ${SERVERS} said ready meanwhile, served ${again.join(', ')} after the table was free`;
  } finally {
    await Promise.all([load.halt(), readers.end()]);
    await stop();
  }
  await load.end();
  readers.demandOrder();
  await demandSound(organization, load.posted, 'after the pool was full');
  return `${SERVERS} servers, ${CLIENTS} clients and ${READERS * EACH} readers, table held ${HELD_MS / 1_000} s: ${load.words}; ${readers.words}; ${words}; books sound`;
}

/** Callers that read without a pause, each organization from a separate address. */
class Readers {
  readonly #servers: readonly ServerProcess[];
  readonly #answers = new Map<number, number>();
  readonly #callers: Promise<void>[] = [];
  #silent = 0;
  #full = 0;
  #isOver = false;

  constructor(servers: readonly ServerProcess[]) {
    this.#servers = servers;
  }

  begin(token: string, { organizationId }: TestOrganization, index: number): void {
    const headers = {
      authorization: `Bearer ${token}`,
      'x-idp-organization-id': organizationId,
      'x-forwarded-for': `203.0.113.${index + 1}`,
    };
    for (let one = 0; one < EACH; one += 1) this.#callers.push(this.#caller(headers, one));
  }

  async #caller(headers: Readonly<Record<string, string>>, first: number): Promise<void> {
    for (let turn = first; !this.#isOver; turn += 1) {
      const server = this.#servers[turn % this.#servers.length];
      const reply = await send(server?.port ?? 0, '/api/v1/gl/transactions?limit=1', headers);
      const status = reply?.status ?? 0;
      this.#answers.set(status, (this.#answers.get(status) ?? 0) + 1);
      if ((status === 503 || status === 429) && reply?.retryAfter === null) this.#silent += 1;
      if (reply?.text.includes('POOL_FULL') === true) this.#full += 1;
      await pause(status === 200 ? 20 : 200);
    }
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#callers);
  }

  /** Throws when an answer was not one that a caller can act on, or when no pool was full, which would prove nothing. */
  demandOrder(): void {
    const strange = [...this.#answers.keys()].filter((status) => ![200, 429, 503].includes(status));
    if (strange.length > 0) throw new Error(`readers were answered ${strange.join(', ')}`);
    if (this.#silent > 0) throw new Error(`${this.#silent} refusals of readers without Retry-After`);
    if (this.#full === 0) throw new Error('no pool was full: nothing was tried');
  }

  get words(): string {
    const [served, often, away] = [200, 429, 503].map((status) => this.#answers.get(status) ?? 0);
    return `readers answered ${served} times 200, ${often} 429, ${away} 503 (${this.#full} because a pool was full)`;
  }
}
