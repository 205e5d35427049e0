import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { Principal } from '@/core/principal';
import { insertRows } from '@/db/bulk';
import { closeConnections } from '@/db/client';
import { withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { asOwnerOf, requireTwoForNothing, revenueLeft } from '@/testing/left/revenue-left';
import { IS_LONG } from '@/testing/long-run';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { subscribe } from '@/testing/subscriber';
import { checkImport } from '../imports/check-import';
import { createImport } from '../imports/create-import';
import { listRowsOfImport } from '../imports/list-import-rows';
import { runImport } from '../imports/run-import';
import { runForOutput } from '../kit/run';
import { createContract } from '../revenue/contracts/create-contract';
import { verifyBooks } from '../verify/verify-books';
import { createCutOver } from './create-cut-over';

// Proves the law revenue/post-revenue-moves of prisma/sql for movements of many contracts at once.

const DAY = '2025-01-31';
const HEADERS = [
  ...[
    'Contract',
    'Customer',
    'Contract date',
    'Currency',
    'Billed to date',
    'Deferred',
    'Taken over by',
    'Obligation',
  ],
  ...['Price', 'Recognized to date', 'Pattern', 'Start', 'End', 'Revenue account'],
];
type Row = readonly string[];

/** Books with rates for euros, an account that requires a dimension, one that is inactive, and a contract that has a number of the file. */
async function books(): Promise<{ readonly org: TestOrganization; readonly cutOverId: string }> {
  const org = await foundTestOrganization({ today: '2026-02-10' });
  // Without a subscriber there are no events to compare.
  await subscribe(org);
  const call = org.callAs('admin', { requestId: 'the request' });
  await withTenantSql({ organizationId: org.principals.admin.organizationId, userId: null }, (tenant) =>
    insertRows(tenant, 'exchange_rates', [
      { id: newId(), fromCurrency: 'EUR', toCurrency: 'USD', rateDate: '2024-01-01', rate: '1.1' },
      { id: newId(), fromCurrency: 'EUR', toCurrency: 'USD', rateDate: '2025-01-20', rate: '1.0437' },
    ]),
  );
  await asOwnerOf(org, (query) =>
    query(
      `update accounts set required_dimensions = case code when '4200' then '{department}'::text[] else required_dimensions end,
         record_status = case code when '4300' then 'inactive' else record_status end where organization_id = daybook_organization()`,
    ),
  );
  await runForOutput(createContract, call, { contractNumber: 'K-3', contractDate: DAY });
  const { id: cutOverId } = await runForOutput(createCutOver, call, { cutOverDate: DAY });
  return { org, cutOverId };
}

async function imported(
  { org, cutOverId }: Awaited<ReturnType<typeof books>>,
  rows: readonly Row[],
  { checks, principal = org.principals.admin }: { readonly checks: boolean; readonly principal?: Principal },
) {
  const call = org.callAs('admin', { requestId: 'the request', principal });
  const upload = { noun: 'openContracts', fileName: 'contracts.csv', columns: HEADERS, rows, cutOverId };
  const { id } = await runForOutput(createImport, call, upload);
  if (checks) await runForOutput(checkImport, call, { id });
  const verdicts = checks ? (await runForOutput(listRowsOfImport, call, { id, limit: 5_000 })).rows : [];
  const { counts } = await runForOutput(runImport, call, { id });
  const said = verdicts.map(({ rowState, errorField, errorMessage }) => [rowState, errorField, errorMessage]);
  return { id, counts, said };
}

const cell = (...texts: string[]) => fc.constantFrom(...texts);
const usually = (often: string, ...seldom: string[]) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(often) }, { weight: 1, arbitrary: cell(...seldom) });

const obligation = fc.record({
  price: usually('1200.00', '0', '0.05', '99,999.99', '1200.005', '-5'),
  recognized: usually('200.00', '0', '1200.00', '0.05', '7.77'),
  pattern: usually('', 'ratable', 'point', 'never'),
  start: usually('2024-12-01', '2025-01-31', '2025-02-01', '2026-03-15', '', '2023-01-31'),
  end: usually('2025-11-30', '2025-01-31', '2024-12-31', '2030-02-28', '2026-03-15'),
  account: usually('', '4200', '4200', '4100', '9999', 'Subscription revenue'),
});

