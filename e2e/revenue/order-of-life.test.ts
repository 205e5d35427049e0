import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lastDayOf } from '@/core/revenue/days';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { runForOutput } from '@/usecases/kit/run';
import type { ContractView } from '@/usecases/revenue/contracts/contract-view';
import { terminateContract } from '@/usecases/revenue/contracts/terminate-contract';
import { eventInput } from '@/usecases/revenue/events/event-input';
import { recordEvent } from '@/usecases/revenue/events/record-event';
import { voidFact } from '@/usecases/revenue/events/void-fact';
import { type Books, type Draft, type Fact, openBooks, PROBABLE } from './books';

/** One contract with a promise of every kind; a fifth of it is done and some of it billed and paid in January. */
const draft: Draft = {
  contractDate: '2026-01-10',
  endDate: '2026-12-31',
  price: {
    fixed: '2690',
    variable: [
      { key: 'bonus', ...PROBABLE, method: 'MOST_LIKELY', outcomes: [{ amount: '80', probability: '1' }] },
    ],
    royalties: [{ key: 'sales', rate: '0.05' }],
    financing: { kind: 'ADVANCE', monthsPerPeriod: 1, periods: 12, ratePerPeriod: '0.005' },
  },
  obligations: [
    { key: 'term', ssp: '600', pattern: { kind: 'RATABLE', start: '2026-01-10', end: '2026-12-31' } },
    { key: 'point', ssp: '300', pattern: { kind: 'POINT' } },
    { key: 'goods', ssp: '250', pattern: { kind: 'POINT' } },
    { key: 'project', ssp: '500', pattern: { kind: 'PROGRESS' } },
    { key: 'works', ssp: '450', pattern: { kind: 'PROGRESS' } },
    {
      key: 'steps',
      ssp: '100',
      pattern: { kind: 'MILESTONES', milestones: [1, 2, 3].map((n) => ({ key: `s${n}`, weight: `${n}` })) },
    },
    { key: 'units', ssp: '400', pattern: { kind: 'UNITS', quantity: '100' } },
    { key: 'points', ssp: '90', pattern: { kind: 'RIGHTS', expectedUsed: '95' } },
    { key: 'calls', ssp: '0', pattern: { kind: 'USAGE', tiers: [{ upTo: null, unitPrice: '0.0455' }] } },
  ],
};
const JANUARY: readonly Fact[] = [
  { kind: 'invoice', effectiveDate: '2026-01-12', amount: '1000' },
  { kind: 'delivery', effectiveDate: '2026-01-20', key: 'point' },
  { kind: 'progress', effectiveDate: '2026-01-20', key: 'project', progress: '0.2' },
];
type Agreed = Omit<Parameters<Books['modify']>[1], 'date' | 'reason'>;
type Told =
  | Fact
  | ({ kind: 'modification'; effectiveDate: string } & Agreed)
  | { kind: 'termination'; effectiveDate: string };
/** A fact without its date, and the parts in which it could have been told. */
type Undated = Told extends infer One ? (One extends Told ? Omit<One, 'effectiveDate'> : never) : never;

