import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { type Fact, openBooks, PROBABLE } from '../books';

afterAll(closeConnections);

const on = (effectiveDate: string) => ({ effectiveDate });
const deliver = (date: string, key: string, quantity?: string): Fact => ({
  kind: 'delivery',
  ...on(date),
  key,
  ...(quantity === undefined ? {} : { quantity }),
});
const bonus = (amount: string) => ({
  ...PROBABLE,
  method: 'MOST_LIKELY' as const,
  outcomes: [{ amount, probability: '1' }],
});

describe('modifications of the standard, down to the ledger', () => {
  /** 120 units for 12,000, of which 60 are delivered and invoiced by the end of February. */
  const units = {
    contractDate: '2026-01-01',
    price: { fixed: '12000' },
    obligations: [{ key: 'units', ssp: '12000', pattern: { kind: 'UNITS' as const, quantity: '120' } }],
  };
  const half: Fact[] = [
    { kind: 'invoice', ...on('2026-02-28'), amount: '6000' },
    deliver('2026-02-28', 'units', '60'),
  ];
  const more = (price: string) => ({
    key: 'more',
    price,
    ssp: '2850',
    distinct: true,
    pattern: { kind: 'UNITS' as const, quantity: '30' },
  });

  it('606-10-55 Example 5 Case A: 30 more units at 95, their standalone price, are a separate contract', async () => {
    const books = await openBooks();
    const { contract } = await books.contract(units);
    await books.tell(contract.id, ...half);
    const applied = await books.modify(contract.id, {
      date: '2026-03-01',
      additions: [more('2850')],
      answers: { priceAtSsp: true },
      reason: '30 additional units',
    });
    expect(applied.treatment).toBe('separate');
    await books.tell(contract.id, deliver('2026-03-31', 'units', '60'));
    // A separate contract: its facts are recorded there.
    expect(applied.contract.separatedFrom).toMatchObject({ id: contract.id });
    await books.tell(applied.contract.contract.id, deliver('2026-04-30', 'more', '30'));
    await books.runThrough('2026-02', '2026-04');
    // 100 per unit for the 120, 95 per unit for the 30.
    await books.proves(
      '2026-02-28: Dr RECEIVABLE 6000, Cr DEFERRED_REVENUE 6000',
      '2026-02-28: Dr DEFERRED_REVENUE 6000, Cr REVENUE 6000',
      '2026-03-31: Dr CONTRACT_ASSET 6000, Cr REVENUE 6000',
      '2026-04-30: Dr CONTRACT_ASSET 2850, Cr REVENUE 2850',
    );
  });

  it('606-10-55 Example 5 Case B: 30 more at 80 and a credit of 900 for defects: 900 at once, then 93.33 for each of 90 units', async () => {
    const books = await openBooks();
    const { contract } = await books.contract(units);
    await books.tell(contract.id, ...half);
    const applied = await books.modify(contract.id, {
      date: '2026-03-01',
      additions: [more('2400')],
      obligations: [{ key: 'units', remainingDistinct: true, remainingSsp: '5700' }],
      pastAdjustment: { key: 'units', amount: '-900' },
      answers: { priceAtSsp: false },
      reason: '30 additional units at 80; defects of the first 60 settled',
    });
    expect(applied.treatment).toBe('prospective');
    await books.tell(
      contract.id,
      // A month's deliveries: 15 of each kind are 1,400 at 93.33 per unit.
      deliver('2026-04-30', 'units', '15'),
      deliver('2026-05-31', 'units', '45'),
      deliver('2026-06-30', 'more', '30'),
    );
    await books.runThrough('2026-02', '2026-06');
    await books.tell(contract.id, { kind: 'invoice', ...on('2026-06-30'), amount: '7500' });
    await books.proves(
      '2026-02-28: Dr RECEIVABLE 6000, Cr DEFERRED_REVENUE 6000',
      '2026-02-28: Dr DEFERRED_REVENUE 6000, Cr REVENUE 6000',
      '2026-03-31: Dr REVENUE 900, Cr DEFERRED_REVENUE 900',
      '2026-04-30: Dr CONTRACT_ASSET 500, Dr DEFERRED_REVENUE 900, Cr REVENUE 1400',
      '2026-05-31: Dr CONTRACT_ASSET 4200, Cr REVENUE 4200',
      '2026-06-30: Dr CONTRACT_ASSET 2800, Cr REVENUE 2800',
      '2026-06-30: Dr RECEIVABLE 7500, Cr CONTRACT_ASSET 7500',
    );
    const after = await books.read(contract.id);
    expect(after.contract).toMatchObject({ contractStatus: 'COMPLETED', transactionPrice: '13500.00' });
  });

  it('606-10-55 Example 6: Y and Z are at 450 each after the modification and 460 after the estimate, X has a catch-up of 20', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '1000', variable: [{ key: 'bonus', ...bonus('200') }] },
      obligations: [
        { key: 'X', ssp: '500', pattern: { kind: 'POINT' } },
        { key: 'Y', ssp: '500', pattern: { kind: 'POINT' } },
      ],
    });
    await books.tell(contract.id, deliver('2026-01-10', 'X'));
    const applied = await books.modify(contract.id, {
      date: '2026-02-01',
      additions: [{ key: 'Z', price: '300', ssp: '500', distinct: true, pattern: { kind: 'POINT' } }],
      answers: { priceAtSsp: false },
      reason: 'Z added',
    });
    expect(applied.treatment).toBe('prospective');
    expect(applied.contract.obligations.map(({ key, allocated }) => [key, allocated])).toEqual([
      ['X', '600.00'],
      ['Y', '450.00'],
      ['Z', '450.00'],
    ]);
    const estimated = await books.tell(contract.id, {
      kind: 'reassessment',
      ...on('2026-03-01'),
      key: 'bonus',
      ...bonus('240'),
    });
    expect(estimated.obligations.map(({ key, allocated }) => [key, allocated])).toEqual([
      ['X', '620.00'],
      ['Y', '460.00'],
      ['Z', '460.00'],
    ]);
    await books.tell(contract.id, deliver('2026-04-01', 'Y'), deliver('2026-05-01', 'Z'));
    await books.runThrough('2026-01', '2026-05');
    await books.proves(
      '2026-01-31: Dr CONTRACT_ASSET 600, Cr REVENUE 600',
      '2026-03-31: Dr CONTRACT_ASSET 20, Cr REVENUE 20',
      '2026-04-30: Dr CONTRACT_ASSET 460, Cr REVENUE 460',
      '2026-05-31: Dr CONTRACT_ASSET 460, Cr REVENUE 460',
    );
  });

  it('606-10-55 Example 7: a service of 100,000 a year, in its third year 80,000 and extended by three for 200,000: 70,000 a year', async () => {
    const books = await openBooks();
    const year = (start: string, end: string) => ({
      kind: 'RATABLE' as const,
      start: `${start}-01-01`,
      end: `${end}-12-31`,
      method: 'EVEN_PERIODS' as const,
      residual: 'CUMULATIVE' as const,
    });
    const { contract } = await books.contract({
      contractDate: '2025-01-01',
      price: { fixed: '300000' },
      obligations: [{ key: 'service', ssp: '300000', pattern: year('2025', '2027') }],
    });
    const applied = await books.modify(contract.id, {
      date: '2027-01-01',
      additions: [
        { key: 'extension', price: '200000', ssp: '240000', distinct: true, pattern: year('2028', '2030') },
      ],
      obligations: [{ key: 'service', remainingDistinct: true, remainingSsp: '80000' }],
      priceChange: '-20000',
      answers: { priceAtSsp: false },
      reason: 'third year at 80,000, three more years for 200,000',
    });
    expect(applied.treatment).toBe('prospective');
    expect(applied.comparison.outcomes.prospective.allocation.map(({ remaining }) => remaining)).toEqual([
      '70000.00',
      '210000.00',
    ]);
    await books.runThrough('2025-01', '2027-03');
    const planned = (await books.read(contract.id)).schedule;
    const of = (from: string, to: string) =>
      planned
        .filter(({ period }) => period >= from && period <= to)
        .reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0) / 100;
    expect([of('2025-01', '2026-12'), of('2027-01', '2027-12'), of('2028-01', '2030-12')]).toEqual([
      200000, 70000, 210000,
    ]);
    const entries = await books.journal();
    expect(entries).toHaveLength(27);
    expect(entries.slice(0, 3)).toEqual([
      '2025-01-31: Dr CONTRACT_ASSET 8333.33, Cr REVENUE 8333.33',
      '2025-02-28: Dr CONTRACT_ASSET 8333.34, Cr REVENUE 8333.34',
      '2025-03-31: Dr CONTRACT_ASSET 8333.33, Cr REVENUE 8333.33',
    ]);
    expect(entries.slice(24)).toEqual([
      '2027-01-31: Dr CONTRACT_ASSET 5833.33, Cr REVENUE 5833.33',
      '2027-02-28: Dr CONTRACT_ASSET 5833.34, Cr REVENUE 5833.34',
      '2027-03-31: Dr CONTRACT_ASSET 5833.33, Cr REVENUE 5833.33',
    ]);
    await books.tiesOut();
  });

  /** Cost to cost at 60%, then a change of plan; the percentage rounded to `percentDecimals` or not at all. */
  async function building(percentDecimals: number | undefined, catchUp: string, rest: string) {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: {
        fixed: '1000000',
        variable: [{ key: 'bonus', ...bonus('200000'), constraint: { kind: 'EXCLUDED' } }],
      },
      obligations: [{ key: 'building', ssp: '1000000', pattern: { kind: 'PROGRESS' } }],
    });
    expect(contract.transactionPrice).toBe('1000000.00');
    await books.tell(contract.id, {
      kind: 'costs',
      scope: 'CONSTRUCTION',
      ...on('2026-06-30'),
      key: 'building',
      costToDate: '420000',
      totalCost: '700000',
    });
    const applied = await books.modify(contract.id, {
      date: '2026-07-15',
      // 150,000 for the change of scope, and the bonus of 200,000, now probable.
      priceChange: '350000',
      obligations: [
        {
          key: 'building',
          remainingDistinct: false,
          costs: {
            toDate: '420000',
            totalAfter: '820000',
            ...(percentDecimals === undefined ? {} : { percentDecimals }),
          },
        },
      ],
      reason: 'changed floor plan; the bonus is now probable',
    });
    expect(applied.treatment).toBe('catchUp');
    await books.tell(contract.id, {
      kind: 'costs',
      scope: 'CONSTRUCTION',
      ...on('2026-08-31'),
      key: 'building',
      costToDate: '820000',
      totalCost: '820000',
    });
    await books.runThrough('2026-06', '2026-08');
    await books.proves(
      '2026-06-30: Dr CONTRACT_ASSET 600000, Cr REVENUE 600000',
      `2026-07-31: Dr CONTRACT_ASSET ${catchUp}, Cr REVENUE ${catchUp}`,
      `2026-08-31: Dr CONTRACT_ASSET ${rest}, Cr REVENUE ${rest}`,
    );
  }

  it('606-10-55 Example 8, percentage rounded to 51.2%: 600,000, then a catch-up of 91,200 on the date of the modification', () =>
    building(1, '91200', '658800'));

  it('606-10-55 Example 8, percentage unrounded: 600,000, then a catch-up of 91,463.41 on the date of the modification', () =>
    building(undefined, '91463.41', '658536.59'));
});
