import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { type Fact, openBooks } from '../books';
import { RELATES } from '../facts/judged';

afterAll(closeConnections);

const on = (effectiveDate: string) => ({ effectiveDate });
const point = (key: string, ssp: string) => ({ key, ssp, pattern: { kind: 'POINT' as const } });
const deliver = (date: string, key: string): Fact => ({ kind: 'delivery', ...on(date), key });

describe('licenses and repurchase agreements of the standard, down to the ledger', () => {
  it('606-10-55 Example 57: equipment at 150,000 on delivery, the franchise over ten years, the royalty of 5% as sales occur', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: {
        fixed: '1150000',
        royalties: [{ key: 'sales', rate: '0.05', to: ['franchise'], criteria: RELATES }],
      },
      obligations: [
        point('equipment', '150000'),
        {
          key: 'franchise',
          ssp: '1000000',
          nature: 'LICENCE',
          pattern: {
            kind: 'LICENCE',
            intellectualProperty: 'SYMBOLIC',
            start: '2026-01-01',
            end: '2035-12-31',
          },
        },
      ],
    });
    await books.tell(contract.id, deliver('2026-01-10', 'equipment'), {
      kind: 'royalty',
      ...on('2026-01-31'),
      key: 'sales',
      sales: '200000',
    });
    await books.run('2026-01', { grouping: 'CONTRACT' });
    const view = await books.read(contract.id);
    // 31 of the 3,652 days of the license, and the royalty of the month's sales.
    expect(
      view.schedule.filter(({ runId }) => runId !== null).map(({ key, amount }) => [key, amount]),
    ).toEqual([
      ['franchise', '8488.50'],
      ['equipment', '150000.00'],
      ['franchise', '10000.00'],
    ]);
    await books.proves('2026-01-31: Dr CONTRACT_ASSET 168488.5, Cr REVENUE 168488.5');
  });

  const recording = (start: string, end: string, providedOn?: string) => ({
    kind: 'LICENCE' as const,
    intellectualProperty: 'FUNCTIONAL' as const,
    start,
    end,
    ...(providedOn === undefined ? {} : { providedOn }),
  });

  it('606-10-55 Example 59 Case A: 24 months at 10,000 for a recording are 240,000 when the license begins, not before', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2025-12-15',
      price: { fixed: '240000' },
      obligations: [
        {
          key: 'recording',
          ssp: '240000',
          nature: 'LICENCE',
          pattern: recording('2026-01-01', '2027-12-31', '2025-12-15'),
        },
      ],
    });
    await expect(books.tell(contract.id, deliver('2025-12-20', 'recording'))).rejects.toMatchObject({
      refusal: { code: 'REVENUE_RULE', data: { rule: 'LICENCE_NOT_BEGUN', notBefore: '2026-01-01' } },
    });
    await books.tell(contract.id, deliver('2026-01-01', 'recording'), {
      kind: 'invoice',
      ...on('2026-01-31'),
      amount: '10000',
    });
    await books.run('2026-01');
    await books.proves(
      '2026-01-31: Dr RECEIVABLE 10000, Cr DEFERRED_REVENUE 10000',
      '2026-01-31: Dr CONTRACT_ASSET 230000, Dr DEFERRED_REVENUE 10000, Cr REVENUE 240000',
    );
  });

  it('606-10-55-58C: a functional license with a start and no delivery is earned when it begins; a delivery recorded later moves it to its day', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2025-12-15',
      price: { fixed: '240000' },
      obligations: [
        {
          key: 'recording',
          ssp: '240000',
          nature: 'LICENCE',
          pattern: recording('2026-01-01', '2027-12-31'),
        },
      ],
    });
    expect(contract.contractStatus).toBe('ACTIVE');
    await books.runThrough('2025-12', '2026-01');
    expect(await books.journal()).toEqual(['2026-01-31: Dr CONTRACT_ASSET 240000, Cr REVENUE 240000']);
    // The copy was not delivered until March: January had not earned it.
    await books.tell(contract.id, deliver('2026-03-10', 'recording'));
    await books.runThrough('2026-02', '2026-03');
    await books.proves(
      '2026-01-31: Dr CONTRACT_ASSET 240000, Cr REVENUE 240000',
      '2026-02-28: Dr REVENUE 240000, Cr CONTRACT_ASSET 240000',
      '2026-03-31: Dr CONTRACT_ASSET 240000, Cr REVENUE 240000',
    );
  });

  it('606-10-55-65: a royalty on sales before the license begins is earned when it begins, not before and without a delivery', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2025-12-01',
      price: {
        fixed: '1000',
        royalties: [{ key: 'sales', rate: '0.05', to: ['recording'], criteria: RELATES }],
      },
      obligations: [
        { key: 'recording', ssp: '1000', nature: 'LICENCE', pattern: recording('2026-02-01', '2027-12-31') },
      ],
    });
    await books.tell(contract.id, { kind: 'royalty', ...on('2025-12-20'), key: 'sales', sales: '4000' });
    await books.runThrough('2025-12', '2026-02');
    await books.proves('2026-02-28: Dr CONTRACT_ASSET 1200, Cr REVENUE 1200');
  });

  it('606-10-55 Example 59 Case B: a renewal agreed during the term is not recognized before the renewal period', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2025-01-01',
      price: { fixed: '240000' },
      obligations: [{ key: 'recording', ssp: '240000', pattern: recording('2025-01-01', '2026-12-31') }],
    });
    await books.tell(contract.id, deliver('2025-01-01', 'recording'));
    const renewed = await books.modify(contract.id, {
      date: '2026-01-01',
      additions: [
        {
          key: 'renewal',
          price: '240000',
          ssp: '240000',
          distinct: true,
          pattern: recording('2027-01-01', '2028-12-31', '2025-01-01'),
        },
      ],
      answers: { priceAtSsp: true },
      reason: 'renewed for two more years',
    });
    expect(renewed.treatment).toBe('separate');
    const own = renewed.contract.contract.id;
    expect(own).not.toBe(contract.id);
    await expect(books.tell(own, deliver('2026-01-01', 'renewal'))).rejects.toMatchObject({
      refusal: { data: { rule: 'LICENCE_NOT_BEGUN' } },
    });
    await books.tell(own, deliver('2027-01-01', 'renewal'));
    await books.runThrough('2025-01', '2027-01');
    await books.proves(
      '2025-01-31: Dr CONTRACT_ASSET 240000, Cr REVENUE 240000',
      '2027-01-31: Dr CONTRACT_ASSET 240000, Cr REVENUE 240000',
    );
  });

  it('606-10-55 Example 62 Case A: sold for 1.0 m with a call at 1.1 m: interest 100,000, revenue 1.1 m when it lapses', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '1000000' },
      obligations: [
        {
          key: 'asset',
          ssp: '1100000',
          pattern: {
            kind: 'REPURCHASE',
            option: 'CALL',
            salePrice: '1000000',
            repurchasePrice: '1100000',
            on: '2026-12-31',
          },
        },
      ],
    });
    await books.tell(contract.id, { kind: 'payment', ...on('2026-01-01'), amount: '1000000' });
    await expect(books.tell(contract.id, deliver('2026-01-01', 'asset'))).rejects.toMatchObject({
      refusal: { code: 'REVENUE_RULE', data: { rule: 'OPTION_STILL_OPEN', paragraph: '606-10-55-68' } },
    });
    await books.tell(
      contract.id,
      { kind: 'accrual', ...on('2026-12-31') },
      { kind: 'lapse', ...on('2026-12-31'), key: 'asset' },
    );
    await books.run('2026-12');
    await books.proves(
      '2026-01-01: Dr CASH 1000000, Cr DEFERRED_REVENUE 1000000',
      '2026-12-31: Dr INTEREST_EXPENSE 100000, Cr ADVANCE_INTEREST 100000',
      '2026-12-31: Dr CONTRACT_ASSET 100000, Dr DEFERRED_REVENUE 1000000, Cr REVENUE 1100000',
      '2026-12-31: Dr ADVANCE_INTEREST 100000, Cr CONTRACT_ASSET 100000',
    );
  });

  it('606-10-55 Example 62 Case B: a put at 900,000 the customer will exercise is a lease: 100,000 over the year, 900,000 repaid', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '1000000' },
      obligations: [
        {
          key: 'asset',
          ssp: '100000',
          pattern: {
            kind: 'REPURCHASE',
            option: 'PUT',
            salePrice: '1000000',
            repurchasePrice: '900000',
            on: '2026-12-31',
            expectedMarketValue: '750000',
          },
        },
      ],
    });
    await books.tell(contract.id, { kind: 'payment', ...on('2026-01-01'), amount: '1000000' });
    await books.runThrough('2026-01', '2026-12');
    await books.tell(
      contract.id,
      { kind: 'creditNote', ...on('2026-12-31'), amount: '900000', mode: 'REFUND_LIABILITY' },
      { kind: 'payout', ...on('2026-12-31'), amount: '900000' },
    );
    const entries = await books.journal();
    expect(entries.slice(0, 3)).toEqual([
      '2026-01-01: Dr CONTRACT_ASSET 900000, Cr REFUND_LIABILITY 900000',
      '2026-01-01: Dr CASH 1000000, Cr CONTRACT_ASSET 900000, Cr DEFERRED_REVENUE 100000',
      '2026-01-31: Dr DEFERRED_REVENUE 8493.15, Cr REVENUE 8493.15',
    ]);
    expect(entries.slice(-2)).toEqual([
      '2026-12-31: Dr REFUND_LIABILITY 900000, Cr RECEIVABLE 900000',
      '2026-12-31: Dr RECEIVABLE 900000, Cr CASH 900000',
    ]);
    expect([await books.balance('4100'), await books.balance('1110'), await books.balance('2310')]).toEqual([
      '-100000',
      '100000',
      '0',
    ]);
    await books.tiesOut();
  });
});