const amount = '43.21';
const more = { key: 'more', price: '120', ssp: '120', distinct: true, pattern: { kind: 'POINT' as const } };
/** Facts of February, each on a day of its own. */
const FAMILIES: Readonly<Record<string, readonly (readonly Undated[])[]>> = {
  transfers: [
    [{ kind: 'delivery', key: 'goods' }],
    [
      { kind: 'delivery', key: 'units', quantity: '20' },
      ...['8', '12'].map((quantity): Undated => ({ kind: 'delivery', key: 'units', quantity })),
    ],
    [{ kind: 'progress', key: 'project', progress: '0.65' }],
    [{ kind: 'costs', key: 'works', costToDate: '130', totalCost: '370' }],
    [{ kind: 'costEstimate', key: 'works', totalCost: '420', evidence: 'The second offer' }],
    [{ kind: 'milestone', key: 'steps', milestone: 's2' }],
    [
      { kind: 'usage', key: 'calls', quantity: '1111' },
      ...['500', '333', '278'].map((quantity): Undated => ({ kind: 'usage', key: 'calls', quantity })),
    ],
    [
      { kind: 'royalty', key: 'sales', sales: '777.70' },
      ...['333.30', '222.20', '222.20'].map((sales): Undated => ({ kind: 'royalty', key: 'sales', sales })),
    ],
    [
      { kind: 'redemption', key: 'points', quantity: '30' },
      ...['7', '23'].map((quantity): Undated => ({ kind: 'redemption', key: 'points', quantity })),
    ],
    [{ kind: 'lapse', key: 'points' }],
  ],
  prices: [
    [
      {
        kind: 'reassessment',
        key: 'bonus',
        ...PROBABLE,
        method: 'MOST_LIKELY',
        outcomes: [{ amount: '111', probability: '1' }],
      },
    ],
    [{ kind: 'estimateChange', change: '-99.99' }],
    [{ kind: 'refundEstimate', key: 'point', liability: '90' }],
    [
      {
        kind: 'returnsEstimate',
        key: 'units',
        units: '10',
        unitPrice: '11.11',
        unitCost: '7.77',
        expectedReturns: '3',
      },
    ],
    [{ kind: 'return', key: 'point', amount: '170' }],
    [{ kind: 'refundEstimate', key: 'point', liability: '60' }],
    [{ kind: 'creditNote', amount, mode: 'CONCESSION' }],
    [{ kind: 'creditNote', amount, mode: 'CANCEL_REMAINING' }],
    [{ kind: 'creditNote', amount, mode: 'REFUND_LIABILITY' }],
  ],
  money: [
    [
      { kind: 'invoice', amount },
      ...['40', '3.21'].map((part): Undated => ({ kind: 'invoice', amount: part })),
    ],
    [
      { kind: 'payment', amount: '1100' },
      ...['1000', '100'].map((part): Undated => ({ kind: 'payment', amount: part })),
    ],
    [{ kind: 'payout', amount }],
    [{ kind: 'interest', amount }],
    [
      {
        kind: 'journal',
        memo: 'Counted',
        lines: [
          { account: 'COST_OF_SALES', debit: amount },
          { account: 'INVENTORY', credit: amount },
        ],
      },
    ],
    [{ kind: 'hold', key: 'term', reason: 'disputed' }],
    [{ kind: 'release', key: 'term' }],
    [{ kind: 'accrual' }],
    [
      {
        kind: 'judgement',
        key: 'term',
        answers: [{ question: 'CONSUMED_AS_PERFORMED', answer: true }],
        evidence: 'Memo 7',
      },
    ],
  ],
  separate: [[{ kind: 'modification', treatment: 'separate', additions: [more] }]],
  prospective: [
    [{ kind: 'modification', treatment: 'prospective', additions: [more], priceChange: '-55.55' }],
  ],
  catchUp: [[{ kind: 'modification', treatment: 'catchUp', priceChange: '120' }]],
  mixed: [[{ kind: 'modification', treatment: 'mixed', priceChange: '120' }]],
  termination: [[{ kind: 'termination' }]],
};

const LIVES = ['onTime', 'late', 'voided', 'inParts'] as const;
type Life = Readonly<Record<(typeof LIVES)[number], ContractView | null>>;
const lives = new Map<string, Life>();
/** The facts recorded before February was closed. */
const known = new Set<string>();
let never: ContractView;
let books: Books;

const record = (id: string, event: Fact) =>
  runForOutput(recordEvent, books.org.callAs('revenue'), { id, event });

/** Tells the facts of a family, whole or in their parts. */
async function tell(id: string, family: string, inParts = false): Promise<void> {
  const reason = 'agreed by letter';
  for (const [index, [whole, ...parts]] of (FAMILIES[family] ?? []).entries()) {
    for (const one of inParts && parts.length > 0 ? parts : [whole]) {
      const effectiveDate = `2026-02-${String(index + 5).padStart(2, '0')}`;
      const fact = { ...one, effectiveDate } as Told;
      if (fact.kind === 'modification') {
        const { kind: _kind, effectiveDate: date, ...change } = fact;
        await books.modify(id, { date, reason, ...change });
      } else if (fact.kind === 'termination') {
        await runForOutput(terminateContract, books.org.callAs('revenue'), {
          id,
          effectiveDate,
          refund: '0',
          reason,
        });
      } else await record(id, fact);
    }
  }
}

/** Voids all of February, the last one first, since some need the ones before. */
async function takeBack(id: string): Promise<void> {
  const { events } = await books.read(id);
  const february = events.filter(
    ({ event }) => event.effectiveDate.startsWith('2026-02') && !('runId' in event),
  );
  const dated = [...february].sort((a, b) => (a.event.effectiveDate < b.event.effectiveDate ? 1 : -1));
  for (const { event } of dated) {
    const taken = { id: event.id, reason: 'It never happened' };
    await runForOutput(voidFact, books.org.callAs('revenue'), taken);
  }
}

async function begun(): Promise<string> {
  const { contract } = await books.contract(draft);
  for (const fact of JANUARY) await record(contract.id, fact);
  return contract.id;
}

async function close(period: string): Promise<void> {
  const claim = { organizationId: books.org.principals.admin.organizationId, userId: null };
  await withTenantSql(claim, (tenant) =>
    sql(
      tenant,
      `update fiscal_periods set period_status = 'CLOSED' where organization_id = $1::uuid and end_date <= $2::date`,
      [books.org.organizationId, lastDayOf(period)],
    ),
  );
}

/**
 * The facts are recorded before February is posted (also in parts, and some that will be voided), or after January and
 * February are closed, when the others are voided; or never. March and April are posted after that.
 */
