import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { openBooks } from '../books';
import {
  deliver,
  distinct,
  judgements,
  no,
  notDistinct,
  on,
  part,
  pays,
  point,
  RELATES,
  refuses,
  term,
  yes,
} from '../facts/judged';

afterAll(closeConnections);

/** The standard gives no figures for these; the figures are ours, the conclusions are the standard's. */
describe('principal or agent, use or access, as the standard judges them, down to the ledger', () => {
  const sale = { contractDate: '2026-01-01', price: { fixed: '1000' } };

  it('606-10-55 Example 46: equipment that a supplier builds to the entity’s specifications is sold gross, the supplier is a cost', async () => {
    const books = await openBooks();
    const equipment = {
      ...point('equipment', '1000'),
      nature: 'GOODS' as const,
      supplierShare: '700',
      answers: [
        yes('CONTROLS_BEFORE_TRANSFER', 'responsible for the specification, sets the price, bears the risk'),
      ],
    };
    await refuses(
      books,
      { ...sale, obligations: [{ ...equipment, capacity: 'AGENT' }] },
      'CAPACITY_CONTRADICTED',
    );
    const { contract } = await books.contract({ ...sale, obligations: [equipment] });
    expect(judgements({ contract })).toEqual(['equipment: as principal (606-10-55-37)']);
    await books.tell(contract.id, deliver('2026-01-20', 'equipment'));
    await books.run('2026-01');
    await books.proves(
      '2026-01-20: Dr COST_OF_SALES 700, Cr SUPPLIER_PAYABLE 700',
      '2026-01-31: Dr CONTRACT_ASSET 1000, Cr REVENUE 1000',
    );
  });

  it('606-10-55 Example 47: tickets purchased before they are sold are sold as principal: the whole price is revenue', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      ...sale,
      obligations: [
        {
          ...point('ticket', '1000'),
          capacity: 'PRINCIPAL',
          supplierShare: '850',
          answers: [
            yes('CONTROLS_BEFORE_TRANSFER', 'paid for whether it is sold or not, at a price the entity sets'),
          ],
        },
      ],
    });
    await books.tell(contract.id, pays('2026-01-20', '1000'), deliver('2026-01-20', 'ticket'));
    await books.run('2026-01');
    await books.proves(
      '2026-01-20: Dr CASH 1000, Cr DEFERRED_REVENUE 1000',
      '2026-01-20: Dr COST_OF_SALES 850, Cr SUPPLIER_PAYABLE 850',
      '2026-01-31: Dr DEFERRED_REVENUE 1000, Cr REVENUE 1000',
    );
  });

  it('606-10-55 Example 54: software with standalone functionality is a right to use, recognized when the customer can use it', async () => {
    const books = await openBooks();
    const software = (intellectualProperty: 'FUNCTIONAL' | 'SYMBOLIC') => ({
      key: 'software',
      ssp: '1000',
      nature: 'LICENCE' as const,
      pattern: { kind: 'LICENCE' as const, intellectualProperty, start: '2026-01-01', end: '2027-12-31' },
      answers: [yes('STANDALONE_FUNCTIONALITY', 'works for two years without the updates')],
    });
    await refuses(books, { ...sale, obligations: [software('SYMBOLIC')] }, 'LICENCE_CONTRADICTED');
    const { contract } = await books.contract({ ...sale, obligations: [software('FUNCTIONAL')] });
    expect(judgements({ contract })).toEqual(['software: a right to use (606-10-55-58)']);
    await books.tell(contract.id, deliver('2026-01-01', 'software'));
    await books.run('2026-01');
    await books.proves('2026-01-31: Dr CONTRACT_ASSET 1000, Cr REVENUE 1000');
  });

  it('606-10-55 Example 55: a license that depends on its updates is one performance obligation with them, satisfied over time', async () => {
    const books = await openBooks();
    const why = 'without the updates the design is soon of no use to the customer';
    const { contract } = await books.contract({
      ...sale,
      obligations: [
        {
          key: 'design and updates',
          ssp: '1000',
          nature: 'LICENCE',
          pattern: term('2026-01-01', '2026-10-31'),
          parts: [part('licence', why), part('updates', why)],
          answers: [yes('CONSUMED_AS_PERFORMED', 'every update is of use as it comes')],
        },
      ],
    });
    await books.run('2026-01');
    expect(judgements({ contract })).toHaveLength(3);
    await books.proves('2026-01-31: Dr CONTRACT_ASSET 100, Cr REVENUE 100');
  });

  const compound = {
    key: 'licence',
    ssp: '600',
    nature: 'LICENCE' as const,
    pattern: {
      kind: 'LICENCE' as const,
      intellectualProperty: 'FUNCTIONAL' as const,
      start: '2026-01-01',
      end: '2035-12-31',
    },
  };
  const batches = (quantity: string) => ({ kind: 'UNITS' as const, quantity });

  it('606-10-55 Example 56 Case A: a drug only the entity can manufacture is one performance obligation with its license, recognized with the drug', async () => {
    const books = await openBooks();
    const why = 'no one else knows how to make it, so the license is of no use without it';
    const alone = { ...compound, answers: [no('CAPABLE_OF_BEING_DISTINCT', why)] };
    const making = { key: 'making', ssp: '400', pattern: batches('10') };
    await refuses(books, { ...sale, obligations: [alone, making] }, 'NOT_DISTINCT');
    const { contract } = await books.contract({
      ...sale,
      obligations: [
        {
          key: 'drug',
          ssp: '1000',
          pattern: batches('10'),
          parts: [
            { name: 'licence', answers: [no('CAPABLE_OF_BEING_DISTINCT', why)] },
            { name: 'making', answers: notDistinct(why) },
          ],
        },
      ],
    });
    await books.tell(contract.id, deliver('2026-01-31', 'drug', '2'));
    await books.run('2026-01');
    await books.proves('2026-01-31: Dr CONTRACT_ASSET 200, Cr REVENUE 200');
  });

  it('606-10-55 Example 56 Case B: where others can manufacture it the license is a separate performance obligation, recognized when it begins', async () => {
    const books = await openBooks();
    const why = 'others make it too, and the process is not unique';
    const { contract } = await books.contract({
      ...sale,
      obligations: [
        {
          ...compound,
          answers: [...distinct(why), yes('STANDALONE_FUNCTIONALITY', 'an approved, mature drug')],
        },
        { key: 'making', ssp: '400', pattern: batches('10'), answers: distinct(why) },
      ],
    });
    await books.tell(contract.id, deliver('2026-01-01', 'licence'), deliver('2026-01-31', 'making', '2'));
    await books.run('2026-01');
    await books.proves('2026-01-31: Dr CONTRACT_ASSET 680, Cr REVENUE 680');
  });

  it('606-10-55 Example 58: the characters of an ongoing comic strip are a right to access, recognized over the four years', async () => {
    const books = await openBooks();
    const characters = (intellectualProperty: 'FUNCTIONAL' | 'SYMBOLIC') => ({
      key: 'characters',
      ssp: '4800',
      nature: 'LICENCE' as const,
      pattern: { kind: 'LICENCE' as const, intellectualProperty, start: '2026-01-01', end: '2029-12-31' },
      answers: [no('STANDALONE_FUNCTIONALITY', 'worth what the strip makes of them as it goes on')],
    });
    const strip = { contractDate: '2026-01-01', price: { fixed: '4800' } };
    await refuses(books, { ...strip, obligations: [characters('FUNCTIONAL')] }, 'LICENCE_CONTRADICTED');
    const { contract } = await books.contract({ ...strip, obligations: [characters('SYMBOLIC')] });
    expect(judgements({ contract })).toEqual(['characters: a right to access (606-10-55-58)']);
    await books.tell(contract.id, pays('2026-01-01', '1200'));
    await books.run('2026-01');
    // 31 of 1,461 days of 4,800.
    await books.proves(
      '2026-01-01: Dr CASH 1200, Cr DEFERRED_REVENUE 1200',
      '2026-01-31: Dr DEFERRED_REVENUE 101.85, Cr REVENUE 101.85',
    );
  });

  it('606-10-55 Example 60: a film licensed for a share of the box office is recognized as the tickets are sold, not before it runs', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '0', royalties: [{ key: 'box office', rate: '0.4', to: ['film'], criteria: RELATES }] },
      obligations: [
        {
          key: 'film',
          ssp: '1000',
          nature: 'LICENCE',
          pattern: {
            kind: 'LICENCE',
            intellectualProperty: 'FUNCTIONAL',
            start: '2026-02-01',
            end: '2026-03-14',
          },
          parts: [
            {
              name: 'memorabilia and radio advertisements',
              answers: [no('SEPARATELY_IDENTIFIABLE', 'the film is what the share is paid for (55-65A)')],
            },
          ],
        },
      ],
    });
    await books.run('2026-01');
    await books.proves();
    await books.tell(
      contract.id,
      deliver('2026-02-01', 'film'),
      { kind: 'royalty', ...on('2026-02-28'), key: 'box office', sales: '5000' },
      { kind: 'royalty', ...on('2026-03-14'), key: 'box office', sales: '1000' },
    );
    await books.runThrough('2026-02', '2026-03');
    await books.proves(
      '2026-02-28: Dr CONTRACT_ASSET 2000, Cr REVENUE 2000',
      '2026-03-31: Dr CONTRACT_ASSET 400, Cr REVENUE 400',
    );
  });

  it('606-10-55 Example 61: name and logo of a team that keeps playing are a right to access: the fixed fee over time, 5% as sales occur', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: {
        fixed: '1000000',
        royalties: [{ key: 'sales', rate: '0.05', to: ['logo'], criteria: RELATES }],
      },
      obligations: [
        {
          key: 'logo',
          ssp: '1000000',
          nature: 'LICENCE',
          pattern: {
            kind: 'LICENCE',
            intellectualProperty: 'SYMBOLIC',
            start: '2026-01-01',
            end: '2028-12-31',
          },
          answers: [no('STANDALONE_FUNCTIONALITY', 'worth what the team makes of it by playing')],
        },
      ],
    });
    await books.tell(contract.id, { kind: 'royalty', ...on('2026-01-31'), key: 'sales', sales: '40000' });
    await books.run('2026-01');
    // 31 of 1,096 days of the fee, and 2,000.
    await books.proves('2026-01-31: Dr CONTRACT_ASSET 30284.67, Cr REVENUE 30284.67');
  });
});
