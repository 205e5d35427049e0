import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { RefusalError } from '@/core/refusals';
import { insertRows } from '@/db/bulk';
import { closeConnections } from '@/db/client';
import { loadDocumentReferences } from '@/db/stores/documents/document-references';
import {
  findTransactions,
  linesOfTransactions,
  replaceTransactionParts,
} from '@/db/stores/documents/transactions';
import { sql, type Tenant, withTenantSql } from '@/db/tenancy';
import { withSavepoint } from '@/db/transaction';
import { newId } from '@/lib/ids';
import { createDocument, documentBody, journalLines, type TestDocument } from '@/testing/documents';
import { cases } from '@/testing/long-run';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import type { Call } from '@/usecases/kit/define';
import { run, runForOutput } from '@/usecases/kit/run';
import { draftOf } from '@/usecases/transactions/lock-document';
import { approveAndPostTransactions } from '@/usecases/transactions/posting/approve-and-post';
import { approveTransaction } from '@/usecases/transactions/posting/approve-transaction';
import { currentImpact } from '@/usecases/transactions/posting/current-impact';
import { submitTransaction } from '@/usecases/transactions/posting/submit-transaction';
import { referencesIn } from '@/usecases/transactions/references/collect-references';
import { updateTransaction } from '@/usecases/transactions/update-transaction';
import { holds } from '../../support/hold';

// Proves the law documents/approve-transactions of prisma/sql: approving leaves the entry that working it out again and writing it whole
// would leave, whatever happened since the document was saved, and writes none of its lines where that is the entry it has.

afterAll(closeConnections);

const HISTORIES = cases(4, 20, 400);
const STEPS = 24;

/** Accounts that the facts are changed to; 6100 is one that documents name themselves. */
const CODES = ['1240', '1430', '6100', '6210', '2110', '4300'] as const;

/** What an entry follows from besides its document, each a statement with the organization and an account. */
const FACTS: Readonly<Record<string, string>> = {
  'the receivable of the customer':
    'update customers set receivable_account_id = $2 where organization_id = $1',
  'the payable of the vendor': 'update vendors set payable_account_id = $2 where organization_id = $1',
  'the expense of the vendor':
    'update vendors set default_expense_account_id = $2 where organization_id = $1',
  'the tax account of a code': 'update tax_codes set account_id = $2 where organization_id = $1',
  'the revenue of the item': 'update items set revenue_account_id = $2 where organization_id = $1',
  'the expense of the item': 'update items set expense_account_id = $2 where organization_id = $1',
  ...Object.fromEntries(
    ['control', 'tax', 'discount', 'bank', 'default_line', 'shipping'].map((name) => [
      `the ${name} account of the posting rules`,
      `update posting_rules set ${name}_account_id = $2 where organization_id = $1`,
    ]),
  ),
  // Facts that an entry does not follow from: its amounts and its rate are those it was saved with.
  'a tax rate':
    'update tax_rates set rate_percent = rate_percent + 1 where organization_id = $1 and $2::uuid is not null',
  'an exchange rate': `insert into exchange_rates (organization_id, id, from_currency, to_currency, rate_date, rate)
    select $1, uuidv7(), 'EUR', 'USD', '2026-11-20'::date - count(*)::int, 1.2 + count(*) / 100.0 from exchange_rates
    where organization_id = $1 and $2::uuid is not null`,
  'the name of an account': `update accounts set name = name || '.' where organization_id = $1 and id = $2`,
  'whether an account is active': `update accounts set record_status = case record_status when 'active' then 'inactive' else 'active' end
    where organization_id = $1 and id = $2`,
};

