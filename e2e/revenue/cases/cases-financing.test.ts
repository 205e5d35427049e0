import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { runForOutput } from '@/usecases/kit/run';
import { createContract } from '@/usecases/revenue/contracts/create-contract';
import { combineContracts } from '@/usecases/revenue/contracts/modifications/combine-contracts';
import { type Books, type Draft, openBooks } from '../books';

afterAll(closeConnections);

const on = (effectiveDate: string) => ({ effectiveDate });
const goods = (ssp: string) => ({ key: 'goods', ssp, pattern: { kind: 'POINT' as const } });
const delivery = (date: string) => ({ kind: 'delivery' as const, ...on(date), key: 'goods' });
const whole = (amount: string) => Math.round(Number(amount)).toString();

/** A contract of 1 January with one obligation satisfied at once. */
const sale = (books: Books, price: Draft['price'], ssp: string) =>
  books.contract({ contractDate: '2026-01-01', price, obligations: [goods(ssp)] });

describe('significant financing, principal and agent, down to the ledger', () => {
  it('606-10-55 Example 26: 121 payable in 24 months for a cash price of 100: 10% a year, revenue 100, interest 10 and 11', async () => {
    const books = await openBooks('2027-12-31');
    const { contract } = await sale(
      books,
      {
        fixed: '121',
        financing: {
          kind: 'ARREARS',
          monthsPerPeriod: 12,
          periods: 2,
          cashPrice: '100',
          payments: [{ at: 2, amount: '121' }],
        },
      },
      '100',
    );
    await books.tell(contract.id, delivery('2026-01-01'));
    await books.run('2026-01');
    // Within the year interest accrues by the month, at the same effective rate: 0.80 for
    // January is posted with its run.
    await books.tell(
      contract.id,
      { kind: 'accrual', ...on('2026-12-31') },
      { kind: 'accrual', ...on('2027-12-31') },
      { kind: 'payment', ...on('2027-12-31'), amount: '121' },
    );
    await expect(books.tell(contract.id, { kind: 'accrual', ...on('2027-12-31') })).rejects.toMatchObject({
      refusal: { code: 'REVENUE_RULE', data: { rule: 'NOTHING_TO_ACCRUE' } },
    });
    await books.proves(
      '2026-01-31: Dr CONTRACT_ASSET 100, Cr REVENUE 100',
      '2026-01-31: Dr ACCRUED_INTEREST 0.8, Cr INTEREST_INCOME 0.8',
      '2026-12-31: Dr ACCRUED_INTEREST 9.2, Cr INTEREST_INCOME 9.2',
      '2027-12-31: Dr ACCRUED_INTEREST 11, Cr INTEREST_INCOME 11',
      // Of what is paid, 100 is the price and 21 the interest accrued by then.
      '2027-12-31: Dr CASH 121, Cr CONTRACT_ASSET 100, Cr DEFERRED_REVENUE 21',
      '2027-12-31: Dr DEFERRED_REVENUE 21, Cr ACCRUED_INTEREST 21',
    );
  });

  it('606-10-55 Example 26: while a new product may be returned there is no revenue and no interest; then revenue 100 and, month by month, interest of 21', async () => {
    const books = await openBooks('2027-12-31');
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: {
        fixed: '121',
        // The credit runs from the end of the right of return: 21 of the 24 months are left.
        financing: {
          kind: 'ARREARS',
          start: '2026-04-01',
          monthsPerPeriod: 1,
          periods: 21,
          cashPrice: '100',
          payments: [{ at: 21, amount: '121' }],
        },
      },
      obligations: [{ ...goods('100'), nature: 'GOODS', returnableUntil: '2026-03-31' }],
    });
    const cost = (
      date: string,
      from: 'INVENTORY' | 'RETURN_ASSET',
      to: 'RETURN_ASSET' | 'COST_OF_SALES',
    ) => ({
      kind: 'journal' as const,
      ...on(date),
      memo: 'cost of the product',
      lines: [
        { account: to, debit: '80' },
        { account: from, credit: '80' },
      ],
    });
    const transferred = '2026-01-01: Dr RETURN_ASSET 80, Cr INVENTORY 80';
    await books.tell(contract.id, cost('2026-01-01', 'INVENTORY', 'RETURN_ASSET'));
    await expect(books.tell(contract.id, delivery('2026-01-01'))).rejects.toMatchObject({
      refusal: { code: 'REVENUE_RULE', data: { rule: 'RETURN_STILL_OPEN', paragraph: '606-10-32-11' } },
    });
    await books.runThrough('2026-01', '2026-02');
    await books.proves(transferred);
    await books.tell(
      contract.id,
      { kind: 'lapse', ...on('2026-03-31'), key: 'goods' },
      cost('2026-03-31', 'RETURN_ASSET', 'COST_OF_SALES'),
    );
    await books.runThrough('2026-03', '2027-12');
    await books.tell(contract.id, { kind: 'payment', ...on('2027-12-31'), amount: '121' });
    const entries = await books.journal();
    expect(entries.slice(0, 5)).toEqual([
      transferred,
      '2026-03-31: Dr COST_OF_SALES 80, Cr RETURN_ASSET 80',
      '2026-03-31: Dr CONTRACT_ASSET 100, Cr REVENUE 100',
      '2026-04-30: Dr ACCRUED_INTEREST 0.91, Cr INTEREST_INCOME 0.91',
      '2026-05-31: Dr ACCRUED_INTEREST 0.92, Cr INTEREST_INCOME 0.92',
    ]);
    expect(entries.at(-2)).toBe('2027-12-31: Dr CASH 121, Cr CONTRACT_ASSET 100, Cr DEFERRED_REVENUE 21');
    expect(entries.at(-1)).toBe('2027-12-31: Dr DEFERRED_REVENUE 21, Cr ACCRUED_INTEREST 21');
    expect(entries).toHaveLength(3 + 21 + 2);
    const codes = ['1310', '1340', '7100', '4100'];
    expect(await Promise.all(codes.map((code) => books.balance(code)))).toEqual(['0', '0', '-21', '-100']);
    await books.tiesOut();
  });

  /** Equipment paid in 60 monthly installments at 1% a month. */
  async function instalments(payment: string, price: string, firstInterest: string) {
    const books = await openBooks();
    const fixed = (Number(payment.replace('.', '')) * 60) / 100;
    const { contract } = await sale(
      books,
      {
        fixed: fixed.toFixed(2),
        financing: { kind: 'ARREARS', monthsPerPeriod: 1, periods: 60, ratePerPeriod: '0.01', payment },
      },
      price,
    );
    expect(whole(contract.transactionPrice)).toBe(price);
    await books.tell(contract.id, delivery('2026-01-01'));
    await books.run('2026-01');
    // The run posts the month's interest after its revenue.
    await books.tell(contract.id, { kind: 'payment', ...on('2026-01-31'), amount: payment });
    const [revenue = '', interest = '', ...paid] = await books.journal();
    const figure = (line: string) => whole(/Cr \w+ ([\d.]+)$/.exec(line)?.[1] ?? '0');
    expect([revenue, interest, ...paid].map((line) => line.replaceAll(/[\d.]+(?=,|$)/g, '#'))).toEqual([
      '2026-01-31: Dr CONTRACT_ASSET #, Cr REVENUE #',
      '2026-01-31: Dr ACCRUED_INTEREST #, Cr INTEREST_INCOME #',
      '2026-01-31: Dr CASH #, Cr CONTRACT_ASSET #',
      '2026-01-31: Dr CONTRACT_ASSET #, Cr ACCRUED_INTEREST #',
    ]);
    // The payment of the month includes its interest.
    expect([figure(revenue), figure(interest), figure(paid[1] ?? '')]).toEqual([
      price,
      firstInterest,
      firstInterest,
    ]);
    await books.tiesOut();
  }

  it('606-10-55 Example 28 Case A: the contract rate of 12% reflects the credit risk: 60 payments of 22,244 are a price of 1,000,000', () =>
    instalments('22244.45', '1000000', '10000'));

  it('606-10-55 Example 28 Case B: at 12% instead of the contract rate of 5%, 60 payments of 18,871.23 are a price of 848,357', () =>
    instalments('18871.23', '848357', '8484'));

  it('606-10-55 Example 29: 4,000 in advance at 6%: interest 240 and 254, revenue 4,494', async () => {
    // Whole units, as the standard rounds.
    const books = await openBooks('2027-12-31', 'JPY');
    const { contract } = await sale(
      books,
      {
        fixed: '4000',
        financing: { kind: 'ADVANCE', monthsPerPeriod: 12, periods: 2, ratePerPeriod: '0.06' },
      },
      '5000',
    );
    await books.tell(
      contract.id,
      { kind: 'payment', ...on('2026-01-01'), amount: '4000' },
      { kind: 'accrual', ...on('2026-12-31') },
      { kind: 'accrual', ...on('2027-12-31') },
      delivery('2027-12-31'),
    );
    await books.run('2027-12');
    await books.proves(
      '2026-01-01: Dr CASH 4000, Cr DEFERRED_REVENUE 4000',
      '2026-12-31: Dr INTEREST_EXPENSE 240, Cr ADVANCE_INTEREST 240',
      '2027-12-31: Dr INTEREST_EXPENSE 254, Cr ADVANCE_INTEREST 254',
      // The interest accrued by then is recognized as revenue with the rest of the price.
      '2027-12-31: Dr CONTRACT_ASSET 494, Dr DEFERRED_REVENUE 4000, Cr REVENUE 4494',
      '2027-12-31: Dr ADVANCE_INTEREST 494, Cr CONTRACT_ASSET 494',
    );
  });

  it('606-10-55 Example 45: an agent recognizes its commission of 10 on a sale of 100, and owes the supplier 90', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '100' },
      obligations: [{ ...goods('10'), capacity: 'AGENT', supplierShare: '90' }],
    });
    expect(contract.transactionPrice).toBe('10.00');
    await books.tell(
      contract.id,
      { kind: 'payment', ...on('2026-01-10'), amount: '100' },
      delivery('2026-01-10'),
    );
    await books.run('2026-01');
    await books.proves(
      '2026-01-10: Dr CASH 100, Cr DEFERRED_REVENUE 100',
      '2026-01-10: Dr DEFERRED_REVENUE 90, Cr SUPPLIER_PAYABLE 90',
      '2026-01-31: Dr DEFERRED_REVENUE 10, Cr REVENUE 10',
    );
  });

  it('606-10-55 Example 48: of a restaurant voucher of 100 an agent keeps 30, recognized when it is sold', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '100' },
      obligations: [{ ...goods('30'), capacity: 'AGENT', supplierShare: '70' }],
    });
    // Delivered before it is paid: the amount owed to the restaurant is an asset until the customer pays.
    await books.tell(contract.id, delivery('2026-01-10'), {
      kind: 'payment',
      ...on('2026-01-12'),
      amount: '100',
    });
    await books.run('2026-01');
    await books.proves(
      '2026-01-10: Dr DEFERRED_REVENUE 70, Cr SUPPLIER_PAYABLE 70',
      '2026-01-10: Dr CONTRACT_ASSET 70, Cr DEFERRED_REVENUE 70',
      '2026-01-12: Dr CASH 100, Cr CONTRACT_ASSET 70, Cr DEFERRED_REVENUE 30',
      '2026-01-31: Dr DEFERRED_REVENUE 30, Cr REVENUE 30',
    );
  });

  it('a principal reports the sale gross and its supplier’s share as cost (606-10-55-37B)', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '100' },
      obligations: [{ ...goods('100'), capacity: 'PRINCIPAL', supplierShare: '90' }],
    });
    await books.tell(contract.id, delivery('2026-01-10'));
    await books.run('2026-01');
    await books.proves(
      '2026-01-10: Dr COST_OF_SALES 90, Cr SUPPLIER_PAYABLE 90',
      '2026-01-31: Dr CONTRACT_ASSET 100, Cr REVENUE 100',
    );
  });

  it('a contract with financing terms is not combined; one that states its interest is (606-10-25-9, 32-15)', async () => {
    const books = await openBooks();
    const call = books.org.callAs('revenue');
    const terms = {
      kind: 'ARREARS' as const,
      monthsPerPeriod: 12,
      periods: 2,
      cashPrice: '100',
      payments: [{ at: 2, amount: '121' }],
    };
    const draft = async (key: string, financing: string | typeof terms) => {
      const { id } = await runForOutput(createContract, call, {
        customerId: books.org.ids.customer,
        contractDate: '2026-01-01',
        price: { fixed: '121', financing },
        obligations: [{ ...goods('121'), key }],
      });
      return id;
    };
    const reasons = { singleObjective: true };
    const stated = await draft('a', '21');
    await expect(
      runForOutput(combineContracts, call, { id: stated, with: [await draft('b', terms)], reasons }),
    ).rejects.toMatchObject({ refusal: { code: 'REVENUE_RULE', data: { rule: 'FINANCING_APART' } } });
    const combined = await runForOutput(combineContracts, call, {
      id: stated,
      with: [await draft('c', '1')],
      reasons,
    });
    expect((await books.read(combined.id)).contract.transactionPrice).toBe('220.00');
  });
});
