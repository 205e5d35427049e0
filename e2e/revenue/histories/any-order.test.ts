import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lastDayOf } from '@/core/revenue/days';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { runForOutput } from '@/usecases/kit/run';
import type { ContractView } from '@/usecases/revenue/contracts/contract-view';
import { createCost, impairCost, reviseCostTerm } from '@/usecases/revenue/contracts/costs/cost-records';
import { terminateContract } from '@/usecases/revenue/contracts/modifications/terminate-contract';
import { eventInput } from '@/usecases/revenue/events/event-input';
import { recordEvent } from '@/usecases/revenue/events/record-event';
import { replaceFact } from '@/usecases/revenue/events/replace-fact';
import { voidFact } from '@/usecases/revenue/events/void-fact';
import { type Books, type Fact, openBooks } from '../books';
import { type DatedFact, draft, FAMILIES, JANUARY } from './fact-families';

const LIVES = ['onTime', 'late', 'voided', 'inParts', 'replaced'] as const;
type Life = Readonly<Record<(typeof LIVES)[number], ContractView | null>>;
const lives = new Map<string, Life>();
/** The cost of a contract, for those that have one. */
const costOf = new Map<string, string>();
/** The separate contracts that belong to a contract, without those that were withdrawn (606-10-25-12). */
const apart = new Map<string, readonly ContractView[]>();
/** The facts recorded before February was closed. */
const known = new Set<string>();
/** The kinds of fact that a form records and can therefore replace. */
const REPLACEABLE = new Set(eventInput.options.map(({ shape }) => shape.kind.value as string));
let never: ContractView;
let books: Books;

const record = (id: string, event: Fact) =>
  runForOutput(recordEvent, books.org.callAs('revenue'), { id, event });

/** Records each fact of a family dated one day too late, and returns the corrections. */
async function recordWrong(id: string, family: string): Promise<(() => Promise<unknown>)[]> {
  const corrections: (() => Promise<unknown>)[] = [];
  for (const [index, [whole]] of (FAMILIES[family] ?? []).entries()) {
    const on = (day: number) =>
      ({ ...whole, effectiveDate: `2026-02-${String(day).padStart(2, '0')}` }) as Fact;
    const { eventId } = await record(id, on(index + 6));
    corrections.push(() =>
      runForOutput(replaceFact, books.org.callAs('revenue'), {
        id: eventId,
        event: on(index + 5),
        reason: 'It was the day before',
      }),
    );
  }
  return corrections;
}

const isReplaceable = (family: string) =>
  (FAMILIES[family] ?? []).every(([whole]) => REPLACEABLE.has(whole?.kind as string));

/** Records the facts of a family, whole or in parts. */
async function tell(id: string, family: string, inParts = false): Promise<void> {
  const reason = 'agreed by letter';
  for (const [index, [whole, ...parts]] of (FAMILIES[family] ?? []).entries()) {
    for (const one of inParts && parts.length > 0 ? parts : [whole]) {
      const effectiveDate = `2026-02-${String(index + 5).padStart(2, '0')}`;
      const fact = { ...one, effectiveDate } as DatedFact;
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
      } else if (fact.kind === 'cost') {
        const { cost } = await runForOutput(createCost, books.org.callAs('revenue'), {
          contractId: id,
          kind: 'OBTAIN',
          amount: fact.amount,
          incurredOn: effectiveDate,
          contractMonths: 12,
        });
        costOf.set(id, cost.id);
      } else if (fact.kind === 'costTerm' || fact.kind === 'costTest') {
        const { kind, effectiveDate: date, ...said } = { ...fact, id: costOf.get(id) ?? '' };
        const call = books.org.callAs('revenue');
        if ('end' in said) await runForOutput(reviseCostTerm, call, { ...said, date, evidence: kind });
        else await runForOutput(impairCost, call, { ...said, date });
      } else await record(id, fact);
    }
  }
}

/** Voids all facts of February, the last one first, since some depend on earlier ones. */
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
 * The facts are recorded before February is posted (also in parts, and some that will be voided or replaced), or after January and February
 * are closed, when those are voided or replaced; or never. March and April are posted after that.
 */
