import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { addAccounts, fillBooks } from './support/books';
import { installPgledger, type Pgledger, type Spread } from './support/pgledger';
import { postDirectly, sealAll, settle, stockOf } from './support/posting';
import { Meter } from './support/processor-time';
import { type Bar, inTurn } from './support/ratio';

/** Seconds per round, and rounds of each side in turn; fewer for a quick look. */
const SECONDS = Number(process.env.DAYBOOK_BENCH_SECONDS ?? '2');
const ROUNDS = Number(process.env.DAYBOOK_BENCH_ROUNDS ?? '3');
/** Accounts of each side's books, so that two callers seldom use the same one; pgledger's own measurement has 50. */
const ACCOUNTS = 1_000;
/** Lines each side holds before anything is measured. */
const LINES_BEFORE = 40_000;
const CALLERS = (process.env.DAYBOOK_BENCH_CALLERS ?? '8,64').split(',').map(Number);
/** Clients that write in batches, and the size of one call of each side: the sizes at which each is fastest here. */
const CLIENTS = 8;
const OUR_BATCH = 1_000;
const THEIR_BATCH = 100;
/** Node optimizes its code in its first posts; PostgreSQL and pgbench are compiled. */
const WARM_UP_POSTS = Number(process.env.DAYBOOK_BENCH_ENTRIES ?? '30000');
const WARM_UP_SECONDS = 15;

/**
 * B3: Daybook's ledger against pgledger (github.com/pgr0ss/pgledger: double-entry bookkeeping in one SQL file) on the same server with the
 * same settings, in a separate database.
 *
 * To get it, clone that repository; its README says which files to install, two for its ids and then its own:
 *
 *     P=…/pgledger; V=$P/vendor/scoville-pgsql-ulid
 *     DAYBOOK_BENCH_PGLEDGER=$V/ulid-to-uuid.sql:$V/uuid-to-ulid.sql:$P/pgledger.sql npm run bench -- pgledger
 *
 * An entry of pgledger is a transfer: two lines. One of Daybook's has four here. Choices in pgledger's favor: it is called by pgbench with
 * prepared statements, which costs the machine less than the Node process that gathers Daybook's posts; a caller's entry is one transfer,
 * half as many lines as ours; lines are compared with the better of one and of two transfers a call; batches go through its function for
 * several transfers, at the size that suits it. Its accounts, transfers and batches are made by its own functions alone, both sides hold as
 * many accounts and lines, and rounds alternate. Afterward both books are verified: each balance against its lines.
 *
 * What Daybook does in addition for each entry: a document changes its state, periods and permissions are checked, a gapless number is
 * assigned, and audit rows and events are written. In batches both are mere ledgers: `daybook_append_entries` against its function.
 */
export async function benchPgledger(): Promise<Bar[]> {
  const theirs = await installPgledger(ACCOUNTS, LINES_BEFORE / 2);
  try {
    const organization = await foundTestOrganization({ name: 'Bench' });
    await addAccounts(organization, ACCOUNTS);
    await fillBooks(organization, LINES_BEFORE / 4);
    await settle();
    const bars: Bar[] = [];
    const perSecond = await warmUp(organization);
    for (const spread of ['random', 'hot'] as const)
      for (const callers of CALLERS)
        bars.push(...(await byCallers(organization, theirs, { spread, callers, perSecond })));
    for (const spread of ['random', 'hot'] as const)
      bars.push(...(await inBatches(organization, theirs, spread)));
    console.log(
      `         B3 verified: pgledger ${await theirs.verify()}; Daybook ${await verifyOurs(organization)}`,
    );
    return bars;
  } finally {
    await theirs.remove();
  }
}

/** The rate at which a first batch is posted, which is not counted. */
async function warmUp(organization: TestOrganization): Promise<number> {
  const spare = await stockOf(organization, WARM_UP_POSTS);
  await settle();
  const perSecond = await postDirectly(organization, spare, { callers: 64, seconds: WARM_UP_SECONDS });
  await sealAll(organization);
  return perSecond;
}

