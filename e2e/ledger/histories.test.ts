import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport } from '@/db/tenancy';
import { contend, holdWrites, valuesOf } from '@/testing/contenders';
import { documentBody } from '@/testing/documents';
import { cases } from '@/testing/long-run';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { closePeriod, lockPeriod, softClosePeriod } from '@/usecases/periods/close-period';
import { listPeriods } from '@/usecases/periods/list-periods';
import { reopenPeriod } from '@/usecases/periods/reopen-period';
import { createTransaction } from '@/usecases/transactions/create-transaction';
import { approveTransaction } from '@/usecases/transactions/posting/approve-transaction';
import { cancelTransaction } from '@/usecases/transactions/posting/cancel-transaction';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { submitTransaction } from '@/usecases/transactions/posting/submit-transaction';
import { type Command, DAYS, Oracle, type Word } from './oracle/books';

// Proves the laws documents/post-transactions, ledger/append-entries, ledger/line-draft of prisma/sql.

afterAll(closeConnections);

/** Number of random histories; the ordinary run stays short, a long run sets DAYBOOK_HISTORIES=10000. */
const HISTORIES = cases(20, 100);
const ACCOUNTS = ['1110', '1420', '3100', '4100', '6300'] as const;
const NOBODY = '00000000-0000-4000-8000-000000000000';

/** The real ledger, driven by the same commands as the oracle. */
class Books {
  readonly ids: string[] = [];
  readonly org: TestOrganization;
  private readonly periodIds: readonly string[];

  private constructor(org: TestOrganization, periodIds: readonly string[]) {
    this.org = org;
    this.periodIds = periodIds;
  }

  static async open(): Promise<Books> {
    const org = await foundTestOrganization();
    const periods = await runForOutput(listPeriods, org.callAs('viewer'), { fiscalYear: 2025 });
    return new Books(
      org,
      periods.map(({ id }) => id),
    );
  }

  async run(command: Command): Promise<Word> {
    try {
      await this.attempt(command);
      return 'ok';
    } catch (error) {
      const { refusal } = error as { refusal?: { code: string } };
      if (refusal === undefined) throw error;
      return refusal.code;
    }
  }

  private async attempt(command: Command): Promise<void> {
    const call = this.org.callAs('controller');
    const id = 'document' in command ? (this.ids[command.document] ?? NOBODY) : NOBODY;
    const period = { id: 'month' in command ? this.periodIds[command.month] : NOBODY };
    const day = 'month' in command ? DAYS[command.month] : '';
    switch (command.verb) {
      case 'create': {
        const lines = command.cents.map(([account, amount]) => ({
          accountId: this.org.account(ACCOUNTS[account] ?? ''),
          unitPrice: `${amount < 0 ? '-' : ''}${Math.floor(Math.abs(amount) / 100)}.${String(Math.abs(amount) % 100).padStart(2, '0')}`,
        }));
        const body = documentBody(this.org, { kind: 'JOURNAL', transactionDate: day, lines });
        this.ids.push((await runForOutput(createTransaction, call, body)).id);
        return;
      }
      case 'submit':
        await runForOutput(submitTransaction, call, { id });
        return;
      case 'approve':
        await runForOutput(approveTransaction, call, { id });
        return;
      case 'cancel':
        await runForOutput(cancelTransaction, call, { id });
        return;
      case 'post':
        await runForOutput(postTransaction, call, { id, postingDate: day, overrideChecks: true });
        return;
      case 'reverse': {
        const made = await runForOutput(reverseTransaction, call, {
          id,
          reversalReason: 'Chance',
          reversalDate: day,
        });
        this.ids.push(made.reversalTransactionId);
        return;
      }
      case 'soften':
        await runForOutput(softClosePeriod, call, period);
        return;
      case 'close':
        await runForOutput(closePeriod, call, period);
        return;
      case 'lock':
        await runForOutput(lockPeriod, call, period);
        return;
      case 'reopen': {
        const until = new Date(Date.now() + 86_400_000).toISOString();
        await runForOutput(reopenPeriod, call, { ...period, reason: 'Chance', until });
        return;
      }
    }
  }

