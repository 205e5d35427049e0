import { applyToItems } from '@/core/billing/applications';
import { contractProblems } from '@/core/imports/contract-rows';
import { documentProblems } from '@/core/imports/journal-rows';
import { openingProblems } from '@/core/imports/opening-rows';
import { unbalanced } from '@/core/ledger/balance';
import { dec } from '@/core/money/decimal';
import { actsOf, actWords, NOTHING_MADE } from '@/core/orders/order-acts';
import type { WantedOrder } from '@/core/orders/wanted-order';
import { failedChecks } from '@/core/transactions/overridable-checks';
import type { ContractEvent } from '../contracts/events';
import { judgementsOfContract } from '../judgements/judgement-list';
import { tieOut } from '../tie-out';
import { refusedIn } from './sentences-of-terms';

/** Everything else that writes an amount into a sentence: judgments, tie-outs, payments, entries, orders. */
export const OF_RECORDS: Readonly<Record<string, (currencyCode: string) => string[]>> = {
  'the judgments of a contract': (currencyCode) =>
    judgementsOfContract({
      currencyCode,
      contractDate: '2026-01-01',
      criteria: [],
      terms: {
        price: {
          variable: [
            {
              key: 'bonus',
              method: 'MOST_LIKELY',
              outcomes: [{ amount: '5000', probability: '1' }],
              constraint: { kind: 'CAP', amount: '4000' },
            },
          ],
        },
        obligations: [
          { key: 'work', nature: 'SERVICE', capacity: 'PRINCIPAL', pattern: { kind: 'COST' }, ssp: '9000' },
        ],
        discounts: [{ amount: '1000', to: ['work'] }],
      },
      events: (
        [
          { kind: 'refundEstimate', key: 'work', liability: '1100' },
          { kind: 'estimateChange', change: '-1200' },
          { kind: 'estimateChange', change: '1300', onlyTo: ['work'] },
          { kind: 'costTest', key: 'cost', expectedConsideration: '1400', remainingCosts: '1500' },
          { kind: 'costEstimate', key: 'work', totalCost: '1600' },
          { kind: 'costs', key: 'work', totalCost: '1700', costToDate: '1000' },
          { kind: 'usage', key: 'work', amount: '1', expectedPrice: '1800' },
        ] as unknown as ContractEvent[]
      ).map((event, index) => ({ ...event, id: `e${index}`, effectiveDate: '2026-02-01', evidence: 'seen' })),
    }).flatMap(({ question, answer, about }) =>
      ['SOLD_STANDALONE', 'BUNDLE_SOLD_AT_DISCOUNT', 'SAME_DISCOUNT'].includes(question)
        ? [about ?? '']
        : [
              'ESTIMATE',
              'STANDALONE_PRICE',
              'VARIABLE_AMOUNT',
              'REFUND_LIABILITY',
              'PRICE_CHANGE',
              'IMPAIRMENT',
            ].includes(question) || ['TOTAL_COST', 'EXPECTED_PRICE'].includes(question)
          ? [answer ?? '']
          : [],
    ),
  'the bridge between subledger and ledger': (currencyCode) =>
    tieOut({
      subsidiaryId: 'us',
      currencyCode,
      controls: [{ control: 'DEFERRED_REVENUE', subledger: '1200', ledger: '1000' }],
      contracts: [
        {
          contractId: 'one',
          transactionPrice: '2400',
          allocated: ['1200', '1200'],
          billed: '1200',
          unbilled: '1000',
          recognised: '1000',
          deferred: '1200',
          refundLiability: '1000',
          remaining: '1400',
        },
      ],
      rollforward: { opening: '1000', additions: '2000', releases: '1500', closing: '1500' },
    }).flatMap(({ formula }) => formula),
  'a payment that is more than is open': (currencyCode) => {
    const item = (id: string, total: string) => ({ id, number: id, currencyCode, total, applied: '0' });
    const applied = (application: { targetId: string; amount: string; sourceAmount?: string }) => {
      const outcome = applyToItems(item('PAY', '1500'), [application], [item('INV', '2000')]);
      if (outcome.ok || outcome.refusal.code !== 'INVALID_INPUT') throw new Error('nothing was refused');
      return outcome.refusal.data.issues.map(({ message }) => message);
    };
    return [
      ...applied({ targetId: 'INV', amount: '3000' }),
      ...applied({ targetId: 'INV', amount: '1800' }),
      ...applied({ targetId: 'INV', amount: '1200', sourceAmount: '1100' }),
    ];
  },
  'rows of an import that disagree': (currencyCode) => {
    const rows = (...values: Readonly<Record<string, string>>[]) =>
      values.map((one, at) => ({
        rowNumber: at + 2,
        problems: [],
        values: { ...one, ...(at === 0 ? { currencyCode } : {}) },
      }));
    const price = { contractNumber: 'C', key: 'a', allocated: '1200', recognized: '1500' };
    return [
      ...documentProblems(
        rows(
          { transactionDate: '2026-01-01', debit: '2500' },
          { transactionDate: '2026-01-01', credit: '1000' },
        ),
      ),
      ...contractProblems(rows(price)),
      ...contractProblems(rows({ ...price, billed: '1100' }, { ...price, billed: '1300' })),
      { problems: openingProblems('openReceivables', { amount: '1200', openAmount: '1500', currencyCode }) },
    ].flatMap(({ problems }) => problems.map(({ message }) => message));
  },
  'an entry that does not balance': (currencyCode) =>
    refusedIn(unbalanced(dec('2000'), dec('1000'), currencyCode)),
  'a customer over the limit': (currencyCode) =>
    failedChecks({
      credit: { limit: '5000', owed: '4000', adds: '2000', baseCurrencyCode: currencyCode },
      missingDimensions: [],
      duplicates: [],
      postingDate: '2026-01-01',
      today: '2026-01-01',
      softClosedPeriod: null,
    }).map(({ message }) => message),
  'what becomes of an order': (currencyCode) => {
    const line = {
      key: 'a',
      description: 'Plan',
      amount: '1200',
      pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' },
    };
    const order = {
      customer: { key: 'c' },
      contract: {
        number: 'C',
        date: '2026-01-01',
        currencyCode,
        fixed: '1200',
        obligations: [line],
      },
      facts: { bill: { kind: 'invoice', effectiveDate: '2026-01-01', amount: '1200' } },
      invoice: { number: 'I', lines: [{ amount: '1000' }, { amount: '2000' }] },
      isCalledOff: false,
      endsOn: null,
    } as unknown as WantedOrder;
    const found = actsOf(NOTHING_MADE, order);
    if (found === null || !('acts' in found)) throw new Error('nothing becomes of it');
    const made = { ...NOTHING_MADE, customerKey: 'c', contract: { id: 'contract', terms: order.contract } };
    const dearer = [
      { ...order, contract: { ...order.contract, obligations: [{ ...line, amount: '1500' }] } },
      { ...order, contract: { ...order.contract, fixed: '1300' } },
    ].map((changed) => {
      const waiting = actsOf(made as never, changed as never);
      return waiting !== null && 'waits' in waiting ? waiting.waits.words : '';
    });
    return [actWords(found.acts, currencyCode), ...dearer];
  },
};
