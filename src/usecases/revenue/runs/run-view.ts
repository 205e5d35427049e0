import { toAmountString } from '@/core/money/currency';
import { type Decimal, dec, sum, toPlainString } from '@/core/money/decimal';
import type { ContractState } from '@/core/revenue/contracts/contract-state';
import { picture } from '@/core/revenue/contracts/picture';
import { lastDayOf } from '@/core/revenue/days';
import { findContract } from '@/db/revenue/contracts/contracts';
import { interestDue, suppliersDue } from '@/db/revenue/contracts/estimates';
import { listEvents } from '@/db/revenue/contracts/events';
import { type ReversalOfRun, reversalsOfRun } from '@/db/revenue/runs/reversals';
import { dueCosts, dueLines, entriesOfRun, findRun, type RunRow } from '@/db/revenue/runs/runs';
import { gridOfBooks } from '@/db/stores/structure/fiscal-calendars';
import type { Tenant } from '@/db/tenancy';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { refuseNotFound } from '../../kit/crud';

import { eventsOf } from '../contracts/lock-history';

/** What a run would post, at the time it was proposed. */
export interface RunProposalView {
  readonly lines: readonly {
    currencyCode: string;
    revenueAccountId: string;
    contracts: number;
    rows: number;
    amount: string;
    catchUp: string;
  }[];
  /** Due but on hold: recognized as a catch-up after release. */
  readonly held: readonly { currencyCode: string; revenueAccountId: string; rows: number; amount: string }[];
  readonly costs: readonly { currencyCode: string; rows: number; amount: string }[];
  /** Changes of provisions for losses; below zero: released. Missing in older proposals. */
  readonly provisions?: readonly { currencyCode: string; rows: number; amount: string }[];
  readonly totals: readonly { currencyCode: string; amount: string; rows: number }[];
  /**
   * Interest on financing components accrued by the end of the month; positive for an expense. Missing in older
   * proposals.
   */
  readonly interest?: readonly { contractNumber: string; currencyCode: string; amount: string }[];
  /** Shares that suppliers earned by time through the end of the month, for the first contracts by number. */
  readonly suppliers?: readonly { contractNumber: string; currencyCode: string; amount: string }[];
}

export interface RunView extends Omit<RunRow, 'proposal'> {
  readonly proposal: RunProposalView;
  readonly progress: { readonly done: number; readonly of: number };
  /** Its reversals, the first one first. */
  readonly reversals: readonly ReversalOfRun[];
  /** For a reversal: the number of the run it reverses. */
  readonly reversesRunNumber: string | null;
  /** The first hundred entries it made. */
  readonly entries: readonly {
    id: string;
    entryNumber: string;
    currencyCode: string;
    postingDate: string;
    debits: string;
  }[];
}

/** How much a run posts, in base currency: revenue, costs and provisions of every currency by amount, at the rates fixed for it. */
export function sizeOfRun(run: Pick<RunRow, 'rates' | 'proposal'>): string {
  const { totals, costs, provisions = [] } = run.proposal as RunProposalView;
  return toPlainString(
    sum(
      [...totals, ...costs, ...provisions].map(({ currencyCode, amount }) =>
        dec(amount)
          .abs()
          .times(run.rates[currencyCode] ?? '1'),
      ),
    ),
  );
}

