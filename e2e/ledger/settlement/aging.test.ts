import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { sum, toFixedString } from '@/core/money/decimal';
import { closeConnections } from '@/db/client';
import { postedDocument } from '@/testing/documents';
import { cases } from '@/testing/long-run';
import { foundTestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { openItems } from '@/usecases/reports/list-open-items';
import { aging, wholeAging } from '@/usecases/reports/show-aging';
import { tieOutControls } from '@/usecases/reports/tie-out-controls';
import { applyPayment } from '@/usecases/transactions/payments/apply-payment';
import { unapplyPayment } from '@/usecases/transactions/payments/unapply-payment';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { openBooks } from '../../revenue/books';
import { ageItems, agingBucket } from '../oracle/aging';
import { AgingBooks, DAYS, histories } from './aging-histories';
import { pagesOf, rowsOf } from './aging-pages';

// Proves, besides the aging, the laws documents/spans-of and documents/keep-spans of prisma/sql over random histories.

afterAll(closeConnections);

/** Number of random histories; the ordinary run stays short, a long run sets DAYBOOK_HISTORIES. */
const HISTORIES = cases(8, 20, 400);
const SIDES = { RECEIVABLE: '1210', PAYABLE: '2110', EMPLOYEE_PAYABLE: '2120' } as const;
const added = (values: readonly string[]) => toFixedString(sum(values), 2);

describe('the oracle of the aging', () => {
  it.each([
    [null, 'CURRENT'],
    ['2026-07-01', 'CURRENT'],
    ['2026-06-30', 'CURRENT'],
    ['2026-06-29', 'DAYS_1_30'],
    ['2026-05-31', 'DAYS_1_30'],
    ['2026-05-30', 'DAYS_31_60'],
    ['2026-05-01', 'DAYS_31_60'],
    ['2026-04-30', 'DAYS_61_90'],
    ['2026-04-01', 'DAYS_61_90'],
    ['2026-03-31', 'OVER_90'],
  ])('due %s is %s on 2026-06-30', (dueDate, bucket) => {
    expect(agingBucket(dueDate, '2026-06-30')).toBe(bucket);
  });

  it('buckets add up to the total', () => {
    const items = [
      { dueDate: '2026-06-30', open: '10.00' },
      { dueDate: '2026-06-01', open: '20.10' },
      { dueDate: '2026-06-02', open: '-0.10' },
      { dueDate: '2020-01-01', open: '5.55' },
    ];
    expect(ageItems(items, '2026-06-30', 'USD')).toEqual({
      CURRENT: '10.00',
      DAYS_1_30: '20.00',
      DAYS_31_60: '0.00',
      DAYS_61_90: '0.00',
      OVER_90: '5.55',
      total: '35.55',
    });
  });
});

describe('the aging', () => {
  it('counts the days from the due day, on which an item is not late', async () => {
    const org = await foundTestOrganization({ today: '2026-06-30' });
    const due = [
      '2026-07-01',
      '2026-06-30',
      '2026-06-29',
      '2026-05-31',
      '2026-05-30',
      '2026-05-01',
      '2026-04-30',
      '2026-04-01',
      '2026-03-31',
    ];
    for (const dueDate of due) await postedDocument(org, { transactionDate: '2026-03-01', dueDate });
    const { items } = await runForOutput(openItems, org.callAs('auditor'), { side: 'RECEIVABLE' });
    const buckets = new Map(items.map(({ dueDate, bucket }) => [dueDate, bucket]));
    expect(due.map((day) => [day, buckets.get(day)])).toEqual(
      due.map((day) => [day, agingBucket(day, '2026-06-30')]),
    );
  });

  it('does not count a settlement on days on which one of its sides was reversed, though it was unapplied later', async () => {
    const org = await foundTestOrganization({ today: '2026-06-30' });
    const accountant = org.callAs('accountant');
    const invoice = await postedDocument(org, { transactionDate: '2026-03-01' });
    const payment = await postedDocument(org, { kind: 'CUSTOMER_PAYMENT', transactionDate: '2026-03-05' });
    const { applications } = await runForOutput(applyPayment, accountant, {
      paymentId: payment.id,
      appliedOn: '2026-03-05',
      applications: [{ documentId: invoice.id, amount: '100.00' }],
    });
    const open = async (asOf: string) => {
      const { items } = await runForOutput(openItems, org.callAs('auditor'), { side: 'RECEIVABLE', asOf });
      return items.map(({ openAmount }) => openAmount);
    };
    expect(await open('2026-03-15')).toEqual([]);
    await runForOutput(unapplyPayment, accountant, { applicationId: applications[0]?.id ?? '' });
    await runForOutput(reverseTransaction, accountant, {
      id: invoice.id,
      reversalReason: 'Billed by mistake',
      reversalDate: '2026-03-10',
    });
    expect(await open('2026-03-07')).toEqual([]);
    expect(await open('2026-03-15')).toEqual(['-100.00']);
    expect(await open('2026-06-30')).toEqual(['-100.00']);
  });

  it('counts what was owed under a contract on a day when it was not paid yet, though it is paid now', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '120' },
      obligations: [{ key: 'a', ssp: '120', pattern: { kind: 'POINT' } }],
    });
    await books.record(
      contract.id,
      { kind: 'invoice', effectiveDate: '2026-01-10', amount: '120' },
      { kind: 'payment', effectiveDate: '2026-03-05', amount: '120' },
    );
    const open = async (asOf: string) => {
      const call = books.org.callAs('auditor');
      const { items } = await runForOutput(openItems, call, { side: 'RECEIVABLE', asOf });
      return items.map(({ openAmount }) => openAmount);
    };
    expect(await open('2026-01-09')).toEqual([]);
    expect(await open('2026-02-28')).toEqual(['120.00']);
    expect(await open('2026-03-05')).toEqual([]);
  });

  it('explains what a corrected rate changed of a settlement one of whose sides was reversed before it was taken back', async () => {
    const books = await AgingBooks.open();
    const document = { verb: 'document', other: 1, discount: 0 } as const;
    for (const one of [
      { ...document, kind: 'CREDIT_MEMO', day: 0, cents: 1, inEuro: false },
      { ...document, kind: 'INVOICE', day: 1, cents: 4, inEuro: true },
      { verb: 'apply', payment: 0, target: 0, day: 0, cents: 1 },
      { verb: 'correct', day: 1, rate: 138 },
      { verb: 'unapply', item: 0 },
      { verb: 'reverse', item: 0, day: 0 },
    ] as const)
      expect(await books.run(one)).toBe('ok');
    // 0.04 EUR at 1.38 are 0.06 USD. The 0.01 EUR that was settled left at 0.01, and the correction made that 0.02.
    const call = books.org.callAs('auditor');
    const { controls } = await runForOutput(tieOutControls, call, { asOf: '2026-01-20' });
    const euro = controls.find(
      ({ currencyCode, control }) => currencyCode === 'EUR' && control === 'RECEIVABLE',
    );
    expect(euro).toMatchObject({ subledgerBase: '0.06', ledgerBase: '0.04', differenceBase: '-0.02' });
    expect(euro?.lines.map(({ kind, sourceKind, base }) => [kind, sourceKind, base])).toEqual([
      ['REVERSED_SIDE', 'SETTLEMENT', '-0.01'],
      ['REVERSED_SIDE', 'RATE_CORRECTION', '-0.01'],
    ]);
  });

  it('equals the balance of its control account on any day, in each currency and in base, or says line by line why not', async () => {
    const words = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const books = await AgingBooks.open();
        const call = books.org.callAs('auditor');
        for (const one of history) {
          const word = `${one.verb} ${await books.run(one)}`;
          words.set(word, (words.get(word) ?? 0) + 1);
        }
        // The checks of the books find the manual entries, and nothing else.
        const { breaches } = await runForOutput(verifyBooks, call, {});
        expect([
          breaches.map(({ check }) => check).filter((check) => check !== 'CONTROL_TIE_OUT'),
          breaches.length > 0,
        ]).toEqual([[], books.manual.length > 0]);
        for (const asOf of [...DAYS, '2026-03-31', '2026-07-01']) {
          const ledger = await books.ledgerAt(asOf);
          const { controls } = await runForOutput(tieOutControls, call, { asOf });
          // The ledger's side is the sum of its lines, and every difference is the sum of the reasons given for it.
          const place = (row: { control: string; currencyCode: string }) =>
            `${row.control} ${row.currencyCode}`;
          const standing = controls.filter((row) => row.ledger !== '0.00' || row.ledgerBase !== '0.00');
          expect(
            Object.fromEntries(standing.map((row) => [place(row), `${row.ledger} = ${row.ledgerBase}`])),
          ).toEqual(ledger);
          for (const row of controls) {
            expect([asOf, place(row), row.lines.filter(({ kind }) => kind === 'NOT_EXPLAINED')]).toEqual([
              asOf,
              place(row),
              [],
            ]);
            expect([row.difference, row.differenceBase]).toEqual([
              added(row.lines.map(({ amount }) => amount)),
              added(row.lines.map(({ base }) => base)),
            ]);
          }
          // Only what does not belong in a subledger is named.
          const named = controls.flatMap(({ lines }) =>
            lines.flatMap(({ kind, entryId }) => (kind === 'ENTRY' ? [entryId ?? ''] : [])),
          );
          const byHand = books.manual.filter((one) => one.day <= asOf).map(({ id }) => id);
          expect(named.sort()).toEqual(byHand.sort());
          for (const side of Object.keys(SIDES) as (keyof typeof SIDES)[]) {
            const report = await runForOutput(aging, call, { side, asOf });
            const { items } = await runForOutput(openItems, call, { side, asOf });
            const own = controls.filter(({ control }) => control === side);
            expect(report.control?.rows).toEqual(own);
            for (const total of report.totals) {
              const rows = report.rows.filter(({ currencyCode }) => currencyCode === total.currencyCode);
              const open = items.filter(({ currencyCode }) => currencyCode === total.currencyCode);
              const tied = own.find(({ currencyCode }) => currencyCode === total.currencyCode);
              expect([total.total, total.base]).toEqual([tied?.subledger, tied?.subledgerBase]);
              const { currencyCode, base: _base, ...byBucket } = total;
              const due = open.map(({ dueDate, openAmount }) => ({ dueDate, open: openAmount }));
              expect(byBucket).toEqual(ageItems(due, asOf, currencyCode));
              for (const { dueDate, bucket } of open) expect(bucket).toBe(agingBucket(dueDate, asOf));
              expect(added(rows.map((row) => row.total))).toBe(total.total);
              expect(added(rows.map((row) => row.base))).toBe(total.base);
              expect(added(open.map(({ openAmount }) => openAmount))).toBe(total.total);
              expect(added(open.map(({ openBase }) => openBase))).toBe(total.base);
            }
            expect(report.base.total).toBe(added(own.map(({ subledgerBase }) => subledgerBase)));
            // Read whole, and page by page, by number and by key, its rows and everything else are the same.
            const { rowCount, isCounted, nextCursor, ...one } = report;
            expect([rowCount, isCounted, nextCursor]).toEqual([report.rows.length, true, null]);
            expect(await runForOutput(wholeAging, call, { side, asOf })).toEqual(one);
            if (asOf !== DAYS.at(-1)) continue;
            for (const by of ['number', 'key'] as const) {
              for await (const page of pagesOf(call, { side, asOf, limit: 2 }, by)) {
                const { rows, nextCursor: _next, ...rest } = page;
                const { rows: _all, nextCursor: _none, ...same } = report;
                expect(rest).toEqual(same);
                expect(rows.length).toBeLessThanOrEqual(2);
              }
              expect(await rowsOf(call, { side, asOf, limit: 2 }, by)).toEqual(report.rows);
            }
          }
        }
      }),
      { numRuns: HISTORIES },
    );
    // The histories covered the cases they are meant to cover.
    const done = [
      'document',
      'apply',
      'unapply',
      'reverse',
      'manual',
      'invoice',
      'payment',
      'revalue',
      'correct',
    ];
    expect(done.filter((verb) => !words.has(`${verb} ok`))).toEqual([]);
  });
});