const which = fc.nat({ max: 3 });
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      verb: fc.constant('fact' as const),
      fact: fc.constantFrom(...Object.keys(FACTS)),
      code: fc.constantFrom(...CODES),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      verb: fc.constant('edit' as const),
      which,
      cents: fc.integer({ min: 1, max: 99_999 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('submit' as const), which }) },
  {
    weight: 6,
    arbitrary: fc.record({
      verb: fc.constant('approve' as const),
      some: fc.uniqueArray(which, { minLength: 1, maxLength: 4 }),
      way: fc.constantFrom(
        'alone' as const,
        'with a key' as const,
        'on the screen' as const,
        'and posted' as const,
      ),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const claimOf = (org: TestOrganization) => ({
  organizationId: org.principals.admin.organizationId,
  userId: null,
});

/** Four documents of different kinds, which between them use every fact. */
const drafts = (org: TestOrganization, itemId: string): TestDocument[] => [
  {
    lines: [
      { taxCodeId: org.ids.taxCode, quantity: '3', unitPrice: '33.333333' },
      { itemId, lineType: 'ITEM' },
      { lineType: 'DISCOUNT', unitPrice: '7.77' },
      { lineType: 'SHIPPING', unitPrice: '12.00' },
    ],
  },
  {
    kind: 'VENDOR_BILL',
    currencyCode: 'EUR',
    lines: [{ taxCodeId: org.ids.taxCode }, { itemId, lineType: 'ITEM' }, { accountId: org.account('6100') }],
  },
  { kind: 'CUSTOMER_PAYMENT', lines: [{ unitPrice: '98.00' }, { lineType: 'DISCOUNT', unitPrice: '2.00' }] },
  {
    kind: 'JOURNAL',
    memo: 'Payroll',
    lines: journalLines(org, [
      ['6210', '10.10'],
      ['6300', '20.20'],
      ['1110', '-30.30'],
    ]),
  },
];

interface EntryLine {
  readonly writer: string;
  readonly row: unknown;
}

/** The entry of a document as it is stored, and the transaction that wrote each line. */
const entryOf = (tenant: Tenant, id: string): Promise<EntryLine[]> =>
  sql(
    tenant,
    `select i.xmin::text as writer, to_jsonb(i)::text as row from transaction_impact_lines i
     where i.organization_id = daybook_organization() and i.transaction_id = $1 order by i.line_number`,
    [id],
  );

const rowsOf = (lines: readonly EntryLine[]) => lines.map(({ row }) => row);

class TakeBack extends Error {}

/** The entry that working it out now, from all facts, and writing it whole leaves; what is stored stays. */
async function rewritten(tenant: Tenant, id: string): Promise<unknown[]> {
  let left: unknown[] = [];
  await withSavepoint(tenant, async () => {
    const [record] = await findTransactions(tenant, [id]);
    if (record === undefined) throw new Error('a document is gone');
    const lines = await linesOfTransactions(tenant, [id]);
    const facts = await loadDocumentReferences(tenant, referencesIn([draftOf(record, lines)]));
    await replaceTransactionParts(tenant, [id], { lines: null, impact: currentImpact(record, lines, facts) });
    left = rowsOf(await entryOf(tenant, id));
    throw new TakeBack();
  }).catch((error) => {
    if (!(error instanceof TakeBack)) throw error;
  });
  return left;
}

interface Tally {
  kept: number;
  replaced: number;
  refused: number;
}

/** Books with four drafts, and what a history does to them. */
async function booksOf(tally: Tally) {
  const org = await foundTestOrganization({ today: '2026-11-20' });
  const itemId = newId();
  await withTenantSql(claimOf(org), async (tenant) => {
    await insertRows(tenant, 'items', [
      {
        id: itemId,
        code: 'IT',
        name: 'Item',
        revenueAccountId: org.account('4100'),
        expenseAccountId: org.account('6300'),
      },
    ]);
    await insertRows(tenant, 'exchange_rates', [
      { id: newId(), fromCurrency: 'EUR', toCurrency: 'USD', rateDate: '2026-01-01', rate: '1.0837' },
    ]);
  });
  const made = drafts(org, itemId);
  const fresh = async (at: number) => (await createDocument(org, made[at] ?? {})).id;
  const ids = [await fresh(0), await fresh(1), await fresh(2), await fresh(3)];
  const idOf = (at: number) => ids[at] ?? '';
  const call = (more: Partial<Call> = {}) => org.callAs('controller', more);

  const approve = async (id: string, way: Extract<Step, { verb: 'approve' }>['way']) => {
    const idempotency = { key: newId(), route: 'POST /approve', requestHash: id };
    const present = () => ({ status: 200, body: 'once', headers: {} });
    if (way === 'with a key') return run(approveTransaction, call({ idempotency }), { id }, present);
    if (way === 'on the screen') return runForOutput(approveTransaction, call({ surface: 'trpc' }), { id });
    if (way === 'and posted')
      return runForOutput(approveAndPostTransactions, call(), { items: [{ id }], overrideChecks: true });
    return runForOutput(approveTransaction, call(), { id });
  };

  /** A new draft in place of one that is approved, unless an account it names is inactive at the moment. */
  const renew = async (at: number) => {
    try {
      ids[at] = await fresh(at);
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
    }
  };

  const approveSome = async (some: readonly number[], way: Extract<Step, { verb: 'approve' }>['way']) => {
    const asked = some.map(idOf);
    const before = await withTenantSql(claimOf(org), async (tenant) => {
      const found = [];
      for (const id of asked)
        found.push({ stored: await entryOf(tenant, id), fresh: await rewritten(tenant, id) });
      return found;
    });
    // At once: those of one way that arrive together are approved together.
    const outcomes = await Promise.allSettled(asked.map((id) => approve(id, way)));
    const after = await withTenantSql(claimOf(org), async (tenant) => {
      const found = [];
      for (const id of asked) found.push(await entryOf(tenant, id));
      return found;
    });
    for (const [n, outcome] of outcomes.entries()) {
      const { stored, fresh: expected } = before[n] ?? { stored: [], fresh: [] };
      if (outcome.status === 'rejected') {
        if (!(outcome.reason instanceof RefusalError)) throw outcome.reason;
        expect(after[n]).toEqual(stored);
        tally.refused += 1;
        continue;
      }
      expect(rowsOf(after[n] ?? [])).toEqual(expected);
      const isSame = JSON.stringify(rowsOf(stored)) === JSON.stringify(expected);
      if (isSame) expect(after[n]).toEqual(stored);
      tally[isSame ? 'kept' : 'replaced'] += 1;
      await renew(some[n] ?? 0);
    }
  };

  const edit = async (at: number, cents: number) => {
    const { lines } = documentBody(org, made[at]);
    const unitPrice = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
    const [first, ...rest] = lines;
    await runForOutput(updateTransaction, call(), {
      id: idOf(at),
      transaction: { memo: `Edited to ${unitPrice}` },
      lines: [{ ...first, unitPrice }, ...rest] as never,
    });
  };

  return async (one: Step): Promise<void> => {
    if (one.verb === 'approve') return approveSome(one.some, one.way);
    try {
      if (one.verb === 'edit') await edit(one.which, one.cents);
      else if (one.verb === 'submit') await runForOutput(submitTransaction, call(), { id: idOf(one.which) });
      else
        await withTenantSql(claimOf(org), (tenant) =>
          sql(tenant, FACTS[one.fact] ?? '', [org.organizationId, org.account(one.code)]),
        );
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
    }
  };
}

it('approving leaves the entry that rewriting it would, after any history of edits and facts, and writes no line of one that is the same', async () => {
  const tally: Tally = { kept: 0, replaced: 0, refused: 0 };
  const history = fc.array(step, { minLength: STEPS, maxLength: STEPS });
  await holds(
    fc.asyncProperty(history, async (steps) => {
      const act = await booksOf(tally);
      for (const one of steps) await act(one);
    }),
    HISTORIES,
  );
  expect(tally.kept).toBeGreaterThan(HISTORIES);
  expect(tally.replaced).toBeGreaterThan(HISTORIES);
  expect(tally.refused).toBeGreaterThan(0);
});
