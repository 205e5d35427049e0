import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { postedDocument } from '@/testing/documents';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { runForOutput } from '@/usecases/kit/run';
import { tieOutControls } from '@/usecases/reports/tie-out-controls';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { openBooks } from '../books';

afterAll(closeConnections);

/** Goods and a year of care for 1,200, billed, with 50 for the goods expected to be refunded. */
async function billed(currencyCode: string) {
  const books = await openBooks();
  const on = { effectiveDate: '2026-01-15', key: 'goods' };
  await runForOutput(setExchangeRates, books.org.callAs('controller'), {
    rates: [{ fromCurrency: 'EUR', toCurrency: 'USD', rateDate: '2026-01-01', rate: '1.0937' }],
    confirmation: 'Rate of the example',
  });
  const { contract } = await books.contract({
    contractDate: '2026-01-01',
    currencyCode,
    price: { fixed: '1200' },
    obligations: [
      { key: 'goods', ssp: '600', pattern: { kind: 'POINT' } },
      { key: 'care', ssp: '600', pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' } },
    ],
  });
  const document = (more: object) =>
    postedDocument(books.org, { revenueContractId: contract.id, currencyCode, ...more });
  await document({ transactionDate: '2026-01-10', lines: [{ unitPrice: '1200' }] });
  await books.record(
    contract.id,
    { kind: 'delivery', ...on },
    { kind: 'refundEstimate', ...on, liability: '50' },
  );
  return { books, id: contract.id, document };
}

describe('a credit memo of more than the refund liability of its contract', () => {
  it.each(['USD', 'EUR'])(
    '606-10-32-42: settles the liability, and lowers the price by the rest, to the cent in %s',
    async (currencyCode) => {
      const { books, id, document } = await billed(currencyCode);
      const memo = await document({
        kind: 'CREDIT_MEMO',
        transactionDate: '2026-01-20',
        lines: [
          { unitPrice: '50', obligationKey: 'goods' },
          { unitPrice: '30', obligationKey: 'care' },
        ],
      });
      const { contract, balances, events } = await books.read(id);
      expect(balances).toMatchObject({ refundLiability: '0.00', billed: '1120.00' });
      // 1,200 less 50 that were expected to be refunded, less 30 more.
      expect(contract.transactionPrice).toBe('1120.00');
      const of = (goods: string, care: string) => [
        { key: 'goods', amount: goods },
        { key: 'care', amount: care },
      ];
      // 50 of 80 settle the liability: 31.25 of what is credited for the goods, 18.75 of the care.
      expect(
        events.flatMap(({ event }) =>
          event.kind === 'creditNote' ? [[event.mode, event.amount, event.items]] : [],
        ),
      ).toEqual([
        ['REFUND_LIABILITY', '50', of('31.25', '18.75')],
        ['CONCESSION', '30', of('18.75', '11.25')],
      ]);
      await books.tiesOut();
      const { controls } = await runForOutput(tieOutControls, books.org.callAs('auditor'), {
        asOf: '2026-12-31',
      });
      expect(controls.filter((one) => /[1-9]/.test(one.difference + one.differenceBase))).toEqual([]);
      // What settled a liability is not brought back by a reversal, as for a memo that settled nothing else.
      await expect(
        runForOutput(reverseTransaction, books.org.callAs('controller'), {
          id: memo.id,
          reversalReason: 'Given in error',
          reversalDate: '2026-12-31',
        }),
      ).rejects.toMatchObject({ refusal: { data: { rule: 'CONTRACT_DOCUMENT' } } });
    },
  );
});

describe('a credit memo dated before its contract', () => {
  it('stands in the contract liability from its own day, as in the ledger: 80 credited on January 16 under a contract of February 10', async () => {
    const books = await openBooks();
    const { id } = (
      await books.contract({
        contractDate: '2026-02-10',
        price: { fixed: '600' },
        obligations: [{ key: 'goods', ssp: '600', pattern: { kind: 'POINT' } }],
      })
    ).contract;
    const day = '2026-01-16';
    await postedDocument(books.org, {
      ...{ kind: 'CREDIT_MEMO', revenueContractId: id, transactionDate: day },
      lines: [{ unitPrice: '80' }],
    });
    const { movements, contract } = await books.read(id);
    // It lowers the price from the beginning of the contract on.
    expect(contract.transactionPrice).toBe('520.00');
    expect(movements.map(({ postingDate, contractAsset }) => [postingDate, contractAsset])).toEqual([
      [day, '80.00'],
    ]);
    for (const asOf of ['2026-01-31', '2026-02-28']) {
      const { controls } = await runForOutput(tieOutControls, books.org.callAs('auditor'), { asOf });
      expect(controls.filter(({ difference }) => /[1-9]/.test(difference))).toEqual([]);
    }
    await books.tiesOut();
  });
});
