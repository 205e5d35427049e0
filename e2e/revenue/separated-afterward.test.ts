import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { runForOutput } from '@/usecases/kit/run';
import { decideTreatment } from '@/usecases/revenue/contracts/modifications/decide-treatment';
import { fingerprint } from '../support/fingerprint';
import { openBooks, PROBABLE } from './books';
import { RELATES } from './facts/judged';
import { inTwoYears, modificationOf, on, point, rule, xAndY, z } from './separate-orders';

afterAll(closeConnections);

describe('a separate contract that was recorded within another, and the reverse (606-10-25-12)', () => {
  it('606-10-25-12: what was recorded within the contract is separated afterward by deciding again, to the cent', async () => {
    const { books, id } = await xAndY();
    await books.modify(
      id,
      z({
        ownContract: false,
        additions: [
          {
            ...point('Z', '300'),
            pattern: { kind: 'RATABLE', start: '2026-02-01', end: '2026-04-30', method: 'EVEN_PERIODS' },
            price: '300',
            distinct: true,
          },
        ],
      }),
    );
    await books.runThrough('2026-01', '2026-02');
    const decide = async (treatment: 'separate' | 'prospective', more: object = {}) =>
      runForOutput(decideTreatment, books.org.callAs('revenue'), {
        id: (await modificationOf(books, id)).id,
        treatment,
        reason: 'Looked at again',
        ...more,
      });
    const kept = await decide('separate', { ownContract: false });
    expect(kept.separateContracts).toEqual([]);
    const first = await decide('separate');
    const [made] = first.separateContracts;
    expect(made).toMatchObject({ transactionPrice: '300.00', contractStatus: 'ACTIVE', isVoid: false });
    expect(first.contract.transactionPrice).toBe('1000.00');
    const own = await books.read(made?.id ?? '');
    expect(own.obligations).toMatchObject([{ key: 'Z', allocated: '300.00', nature: 'SERVICE' }]);
    expect(own.separatedFrom).toMatchObject({ id });
    await books.runThrough('2026-01', '2026-03');
    const earned = async () => [
      (await books.read(id)).balances.recognised,
      (await books.read(own.contract.id)).balances.recognised,
    ];
    // X for 500; two of three months of Z.
    expect(await earned()).toEqual(['500.00', '200.00']);
    expect(await books.balance('1310')).toBe('700');
    await books.tiesOut();
  });

  it('606-10-25-13: a separate contract that is decided to be part of the first one becomes part of it with its balances, is withdrawn, and is restored by deciding again', async () => {
    const { books, id } = await xAndY();
    const { contract: own } = await books.modify(id, z());
    const decide = async (treatment: 'separate' | 'prospective') =>
      runForOutput(decideTreatment, books.org.callAs('revenue'), {
        id: (await modificationOf(books, id)).id,
        treatment,
        reason: 'Looked at again',
      });
    const joined = await decide('prospective');
    // What is left: Y's 500 and Z's 300 for standalone prices of 500 and 300.
    expect(joined.obligations.map(({ key, allocated }) => [key, allocated])).toEqual([
      ['X', '500.00'],
      ['Y', '500.00'],
      ['Z', '300.00'],
    ]);
    expect((await books.read(own.contract.id)).contract).toMatchObject({
      contractStatus: 'TERMINATED',
      transactionPrice: '0.00',
    });
    const { separateContracts, contract } = await decide('separate');
    expect(contract.transactionPrice).toBe('1000.00');
    expect(separateContracts.map((one) => [one.transactionPrice, one.isVoid])).toEqual([
      ['0.00', true],
      ['300.00', false],
    ]);
    await books.tiesOut();
  });

  it('606-10-25-13: a separate contract that is decided to be one obligation with what is performed already has nothing allocated beside it: of 1,200 and 300 the one has 1,500', async () => {
    const books = await openBooks();
    const year = { kind: 'RATABLE' as const, start: '2026-01-01', end: '2026-12-31' };
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '1200' },
      obligations: [{ key: 'X', ssp: '1200', pattern: year }],
    });
    await books.modify(contract.id, z());
    const decided = await runForOutput(decideTreatment, books.org.callAs('revenue'), {
      id: (await modificationOf(books, contract.id)).id,
      treatment: 'catchUp',
      reason: 'Looked at again',
    });
    expect(decided.contract.transactionPrice).toBe('1500.00');
    expect(decided.obligations.map(({ key, allocated }) => [key, allocated])).toEqual([['X', '1500.00']]);
    // What is stored of its obligations adds up to its price.
    await books.tiesOut();
  });

  it('606-10-25-12: what is more than an addition cannot be decided to be separate afterward, and nothing changes', async () => {
    const { books, id } = await xAndY();
    await books.modify(id, z({ treatment: 'prospective', priceChange: '-10' }));
    const before = await fingerprint(books.org.organizationId);
    await expect(
      runForOutput(decideTreatment, books.org.callAs('revenue'), {
        id: (await modificationOf(books, id)).id,
        treatment: 'separate',
        reason: 'Looked at again',
      }),
    ).rejects.toMatchObject(rule('TREATMENT_IMPOSSIBLE'));
    expect(await fingerprint(books.org.organizationId)).toEqual(before);
  });

  it('606-10-25-12: separated afterward, takes its bonus and the interest on its installments along', async () => {
    const { books, id } = await xAndY();
    const bonus = {
      key: 'success',
      method: 'MOST_LIKELY' as const,
      outcomes: [{ amount: '50', probability: '1' }],
    };
    const modified = await books.modify(
      id,
      inTwoYears({
        ownContract: false,
        variable: [{ ...PROBABLE, ...bonus, to: ['Z'], criteria: RELATES }],
      }),
    );
    expect(modified.contract.contract.transactionPrice).toBe('1150.00');
    const first = await runForOutput(decideTreatment, books.org.callAs('revenue'), {
      id: (await modificationOf(books, id)).id,
      treatment: 'separate',
      reason: 'Looked at again',
    });
    const [made] = first.separateContracts;
    expect([first.contract.transactionPrice, made?.transactionPrice]).toEqual(['1000.00', '150.00']);
    const own = await books.tell(made?.id ?? '', { kind: 'delivery', ...on('2026-02-10'), key: 'Z' });
    // It begins with what was agreed and with nothing that was computed: 121 due at the end of the second year, a bonus of 50.
    const begun = own.events[0]?.event ?? {};
    expect(begun).toMatchObject({
      agreed: { price: { fixed: '121', financing: { kind: 'ARREARS', fixed: '121' }, variable: [bonus] } },
    });
    expect(Object.keys(begun).sort()).toEqual([
      'agreed',
      'currencyCode',
      'effectiveDate',
      'id',
      'kind',
      'policy',
    ]);
    expect(own.obligations.map(({ key, allocated }) => [key, allocated])).toEqual([['Z', '150.00']]);
    await books.runThrough('2026-01', '2026-03');
    // In February and in March.
    expect(await books.balance('7100')).toBe('-1.6');
    const outcomes = [{ amount: '80', probability: '1' }];
    const judged = { ...PROBABLE, ...bonus, outcomes, kind: 'reassessment' as const, ...on('2026-04-05') };
    const later = await books.tell(own.contract.id, judged);
    expect(later.contract.transactionPrice).toBe('180.00');
    await books.tiesOut();
  });

  it('where facts recorded in the first contract are about what would be separate, deciding so is refused, naming the fact that prevents it, and nothing changes', async () => {
    const { books, id } = await xAndY();
    await books.modify(id, z({ ownContract: false }));
    const recorded = await books.tell(id, { kind: 'delivery', ...on('2026-02-10'), key: 'Z' });
    const before = await fingerprint(books.org.organizationId);
    await expect(
      runForOutput(decideTreatment, books.org.callAs('revenue'), {
        id: (await modificationOf(books, id)).id,
        treatment: 'separate',
        reason: 'Looked at again',
      }),
    ).rejects.toMatchObject(rule('UNKNOWN_OBLIGATION', { eventId: recorded.events.at(-1)?.event.id }));
    expect(await fingerprint(books.org.organizationId)).toEqual(before);
  });
});
