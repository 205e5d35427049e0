import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { addAccounts, approvedJournals, fillBooks } from './support/books';
import { installPgledger, type Pgledger, type Spread } from './support/pgledger';
import { postDirectly, sealAll, settle } from './support/posting';
import { type Bar, inTurn } from './support/ratio';

/** Seconds of a round, and rounds of each side in turn; fewer for a first look. */
const SECONDS = Number(process.env.DAYBOOK_BENCH_SECONDS ?? '2');
const ROUNDS = Number(process.env.DAYBOOK_BENCH_ROUNDS ?? '3');
/** Of each side's books, so that two callers seldom meet on one; pgledger's own measurement has 50. */
const ACCOUNTS = 1_000;
/** Lines each side holds before anything is measured. */
const LINES_BEFORE = 40_000;
const CALLERS = [8, 64] as const;
/** Clients that write in batches, and what one call of each side holds: sizes at which each is at its best here. */
const CLIENTS = 8;
const OUR_BATCH = 1_000;
const THEIR_BATCH = 100;
/** Node optimizes its code in its first half minute; PostgreSQL is compiled. */
const WARM_UP_SECONDS = 10;
/** More than one round can use. */
const MOST_PER_SECOND = 10_000;

/**
 * B3: Daybook's ledger against pgledger (github.com/pgr0ss/pgledger: double-entry bookkeeping in one SQL file) on the same server with
 * the same settings, in a database of its own.
 *
 * To get it, clone that repository; its README says which files to install, two for its ids and then its own:
 *
 *     P=…/pgledger; V=$P/vendor/scoville-pgsql-ulid
 *     DAYBOOK_BENCH_PGLEDGER=$V/ulid-to-uuid.sql:$V/uuid-to-ulid.sql:$P/pgledger.sql npm run bench -- pgledger
 *
 * An entry of pgledger is a transfer: two lines. One of Daybook's has four here. What is chosen in pgledger's favor: it is asked by pgbench
 * with prepared statements, which costs the machine less than the Node process that gathers Daybook's posts; a caller's entry is
 * one transfer, half as many lines as ours; lines are compared with the better of one and of two transfers a call; batches go through its
 * function for several transfers, at the size that suits it. Its accounts, transfers and batches are made by its own functions alone, both
 * sides hold as many accounts and lines, and rounds alternate. Afterward both books are verified: each balance against its lines.
 *
 * What Daybook does more for each entry: a document changes its state, periods and permissions are asked, a gapless number is
 * given, and audit and events are written. In batches both are ledgers alone: `daybook_append_entries` against its function.
 */
export async function benchPgledger(): Promise<Bar[]> {
  const theirs = await installPgledger(ACCOUNTS, LINES_BEFORE / 2);
  try {
    const organization = await foundTestOrganization({ name: 'Bench' });
    await addAccounts(organization, ACCOUNTS);
    await fillBooks(organization, LINES_BEFORE / 4);
    await settle();
    const bars: Bar[] = [];
    await warmUp(organization);
    for (const spread of ['random', 'hot'] as const)
      for (const callers of CALLERS)
        bars.push(...(await byCallers(organization, theirs, { spread, callers })));
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

async function warmUp(organization: TestOrganization): Promise<void> {
  const seconds = Math.min(WARM_UP_SECONDS, SECONDS * 5);
  const spare = await approvedJournals(organization, seconds * MOST_PER_SECOND);
  await settle();
  await postDirectly(organization, spare, { callers: 64, seconds });
  await sealAll(organization);
}

/** Callers that each wait for the answer of their one entry. */
async function byCallers(
  organization: TestOrganization,
  theirs: Pgledger,
  { spread, callers }: { readonly spread: Spread; readonly callers: number },
): Promise<Bar[]> {
  const spare: string[] = [];
  const ours = async () => {
    const most = Math.ceil(SECONDS * MOST_PER_SECOND);
    if (spare.length < most)
      spare.push(...(await approvedJournals(organization, 2 * most, { hot: spread === 'hot' })));
    await settle();
    const posted = await postDirectly(organization, spare, { callers, seconds: SECONDS });
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
    single: () => theirs.single(spread, callers, SECONDS),
    pair: () => theirs.pair(spread, callers, SECONDS),
  });
  const mode = `${callers} callers, ${spread === 'hot' ? 'one hot account' : 'random accounts'}`;
  return bars(mode, spread, {
    ours: posts,
    entries: single,
    lines: Math.max(2 * single, 4 * pair),
    peer: 'pgledger, a transfer a call',
    linesPeer: 'pgledger, one or two transfers a call',
  });
}

/** The ledger's own entry point against pgledger's function for several transfers. */
async function inBatches(organization: TestOrganization, theirs: Pgledger, spread: Spread): Promise<Bar[]> {
  let from = 1_000_000;
  const ours = async () => {
    await settle();
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
    const seconds = (performance.now() - started) / 1000;
    await sealAll(organization);
    await theirs.settle();
    return entries / seconds;
  };
  const { ours: entries, peer } = await inTurn(ROUNDS, {
    ours,
    peer: () => theirs.batches(spread, CLIENTS, SECONDS, THEIR_BATCH),
  });
  const mode = `in batches, ${CLIENTS} clients, ${spread === 'hot' ? 'one hot account' : 'random accounts'}`;
  const name = `pgledger, ${THEIR_BATCH} transfers a call`;
  return bars(mode, spread, { ours: entries, entries: peer, lines: 2 * peer, peer: name, linesPeer: name });
}

/** Entries and lines on random accounts; entries alone where one account is hot. */
function bars(
  mode: string,
  spread: Spread,
  found: {
    readonly ours: number;
    readonly entries: number;
    readonly lines: number;
    readonly peer: string;
    readonly linesPeer: string;
  },
): Bar[] {
  const entries = {
    name: `B3 entries, ${mode}`,
    unit: 'entries/s',
    ours: found.ours,
    theirs: found.entries,
    peer: found.peer,
    atLeast: spread === 'hot' ? 2 : 1.5,
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
