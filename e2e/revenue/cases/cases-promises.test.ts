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
  progress,
  refuses,
  term,
  yes,
} from '../facts/judged';

afterAll(closeConnections);

/** The standard gives no figures for these; the figures are ours, the conclusions are the standard's. */
describe('performance obligations as the standard identifies them, down to the ledger', () => {
  it('606-10-55 Example 10 Case A: all goods and services of a hospital are one performance obligation; its foundation alone is refused', async () => {
    const books = await openBooks();
    const whole = 'the entity integrates it into the hospital that was ordered';
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '4000000' },
      obligations: [
        {
          key: 'hospital',
          ssp: '4000000',
          pattern: { kind: 'PROGRESS' },
          parts: ['engineering', 'foundation', 'structure', 'wiring'].map((name) => part(name, whole)),
          answers: [yes('CUSTOMER_CONTROLS_WORK', 'built on the land of the customer')],
        },
      ],
    });
    expect(judgements({ contract })).toEqual([
      'hospital: engineering is part of it (606-10-25-22)',
      'hospital: foundation is part of it (606-10-25-22)',
      'hospital: structure is part of it (606-10-25-22)',
      'hospital: wiring is part of it (606-10-25-22)',
      'hospital: satisfied over time (606-10-25-27)',
    ]);
    await books.tell(contract.id, progress('2026-01-31', 'hospital', '0.25'));
    await books.run('2026-01');
    await books.proves('2026-01-31: Dr CONTRACT_ASSET 1000000, Cr REVENUE 1000000');
    const alone = [{ ...point('foundation', '1'), answers: notDistinct(whole) }];
    await refuses(
      books,
      { contractDate: '2026-01-01', price: { fixed: '1' }, obligations: alone },
      'NOT_DISTINCT',
    );
  });

  it('606-10-55 Example 10 Case B: units of a device designed for this customer are one performance obligation, not one each', async () => {
    const books = await openBooks();
    const why = 'design, procurement and testing serve all units together';
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '900000' },
      obligations: [
        {
          key: 'devices',
          ssp: '900000',
          pattern: { kind: 'PROGRESS' },
          parts: [part('design and set-up', why), part('units', why)],
        },
      ],
    });
    await books.tell(contract.id, progress('2026-01-31', 'devices', '0.3'));
    await books.run('2026-01');
    await books.proves('2026-01-31: Dr CONTRACT_ASSET 270000, Cr REVENUE 270000');
  });

  it('606-10-55 Example 10 Case C: anti-virus software and its updates are one performance obligation over the three years, not a license at a point in time', async () => {
    const books = await openBooks();
    const why = 'without the updates the software soon protects against nothing';
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '3600' },
      obligations: [
        {
          key: 'protection',
          ssp: '3600',
          pattern: term('2026-01-01', '2028-12-31'),
          parts: [part('licence', why), part('updates', why)],
          answers: [yes('CONSUMED_AS_PERFORMED', 'protected day by day')],
        },
      ],
    });
    await books.tell(contract.id, pays('2026-01-01', '3600'));
    await books.run('2026-01');
    await books.proves(
      '2026-01-01: Dr CASH 3600, Cr DEFERRED_REVENUE 3600',
      '2026-01-31: Dr DEFERRED_REVENUE 100, Cr REVENUE 100',
    );
  });

  const licence = {
    kind: 'LICENCE' as const,
    intellectualProperty: 'FUNCTIONAL' as const,
    start: '2026-01-01',
    end: '2027-12-31',
  };
  const updates = { key: 'updates', ssp: '2400', pattern: term('2026-01-01', '2027-12-31') };
  const support = { key: 'support', ssp: '2400', pattern: term('2026-01-01', '2027-12-31') };

  it('606-10-55 Example 11 Case A: license, installation, updates and support are four performance obligations, each satisfied in its own way', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '12000' },
      obligations: [
        {
          key: 'licence',
          ssp: '6000',
          nature: 'LICENCE',
          pattern: licence,
          answers: distinct('works without the updates and the support'),
        },
        {
          ...point('installation', '1200'),
          answers: distinct('others install it too, and it changes nothing of the software'),
        },
        { ...updates, answers: distinct('the software stays of use without them') },
        { ...support, answers: distinct('the software stays of use without it') },
      ],
    });
    await books.tell(contract.id, deliver('2026-01-01', 'licence'), deliver('2026-01-20', 'installation'));
    await books.run('2026-01');
    // 6,000 and 1,200 at once, a twenty-fourth of 2,400 twice.
    await books.proves('2026-01-31: Dr CONTRACT_ASSET 7400, Cr REVENUE 7400');
  });

  it('606-10-55 Example 11 Case B: installation that customizes the software is one performance obligation with the license; updates and support stay separate', async () => {
    const books = await openBooks();
    const why = 'the software is changed substantially to work with the systems of the customer';
    const draft = (answers: ReturnType<typeof distinct>) => ({
      contractDate: '2026-01-01',
      price: { fixed: '12000' },
      obligations: [
        {
          key: 'customised software',
          ssp: '7200',
          pattern: { kind: 'PROGRESS' as const },
          parts: [part('licence', why), { name: 'installation', answers }],
        },
        { ...updates, answers: distinct('the software stays of use without them') },
        { ...support, answers: distinct('the software stays of use without it') },
      ],
    });
    const { contract } = await books.contract(draft(notDistinct(why)));
    await books.tell(contract.id, progress('2026-01-31', 'customised software', '0.5'));
    await books.run('2026-01');
    await books.proves('2026-01-31: Dr CONTRACT_ASSET 3800, Cr REVENUE 3800');
    // If the installation were distinct, as in Case A, it could not be part of another obligation.
    await refuses(books, draft(distinct('others install it too')), 'PART_DISTINCT');
  });

  async function installed(why: string) {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '1000' },
      obligations: [
        { ...point('equipment', '900'), nature: 'GOODS', answers: distinct(why) },
        { ...point('installation', '300'), answers: distinct(why) },
      ],
    });
    await books.tell(contract.id, deliver('2026-01-10', 'equipment'));
    await books.run('2026-01');
    await books.proves('2026-01-31: Dr CONTRACT_ASSET 750, Cr REVENUE 750');
  }

  it('606-10-55 Example 11 Case C: equipment and its installation are two performance obligations', () =>
    installed('the entity could install what another sold'));

  it('606-10-55 Example 11 Case D: they are two even where only the entity may install it', () =>
    installed('a clause of the contract does not change the goods themselves'));

  it('606-10-55 Example 11 Case E: equipment and the consumables only this entity sells for it are two performance obligations', async () => {
    const books = await openBooks();
    const why = 'the consumables do not change the equipment, and each would be sold without the other';
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '2200' },
      obligations: [
        { ...point('equipment', '1000'), nature: 'GOODS', answers: distinct(why) },
        {
          key: 'consumables',
          ssp: '1200',
          nature: 'GOODS',
          pattern: { kind: 'UNITS', quantity: '24' },
          answers: distinct(why),
        },
      ],
    });
    await books.tell(
      contract.id,
      deliver('2026-01-10', 'equipment'),
      deliver('2026-01-20', 'consumables', '2'),
    );
    await books.run('2026-01');
    await books.proves('2026-01-31: Dr CONTRACT_ASSET 1100, Cr REVENUE 1100');
  });

  async function maintained(why: string) {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '1000' },
      obligations: [
        { ...point('product', '900'), nature: 'GOODS' },
        {
          key: 'maintenance',
          ssp: '100',
          pattern: term('2026-01-01', '2026-12-31'),
          answers: [
            yes('TRANSFERS', `expected by those who buy it: ${why}`),
            ...distinct('others maintain it too'),
          ],
        },
      ],
    });
    expect(judgements({ contract })).toEqual([
      'maintenance: distinct, a separate performance obligation (606-10-25-19)',
    ]);
    await books.tell(contract.id, deliver('2026-01-10', 'product'));
    await books.run('2026-01');
    await books.proves('2026-01-31: Dr CONTRACT_ASSET 908.33, Cr REVENUE 908.33');
  }

  it('606-10-55 Example 12 Case A: maintenance promised to those who buy from the distributor is allocated a share of the price', () =>
    maintained('stated in the contract'));

  it('606-10-55 Example 12 Case B: maintenance that is merely customary is allocated a share as well', () =>
    maintained('customary, though not in the contract'));

  it('606-10-55 Example 12 Case C: maintenance offered after the sale is not an obligation of it: the sale is recognized in full, the cost is accrued', async () => {
    const books = await openBooks();
    const product = { ...point('product', '900'), nature: 'GOODS' as const };
    const sale = { contractDate: '2026-01-01', price: { fixed: '1000' } };
    await refuses(
      books,
      {
        ...sale,
        obligations: [
          product,
          { ...point('maintenance', '100'), answers: [no('TRANSFERS', 'neither promised nor customary')] },
        ],
      },
      'NOT_A_PROMISE',
    );
    const { contract } = await books.contract({ ...sale, obligations: [product] });
    await books.tell(contract.id, deliver('2026-01-10', 'product'), {
      kind: 'journal',
      ...on('2026-02-10'),
      memo: 'maintenance offered free of charge',
      lines: [
        { account: 'COST_OF_SALES', debit: '40' },
        { account: 'LOSS_PROVISION', credit: '40' },
      ],
    });
    await books.runThrough('2026-01', '2026-02');
    await books.proves(
      '2026-02-10: Dr COST_OF_SALES 40, Cr LOSS_PROVISION 40',
      '2026-01-31: Dr CONTRACT_ASSET 1000, Cr REVENUE 1000',
    );
  });

  it('606-10-55 Example 44: training is a separate performance obligation; an assurance-type warranty is an accrued liability', async () => {
    const books = await openBooks();
    const product = {
      ...point('product', '900'),
      nature: 'GOODS' as const,
      answers: distinct('works without training'),
    };
    const training = {
      key: 'training',
      ssp: '300',
      pattern: { kind: 'UNITS' as const, quantity: '20' },
      answers: distinct('the product works without it'),
    };
    const sale = { contractDate: '2026-01-01', price: { fixed: '1000' } };
    const warranty = {
      key: 'warranty',
      ssp: '50',
      nature: 'WARRANTY' as const,
      pattern: term('2026-01-01', '2026-12-31'),
      answers: [no('BEYOND_ASSURANCE', 'repairs what was not as agreed, for a year, as the law has it')],
    };
    await refuses(books, { ...sale, obligations: [product, training, warranty] }, 'ASSURANCE_WARRANTY');
    const { contract } = await books.contract({ ...sale, obligations: [product, training] });
    await books.tell(contract.id, deliver('2026-01-10', 'product'), deliver('2026-01-20', 'training', '4'), {
      kind: 'journal',
      ...on('2026-01-10'),
      memo: 'expected cost of the warranty',
      lines: [
        { account: 'COST_OF_SALES', debit: '15' },
        { account: 'LOSS_PROVISION', credit: '15' },
      ],
    });
    await books.run('2026-01');
    await books.proves(
      '2026-01-10: Dr COST_OF_SALES 15, Cr LOSS_PROVISION 15',
      '2026-01-31: Dr CONTRACT_ASSET 800, Cr REVENUE 800',
    );
  });

  it('606-10-55 Example 50: extra minutes at their usual price are not a material right: revenue when they are purchased', async () => {
    const books = await openBooks();
    const handset = {
      ...point('handset', '600'),
      nature: 'GOODS' as const,
      answers: distinct('used with any network'),
    };
    const network = { key: 'network', ssp: '2400', pattern: term('2026-01-01', '2027-12-31') };
    const plan = { contractDate: '2026-01-01', price: { fixed: '2500' } };
    await refuses(
      books,
      {
        ...plan,
        obligations: [
          handset,
          network,
          {
            ...point('option', '100'),
            nature: 'MATERIAL_RIGHT',
            answers: [no('MATERIAL_RIGHT', 'at the price anybody pays')],
          },
        ],
      },
      'NO_MATERIAL_RIGHT',
    );
    const { contract } = await books.contract({
      ...plan,
      obligations: [
        handset,
        network,
        { key: 'minutes', ssp: '0', pattern: { kind: 'USAGE', invoicedPrice: '0.1' } },
      ],
    });
    await books.tell(contract.id, deliver('2026-01-01', 'handset'), {
      kind: 'usage',
      ...on('2026-02-28'),
      key: 'minutes',
      quantity: '120',
    });
    await books.runThrough('2026-01', '2026-02');
    await books.proves(
      '2026-01-31: Dr CONTRACT_ASSET 583.33, Cr REVENUE 583.33',
      '2026-02-28: Dr CONTRACT_ASSET 95.33, Cr REVENUE 95.33',
    );
  });

  it('606-10-55 Example 53: setup activities transfer nothing: the nonrefundable fee is recognized with the service, over the year', async () => {
    const books = await openBooks();
    const service = { key: 'processing', ssp: '1200', pattern: term('2026-01-01', '2026-12-31') };
    const year = { contractDate: '2026-01-01', price: { fixed: '1260' } };
    const setUp = { ...point('set-up', '60'), answers: [no('TRANSFERS', 'work on our own systems')] };
    await refuses(books, { ...year, obligations: [service, setUp] }, 'NOT_A_PROMISE');
    const { contract } = await books.contract({ ...year, obligations: [service] });
    await books.tell(contract.id, pays('2026-01-01', '60'), {
      kind: 'invoice',
      ...on('2026-01-31'),
      amount: '100',
    });
    await books.run('2026-01');
    await books.proves(
      '2026-01-01: Dr CASH 60, Cr DEFERRED_REVENUE 60',
      '2026-01-31: Dr RECEIVABLE 100, Cr DEFERRED_REVENUE 100',
      '2026-01-31: Dr DEFERRED_REVENUE 105, Cr REVENUE 105',
    );
  });
});