/** A contract: mostly what the set takes, now and then something that only the verb for one contract says why it is refused. */
const contract = fc
  .record({
    customer: usually('Northwind', 'nobody', ''),
    date: usually('2024-12-01', '2025-01-31', '2023-06-15', '2025-03-01', 'yesterday'),
    // Of pounds there is no rate.
    currency: usually('', 'USD', 'eur', 'JPY', 'GBP', 'XXX'),
    billed: usually('1200.00', '600.00', '0.01', '2000', '-1'),
    deferred: usually('', '1000.00'),
    way: usually('', 'carry over', 'recompute', 'recompute', 'recompute', 'guess'),
    obligations: fc.array(obligation, { minLength: 1, maxLength: 3 }),
    // The last obligation is called like the first.
    isTwin: usually('no', 'yes'),
  })
  .map(
    (answered) =>
      (number: string): Row[] =>
        answered.obligations.map(({ price, recognized, pattern, start, end, account }, at) => [
          number,
          ...(at > 0
            ? ['', '', '', '', '', '']
            : [answered.customer, answered.date, answered.currency, answered.billed]),
          ...(at > 0 ? [] : [answered.deferred, answered.way]),
          answered.isTwin === 'yes' && at === answered.obligations.length - 1 ? 'Plan 0' : `Plan ${at}`,
          ...[price, recognized, pattern, start, end, account],
        ]),
  );

/** The most contracts of a file. */
const CONTRACTS = IS_LONG ? 40 : 20;

const file = fc.record({
  rows: fc
    .array(contract, { minLength: CONTRACTS / 2, maxLength: CONTRACTS })
    .map((contracts) => contracts.flatMap((make, at) => make(`K-${at}`))),
  checks: fc.boolean(),
});

afterAll(closeConnections);

