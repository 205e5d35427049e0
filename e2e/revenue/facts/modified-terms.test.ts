import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { runForOutput } from '@/usecases/kit/run';
import { previewModification } from '@/usecases/revenue/contracts/modifications/preview-modification';
import { listEstimates } from '@/usecases/revenue/reports/list-estimates';
import { fingerprint } from '../../support/fingerprint';
import { type Fact, openBooks, PROBABLE } from '../books';
import { RELATES } from './judged';

afterAll(closeConnections);

const on = (effectiveDate: string) => ({ effectiveDate });
const point = (key: string, ssp: string) => ({ key, ssp, pattern: { kind: 'POINT' as const } });
const deliver = (date: string, key: string): Fact => ({ kind: 'delivery', ...on(date), key });
const likely = (amount: string) => ({
  ...PROBABLE,
  method: 'MOST_LIKELY' as const,
  outcomes: [{ amount, probability: '1' }],
});
const judged = (date: string, key: string, amount: string): Fact => ({
  kind: 'reassessment',
  ...on(date),
  key,
  ...likely(amount),
});
const added = (key: string, price: string, ssp: string) => ({
  ...point(key, ssp),
  price,
  distinct: true,
});

/** X and Y for 1,000, X delivered in January. */
const xAndY = {
  contractDate: '2026-01-01',
  price: { fixed: '1000' },
  obligations: [point('X', '500'), point('Y', '500')],
};