beforeAll(async () => {
  books = await openBooks('2026-04-30');
  const untold = await begun();
  const ids = new Map<string, Partial<Record<keyof Life, string>>>();
  const corrections: (() => Promise<unknown>)[] = [];
  for (const [family, facts] of Object.entries(FAMILIES)) {
    const own: Partial<Record<keyof Life, string>> = {};
    for (const life of LIVES) {
      if (life === 'inParts' && !facts.some(({ length }) => length > 1)) continue;
      if (life === 'replaced' && !isReplaceable(family)) continue;
      own[life] = await begun();
      if (life === 'replaced') corrections.push(...(await recordWrong(own[life], family)));
      else if (life !== 'late') await tell(own[life], family, life === 'inParts');
    }
    ids.set(family, own);
  }
  await books.runThrough('2026-01', '2026-02');
  await close('2026-02');
  for (const [family, { late = '', voided = '', replaced }] of ids) {
    for (const id of replaced === undefined ? [late, voided] : [late, voided, replaced])
      for (const { event } of (await books.read(id)).events) known.add(event.id);
    await tell(late, family);
    await takeBack(voided);
  }
  for (const correct of corrections) await correct();
  await books.runThrough('2026-03', '2026-04');
  never = await books.read(untold);
  for (const [family, own] of ids) {
    const views: [string, ContractView | null][] = [];
    for (const life of LIVES) {
      const view = own[life] === undefined ? null : await books.read(own[life]);
      views.push([life, view]);
      if (view !== null) apart.set(view.contract.id, await separateOf(view));
    }
    lives.set(family, Object.fromEntries(views) as Life);
  }
}, 1_200_000);

afterAll(closeConnections);

async function separateOf({ separateContracts }: ContractView): Promise<ContractView[]> {
  const standing: ContractView[] = [];
  for (const { id, isVoid } of separateContracts) {
    const own = await books.read(id);
    if (isVoid) expect(end(own)).toMatchObject({ price: '0.00', months: [] });
    else standing.push(own);
  }
  return standing;
}

/** A contract with the separate contracts that belong to it. */
const withSeparate = (view: ContractView) => [view, ...(apart.get(view.contract.id) ?? [])];

/** The amounts by name and by the month they belong to. */
function byMonth(rows: readonly { name: string; naturalPeriod: string; amount: string }[]) {
  const months = new Map<string, number>();
  for (const { name: of, naturalPeriod, amount: own } of rows) {
    const name = `${of} ${naturalPeriod}`;
    months.set(name, Math.round(((months.get(name) ?? 0) + Number(own)) * 100) / 100);
  }
  return [...months].filter(([, sum]) => sum !== 0).sort();
}

/** The final state of a contract and of the contracts separated from it. */
const ends = (view: ContractView) => withSeparate(view).map(end);

/**
 * The final state of one contract: its balances, its price, the shares of its obligations, and the amounts of each obligation and cost by
 * the month they belong to.
 */
function end({ balances, contract, obligations, schedule, costs, losses }: ContractView) {
  return {
    balances,
    price: contract.transactionPrice,
    status: contract.contractStatus,
    shares: obligations.map(({ key, allocated, recognised }) => [key, allocated, recognised]),
    months: byMonth(schedule.map((row) => ({ ...row, name: row.key }))),
    costs: costs.map(({ capitalized, impaired, amortized, carrying, end: last }) => {
      return { capitalized, impaired, amortized, carrying, last };
    }),
    expensed: byMonth(
      [...costs, ...losses].flatMap((one) => one.months.map((row) => ({ ...row, name: row.kind }))),
    ),
    provided: losses.map(({ posted }) => posted).filter((posted) => Number(posted) !== 0),
  };
}

/**
 * Expects facts recorded late, in parts, or wrong and replaced, with two months closed in between, to end in the state of facts recorded on
 * time, and voided ones in the state without them.
 */