beforeAll(async () => {
  books = await openBooks('2026-04-30');
  const untold = await begun();
  const ids = new Map<string, Partial<Record<keyof Life, string>>>();
  for (const [family, facts] of Object.entries(FAMILIES)) {
    const own: Partial<Record<keyof Life, string>> = {};
    for (const life of LIVES) {
      if (life === 'inParts' && !facts.some(({ length }) => length > 1)) continue;
      own[life] = await begun();
      if (life !== 'late') await tell(own[life], family, life === 'inParts');
    }
    ids.set(family, own);
  }
  await books.runThrough('2026-01', '2026-02');
  await close('2026-02');
  for (const [family, { late = '', voided = '' }] of ids) {
    for (const id of [late, voided])
      for (const { event } of (await books.read(id)).events) known.add(event.id);
    await tell(late, family);
    await takeBack(voided);
  }
  await books.runThrough('2026-03', '2026-04');
  never = await books.read(untold);
  for (const [family, own] of ids) {
    const views: [string, ContractView | null][] = [];
    for (const life of LIVES)
      views.push([life, own[life] === undefined ? null : await books.read(own[life])]);
    lives.set(family, Object.fromEntries(views) as Life);
  }
}, 240_000);

afterAll(closeConnections);

/** Where a contract ends: its balances, its price, its shares, and what each month is entitled to of each obligation. */
function end({ balances, contract, obligations, schedule }: ContractView) {
  const months = new Map<string, number>();
  for (const { key, naturalPeriod, amount: own } of schedule) {
    const name = `${key} ${naturalPeriod}`;
    months.set(name, Math.round(((months.get(name) ?? 0) + Number(own)) * 100) / 100);
  }
  return {
    balances,
    price: contract.transactionPrice,
    status: contract.contractStatus,
    shares: obligations.map(({ key, allocated, recognised }) => [key, allocated, recognised]),
    months: [...months].filter(([, sum]) => sum !== 0).sort(),
  };
}

/** Told late, told in parts, and told and voided, with two months closed in between, it ends where it ends told on time, or never. */
function endsTheSame(family: string): void {
  const { onTime, late, voided, inParts } = lives.get(family) ?? {};
  if (!onTime || !late || !voided) throw new Error(family);
  expect(end(late), 'late').toEqual(end(onTime));
  if (inParts) expect(end(inParts), 'in parts').toEqual(end(onTime));
  expect(end(voided), 'voided').toEqual(end(never));
  expect(JSON.stringify(end(onTime))).not.toBe(JSON.stringify(end(never)));
  // What was told after the close is booked in an open month, with the fact that caused it.
  for (const { schedule } of [late, voided]) {
    for (const { causeId, period } of schedule.filter((row) => !known.has(row.causeId))) {
      expect(period > '2026-02', `${causeId} in ${period}`).toBe(true);
    }
  }
}

describe('in the order of life', () => {
  it('every kind of fact that can be told is told below', () => {
    const told = new Set(
      Object.values(FAMILIES).flatMap((family) => family.map(([whole]) => whole?.kind as string)),
    );
    const known = eventInput.options.map(({ shape }) => shape.kind.value as string);
    expect(known.filter((kind) => !told.has(kind))).toEqual([]);
  });

  it('the books reconcile after all these lives', async () => {
    await books.tiesOut();
  });

  it('in the order of life: deliveries, units, progress, costs and their estimates, milestones, usage, royalties, redemptions and lapses, told late after the close, in parts, or told and voided, end as told on time or as never told', () => {
    endsTheSame('transfers');
  });
  it('in the order of life: variable estimates, price changes, expected refunds and returns, returns and credit notes of each mode, told late after the close, or told and voided, end as told on time or as never told', () => {
    endsTheSame('prices');
  });
  it('in the order of life: bills, payments, payouts, accrued and stated interest, journals, holds, releases and judgments, told late after the close, in parts, or told and voided, end as told on time or as never told', () => {
    endsTheSame('money');
  });
  it('in the order of life: a modification that is a separate contract, told late after the close, or told and voided, ends as told on time or as never told (606-10-25-12)', () => {
    endsTheSame('separate');
  });
  it('in the order of life: a prospective modification, told late after the close, or told and voided, ends as told on time or as never told (606-10-25-13(a))', () => {
    endsTheSame('prospective');
  });
  it('in the order of life: a modification with a cumulative catch-up, told late after the close, or told and voided, ends as told on time or as never told (606-10-25-13(b))', () => {
    endsTheSame('catchUp');
  });
  it('in the order of life: a mixed modification, told late after the close, or told and voided, ends as told on time or as never told (606-10-25-13(c))', () => {
    endsTheSame('mixed');
  });
  it('in the order of life: a termination, told late after the close and after a run accrued interest, or told and voided, ends as told on time or as never told', () => {
    endsTheSame('termination');
  });
});