/** Callers that each wait for the answer of their one entry. */
async function byCallers(
  organization: TestOrganization,
  theirs: Pgledger,
  {
    spread,
    callers,
    perSecond,
  }: { readonly spread: Spread; readonly callers: number; readonly perSecond: number },
): Promise<Bar[]> {
  const spare: string[] = [];
  const mine = new Meter();
  const transfers = new Meter();
  const ours = async () => {
    // A round that finds too few ends early, and its rate is the same.
    const enough = Math.ceil(1.5 * SECONDS * perSecond);
    if (spare.length < enough)
      spare.push(...(await stockOf(organization, enough, { hot: spread === 'hot' })));
    await settle();
    const before = spare.length;
    const posted = await mine.around(async () => {
      const rate = await postDirectly(organization, spare, { callers, seconds: SECONDS });
      return { perSecond: rate, done: before - spare.length };
    });
    // So that pgledger does not pay for what our last seconds left behind.
    await sealAll(organization);
    await theirs.settle();
    return posted;
  };
  const {
    ours: posts,
    single,
    pair,
  } = await inTurn(ROUNDS, {
    ours,
    single: () => transfers.around(() => theirs.single(spread, callers, SECONDS)),
    pair: async () => (await theirs.pair(spread, callers, SECONDS)).perSecond,
  });
  const mode = `${callers} callers, ${spread === 'hot' ? 'one hot account' : 'random accounts'}`;
  return bars(mode, spread, {
    ours: posts,
    entries: single,
    lines: Math.max(2 * single, 4 * pair),
    peer: 'pgledger, a transfer a call',
    linesPeer: 'pgledger, one or two transfers a call',
    // Of many connections in a short round, opening them is most of what the database does.
    note: callers === CLIENTS ? timeNote(mine, transfers) : undefined,
  });
}

/** The ledger's own entry point against pgledger's function for several transfers. */
async function inBatches(organization: TestOrganization, theirs: Pgledger, spread: Spread): Promise<Bar[]> {
  let from = 1_000_000;
  const mine = new Meter();
  const transfers = new Meter();
  const append = async () => {
    const started = performance.now();
    let entries = 0;
    const client = async () => {
      while (performance.now() - started < SECONDS * 1000) {
        from += OUR_BATCH;
        await fillBooks(organization, OUR_BATCH, from, { hot: spread === 'hot' });
        entries += OUR_BATCH;
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    return { perSecond: entries / ((performance.now() - started) / 1000), done: entries };
  };
  const ours = async () => {
    await settle();
    const perSecond = await mine.around(append);
    await sealAll(organization);
    await theirs.settle();
    return perSecond;
  };
  const { ours: entries, peer } = await inTurn(ROUNDS, {
    ours,
    peer: () => transfers.around(() => theirs.batches(spread, CLIENTS, SECONDS, THEIR_BATCH)),
  });
  const mode = `in batches, ${CLIENTS} clients, ${spread === 'hot' ? 'one hot account' : 'random accounts'}`;
  const name = `pgledger, ${THEIR_BATCH} transfers a call`;
  return bars(mode, spread, {
    ours: entries,
    entries: peer,
    lines: 2 * peer,
    peer: name,
    linesPeer: name,
    note: timeNote(mine, transfers),
  });
}

/**
 * A busy machine slows everything down, and gives many connections a larger share than few; the processor time of each side shows its cost.
 */
function timeNote(mine: Meter, transfers: Meter): string {
  const [our, their] = [mine.micros, transfers.micros];
  return (
    `processor time ${Math.round(our.programs)} µs of Node and ${Math.round(our.database)} of the database for an entry of four lines, ` +
    `${Math.round(their.database)} for a transfer (${(their.database / (our.programs + our.database)).toFixed(2)}), pgbench not counted`
  );
}

/** Entries and lines on random accounts; only entries where one account is hot. */
function bars(
  mode: string,
  spread: Spread,
  found: {
    readonly ours: number;
    readonly entries: number;
    readonly lines: number;
    readonly peer: string;
    readonly linesPeer: string;
    readonly note: string | undefined;
  },
): Bar[] {
  const entries = {
    name: `B3 entries, ${mode}`,
    unit: 'entries/s',
    ours: found.ours,
    theirs: found.entries,
    peer: found.peer,
    atLeast: spread === 'hot' ? 2 : 1.5,
    ...(found.note === undefined ? {} : { note: found.note }),
  };
  const lines = {
    name: `B3 lines, ${mode}`,
    unit: 'lines/s',
    ours: 4 * found.ours,
    theirs: found.lines,
    peer: found.linesPeer,
    atLeast: 3,
  };
  return spread === 'hot' ? [entries] : [entries, lines];
}

/** Daybook's own verification of the ledger: every balance against its lines. */
async function verifyOurs({ organizationId }: TestOrganization): Promise<string> {
  return withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [organizationId]);
    const { rows } = await client.query<{ entries: string; wrong: string }>(
      `select o_entries as entries, o_unbalanced + o_balance_breaches + o_dimension_breaches + abs(o_difference) + o_documents_without_entry as wrong
       from daybook_verify_ledger()`,
    );
    if (Number(rows[0]?.wrong) !== 0) throw new Error(`the ledger does not agree: ${JSON.stringify(rows)}`);
    return `${rows[0]?.entries} entries, every balance the sum of its lines`;
  });
}
