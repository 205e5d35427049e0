import { sql, withTenantSql } from '@/db/tenancy';
import { hashPassword } from '@/lib/password';
import { documentBody, journalLines } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { approvedJournals } from '../support/books';
import type { Cluster } from './cluster';
import { demandSound } from './demand-sound';
import { Background } from './jobs/background';
import { Receiver, WITH_RECEIVERS } from './jobs/receiver';
import { MachineClock, startOn } from './machine-clock';
import { PostingLoad } from './posting-load';
import { pause, type Reply, SERVERS, type ServerProcess, send, startServers } from './server-process';

const HOUR = 3_600;
const DAY = 24 * HOUR;
/** Where the clock is set, one after the other, in seconds from noon of a working day: each is a jump from the one before. */
const STANDS = [0, HOUR, 0, DAY, 0, -HOUR, 0, -DAY, DAY, 0, -45, 0];
const NOON = Date.parse('2026-11-19T12:00:00Z');
const PASSWORD = 'seventeen quiet herons';

/**
 * How soon after a jump background work must be done with what was written before and after it: ten seconds, more on a machine that is busy
 * with other work.
 */
const WITHIN_MS = Number(process.env.DAYBOOK_FAULT_WITHIN ?? '10') * 1_000;
const CLIENTS = 4;
const PACE_MS = 100;
const DOCUMENTS = 8_000;

/**
 * R14: the clock of a machine jumps an hour, a day and 45 seconds ahead and back, for three servers and their database together, while
 * clients post throughout. At each setting people sign in, sessions continue, repeated requests are answered as before unless a day has
 * passed since, and documents post on the day the clock shows; within ten seconds of each jump the chains are sealed, webhooks sent and
 * jobs done, for work from before and from after the jump. In the end the books pass every check.
 */
export async function clockJumps(cluster: Cluster): Promise<string> {
  const organization = await foundTestOrganization({ name: 'Clock' });
  const busy = await foundTestOrganization({ name: 'Clock under load' });
  for (const one of [organization, busy]) await givePassword(one);
  const journals = await approvedJournals(organization, STANDS.length);
  const receiver = new Receiver(true, false);
  await receiver.subscribe(busy);
  const clock = new MachineClock(cluster.directory);
  const noon = Math.round((NOON - Date.now()) / 1_000);
  const setTo = (stand: number) => clock.set(noon + stand);
  await setTo(0);
  await startOn(clock, cluster);
  let servers: readonly ServerProcess[] = [];
  let stop = async () => {};
  let load: PostingLoad | undefined;
  const counts = { replays: 0, expired: 0, renewed: 0, former: 0, slowestMs: 0 };
  try {
    ({ servers, stop } = await startServers({ ...clock.env, ...WITH_RECEIVERS, DAYBOOK_TODAY: undefined }));
    const machine = new Machine(
      organization,
      servers.map(({ port }) => port),
    );
    load = await PostingLoad.start(busy, servers, {
      clients: CLIENTS,
      documents: DOCUMENTS,
      paceMs: PACE_MS,
      signIn: () => signedIn(busy, servers),
    });
    const background = new Background(busy, receiver);
    let at = 0;
    for (const [round, stand] of STANDS.entries()) {
      await background.askForJob();
      const before = await background.written();
      const began = performance.now();
      await setTo(stand);
      const where = `jump ${round} from ${at} to ${stand} s`;
      const [ofBefore] = await Promise.all([
        background.follows(before, began, WITHIN_MS).catch(named(`${where}, written before`)),
        atStand(machine, { round, stand, at, journal: journals[round] ?? '' }, counts),
      ]);
      await background.askForJob();
      const after = await background.written();
      const ofAfter = await background
        .follows(after, performance.now(), WITHIN_MS)
        .catch(named(`${where}, written after`));
      counts.slowestMs = Math.max(counts.slowestMs, ofBefore, ofAfter);
      at = stand;
    }
  } finally {
    await load?.halt();
    await stop();
    receiver.close();
    // Without the clock library again.
    await cluster.stop();
    await cluster.start();
  }
  await load.end();
  await demandSound(busy, load.posted, 'after the jumps');
  const verdict = await runForOutput(verifyBooks, organization.callAs('admin'), {});
  if (!verdict.isSound) throw new Error(verdict.breaches.map(({ message }) => message).join(' '));
  const { replays, expired, renewed, former, slowestMs } = counts;
  return `${SERVERS} servers, ${CLIENTS} clients, ${load.words}; ${STANDS.length - 1} jumps of an hour, a day or 45 s: people signed in at each stand, ${renewed} of ${STANDS.length - 1} sessions were renewed with the token of the stand before (${former} refused although less than a day had passed), ${replays} requests of the stand before were answered as before, ${expired} had expired a day later; documents posted on the day of the clock; chains sealed, ${receiver.ids.size} events sent and ${2 * STANDS.length} jobs done, the slowest ${(slowestMs / 1_000).toFixed(1)} s after a jump or after it was written; books sound`;
}

