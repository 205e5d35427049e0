import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, sum } from '@/core/money/decimal';
import { expectValue, ruleOf } from './cases/expect-value';
import { checkRunOrder, joinProposals, proposeRun, type RunSlice } from './recognition';

const accounts = { revenue: 'R', deferred: 'D', contractAsset: 'A' };
const slice = (sliceId: string, change: Partial<RunSlice> = {}): RunSlice => ({
  sliceId,
  contractId: 'c1',
  obligationKey: 'k',
  subsidiaryId: 's',
  currencyCode: 'USD',
  period: '2025-03',
  amount: '100.00',
  recognised: '0',
  held: false,
  accounts,
  ...change,
});

describe('a recognition run', () => {
  it('debits the contract liability as far as there is one, then the contract asset', () => {
    const run = expectValue(
      proposeRun({
        period: '2025-03',
        slices: [slice('1'), slice('2')],
        positions: [{ contractId: 'c1', net: '150' }],
      }),
    );
    expect(run.entries).toEqual([
      {
        subsidiaryId: 's',
        currencyCode: 'USD',
        contractId: null,
        lines: [
          { accountId: 'A', debit: '50.00', credit: '0.00' },
          { accountId: 'D', debit: '150.00', credit: '0.00' },
          { accountId: 'R', debit: '0.00', credit: '200.00' },
        ],
        revenue: '200.00',
      },
    ]);
  });

  it('proposes what an earlier month missed as a catch-up, never the future, never twice, nothing on hold', () => {
    const run = expectValue(
      proposeRun({
        period: '2025-03',
        slices: [
          slice('missed', { period: '2025-01' }),
          slice('future', { period: '2025-04' }),
          slice('done', { recognised: '100.00' }),
          slice('partly', { recognised: '40.00' }),
          slice('held', { held: true }),
        ],
        positions: [],
      }),
    );
    expect(run.lines.map(({ sliceId, amount, catchUp }) => [sliceId, amount, catchUp])).toEqual([
      ['missed', '100.00', true],
      ['partly', '60.00', false],
    ]);
    expect(run.held.map(({ sliceId }) => sliceId)).toEqual(['held']);
  });

  it('makes one entry per subsidiary and currency, or per contract as well', () => {
    const slices = [
      slice('1'),
      slice('2', { contractId: 'c2' }),
      slice('3', { subsidiaryId: 't' }),
      slice('4', { currencyCode: 'EUR' }),
    ];
    const base = { period: '2025-03', slices, positions: [] };
    expect(expectValue(proposeRun(base)).entries).toHaveLength(3);
    expect(expectValue(proposeRun({ ...base, grouping: 'CONTRACT' })).entries).toHaveLength(4);
  });

  it('a negative slice gives revenue back to the contract liability', () => {
    const run = expectValue(
      proposeRun({ period: '2025-03', slices: [slice('1', { amount: '-30.00' })], positions: [] }),
    );
    expect(run.entries[0]?.lines).toEqual([
      { accountId: 'R', debit: '30.00', credit: '0.00' },
      { accountId: 'D', debit: '0.00', credit: '30.00' },
    ]);
  });

  it('refuses to skip a month', () => {
    expect(ruleOf(checkRunOrder({ period: '2025-03', lastPosted: '2025-01', firstDue: null }))).toBe(
      'PERIOD_SKIPPED',
    );
    expect(ruleOf(checkRunOrder({ period: '2025-03', lastPosted: null, firstDue: '2025-02' }))).toBe(
      'PERIOD_SKIPPED',
    );
    expect(checkRunOrder({ period: '2025-02', lastPosted: '2025-01', firstDue: '2025-02' }).ok).toBe(true);
    expect(checkRunOrder({ period: '2025-01', lastPosted: '2025-01', firstDue: null }).ok).toBe(true);
    expect(ruleOf(proposeRun({ period: '2025-13', slices: [], positions: [] }))).toBe('INVALID_INPUT');
  });

  const slices = fc.array(
    fc
      .record({
        contract: fc.integer({ min: 0, max: 5 }),
        cents: fc.integer({ min: -5_000, max: 50_000 }),
        month: fc.integer({ min: 1, max: 6 }),
        held: fc.boolean(),
      })
      .map(({ contract, cents, month, held }) =>
        slice(`${contract}`, {
          contractId: `c${contract}`,
          amount: dec(String(cents)).div('100').toFixed(2),
          period: `2025-0${month}`,
          held,
        }),
      ),
    { maxLength: 60 },
  );

  it('law: entries balance and their revenue is the sum of the proposed lines', () => {
    fc.assert(
      fc.property(slices, (drawn) => {
        const run = expectValue(
          proposeRun({ period: '2025-03', slices: drawn, positions: [{ contractId: 'c1', net: '99' }] }),
        );
        for (const { lines } of run.entries) {
          expect(sum(lines.map(({ debit, credit }) => dec(debit).minus(credit))).isZero()).toBe(true);
        }
        const proposed = sum(run.lines.map(({ amount }) => amount));
        expect(sum(run.entries.map(({ revenue }) => revenue)).equals(proposed)).toBe(true);
      }),
    );
  });

  it('law: a run in chunks of contracts makes the same entries as a run in one', () => {
    fc.assert(
      fc.property(slices, (drawn) => {
        const part = (odd: boolean) =>
          expectValue(
            proposeRun({
              period: '2025-03',
              positions: [],
              slices: drawn.filter(({ sliceId }) => (Number(sliceId) % 2 === 1) === odd),
            }),
          ).entries;
        const whole = expectValue(proposeRun({ period: '2025-03', slices: drawn, positions: [] })).entries;
        const joined = joinProposals([part(false), part(true)]).filter(({ lines }) => lines.length > 0);
        expect(joined).toEqual(joinProposals([whole]).filter(({ lines }) => lines.length > 0));
      }),
    );
  });
});
