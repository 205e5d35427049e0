import { expectValue } from '@/core/revenue/cases/expect-value';
import type { ContractBalanceEvent, ContractState } from '@/core/revenue/contracts/contract-state';
import {
  type AddedCostMonth,
  costDifferences,
  type StoredCostMonth,
} from '@/core/revenue/contracts/costs/cost-differences';
import type { ContractEvent } from '@/core/revenue/contracts/events';
import { picture } from '@/core/revenue/contracts/picture';
import { type BalanceShift, balanceDifference } from '@/core/revenue/contracts/postings/balance-shifts';
import {
  type AddedRow,
  journalDifferences,
  rowDifferences,
} from '@/core/revenue/contracts/postings/postings';
import { periodAfter } from '@/core/revenue/days';
import { cents, type Read } from './drawn-histories';

/** The balances of a contract's accounts in cents, as postings leave them; `costs` by account, debits above zero. */
export type Position = Record<(typeof ROLES)[number], number> & { readonly costs: Record<string, number> };
const ROLES = ['receivable', 'cash', 'refund', 'interest', 'income', 'supplier'] as const;

const atRest = (): Position => ({
  ...{ receivable: 0, cash: 0, refund: 0, interest: 0, income: 0, supplier: 0 },
  costs: {},
});

/** Posts one recorded change of a balance, starting from the current balances. */
function post(position: Position, event: ContractBalanceEvent): void {
  const amount = cents(event.amount);
  if (event.kind === 'DUE') position.receivable += amount;
  else if (event.kind === 'PAYMENT') {
    position.receivable -= Math.min(amount, position.receivable);
    position.cash += amount;
  } else if (event.kind === 'PAYOUT') {
    position.receivable += Math.min(amount, Math.max(0, -position.receivable));
    position.cash -= amount;
  } else if (event.kind === 'CREDIT') {
    position.receivable -= amount;
    if (event.keepRefund !== true) position.refund -= Math.min(amount, position.refund);
  } else if (event.kind === 'REFUND') position.refund += amount;
  else if (event.kind === 'SUPPLIER') position.supplier += amount;
  else if (event.kind === 'INTEREST')
    position[(event.isIncome ?? amount < 0) ? 'income' : 'interest'] += amount;
}

function shift(position: Position, by: BalanceShift): void {
  for (const role of ROLES) position[role] += cents(by[role].toFixed());
}

/** The contract's own journals by account. */
export function costsOf(journals: ContractState['journals'], into: Record<string, number> = {}) {
  for (const { lines } of journals) {
    for (const { account, debit, credit } of lines) {
      const balance = (into[account] ?? 0) + cents(debit) - cents(credit);
      if (balance === 0) delete into[account];
      else into[account] = balance;
    }
  }
  return into;
}

export interface Lived {
  readonly rows: readonly AddedRow[];
  /** The contract costs expensed, each with the fact that caused the booking. */
  readonly spent: readonly (AddedCostMonth & { readonly causeId: string })[];
  readonly state: ContractState;
  readonly position: Position;
  /** The facts in the order in which they could be recorded: one that depends on another waited for it. */
  readonly told: readonly ContractEvent[];
}

/**
 * A history recorded fact by fact, with the books closed through a period after each fact where `closes` says so. Each fact
 * posts the differences between two pictures and nothing else. `before`: facts recorded all at once before these.
 */
export function lived(
  { begun, grid }: Pick<Read, 'begun' | 'grid'>,
  facts: readonly ContractEvent[],
  {
    closes = [],
    before: first = [],
  }: { closes?: readonly (string | null)[]; before?: readonly ContractEvent[] } = {},
): Lived {
  const recorded: ContractEvent[] = [];
  let before = expectValue(picture([...begun, ...first], grid));
  const position = atRest();
  let closedThrough: string | null = null;
  const open = () => (closedThrough === null ? '0000-00' : periodAfter(grid, closedThrough));
  const rows = rowDifferences(before, [], { grid, firstOpen: '0000-00', causeId: 'activated', nextSeq: 0 });
  const spent: (AddedCostMonth & { causeId: string })[] = [];
  const expense = (state: ContractState, causeId: string) =>
    spent.push(...costDifferences(state, bookedCosts(spent), open()).map((row) => ({ ...row, causeId })));
  expense(before, 'activated');
  const begunWith = balanceDifference([], before.balanceEvents, new Set());
  for (const event of begunWith.events) post(position, event);
  for (const by of begunWith.shifts) shift(position, by);
  costsOf(before.journals, position.costs);
  let waiting = [...facts];
  while (waiting.length > 0) {
    const still: ContractEvent[] = [];
    for (const fact of waiting) {
      const tried = picture([...begun, ...first, ...recorded, fact], grid);
      if (!tried.ok) {
        still.push(fact);
        continue;
      }
      const after = tried.value;
      rows.push(
        ...rowDifferences(after, rows, { grid, firstOpen: open(), causeId: fact.id, nextSeq: rows.length }),
      );
      expense(after, fact.id);
      const moved = balanceDifference(before.balanceEvents, after.balanceEvents, new Set());
      for (const event of moved.events) post(position, event);
      for (const by of moved.shifts) shift(position, by);
      costsOf(journalDifferences(before, after), position.costs);
      before = after;
      const close = closes[recorded.length] ?? null;
      if (close !== null && (closedThrough === null || close > closedThrough)) closedThrough = close;
      recorded.push(fact);
    }
    if (still.length === waiting.length) throw new Error(`cannot be told: ${JSON.stringify(still)}`);
    waiting = still;
  }
  return { rows, spent, state: before, position, told: recorded };
}

/** The amount booked for each cost, by the month it belongs to. */
export function bookedCosts(spent: readonly AddedCostMonth[]): StoredCostMonth[] {
  const sums = new Map<string, StoredCostMonth>();
  for (const { item, kind, naturalPeriod: period, amount, eventId } of spent) {
    const name = `${item} ${kind} ${period}`;
    const sum = (cents(sums.get(name)?.amount ?? '0') + cents(amount)) / 100;
    sums.set(name, { item, kind, period, eventId, amount: sum.toFixed(2) });
  }
  return [...sums.values()];
}
