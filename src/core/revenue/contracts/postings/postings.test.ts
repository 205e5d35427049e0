import { describe, expect, it } from 'vitest';
import { expectValue } from '../../cases/expect-value';
import { addPeriods } from '../../days';
import type { ContractEvent } from '../events';
import { picture } from '../picture';
import { type AddedRow, journalDifferences, rowDifferences } from './postings';

const term: ContractEvent[] = [
  {
    id: 'created',
    kind: 'created',
    effectiveDate: '2026-01-01',
    currencyCode: 'USD',
    obligations: [
      { key: 'build', allocated: '1200', ssp: '1200', pattern: { kind: 'PROGRESS' } },
      {
        key: 'saas',
        allocated: '1200',
        ssp: '1200',
        pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31', method: 'EVEN_PERIODS' },
      },
    ],
  },
  { id: 'activated', kind: 'activated', effectiveDate: '2026-01-01' },
];
const progress = (id: string, effectiveDate: string, share: string): ContractEvent => ({
  id,
  kind: 'progress',
  effectiveDate,
  key: 'build',
  progress: share,
});
const later = (stored: readonly AddedRow[], events: ContractEvent[], closedThrough: string | null) =>
  rowDifferences(expectValue(picture(events)), stored, {
    firstOpen: closedThrough === null ? '0000-00' : addPeriods(closedThrough, 1),
    causeId: events.at(-1)?.id ?? '',
    nextSeq: stored.length,
  });

describe('storing a picture', () => {
  it('storing the same picture a second time adds nothing', () => {
    const events = [...term, progress('march', '2026-03-31', '0.6')];
    const stored = later([], events, null);
    expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index));
    expect(later(stored, events, null)).toEqual([]);
  });

  it('what belongs to a closed month is booked in the first open one, labeled late, with the fact that caused it', () => {
    const stored = later([], [...term, progress('march', '2026-03-31', '0.6')], null);
    const recorded = [
      ...term,
      progress('march', '2026-03-31', '0.6'),
      progress('february', '2026-02-28', '0.25'),
    ];
    expect(later(stored, recorded, '2026-02').map(({ seq: _seq, ...row }) => row)).toEqual([
      {
        key: 'build',
        amount: '300.00',
        period: '2026-03',
        naturalPeriod: '2026-02',
        start: '2026-02-28',
        end: '2026-02-28',
        source: 'progress',
        eventId: 'february',
        causeId: 'february',
        catchUp: true,
        late: true,
      },
      {
        key: 'build',
        amount: '-300.00',
        period: '2026-03',
        naturalPeriod: '2026-03',
        start: '2026-03-31',
        end: '2026-03-31',
        source: 'progress',
        eventId: 'march',
        causeId: 'february',
        catchUp: false,
        late: false,
      },
    ]);
  });

  it('a void reverses the rows of its fact, with the void as the cause', () => {
    const march = progress('march', '2026-03-31', '0.6');
    const stored = later([], [...term, march], null);
    const voided: ContractEvent = {
      id: 'void',
      kind: 'voided',
      effectiveDate: '2026-03-31',
      of: 'march',
      reason: 'reported for another project',
    };
    expect(later(stored, [...term, march, voided], '2026-03')).toMatchObject([
      {
        key: 'build',
        amount: '-720.00',
        eventId: 'march',
        causeId: 'void',
        naturalPeriod: '2026-03',
        period: '2026-04',
        late: true,
      },
    ]);
  });

  it('a contract put into force late books its closed months together as a catch-up', () => {
    const stored = later([], term, '2026-03');
    expect(
      stored.filter(({ late }) => late).map(({ naturalPeriod, period }) => [naturalPeriod, period]),
    ).toEqual([
      ['2026-01', '2026-04'],
      ['2026-02', '2026-04'],
      ['2026-03', '2026-04'],
    ]);
  });
});

it('of two journals alike, of which one is recorded, the other is recorded too; of two recorded one can go', () => {
  const state = expectValue(picture(term));
  const journal = {
    eventId: 'bill',
    on: '2026-02-01',
    memo: 'Bill',
    lines: [
      { account: 'CONTRACT_ASSET' as const, debit: '0.00', credit: '100.00' },
      { account: 'DEFERRED_REVENUE' as const, debit: '100.00', credit: '0.00' },
    ],
  };
  const [none, one, two] = [0, 1, 2].map((count) => ({ ...state, journals: Array(count).fill(journal) }));
  if (none === undefined || one === undefined || two === undefined) throw new Error('three states');
  expect(journalDifferences(none, two)).toEqual([journal, journal]);
  expect(journalDifferences(one, two)).toEqual([journal]);
  expect(journalDifferences(two, two)).toEqual([]);
  expect(journalDifferences(two, one)).toEqual([
    {
      ...journal,
      lines: journal.lines.map(({ account, debit, credit }) => ({ account, debit: credit, credit: debit })),
    },
  ]);
});