  /** Statuses in order of creation, balances in cents by account, and the ledger's own checks. */
  async state() {
    const claim = { organizationId: this.org.principals.admin.organizationId, userId: null };
    return withTenantReport(claim, async (tenant) => {
      const documents = await sql<{ id: string; status: string }>(
        tenant,
        'select id, transaction_status as status from business_transactions',
      );
      const balances = await sql<{ code: string; cents: number }>(
        tenant,
        `select a.code, (sum(b.base_debit - b.base_credit) * 100)::int as cents
         from ledger_balances b join accounts a on a.organization_id = b.organization_id and a.id = b.account_id group by 1`,
      );
      const numbers = await sql<{ n: string }>(
        tenant,
        `select entry_number as n from ledger_entries
         union all select transaction_number from business_transactions order by 1`,
      );
      const [verified] = await sql<Record<string, string>>(tenant, 'select * from daybook_verify_ledger()');
      const [audit] = await sql<{ posts: number }>(
        tenant,
        `select count(*)::int as posts from audit_log where action = 'gl.transaction.post'`,
      );
      return { documents, balances, numbers: numbers.map(({ n }) => n), verified, posts: audit?.posts };
    });
  }
}

/** The document a command concerns: counted among the existing ones, newest first, so that most commands find one. */
const document = fc.nat({ max: 5 });
const month = fc.constantFrom(0, 0, 0, 1, 1, 2, 3);
const closable = fc.constantFrom(0, 0, 0, 1, 1, 2);
const amount = fc.oneof(fc.integer({ min: -5_000_000, max: 5_000_000 }), fc.constantFrom(0, 1, -1));
/** Usually balanced: the last leg takes the remainder of the others; occasionally it is off by a cent. */
const legs = fc
  .tuple(
    fc.array(fc.tuple(fc.nat({ max: 4 }), amount), { minLength: 1, maxLength: 3 }),
    fc.nat({ max: 4 }),
    fc.constantFrom(0, 0, 0, 0, 0, 1),
  )
  .map(([some, last, off]) => {
    const sum = some.reduce((total, [, cents]) => total + cents, 0);
    return [...some, [last, off - sum] as [number, number]];
  });
const create = fc.record({ verb: fc.constant('create' as const), cents: legs, month });
const post = fc.record({ verb: fc.constant('post' as const), document, month });
const reverse = fc.record({ verb: fc.constant('reverse' as const), document, month });
const approveNewest: Command = { verb: 'approve', document: 0 };
const alone = (one: Command): Command[] => [one];
const periodVerb = fc.constantFrom<'soften' | 'close' | 'lock' | 'reopen'>(
  'soften',
  'soften',
  'close',
  'lock',
  'reopen',
);
/** Real use is rarely a single random step: documents are created in order to be posted, periods in order to be closed. */
const scene: fc.Arbitrary<Command[]> = fc.oneof(
  { weight: 3, arbitrary: create.map((made): Command[] => [made, approveNewest]) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(create, month)
      .map(([made, on]): Command[] => [made, approveNewest, { verb: 'post', document: 0, month: on }]),
  },
  { weight: 1, arbitrary: create.map(alone) },
  { weight: 4, arbitrary: post.map(alone) },
  { weight: 3, arbitrary: reverse.map(alone) },
  {
    weight: 2,
    arbitrary: fc
      .record({
        verb: fc.constantFrom<'submit' | 'approve' | 'cancel'>('submit', 'approve', 'cancel'),
        document,
      })
      .map(alone),
  },
  { weight: 4, arbitrary: fc.record({ verb: periodVerb, month: closable }).map(alone) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(0, 0, 1)
      .map((on): Command[] => (['soften', 'close', 'lock'] as const).map((verb) => ({ verb, month: on }))),
  },
);

/** The same command with its document counted from the beginning, as both ledgers identify it. */
const placed = (one: Command, count: number): Command =>
  'document' in one && count > 0 ? { ...one, document: count - 1 - (one.document % count) } : one;

/** Every series runs 1, 2, 3 … without a gap. */
function expectGapless(numbers: readonly string[]): void {
  const series = new Map<string, number[]>();
  for (const number of numbers) {
    const [, name = '', place = ''] = /^(.*)-(\d+)$/.exec(number) ?? [];
    series.set(name, [...(series.get(name) ?? []), Number(place)]);
  }
  for (const [name, places] of series) {
    expect([name, places.sort((a, b) => a - b)]).toEqual([name, places.map((_, index) => index + 1)]);
  }
}

