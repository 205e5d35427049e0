import { afterAll, describe, expect, it } from 'vitest';
import { BILL_AND_HOLD } from '@/core/revenue/judgements/judgements';
import { closeConnections } from '@/db/client';
import { openBooks } from '../books';
import {
  deliver,
  judgements,
  no,
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
describe('when the standard lets an obligation be recognized, down to the ledger', () => {
  const priced = { contractDate: '2026-01-01', price: { fixed: '1200' } };

  it('606-10-55 Example 13: payroll processing is consumed as it is performed: recognized month by month, never at its end', async () => {
    const books = await openBooks();
    const answers = [
      yes('CONSUMED_AS_PERFORMED', 'another processor would not have to do the past months again'),
      yes('SERIES', 'every month is the same service'),
    ];
    const payroll = { key: 'payroll', ssp: '1200', answers };
    const { contract } = await books.contract({
      ...priced,
      obligations: [{ ...payroll, pattern: term('2026-01-01', '2026-12-31') }],
    });
    expect(judgements({ contract })).toEqual([
      'payroll: a series, one performance obligation (606-10-25-14(b))',
      'payroll: satisfied over time (606-10-25-27)',
    ]);
    await books.run('2026-01');
    await books.proves('2026-01-31: Dr CONTRACT_ASSET 100, Cr REVENUE 100');
    await refuses(
      books,
      { ...priced, obligations: [{ ...payroll, pattern: { kind: 'POINT' } }] },
      'NOT_AT_A_POINT',
    );
  });

  /** No alternative use, and an enforceable right to payment for the work done. */
  const ownWork = [
    no('CONSUMED_AS_PERFORMED', 'another would have to begin again'),
    yes('NO_ALTERNATIVE_USE', 'it holds facts of this customer only'),
    yes('RIGHT_TO_PAYMENT', 'costs and 15% on them when the customer ends it'),
  ];

  it('606-10-55 Example 14: a professional opinion without alternative use and with a right to payment for work done is recognized over time', async () => {
    const books = await openBooks();
    const opinion = { key: 'opinion', ssp: '1200', answers: ownWork };
    const { contract } = await books.contract({
      ...priced,
      obligations: [{ ...opinion, pattern: { kind: 'PROGRESS' } }],
    });
    await books.tell(contract.id, progress('2026-01-31', 'opinion', '0.4'));
    await books.run('2026-01');
    await books.proves('2026-01-31: Dr CONTRACT_ASSET 480, Cr REVENUE 480');
    await refuses(
      books,
      { ...priced, obligations: [{ ...opinion, pattern: { kind: 'POINT' } }] },
      'NOT_AT_A_POINT',
    );
  });

  it('606-10-55 Example 15: for a satellite without alternative use the question of the right to payment must be answered too', async () => {
    const books = await openBooks();
    const unused = yes(
      'NO_ALTERNATIVE_USE',
      'designed for this customer; to redirect it would take it apart',
    );
    const satellite = { key: 'satellite', ssp: '1200', pattern: { kind: 'PROGRESS' as const } };
    await refuses(books, { ...priced, obligations: [{ ...satellite, answers: [unused] }] }, 'JUDGEMENT_OPEN');
    const paid = yes('RIGHT_TO_PAYMENT', 'costs and a reasonable margin at any time');
    const { contract } = await books.contract({
      ...priced,
      obligations: [{ ...satellite, answers: [unused, paid] }],
    });
    expect(judgements({ contract })).toEqual(['satellite: satisfied over time (606-10-25-27)']);
    await books.tell(contract.id, progress('2026-01-31', 'satellite', '0.5'));
    await books.run('2026-01');
    await books.proves('2026-01-31: Dr CONTRACT_ASSET 600, Cr REVENUE 600');
  });

  it('606-10-55 Example 16: payments that never correspond to the value of the work are not a right to payment: equipment is recognized on delivery', async () => {
    const books = await openBooks();
    const equipment = {
      key: 'equipment',
      ssp: '1200',
      nature: 'GOODS' as const,
      answers: [
        no('RIGHT_TO_PAYMENT', 'a tenth at first, half at the end: less than the work done meanwhile'),
      ],
    };
    await refuses(
      books,
      { ...priced, obligations: [{ ...equipment, pattern: { kind: 'PROGRESS' } }] },
      'NOT_OVER_TIME',
    );
    const { contract } = await books.contract({
      ...priced,
      obligations: [{ ...equipment, pattern: { kind: 'POINT' } }],
    });
    await books.tell(contract.id, pays('2026-01-05', '120'));
    await books.runThrough('2026-01', '2026-02');
    await books.tell(contract.id, pays('2026-03-10', '600'), deliver('2026-03-20', 'equipment'));
    await books.run('2026-03');
    await books.proves(
      '2026-01-05: Dr CASH 120, Cr DEFERRED_REVENUE 120',
      '2026-03-10: Dr CASH 600, Cr DEFERRED_REVENUE 600',
      '2026-03-31: Dr CONTRACT_ASSET 480, Dr DEFERRED_REVENUE 720, Cr REVENUE 1200',
    );
  });

  it('606-10-55 Example 17 Case A: a unit for which only the deposit may be kept is recognized when it is handed over', async () => {
    const books = await openBooks();
    const unit = {
      key: 'unit',
      ssp: '1200',
      nature: 'GOODS' as const,
      answers: [no('RIGHT_TO_PAYMENT', 'only the deposit is kept when the customer withdraws')],
    };
    await refuses(
      books,
      { ...priced, obligations: [{ ...unit, pattern: { kind: 'PROGRESS' } }] },
      'NOT_OVER_TIME',
    );
    const { contract } = await books.contract({
      ...priced,
      obligations: [{ ...unit, pattern: { kind: 'POINT' } }],
    });
    await books.tell(contract.id, pays('2026-01-05', '100'));
    await books.run('2026-01');
    await books.tell(contract.id, deliver('2026-02-10', 'unit'), pays('2026-02-10', '1100'));
    await books.run('2026-02');
    await books.proves(
      '2026-01-05: Dr CASH 100, Cr DEFERRED_REVENUE 100',
      '2026-02-10: Dr CASH 1100, Cr DEFERRED_REVENUE 1100',
      '2026-02-28: Dr DEFERRED_REVENUE 1200, Cr REVENUE 1200',
    );
  });

  async function underConstruction(right: string) {
    const books = await openBooks();
    const unit = {
      key: 'unit',
      ssp: '1200',
      nature: 'GOODS' as const,
      answers: [
        yes('NO_ALTERNATIVE_USE', 'the contract keeps it from others'),
        yes('RIGHT_TO_PAYMENT', right),
      ],
    };
    const { contract } = await books.contract({
      ...priced,
      obligations: [{ ...unit, pattern: { kind: 'PROGRESS' } }],
    });
    await books.tell(contract.id, pays('2026-01-05', '100'), progress('2026-01-31', 'unit', '0.25'));
    await books.run('2026-01');
    await books.proves(
      '2026-01-05: Dr CASH 100, Cr DEFERRED_REVENUE 100',
      '2026-01-31: Dr CONTRACT_ASSET 200, Dr DEFERRED_REVENUE 100, Cr REVENUE 300',
    );
    await refuses(
      books,
      { ...priced, obligations: [{ ...unit, pattern: { kind: 'POINT' } }] },
      'NOT_AT_A_POINT',
    );
  }

  it('606-10-55 Example 17 Case B: a unit reserved for its buyer, who owes for the work done, is recognized as it is built', () =>
    underConstruction('progress payments, and the rest is owed when the buyer defaults'));

  it('606-10-55 Example 17 Case C: a unit where the law rather than the contract gives the right to payment is recognized in the same way', () =>
    underConstruction('courts have held buyers to the contract'));

  it('606-10-55 Example 18: a health club that stands ready is recognized evenly over the year, however often the customer comes', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      ...priced,
      obligations: [
        {
          key: 'membership',
          ssp: '1200',
          pattern: term('2026-01-01', '2026-12-31'),
          answers: [yes('CONSUMED_AS_PERFORMED', 'it stands open whether it is used or not')],
        },
      ],
    });
    await books.tell(contract.id, pays('2026-01-01', '1200'));
    await books.runThrough('2026-01', '2026-03');
    await books.proves(
      '2026-01-01: Dr CASH 1200, Cr DEFERRED_REVENUE 1200',
      ...['01-31', '02-28', '03-31'].map((day) => `2026-${day}: Dr DEFERRED_REVENUE 100, Cr REVENUE 100`),
    );
  });

  it('606-10-55 Example 27: an amount withheld until the work is done is not financing: a contract asset without interest', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: {
        fixed: '100000',
        noFinancing: {
          reason: 'OTHER_PURPOSE',
          evidence: '5% of every milestone, against an entity that leaves the work unfinished',
        },
      },
      obligations: [
        {
          key: 'construction',
          ssp: '100000',
          pattern: {
            kind: 'MILESTONES',
            milestones: [
              { key: 'shell', weight: '60' },
              { key: 'handover', weight: '40' },
            ],
          },
          parts: [part('shell', 'integrated into one building')],
        },
      ],
    });
    expect(contract.transactionPrice).toBe('100000.00');
    expect(judgements({ contract })).toContain(
      'financing: no significant financing component, OTHER_PURPOSE (606-10-32-17)',
    );
    await books.tell(
      contract.id,
      { kind: 'milestone', ...on('2026-01-31'), key: 'construction', milestone: 'shell' },
      { kind: 'invoice', ...on('2026-01-31'), amount: '57000' },
    );
    await books.run('2026-01');
    // 3,000 withheld of the 60,000 earned.
    await books.proves(
      '2026-01-31: Dr RECEIVABLE 57000, Cr DEFERRED_REVENUE 57000',
      '2026-01-31: Dr CONTRACT_ASSET 3000, Dr DEFERRED_REVENUE 57000, Cr REVENUE 60000',
    );
  });

  it('606-10-55 Example 30: support prepaid for three years for reasons other than credit is 300 over three years, without interest', async () => {
    const books = await openBooks();
    const support = { key: 'support', ssp: '300', pattern: term('2026-01-01', '2028-12-31') };
    const noFinancing = {
      reason: 'OTHER_PURPOSE' as const,
      evidence: 'collecting monthly costs more, and those who pay month by month leave',
    };
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '300', noFinancing },
      obligations: [support],
    });
    await books.tell(contract.id, pays('2026-01-01', '300'));
    await books.runThrough('2026-01', '2026-02');
    await books.proves(
      '2026-01-01: Dr CASH 300, Cr DEFERRED_REVENUE 300',
      '2026-01-31: Dr DEFERRED_REVENUE 8.33, Cr REVENUE 8.33',
      '2026-02-28: Dr DEFERRED_REVENUE 8.33, Cr REVENUE 8.33',
    );
    await expect(
      books.contract({
        contractDate: '2026-01-01',
        price: { fixed: '300', noFinancing, financing: '-20' },
        obligations: [support],
      }),
    ).rejects.toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
  });

  it('606-10-55 Example 63: spare parts in a bill-and-hold arrangement are recognized when all four criteria are met, the storage over its time', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '2400' },
      obligations: [
        { ...point('machine', '1500'), nature: 'GOODS' },
        { ...point('spare parts', '780'), nature: 'GOODS' },
        { key: 'storing', ssp: '120', pattern: term('2026-03-01', '2028-02-29') },
      ],
    });
    const held = (notMet?: (typeof BILL_AND_HOLD)[number]) => ({
      kind: 'delivery' as const,
      ...on('2026-02-28'),
      key: 'spare parts',
      billAndHold: BILL_AND_HOLD.map((criterion) => ({
        criterion,
        met: criterion !== notMet,
        evidence: 'the customer asked for it; stored apart under its name, ready to be sent',
      })),
    });
    for (const criterion of BILL_AND_HOLD) {
      await expect(books.tell(contract.id, held(criterion))).rejects.toMatchObject({
        refusal: { code: 'REVENUE_RULE', data: { rule: 'BILL_AND_HOLD_NOT_MET', missing: [criterion] } },
      });
    }
    await books.tell(contract.id, pays('2026-02-28', '2400'), deliver('2026-02-28', 'machine'), held());
    await books.runThrough('2026-01', '2026-03');
    const { events } = await books.read(contract.id);
    expect(events.at(-1)?.event).toMatchObject({
      billAndHold: [{ criterion: 'SUBSTANTIVE_REASON', met: true }, {}, {}, {}],
    });
    await books.proves(
      '2026-02-28: Dr CASH 2400, Cr DEFERRED_REVENUE 2400',
      '2026-02-28: Dr DEFERRED_REVENUE 2280, Cr REVENUE 2280',
      '2026-03-31: Dr DEFERRED_REVENUE 5, Cr REVENUE 5',
    );
  });
});
