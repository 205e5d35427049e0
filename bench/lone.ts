import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { createTransaction } from '@/usecases/transactions/create-transaction';
import { approveTransaction } from '@/usecases/transactions/posting/approve-transaction';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { fillBooks } from './support/books';
import { pgbench, RAW_INSERT, RAW_TABLE } from './support/pgbench';
import { type Bar, median } from './support/ratio';

/** Calls of one round, one after the other. */
const CALLS = Number(process.env.DAYBOOK_BENCH_CALLS ?? '400');
const ROUNDS = 3;
const SECONDS = 3;
/** On a quiet machine a single call takes no longer than this at the median. */
const MOST_MS = { create: 5, approve: 5, post: 2.5 } as const;

/**
 * B1 for a lone caller: creating an approved four-line journal, approving a draft and posting, one after the other, each with its own commit,
 * against pgbench inserting four bare rows per transaction with one client.
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
  const took: Took[] = [];
  const raw: number[] = [];
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    took.push(await round(organization));
    raw.push(await pgbench(url, RAW_INSERT, 1, SECONDS));
  }
  const theirs = median(raw);
  return VERBS.map((verb) => {
    const each = median(took.map((one) => one[verb]));
    return {
      name: `B1 a lone caller: ${verb} of four lines`,
      unit: 'calls/s',
      ours: 1000 / each,
      theirs,
      peer: 'pgbench raw 4-row insert, 1 client',
      atLeast: 0.15,
      note: `median ${each.toFixed(2)} ms (at most ${MOST_MS[verb]} ms on a quiet machine)`,
    };
  });
}

const VERBS = ['create', 'approve', 'post'] as const;
type Took = Readonly<Record<(typeof VERBS)[number], number>>;

/** Milliseconds of one call at the median. */
async function round(organization: TestOrganization): Promise<Took> {
  const times = { create: [] as number[], approve: [] as number[], post: [] as number[] };
  const timed = async <T>(verb: keyof Took, work: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    const done = await work();
    times[verb].push(performance.now() - begun);
    return done;
  };
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
  for (let call = 0; call < CALLS; call += 1) {
    const { id } = await timed('create', () => make('APPROVED'));
    const draft = await make('DRAFT');
    await timed('approve', () =>
      runForOutput(approveTransaction, organization.callAs('admin'), { id: draft.id }),
    );
    await timed('post', () =>
      runForOutput(postTransaction, organization.callAs('admin'), { id, postingDate: '2026-11-05' }),
    );
  }
  return { create: median(times.create), approve: median(times.approve), post: median(times.post) };
}