const SOUND = {
  o_unbalanced: '0',
  o_balance_breaches: '0',
  o_dimension_breaches: '0',
  o_difference: '0.0000',
  o_documents_without_entry: '0',
};

async function expectSound(books: Books, entries: number): Promise<Awaited<ReturnType<Books['state']>>> {
  const state = await books.state();
  const { o_difference: difference, ...verified } = state.verified ?? {};
  expect({ ...verified, o_difference: Number(difference).toFixed(4) }).toMatchObject({
    ...SOUND,
    o_entries: String(entries),
  });
  expect(state.posts).toBe(entries);
  expectGapless(state.numbers);
  return state;
}

describe('random histories', () => {
  it('executed in sequence: every answer, status and balance equals the oracle’s', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(scene, { minLength: 3, maxLength: 14 }), async (scenes) => {
        const oracle = new Oracle();
        const books = await Books.open();
        for (const [index, sent] of scenes.flat().entries()) {
          const one = placed(sent, oracle.documents.length);
          const expected = oracle.run(one);
          expect([index, one.verb, await books.run(one)]).toEqual([index, one.verb, expected]);
        }
        const { documents, balances } = await expectSound(books, oracle.entries);
        const statuses = new Map(documents.map(({ id, status }) => [id, status]));
        expect(books.ids.map((id) => statuses.get(id))).toEqual(oracle.documents.map(({ status }) => status));
        for (const [account, cents] of oracle.balances) {
          const found = balances.find(({ code }) => code === ACCOUNTS[account]);
          expect([account, found?.cents ?? 0]).toEqual([account, cents]);
        }
      }),
      { numRuns: HISTORIES },
    );
  });

  it('executed concurrently: one winner per step, nothing lost, nothing duplicated, numbers gapless', async () => {
    const rounds = Math.max(4, Math.floor(HISTORIES / 20));
    for (let round = 0; round < rounds; round += 1) {
      const books = await Books.open();
      const cents = [
        [0, 1000],
        [3, -1000],
      ] as const;
      await Promise.all(Array.from({ length: 6 }, () => books.run({ verb: 'create', cents, month: 3 })));
      const storm = fc.sample(
        fc.oneof(
          { weight: 3, arbitrary: fc.record({ verb: fc.constant('approve' as const), document }) },
          {
            weight: 4,
            arbitrary: fc.record({ verb: fc.constant('post' as const), document, month: fc.constant(3) }),
          },
          {
            weight: 3,
            arbitrary: fc.record({ verb: fc.constant('reverse' as const), document, month: fc.constant(3) }),
          },
          { weight: 1, arbitrary: fc.record({ verb: fc.constant('cancel' as const), document }) },
        ),
        80,
      );
      const made = [...books.ids];
      const words = valuesOf(
        await contend(
          holdWrites(books.org.organizationId),
          storm.map((one) => () => books.run(one)),
          { waiting: 4 },
        ),
      );
      const wins = (verb: string, index: number) =>
        storm.filter(
          (one, place) =>
            one.verb === verb && 'document' in one && one.document === index && words[place] === 'ok',
        ).length;
      let entries = 0;
      const { documents } = await books.state();
      for (const [index, id] of made.entries()) {
        const counts = ['approve', 'post', 'reverse', 'cancel'].map((verb) => wins(verb, index));
        expect(counts.every((count) => count <= 1)).toBe(true);
        const [, posts = 0, reversals = 0, cancels = 0] = counts;
        entries += posts + reversals;
        const expected = reversals
          ? 'REVERSED'
          : posts
            ? 'POSTED'
            : cancels
              ? 'CANCELLED'
              : counts[0]
                ? 'APPROVED'
                : 'DRAFT';
        expect(documents.find((one) => one.id === id)?.status).toBe(expected);
      }
      const { balances } = await expectSound(books, entries);
      expect(balances.reduce((sum, { cents: some }) => sum + some, 0)).toBe(0);
    }
  });
});