describe('contracts taken over in sets', () => {
  test('leave in every table what taking them over one at a time leaves, and are refused in the same words', async () => {
    await fc.assert(
      fc.asyncProperty(file, async ({ rows, ...how }) => {
        const [sets, single] = [await books(), await books()];
        await requireTwoForNothing(single.org);
        // A contract that an earlier file brought is refused in this one.
        const [, , ...first] = rows[0] ?? [];
        const earlier = [
          ['K-1', 'Northwind', ...first.slice(0, 5), 'Plan', '10.00', '0', 'point', '', '', ''],
        ];
        for (const one of [sets, single]) await imported(one, earlier, { checks: false });
        const [ours, theirs] = [await imported(sets, rows, how), await imported(single, rows, how)];
        expect(ours.counts).toEqual(theirs.counts);
        expect(ours.said).toEqual(theirs.said);
        const left = ({ org, cutOverId }: typeof sets, { id }: typeof ours) =>
          revenueLeft(
            org,
            new Map([
              [cutOverId, 'the cut-over'],
              [id, 'the import'],
            ]),
          );
        const [all, each] = [await left(sets, ours), await left(single, theirs)];
        for (const table of Object.keys(each) as (keyof typeof each)[]) {
          expect([table, all[table]]).toEqual([table, each[table]]);
        }
      }),
      { numRuns: 3, endOnFailure: true },
    );
  });

  const plain = (count: number, prefix: string): Row[] =>
    Array.from({ length: count }, (_, at) => [
      ...[
        `${prefix}-${at}`,
        'Northwind',
        '2024-12-01',
        '',
        '1200.00',
        '',
        '',
        'Plan',
        '1200.00',
        '200.00',
        '',
      ],
      ...['2024-12-01', '2025-11-30', ''],
    ]);
  const counted = (org: TestOrganization) =>
    asOwnerOf(org, (query) =>
      query(
        `select (select count(*)::int from revenue_contracts where organization_id = daybook_organization() and contract_status = 'ACTIVE') as contracts,
           (select count(*)::int from revenue_movements where organization_id = daybook_organization()) as movements,
           (select count(*)::int from ledger_entries where organization_id = daybook_organization()) as entries,
           (select sum(deferred)::text from revenue_movements where organization_id = daybook_organization()) as deferred`,
      ),
    );

  /** In a set the bills of all contracts are posted before their payments. */
  const runsOfKinds = async (org: TestOrganization) => {
    const [found] = await asOwnerOf(org, (query) =>
      query(
        `select string_agg(m.kind, ' ' order by e.entry_number) as kinds from revenue_movements m join ledger_entries e on e.id = m.entry_id
         where m.organization_id = daybook_organization()`,
      ),
    );
    return String(found?.kinds)
      .replaceAll(/(DUE|PAYMENT)( \1)*/g, '$1')
      .split(' ');
  };

  test('of more rows than a portion has are each there once, with the entry of its bill and of its payment, and the books are sound', async () => {
    const answered = await books();
    const { counts } = await imported(answered, plain(620, 'M'), { checks: false });
    expect(counts).toMatchObject({ total: 620, imported: 620, failed: 0, left: 0 });
    expect(await counted(answered.org)).toEqual([
      { contracts: 620, movements: 1_240, entries: 1_240, deferred: '744000.0000' },
    ]);
    expect(await runsOfKinds(answered.org)).toEqual(['DUE', 'PAYMENT', 'DUE', 'PAYMENT', 'DUE', 'PAYMENT']);
    expect((await runForOutput(verifyBooks, answered.org.callAs('auditor'), {})).isSound).toBe(true);
  });

  test('are not made where two people are required, in the words of the verb for one contract', async () => {
    const { org, cutOverId } = await books();
    await asOwnerOf(org, (query) =>
      query(
        `update organizations set segregation_of_duties = 'enforce', segregation_threshold = 1000 where id = daybook_organization()`,
      ),
    );
    const small = plain(1, 'S').map((row) => row.map((text) => (text === '1200.00' ? '300.00' : text)));
    const { counts } = await imported({ org, cutOverId }, [...plain(2, 'T'), ...small], { checks: false });
    expect(counts).toMatchObject({ imported: 1, failed: 2 });
    const refused = await asOwnerOf(org, (query) =>
      query(
        `select distinct error_message as why from import_rows where organization_id = daybook_organization() and row_state = 'FAILED'`,
      ),
    );
    // Who uploaded the file and imports it is one person, in whose hands a contract above the limit may not be.
    expect(refused).toEqual([{ why: 'Someone else must do this because you prepared it.' }]);
    expect(await counted(org)).toMatchObject([{ contracts: 1, movements: 2 }]);
  });

  test('are recomputed only into the first open period, as the verb for one contract does', async () => {
    const org = await foundTestOrganization({ today: '2026-02-10' });
    const { id: cutOverId } = await runForOutput(createCutOver, org.callAs('admin'), {
      cutOverDate: '2025-03-31',
    });
    const recompute = plain(2, 'R').map((row) => row.map((text, at) => (at === 6 ? 'recompute' : text)));
    const { counts } = await imported({ org, cutOverId }, [...recompute, ...plain(1, 'P')], {
      checks: false,
    });
    expect(counts).toMatchObject({ imported: 1, failed: 2 });
    expect(await counted(org)).toMatchObject([{ contracts: 1, movements: 2 }]);
  });

  test('are taken over in sets by a caller confined to their subsidiary, too', async () => {
    const answered = await books();
    const { admin } = answered.org.principals;
    const principal = { ...admin, subsidiaryScope: [answered.org.ids.rootSubsidiary] };
    const { counts } = await imported(answered, plain(3, 'S'), { checks: false, principal });
    expect(counts).toMatchObject({ imported: 3, failed: 0 });
    expect(await runsOfKinds(answered.org)).toEqual(['DUE', 'PAYMENT']);
  });

  test('are only tried by a check, which stores nothing', async () => {
    const answered = await books();
    const before = await revenueLeft(answered.org);
    const call = answered.org.callAs('admin');
    const upload = { noun: 'openContracts', fileName: 'c.csv', columns: HEADERS, rows: plain(3, 'C') };
    const { id } = await runForOutput(createImport, call, { ...upload, cutOverId: answered.cutOverId });
    expect((await runForOutput(checkImport, call, { id })).counts).toMatchObject({ ready: 3, imported: 0 });
    const { contracts, entries, policies, audit } = await revenueLeft(answered.org);
    expect({ contracts, entries, policies, audit }).toEqual({
      contracts: before.contracts,
      entries: before.entries,
      policies: before.policies,
      audit: before.audit,
    });
  });
});