const named = (where: string) => (error: unknown) => {
  throw new Error(`${where}: ${error instanceof Error ? error.message : String(error)}`);
};

interface Stand {
  readonly round: number;
  /** Seconds from noon, at this setting and at the one before. */
  readonly stand: number;
  readonly at: number;
  readonly journal: string;
}

/** What a person and their program observe at a setting of the clock. */
async function atStand(
  machine: Machine,
  { round, stand, at, journal }: Stand,
  counts: { replays: number; expired: number; renewed: number; former: number },
): Promise<void> {
  const said = round === 0 ? null : await machine.refresh();
  if (said === true) counts.renewed += 1;
  if (said === false && stand - at < DAY) counts.former += 1;
  const token = await machine.signIn();
  if (round > 0) {
    if (await machine.replays(round - 1)) counts.replays += 1;
    else if (stand - at >= DAY) counts.expired += 1;
    else throw new Error(`at ${stand} s the request of ${at} s was not answered as before`);
  }
  await machine.create(round, token);
  if (!(await machine.replays(round)))
    throw new Error(`at ${stand} s a repeated request was carried out again`);
  await machine.post(journal, new Date(NOON + stand * 1_000).toISOString().slice(0, 10));
}

/** A token of the organization's admin, from whichever server gives one. */
async function signedIn({ users }: TestOrganization, servers: readonly ServerProcess[]): Promise<string> {
  const body = { grant_type: 'password', email: users.admin.email, password: PASSWORD };
  for (let turn = 0; ; turn += 1) {
    const reply = await send(servers[turn % servers.length]?.port ?? 0, '/auth/token', {}, body);
    if (reply?.status === 200) return JSON.parse(reply.text).access_token;
    if (reply !== null && reply.status !== 503 && reply.status !== 429)
      throw new Error(`signing in: ${reply.status} ${reply.text}`);
    await pause(200);
  }
}

async function givePassword({ principals, users }: TestOrganization): Promise<void> {
  const hash = await hashPassword(PASSWORD);
  await withTenantSql({ organizationId: principals.admin.organizationId, userId: null }, (tenant) =>
    sql(tenant, 'update users set password_hash = $1 where id = $2::uuid', [hash, users.admin.id]),
  );
}

/** What a person and their program do at each setting of the clock. */
class Machine {
  readonly #organization: TestOrganization;
  readonly #ports: readonly number[];
  #turn = 0;
  #tokens: { readonly access: string; readonly refresh: string } | null = null;
  readonly #answers = new Map<number, string>();

  /** Each request goes to the next of the servers. */
  constructor(organization: TestOrganization, ports: readonly number[]) {
    this.#organization = organization;
    this.#ports = ports;
  }

  get #port(): number {
    this.#turn += 1;
    return this.#ports[this.#turn % this.#ports.length] ?? 0;
  }

  /** Retries when told to: a jump ahead makes the database end what was under way, as if it had waited for that long. */
  async #send(
    route: string,
    headers: Readonly<Record<string, string>>,
    body?: object,
  ): Promise<Reply | null> {
    for (let tries = 0; ; tries += 1) {
      const reply = await send(this.#port, route, headers, body);
      if (reply?.status !== 503 || reply.retryAfter === null || tries >= 5) return reply;
      await pause(Number(reply.retryAfter) * 1_000);
    }
  }

  async #token(body: object): Promise<Reply> {
    const reply = await this.#send('/auth/token', {}, body);
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

  /** Whether the refresh token of the previous setting still renews its session; the access token is used or refused, never an error. */
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

  /** Whether the request of that round still gets the same answer. */
  async replays(round: number): Promise<boolean> {
    const reply = await this.#ask('POST', round);
    if (reply.status !== 201) throw new Error(`repeating: ${reply.status} ${reply.text}`);
    return reply.text === this.#answers.get(round);
  }

  async post(id: string, day: string): Promise<void> {
    const reply = await this.#send(`/api/v1/gl/transactions/${id}/post`, this.#headers(), {});
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
      ? this.#send('/api/v1/gl/transactions?limit=1', this.#headers())
      : this.#send('/api/v1/gl/transactions', keyed, body));
    if (reply === null || reply.status >= 500) throw new Error(`${method}: ${reply?.status} ${reply?.text}`);
    return reply;
  }
}