/** Amounts due in a period, by currency and account; rows on hold and contract costs separately. */
export async function proposalOf(
  tenant: Tenant,
  subsidiaryId: string,
  period: string,
): Promise<RunProposalView> {
  const due = await dueLines(tenant, subsidiaryId, period);
  const money = (text: string, currencyCode: string) => toAmountString(dec(text), currencyCode);
  const lines = due.filter(({ held }) => !held);
  const totals = new Map<string, { amount: string; rows: number }>();
  for (const { currencyCode, amount, rows } of lines) {
    const known = totals.get(currencyCode) ?? { amount: '0', rows: 0 };
    totals.set(currencyCode, {
      amount: dec(known.amount).plus(amount).toFixed(),
      rows: known.rows + rows,
    });
  }
  return {
    lines: lines.map(({ held: _held, ...line }) => ({
      ...line,
      amount: money(line.amount, line.currencyCode),
      catchUp: money(line.catchUp, line.currencyCode),
    })),
    held: due
      .filter(({ held }) => held)
      .map(({ currencyCode, revenueAccountId, rows, amount }) => ({
        currencyCode,
        revenueAccountId,
        rows,
        amount: money(amount, currencyCode),
      })),
    costs: (await dueCosts(tenant, subsidiaryId, period, 'AMORTIZATION')).map((line) => ({
      ...line,
      amount: money(line.amount, line.currencyCode),
    })),
    provisions: (await dueCosts(tenant, subsidiaryId, period, 'PROVISIONS')).map((line) => ({
      ...line,
      amount: money(line.amount, line.currencyCode),
    })),
    totals: [...totals].map(([currencyCode, { amount, rows }]) => ({
      currencyCode,
      amount: money(amount, currencyCode),
      rows,
    })),
    interest: (await interestDue(tenant, subsidiaryId, lastDayOf(period), 1000)).map(
      ({ contractNumber, currencyCode, amount }) => ({
        contractNumber,
        currencyCode,
        amount: money(amount, currencyCode),
      }),
    ),
    suppliers: await suppliersOf(tenant, subsidiaryId, lastDayOf(period)),
  };
}

/** The most contracts for which a proposal computes suppliers' shares, since each is replayed. */
const SUPPLIERS_SHOWN = 200;

async function suppliersOf(
  tenant: Tenant,
  subsidiaryId: string,
  day: string,
): Promise<NonNullable<RunProposalView['suppliers']>> {
  const shown: { contractNumber: string; currencyCode: string; amount: string }[] = [];
  const grid = await gridOfBooks(tenant, subsidiaryId);
  for (const { contractId, contractNumber, currencyCode } of await suppliersDue(
    tenant,
    subsidiaryId,
    day,
    SUPPLIERS_SHOWN,
  )) {
    const contract = (await findContract(tenant, contractId)) ?? refuseNotFound('contract', contractId);
    const events = eventsOf(contract, await listEvents(tenant, contractId));
    const accrual = { id: contractId, kind: 'accrual' as const, effectiveDate: day };
    const amount = owedToSuppliers(valueOrThrow(picture([...events, accrual], grid))).minus(
      owedToSuppliers(valueOrThrow(picture(events, grid))),
    );
    shown.push({ contractNumber, currencyCode, amount: toAmountString(amount, currencyCode) });
  }
  return shown;
}

/** The total that a contract's events have booked for suppliers. */
function owedToSuppliers({ balanceEvents, journals }: ContractState): Decimal {
  const passedOn = balanceEvents.flatMap((event) => (event.kind === 'SUPPLIER' ? [event.amount] : []));
  const borne = journals
    .flatMap(({ lines }) => lines)
    .filter(({ account }) => account === 'SUPPLIER_PAYABLE')
    .map(({ debit, credit }) => dec(credit).minus(debit));
  return sum([...passedOn, ...borne]);
}

/** The rows a run posts. */
export const rowsOf = ({ totals, costs, provisions = [] }: RunProposalView): number =>
  [...totals, ...costs, ...provisions].reduce((total, { rows }) => total + rows, 0);

/** Reads a run with its progress. Refuses NOT_FOUND. */
export async function viewRun(tenant: Tenant, id: string): Promise<RunView> {
  const run = (await findRun(tenant, id)) ?? refuseNotFound('run', id);
  const proposal = run.proposal as RunProposalView;
  const due = rowsOf(proposal);
  return {
    ...run,
    proposal,
    progress: { done: run.postedRows, of: Math.max(due, run.postedRows) },
    reversals: run.kind === 'REVERSAL' ? [] : await reversalsOfRun(tenant, id),
    reversesRunNumber:
      run.reversesRunId === null ? null : ((await findRun(tenant, run.reversesRunId))?.runNumber ?? null),
    entries: (await entriesOfRun(tenant, id, 100)).map((entry) => ({
      ...entry,
      debits: toAmountString(dec(entry.debits), entry.currencyCode),
    })),
  };
}
