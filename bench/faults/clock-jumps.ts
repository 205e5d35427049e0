import { sql, withTenantSql } from '@/db/tenancy';
import { hashPassword } from '@/lib/password';
import { documentBody, journalLines } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { approvedJournals } from '../support/books';
import { freePort } from '../support/server';
import type { Cluster } from './cluster';
import { MachineClock, startOn } from './machine-clock';
import { pause, type Reply, send, startServerProcess } from './server-process';

const HOUR = 3_600;
const DAY = 24 * HOUR;
/** Where the clock is set, one after the other, in seconds from noon of a working day: each is a jump from the one before. */
const STANDS = [0, HOUR, 0, DAY, 0, -HOUR, 0, -DAY, DAY, 0];
const NOON = Date.parse('2026-11-19T12:00:00Z');
const PASSWORD = 'seventeen quiet herons';

/**
 * R14: the clock of a machine jumps an hour and a day ahead and back, for the server and its database together. At each stand people
 * sign in, sessions go on, repeated requests are answered as before unless a day has passed since, documents post on the day the
 * clock shows, and the chains are sealed; afterward the books are sound.
 */
export async function clockJumps(cluster: Cluster): Promise<string> {
  const organization = await foundTestOrganization({ name: 'Clock' });
  await givePassword(organization);
  const journals = await approvedJournals(organization, STANDS.length);
  const clock = new MachineClock(cluster.directory);
  const setTo = (stand: number) => clock.set(Math.round((NOON - Date.now()) / 1_000) + stand);
  await setTo(0);
  await startOn(clock, cluster);
  const server = await startServerProcess(await freePort(), {
    ...clock.env,
    DAYBOOK_TODAY: undefined,
  });
  const machine = new Machine(organization, server.port);
  let replays = 0;
  let expired = 0;
  let renewed = 0;
  let former = 0;
  let at = 0;
  try {
    for (const [round, stand] of STANDS.entries()) {
      await setTo(stand);
      const said = round === 0 ? null : await machine.refresh();
      if (said === true) renewed += 1;
      if (said === false && stand - at < DAY) former += 1;
      const token = await machine.signIn();
      if (round > 0) {
        if (await machine.replays(round - 1)) replays += 1;
        else if (stand - at >= DAY) expired += 1;
        else throw new Error(`at ${stand} s the request of ${at} s was not answered as before`);
      }
      await machine.create(round, token);
      if (!(await machine.replays(round)))
        throw new Error(`at ${stand} s a repeated request was carried out again`);
      await machine.post(journals[round] ?? '', new Date(NOON + stand * 1_000).toISOString().slice(0, 10));
      await sealed(organization);
      at = stand;
    }
  } finally {
    await server.kill('SIGTERM');
    // Without the library again.
    await cluster.stop();
    await cluster.start();
  }
  const verdict = await runForOutput(verifyBooks, organization.callAs('admin'), {});
  if (!verdict.isSound) throw new Error(verdict.breaches.map(({ message }) => message).join(' '));
  return `${STANDS.length - 1} jumps of an hour or a day: people signed in at each stand, ${renewed} of ${STANDS.length - 1} sessions were renewed with the token of the stand before (${former} refused although less than a day had passed), ${replays} requests of the stand before were answered as before, ${expired} had expired a day later; documents posted on the day of the clock, chains sealed, books sound`;
}

async function givePassword({ principals, users }: TestOrganization): Promise<void> {
  const hash = await hashPassword(PASSWORD);
  await withTenantSql({ organizationId: principals.admin.organizationId, userId: null }, (tenant) =>
    sql(tenant, 'update users set password_hash = $1 where id = $2::uuid', [hash, users.admin.id]),
  );
}

/** Waits until the server has sealed all that was written. */
async function sealed(organization: TestOrganization): Promise<void> {
  const began = performance.now();
  for (;;) {
    const { audit, ledgerChain } = await runForOutput(verifyBooks, organization.callAs('admin'), {});
    if (audit.unsealed === '0' && ledgerChain.unsealed === '0') return;
    if (performance.now() - began > 30_000)
      throw new Error('background work stood still after the clock jumped');
    await pause(500);
  }
}

/** What a person and their program do at each stand of the clock. */
class Machine {
  readonly #organization: TestOrganization;
  readonly #port: number;
  #tokens: { readonly access: string; readonly refresh: string } | null = null;
  readonly #answers = new Map<number, string>();

  constructor(organization: TestOrganization, port: number) {
    this.#organization = organization;
    this.#port = port;
  }

  async #token(body: object): Promise<Reply> {
    const reply = await send(this.#port, '/auth/token', {}, body);
    if (reply === null || reply.status >= 500)
      throw new Error(`/auth/token: ${reply?.status} ${reply?.text}`);
    if (reply.status === 200) {
      const { access_token: access, refresh_token: refresh } = JSON.parse(reply.text);
      this.#tokens = { access, refresh };
    }
    return reply;
  }

  async signIn(): Promise<string> {
    const { email } = this.#organization.users.admin;
    const reply = await this.#token({ grant_type: 'password', email, password: PASSWORD });
    if (reply.status !== 200) throw new Error(`signing in: ${reply.status} ${reply.text}`);
    return this.#tokens?.access ?? '';
  }

  /** Whether the refresh token of the stand before still renews its session; the access token is used or refused, never an error. */
  async refresh(): Promise<boolean> {
    const used = await this.#ask('GET');
    if (used.status !== 200 && used.status !== 401) throw new Error(`a former token: ${used.status}`);
    const reply = await this.#token({ grant_type: 'refresh_token', refresh_token: this.#tokens?.refresh });
    if (reply.status !== 200) return false;
    if ((await this.#ask('GET')).status !== 200) throw new Error('a renewed token is refused');
    return true;
  }

  async create(round: number, token: string): Promise<void> {
    if (token === '') throw new Error('not signed in');
    const reply = await this.#ask('POST', round);
    if (reply.status !== 201) throw new Error(`creating: ${reply.status} ${reply.text}`);
    this.#answers.set(round, reply.text);
  }

  /** Whether the request of that round is answered as it was. */
  async replays(round: number): Promise<boolean> {
    const reply = await this.#ask('POST', round);
    if (reply.status !== 201) throw new Error(`repeating: ${reply.status} ${reply.text}`);
    return reply.text === this.#answers.get(round);
  }

  async post(id: string, day: string): Promise<void> {
    const reply = await send(this.#port, `/api/v1/gl/transactions/${id}/post`, this.#headers(), {});
    if (reply?.status !== 200 || !reply.text.includes(`"${day}`))
      throw new Error(`posting on ${day}: ${reply?.status} ${reply?.text}`);
  }

  #headers(): Record<string, string> {
    return {
      authorization: `Bearer ${this.#tokens?.access}`,
      'x-idp-organization-id': this.#organization.organizationId,
    };
  }

  async #ask(method: 'GET' | 'POST', round = 0): Promise<Reply> {
    const body = documentBody(this.#organization, {
      kind: 'JOURNAL',
      transactionDate: '2026-11-05',
      memo: `Stand ${round}`,
      lines: journalLines(this.#organization, [
        ['1510', '10.00'],
        ['2130', '-10.00'],
      ]),
    });
    const keyed = { ...this.#headers(), 'idempotency-key': `stand-${round}` };
    const reply = await (method === 'GET'
      ? send(this.#port, '/api/v1/gl/transactions?limit=1', this.#headers())
      : send(this.#port, '/api/v1/gl/transactions', keyed, body));
    if (reply === null || reply.status >= 500) throw new Error(`${method}: ${reply?.status} ${reply?.text}`);
    return reply;
  }
}