describe('price terms added by a modification, down to the ledger', () => {
  it('606-10-32-45(b): a bonus agreed with a modification is allocated to the obligations still open, and so is every re-estimate of it', async () => {
    const books = await openBooks();
    const { contract } = await books.contract(xAndY);
    await books.tell(contract.id, deliver('2026-01-10', 'X'));
    const change = {
      date: '2026-02-01',
      additions: [added('Z', '300', '500')],
      variable: [{ key: 'bonus', ...likely('100') }],
      answers: { priceAtSsp: false },
    };
    const { outcomes, required } = await runForOutput(previewModification, books.org.callAs('viewer'), {
      id: contract.id,
      ...change,
    });
    expect(required.treatment).toBe('prospective');
    const shares = ({ allocation }: typeof outcomes.separate) =>
      allocation.map(({ key, after: amount }) => [key, amount]);
    // Alone, Z has a price of 300 and the bonus; together the unearned 500 is added: 900 for two of 500 each.
    expect([shares(outcomes.separate), shares(outcomes.prospective)]).toEqual([
      [
        ['X', '500.00'],
        ['Y', '500.00'],
        ['Z', '400.00'],
      ],
      [
        ['X', '500.00'],
        ['Y', '450.00'],
        ['Z', '450.00'],
      ],
    ]);
    expect([outcomes.separate.terms, outcomes.prospective.terms]).toEqual([
      [{ key: 'bonus', to: ['Z'] }],
      [{ key: 'bonus', to: null }],
    ]);
    await books.modify(contract.id, { ...change, reason: 'Z added, with a bonus for being early' });
    const estimated = await books.tell(contract.id, judged('2026-03-01', 'bonus', '160'));
    expect(estimated.obligations.map(({ key, allocated }) => [key, allocated])).toEqual([
      ['X', '500.00'],
      ['Y', '480.00'],
      ['Z', '480.00'],
    ]);
    await books.tell(contract.id, deliver('2026-04-01', 'Y'), deliver('2026-05-01', 'Z'));
    await books.runThrough('2026-01', '2026-05');
    await books.proves(
      '2026-01-31: Dr CONTRACT_ASSET 500, Cr REVENUE 500',
      '2026-04-30: Dr CONTRACT_ASSET 480, Cr REVENUE 480',
      '2026-05-31: Dr CONTRACT_ASSET 480, Cr REVENUE 480',
    );
  });

  it('606-10-32-45(a): a bonus agreed with a first modification is allocated by that modification, and its part still open at a second one by the second', async () => {
    const books = await openBooks();
    const { contract } = await books.contract(xAndY);
    await books.tell(contract.id, deliver('2026-01-10', 'X'));
    await books.modify(contract.id, {
      date: '2026-02-01',
      additions: [added('Z', '400', '500')],
      variable: [{ key: 'bonus', ...likely('100') }],
      answers: { priceAtSsp: false },
      reason: 'Z added with a bonus',
    });
    await books.tell(contract.id, deliver('2026-02-10', 'Y'));
    await books.modify(contract.id, {
      date: '2026-03-01',
      additions: [added('W', '300', '500')],
      answers: { priceAtSsp: false },
      reason: 'W added',
    });
    // Y took 500 of 1,000; of the 800 left Z and W take 400 each. Of 80 more, Y's half is
    // earned, Z and W share the other.
    const { obligations } = await books.tell(contract.id, judged('2026-03-10', 'bonus', '180'));
    expect(obligations.map(({ key, allocated }) => [key, allocated])).toEqual([
      ['X', '500.00'],
      ['Y', '540.00'],
      ['Z', '420.00'],
      ['W', '420.00'],
    ]);
    await books.runThrough('2026-01', '2026-03');
    await books.proves(
      '2026-01-31: Dr CONTRACT_ASSET 500, Cr REVENUE 500',
      '2026-02-28: Dr CONTRACT_ASSET 500, Cr REVENUE 500',
      '2026-03-31: Dr CONTRACT_ASSET 40, Cr REVENUE 40',
    );
  });

  it('606-10-25-13(b): an incentive agreed with a change of plan is a catch-up with the work in progress, and is reversed when it is lost', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '1000000' },
      obligations: [{ key: 'building', ssp: '1000000', pattern: { kind: 'PROGRESS' } }],
    });
    const spent = (date: string, costToDate: string, totalCost: string): Fact => ({
      kind: 'costs',
      scope: 'CONSTRUCTION',
      ...on(date),
      key: 'building',
      costToDate,
      totalCost,
    });
    await books.tell(contract.id, spent('2026-06-30', '420000', '700000'));
    const applied = await books.modify(contract.id, {
      date: '2026-07-15',
      priceChange: '150000',
      variable: [{ key: 'early', ...likely('200000') }],
      obligations: [
        {
          key: 'building',
          remainingDistinct: false,
          costs: { toDate: '420000', totalAfter: '820000', percentDecimals: 1 },
        },
      ],
      reason: 'changed floor plan, with an incentive for finishing early',
    });
    expect([applied.treatment, applied.comparison.outcomes.catchUp.terms]).toEqual([
      'catchUp',
      [{ key: 'early', to: ['building'] }],
    ]);
    await books.tell(
      contract.id,
      judged('2026-08-10', 'early', '0'),
      spent('2026-09-30', '820000', '820000'),
    );
    await books.runThrough('2026-06', '2026-09');
    // 51.2% of 1,350,000 less 600,000; then 51.2% of the 200,000 back.
    await books.proves(
      '2026-06-30: Dr CONTRACT_ASSET 600000, Cr REVENUE 600000',
      '2026-07-31: Dr CONTRACT_ASSET 91200, Cr REVENUE 91200',
      '2026-08-31: Dr REVENUE 102400, Cr CONTRACT_ASSET 102400',
      '2026-09-30: Dr CONTRACT_ASSET 561200, Cr REVENUE 561200',
    );
  });

  it('606-10-32-40: an amount that relates to an addition alone stays with it, now and when it is re-estimated', async () => {
    const books = await openBooks();
    const { contract } = await books.contract(xAndY);
    await books.tell(contract.id, deliver('2026-01-10', 'X'));
    const { contract: modified } = await books.modify(contract.id, {
      date: '2026-02-01',
      additions: [
        {
          ...added('Z', '200', '300'),
          answers: [{ question: 'SEPARATELY_IDENTIFIABLE', answer: true, evidence: 'used without X and Y' }],
        },
      ],
      variable: [{ key: 'success', ...likely('100'), to: ['Z'], criteria: RELATES }],
      answers: { priceAtSsp: false },
      reason: 'Z added with a success fee of its own',
    });
    expect(modified.events.at(-1)?.event).toMatchObject({
      judgements: [{ key: 'Z', paragraph: '606-10-25-19', evidence: 'used without X and Y' }],
    });
    const allocated = ({ obligations }: typeof modified) => obligations.map((one) => one.allocated);
    // The 700 of Y and Z by 500 and 300, the fee to Z.
    expect(allocated(modified)).toEqual(['500.00', '437.50', '362.50']);
    await books.tell(contract.id, deliver('2026-02-20', 'Z'));
    expect(allocated(await books.tell(contract.id, judged('2026-03-05', 'success', '150')))).toEqual([
      '500.00',
      '437.50',
      '412.50',
    ]);
    await books.runThrough('2026-01', '2026-03');
    await books.proves(
      '2026-01-31: Dr CONTRACT_ASSET 500, Cr REVENUE 500',
      '2026-02-28: Dr CONTRACT_ASSET 362.5, Cr REVENUE 362.5',
      '2026-03-31: Dr CONTRACT_ASSET 50, Cr REVENUE 50',
    );
  });

  it('606-10-55-65: a license added for a royalty alone is a separate contract and is recognized as the sales occur', async () => {
    const books = await openBooks();
    const { contract } = await books.contract(xAndY);
    await books.tell(contract.id, deliver('2026-01-10', 'X'));
    const applied = await books.modify(contract.id, {
      date: '2026-02-01',
      additions: [
        {
          key: 'songs',
          price: '0',
          ssp: '1000',
          distinct: true,
          nature: 'LICENCE',
          pattern: {
            kind: 'LICENCE',
            intellectualProperty: 'FUNCTIONAL',
            start: '2026-02-01',
            end: '2028-01-31',
          },
        },
      ],
      royalties: [{ key: 'streams', rate: '0.05', to: ['songs'], criteria: RELATES, expected: '1000' }],
      reason: 'songs licensed for 5% of what they bring',
    });
    expect(applied.treatment).toBe('separate');
    const own = applied.contract.contract.id;
    // If it were part of the same contract, the expected royalty would cover it: Y keeps its 500.
    expect(applied.comparison.outcomes.prospective.allocation.map(({ after }) => after)).toEqual([
      '500.00',
      '500.00',
      '0.00',
    ]);
    await books.tell(
      own,
      deliver('2026-02-01', 'songs'),
      { kind: 'royalty', ...on('2026-02-28'), key: 'streams', sales: '4000' },
      { kind: 'royalty', ...on('2026-03-31'), key: 'streams', sales: '1000' },
    );
    await books.runThrough('2026-01', '2026-03');
    await books.proves(
      '2026-01-31: Dr CONTRACT_ASSET 500, Cr REVENUE 500',
      '2026-02-28: Dr CONTRACT_ASSET 200, Cr REVENUE 200',
      '2026-03-31: Dr CONTRACT_ASSET 50, Cr REVENUE 50',
    );
  });

  it('606-10-32-40: usage that is added and priced as used takes no share of the price: a share that would never be earned is refused, and nothing is stored', async () => {
    const books = await openBooks();
    const { contract } = await books.contract(xAndY);
    const before = await books.read(contract.id);
    const calls = { key: 'calls', distinct: true, pattern: { kind: 'USAGE' as const } };
    const add = (price: string, ssp: string) =>
      books.modify(contract.id, {
        date: '2026-02-01',
        additions: [{ ...calls, price, ssp }],
        reason: 'Calls, paid for as they are made',
      });
    for (const [price, ssp] of [
      ['50', '100'],
      ['0', '100'],
    ] as const) {
      await expect(add(price, ssp)).rejects.toMatchObject({
        refusal: { code: 'REVENUE_RULE', data: { rule: 'NOT_EARNABLE', key: 'calls' } },
      });
    }
    expect(await books.read(contract.id)).toEqual(before);
    // Without a price of its own it is a separate contract.
    const { contract: own } = await add('0', '0');
    expect(own.obligations.map(({ key, allocated }) => [key, allocated])).toEqual([['calls', '0.00']]);
    const first = await books.read(contract.id);
    expect(first.obligations.map(({ allocated }) => allocated)).toEqual(['500.00', '500.00']);
  });

  it('606-10-32-15: goods added for 121 in two years at a cash price of 100 are revenue of 100 and interest of 10 and 11, posted by the runs', async () => {
    const books = await openBooks('2027-12-31');
    const { contract } = await books.contract(xAndY);
    const applied = await books.modify(contract.id, {
      date: '2026-01-01',
      additions: [added('Z', '121', '100')],
      financing: {
        kind: 'ARREARS',
        monthsPerPeriod: 12,
        periods: 2,
        cashPrice: '100',
        payments: [{ at: 2, amount: '121' }],
      },
      reason: 'Z added, payable in two years',
    });
    // Its cash price is its standalone price.
    expect([applied.treatment, applied.contract.contract.transactionPrice]).toEqual(['separate', '100.00']);
    const own = applied.contract.contract.id;
    await books.tell(own, deliver('2026-01-01', 'Z'));
    await books.runThrough('2026-01', '2026-12');
    const interest = async () => books.balance('7100');
    expect((await books.journal()).slice(0, 3)).toEqual([
      '2026-01-31: Dr CONTRACT_ASSET 100, Cr REVENUE 100',
      '2026-01-31: Dr ACCRUED_INTEREST 0.8, Cr INTEREST_INCOME 0.8',
      '2026-02-28: Dr ACCRUED_INTEREST 0.8, Cr INTEREST_INCOME 0.8',
    ]);
    expect(await interest()).toBe('-10');
    await books.runThrough('2027-01', '2027-12');
    await books.tell(own, { kind: 'payment', ...on('2027-12-31'), amount: '121' });
    expect([await interest(), await books.balance('1310'), await books.balance('1340')]).toEqual([
      '-21',
      '0',
      '0',
    ]);
    await books.tiesOut();
  });

  it('a bonus agreed with a modification is due for judgment like any other (606-10-32-14)', async () => {
    const books = await openBooks();
    const { contract } = await books.contract(xAndY);
    await books.modify(contract.id, {
      date: '2026-02-01',
      variable: [{ key: 'bonus', ...likely('100') }],
      reason: 'a bonus for the rest',
    });
    const due = async (period: string) =>
      (await runForOutput(listEstimates, books.org.callAs('auditor'), { period })).estimates.map(
        ({ key, amount, lastJudged }) => [key, amount, lastJudged],
      );
    expect([await due('2026-02'), await due('2026-03')]).toEqual([[], [['bonus', '100.00', '2026-02-01']]]);
  });

  it('a term whose key is already in the price, that does not name an obligation, or that is paid differently than promised is refused, and nothing is stored', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      ...xAndY,
      price: { fixed: '1000', royalties: [{ key: 'sales', rate: '0.05', to: ['Y'], criteria: RELATES }] },
    });
    const before = await fingerprint(books.org.organizationId);
    const refuses = async (change: object, reason: object) => {
      await expect(
        books.modify(contract.id, { date: '2026-02-01', reason: 'a change', ...change }),
      ).rejects.toMatchObject({ refusal: reason });
      expect(await fingerprint(books.org.organizationId)).toEqual(before);
    };
    const rule = (name: string) => ({ code: 'REVENUE_RULE', data: { rule: name } });
    await refuses({ variable: [{ key: 'sales', ...likely('10') }] }, rule('DUPLICATE_ELEMENT'));
    await refuses(
      { royalties: [{ key: 'other', rate: '0.1', to: ['V'], criteria: RELATES }] },
      { code: 'INVALID_INPUT' },
    );
    const [capable, alone] = ['CAPABLE_OF_BEING_DISTINCT', 'SEPARATELY_IDENTIFIABLE'] as const;
    const answers = [
      { question: capable, answer: true, evidence: 'sold by others' },
      { question: alone, answer: false, evidence: 'changes Y' },
    ];
    await refuses({ additions: [{ ...added('V', '10', '10'), answers }] }, rule('NOT_DISTINCT'));
    await refuses(
      {
        priceChange: '100',
        financing: { kind: 'ARREARS', monthsPerPeriod: 12, periods: 1, ratePerPeriod: '0.1', payment: '90' },
      },
      rule('FINANCING_PAYMENTS'),
    );
  });
});