function endsTheSame(family: string): void {
  const { onTime, late, voided, inParts, replaced } = lives.get(family) ?? {};
  if (!onTime || !late || !voided) throw new Error(family);
  expect(ends(late), 'late').toEqual(ends(onTime));
  if (inParts) expect(ends(inParts), 'in parts').toEqual(ends(onTime));
  expect(ends(voided), 'voided').toEqual(ends(never));
  expect(replaced === null).toBe(!isReplaceable(family));
  if (replaced) expect(ends(replaced), 'replaced').toEqual(ends(onTime));
  expect(JSON.stringify(ends(onTime))).not.toBe(JSON.stringify(ends(never)));
  // What was recorded after the close is booked in an open month, with the fact that caused it.
  for (const { schedule } of [late, voided, ...(replaced ? [replaced] : [])].flatMap(withSeparate)) {
    for (const { causeId, period } of schedule.filter((row) => !known.has(row.causeId))) {
      expect(period > '2026-02', `${causeId} in ${period}`).toBe(true);
    }
  }
}

describe('in any order', () => {
  it('every kind of fact that can be recorded is recorded below', () => {
    const reported = new Set(
      Object.values(FAMILIES).flatMap((family) => family.map(([whole]) => whole?.kind as string)),
    );
    expect([...REPLACEABLE].filter((kind) => !reported.has(kind))).toEqual([]);
  });

  it('every kind of fact that a form records is replaced below, after its month was closed', () => {
    const replaced = new Set(
      Object.entries(FAMILIES).flatMap(([family, facts]) =>
        isReplaceable(family) ? facts.map(([whole]) => whole?.kind as string) : [],
      ),
    );
    expect([...REPLACEABLE].filter((kind) => !replaced.has(kind))).toEqual([]);
  });

  it('the books reconcile after all of these sequences', async () => {
    await books.tiesOut();
  });

  it('in any order: deliveries, units, progress, costs and their estimates, milestones, usage, use of a committed minimum and its estimates, royalties, redemptions and lapses, recorded late after the close, in parts, wrong and replaced, or recorded and voided, end as if recorded on time or never recorded', () => {
    endsTheSame('transfers');
  });
  it('in any order: variable estimates, price changes, expected refunds and returns, returns and credit notes of each mode, recorded late after the close, wrong and replaced, or recorded and voided, end as if recorded on time or never recorded', () => {
    endsTheSame('prices');
  });
  it('in any order: bills, payments, payouts, accrued and stated interest, journals, holds, releases and judgments, recorded late after the close, in parts, wrong and replaced, or recorded and voided, end as if recorded on time or never recorded', () => {
    endsTheSame('money');
  });
  it('in any order: a modification that is a separate contract, recorded late after the close, or recorded and voided, ends as if recorded on time or never recorded (606-10-25-12)', () => {
    endsTheSame('separate');
  });
  it('in any order: a prospective modification, recorded late after the close, or recorded and voided, ends as if recorded on time or never recorded (606-10-25-13(a))', () => {
    endsTheSame('prospective');
  });
  it('in any order: a modification with a cumulative catch-up, recorded late after the close, or recorded and voided, ends as if recorded on time or never recorded (606-10-25-13(b))', () => {
    endsTheSame('catchUp');
  });
  it('in any order: a mixed modification, recorded late after the close, or recorded and voided, ends as if recorded on time or never recorded (606-10-25-13(c))', () => {
    endsTheSame('mixed');
  });
  it('in any order: a cost of the contract, its new end and a test for impairment, recorded late after the close, or recorded and voided, end as if recorded on time or never recorded (340-40-35-1 to 35-3)', () => {
    endsTheSame('costs');
    expect(lives.get('costs')?.late?.costs[0]?.impaired).not.toBe('0.00');
  });
  it('in any order: an estimate that shows a loss, recorded late after the close, or recorded and voided, ends as if recorded on time or never recorded (605-35-25-45)', () => {
    endsTheSame('losses');
    expect(lives.get('losses')?.late?.losses[0]?.posted).not.toBe('0.00');
  });
  it('in any order: a modification that removes an obligation and makes a term longer, recorded late after the close, or recorded and voided, ends as if recorded on time or never recorded', () => {
    endsTheSame('terms');
  });
  it('in any order: a modification that is paid in installments, and its interest, recorded late after the close, or recorded and voided, end as if recorded on time or never recorded (606-10-32-15)', () => {
    endsTheSame('financed');
  });
  it('in any order: a termination, recorded late after the close and after a run accrued interest, or recorded and voided, ends as if recorded on time or never recorded', () => {
    endsTheSame('termination');
  });
});
