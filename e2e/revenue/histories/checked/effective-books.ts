import { expect } from 'vitest';
import { lastDayOf } from '@/core/revenue/days';
import { type BalanceFigure, readBehindBalance } from '@/db/revenue/behind-balances';
import {
  addUpBalanceTotals,
  type BalanceSpan,
  type BalanceTotals,
  pageContractBalances,
} from '@/db/revenue/contract-balances';
import type { RevenueScope } from '@/db/revenue/months';
import { sql, type Tenant, withTenantReport, withTenantSql } from '@/db/tenancy';
import { runForOutput } from '@/usecases/kit/run';
import { recordEvent } from '@/usecases/revenue/events/record-event';
import { voidFact } from '@/usecases/revenue/events/void-fact';
import { createRun } from '@/usecases/revenue/runs/create-run';
import { postRun } from '@/usecases/revenue/runs/post-run';
import { reverseRun } from '@/usecases/revenue/runs/reverse-run';
import type { Fact } from '../../books';
import { databaseNow } from '../moments';
import { close } from '../reversed-books';
import { claimOf, contractOf } from './checked-books';
import { type Company, company, exact } from './then-books';

/** What happens in the books of a company, whatever its ids are. */
export type Happening =
  | { readonly fact: Fact; readonly contract: number; readonly post: boolean }
  | { readonly voided: number }
  | { readonly sell: true }
  | { readonly run: number }
  | { readonly reverse: number; readonly of: number | null }
  | { readonly close: string }
  | { readonly end: string | null; readonly of: number };

/** Books in which things happen: their facts and runs in order, and the moments after each happening. */
export interface Life extends Company {
  readonly facts: { readonly id: string; readonly on: string }[];
  /** By the number of the run: of the company and of its branch. */
  readonly runs: (readonly string[])[];
  readonly moments: string[];
}

export async function born(): Promise<Life> {
  const made = await company();
  return { ...made, facts: [], runs: [], moments: [await databaseNow(made.books)] };
}

/** The last day on which one of these runs, or of the reversals of them, posts. */
async function lastPosting({ books }: Life, runs: readonly string[]): Promise<string> {
  const [row] = await withTenantReport(claimOf(books), (tenant) =>
    sql<{ day: string }>(
      tenant,
      'select max(posting_date)::text as day from revenue_runs where id = any ($1::uuid[])',
      [runs],
    ),
  );
  return row?.day ?? '';
}

/**
 * Lets one thing happen; returns the day from which it is in effect. A refusal is thrown. `number`: of a fact or a run, which others name it by; it is
 * kept also in books that leave out what came before.
 */
export async function happen(life: Life, one: Happening): Promise<string> {
  const { books, branch, ids } = life;
  const revenue = books.org.callAs('revenue');
  if ('fact' in one) {
    const { fact: event, post } = one;
    const id = ids[one.contract % ids.length] ?? '';
    const { eventId } = await runForOutput(recordEvent, revenue, { id, event, post });
    life.facts.push({ id: eventId, on: event.effectiveDate });
    return event.effectiveDate;
  }
  if ('voided' in one) {
    const fact = life.facts[one.voided];
    if (fact === undefined) throw new Error('a fact that was recorded');
    await runForOutput(voidFact, revenue, { id: fact.id, reason: 'Recorded in error' });
    return fact.on;
  }
  if ('sell' in one) {
    ids.push(await contractOf(books, '777.70'));
    return '2026-01-01';
  }
  if ('run' in one) {
    const runs: string[] = [];
    for (const subsidiaryId of [books.org.ids.rootSubsidiary, branch]) {
      const { id } = await runForOutput(createRun, revenue, { period: `2026-0${one.run}`, subsidiaryId });
      await runForOutput(postRun, revenue, { id });
      runs.push(id);
    }
    life.runs.push(runs);
    return lastPosting(life, runs);
  }
  if ('reverse' in one) {
    const [id = ''] = life.runs[one.reverse] ?? [];
    const contractIds = one.of === null ? undefined : [ids[one.of] ?? ''];
    const { id: reversal } = await runForOutput(reverseRun, revenue, {
      id,
      reason: 'A wrong month',
      contractIds,
    });
    return lastPosting(life, [reversal]);
  }
  if ('close' in one) {
    await close(books, one.close);
    return lastDayOf(one.close);
  }
  await withTenantSql(claimOf(books), (tenant) =>
    sql(tenant, 'update revenue_contracts set end_date = $2::date where id = $1::uuid', [
      ids[one.of % ids.length],
      one.end,
    ]),
  );
  return '2026-01-01';
}

const FIGURES: readonly BalanceFigure[] = [
  'OPENING_RECEIVABLE',
  'OPENING_ASSET',
  'OPENING_DEFERRED',
  'RECEIVABLE',
  'ASSET',
  'DEFERRED',
  'NON_CURRENT',
  'REVENUE',
  'FROM_OPENING',
  'PRIOR_PERFORMANCE',
];

/** Totals, contracts and explanations of a range of months, without ids: what the report says, and what is behind the current part and one other figure. */
export async function told(tenant: Tenant, scope: RevenueScope, span: BalanceSpan, place: number) {
  const totals = await addUpBalanceTotals(tenant, scope, span);
  const page = await pageContractBalances(tenant, scope, span, { after: null, limit: 100 });
  const behind: [string, string[]][] = [];
  const other = FIGURES[place % FIGURES.length] ?? 'RECEIVABLE';
  for (const figure of ['CURRENT', other] as const) {
    const rows = await readBehindBalance(tenant, scope, figure, span, { page: 1, limit: 100 });
    behind.push([figure, rows.map(({ number, amount }) => `${number} ${Number(amount)}`).sort()]);
    expect([figure, Number(rows[0]?.total ?? 0)]).toEqual([figure, figureOf(totals, figure)]);
  }
  return {
    totals: exact(totals),
    contracts: page.map(({ contractId: _id, contractNumber, ...amounts }) => [
      contractNumber,
      ...Object.values(amounts).map(Number),
    ]),
    behind,
  };
}

/** A figure of the totals. */
function figureOf(totals: BalanceTotals, figure: BalanceFigure): number {
  const amounts: Readonly<Record<BalanceFigure, number>> = {
    OPENING_RECEIVABLE: Number(totals.openingReceivable),
    OPENING_ASSET: Number(totals.openingAsset),
    OPENING_DEFERRED: Number(totals.openingDeferred),
    RECEIVABLE: Number(totals.closingReceivable),
    ASSET: Number(totals.closingAsset),
    DEFERRED: Number(totals.closingDeferred),
    CURRENT: Number(totals.current),
    NON_CURRENT: Number((Number(totals.closingDeferred) - Number(totals.current)).toFixed(4)),
    REVENUE: Number(totals.revenue),
    FROM_OPENING: Number(totals.fromOpening),
    PRIOR_PERFORMANCE: Number(totals.fromPriorPerformance),
  };
  return amounts[figure];
}
