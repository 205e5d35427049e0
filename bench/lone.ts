import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { createTransaction } from '@/usecases/transactions/create-transaction';
import { approveTransaction } from '@/usecases/transactions/posting/approve-transaction';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { fillBooks } from './support/books';
import { pgbench, pgbenchRun, RAW_INSERT, RAW_TABLE } from './support/pgbench';
import { type Bar, median } from './support/ratio';
import { type SameRows, sameRows } from './support/same-rows';

/** Calls of one round, one after the other. */
const CALLS = Number(process.env.DAYBOOK_BENCH_CALLS ?? '400');
const ROUNDS = 3;
const SECONDS = 3;
/** On a quiet machine a single call takes no longer than this at the median. */
const MOST_MS = { create: 5, approve: 5, post: 2.5 } as const;

/**
 * B1 for a lone caller: creating an approved four-line journal, approving a draft and posting, one after the other, each with its own commit,
 * against pgbench with one client: inserting four bare rows per transaction, and inserting the rows that the call leaves, with their indexes.
 */
export async function benchLone(): Promise<Bar[]> {
  const url = process.env.DAYBOOK_OWNER_URL ?? '';
  await withOwner((client) => client.query(`${RAW_TABLE}; truncate bench_raw`));
  const organization = await foundTestOrganization({ name: 'Bench' });
  // Books in use, so that the planner's statistics are those of a ledger with entries.
  await fillBooks(organization, 10_000);
  await withOwner((client) => client.query('vacuum analyze'));
  // A server compiles its code in its first half minute.
  await round(organization);
  await round(organization);
  const left = await rowsLeft(organization);
  const took: Took[] = [];
  const raw: number[] = [];
  const same = { create: [] as number[], approve: [] as number[], post: [] as number[] };
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    took.push(await round(organization));
    raw.push(await pgbench(url, RAW_INSERT, 1, SECONDS));
    for (const verb of VERBS) {
      const { script } = left[verb];
      same[verb].push(
        (await pgbenchRun(url, script, { clients: 1, seconds: SECONDS, prepared: true })).perSecond,
      );
    }
  }
  return VERBS.flatMap((verb) => {
    const each = median(took.map((one) => one[verb]));
    const ours = { name: `B1 a lone caller: ${verb} of four lines`, unit: 'calls/s', ours: 1000 / each };
    const tables = [...left[verb].rows].map(([table, count]) => `${count} ${table}`);
    return [
      {
        ...ours,
        theirs: median(raw),
        peer: 'pgbench raw 4-row insert, 1 client',
        atLeast: 0.15,
        note: `median ${each.toFixed(2)} ms (at most ${MOST_MS[verb]} ms on a quiet machine)`,
      },
      {
        ...ours,
        theirs: median(same[verb]),
        peer: 'pgbench inserts of the same rows, 1 client',
        atLeast: 0.15,
        note: tables.join(', '),
      },
    ];
  });
}

const VERBS = ['create', 'approve', 'post'] as const;
type Verb = (typeof VERBS)[number];
type Took = Readonly<Record<Verb, number>>;

/** The rows that one call of each verb leaves. */
async function rowsLeft(organization: TestOrganization): Promise<Readonly<Record<Verb, SameRows>>> {
  const { make, approve, post } = verbsOf(organization);
  const { id } = await make('APPROVED');
  const create = await sameRows(id);
  await post(id);
  const posted = await sameRows(id);
  const draft = await make('DRAFT');
  await approve(draft.id);
  return { create, approve: await sameRows(draft.id), post: posted };
}

/** Milliseconds of one call at the median. */
async function round(organization: TestOrganization): Promise<Took> {
  const { make, approve, post } = verbsOf(organization);
  const times = { create: [] as number[], approve: [] as number[], post: [] as number[] };
  const timed = async <T>(verb: keyof Took, work: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    const done = await work();
    times[verb].push(performance.now() - begun);
    return done;
  };
  for (let call = 0; call < CALLS; call += 1) {
    const { id } = await timed('create', () => make('APPROVED'));
    const draft = await make('DRAFT');
    await timed('approve', () => approve(draft.id));
    await timed('post', () => post(id));
  }
  return { create: median(times.create), approve: median(times.approve), post: median(times.post) };
}

function verbsOf(organization: TestOrganization) {
  const lines = [
    [organization.account('6210'), '100.00'],
    [organization.account('6300'), '50.00'],
    [organization.account('6220'), '-20.00'],
    [organization.account('1110'), '-130.00'],
  ].map(([accountId, unitPrice], at) => ({
    lineNumber: at + 1,
    lineType: 'ITEM',
    description: 'Payroll',
    quantity: '1',
    unitPrice,
    accountId,
  }));
  const transaction = {
    transactionTypeId: organization.ids.types.JOURNAL,
    subsidiaryId: organization.ids.rootSubsidiary,
    transactionDate: '2026-11-05',
    currencyCode: 'USD',
  };
  const make = (status: string) =>
    runForOutput(createTransaction, organization.callAs('admin'), {
      transaction: { ...transaction, status },
      lines,
    });
  const approve = (id: string) => runForOutput(approveTransaction, organization.callAs('admin'), { id });
  const post = (id: string) =>
    runForOutput(postTransaction, organization.callAs('admin'), { id, postingDate: '2026-11-05' });
  return { make, approve, post };
}
