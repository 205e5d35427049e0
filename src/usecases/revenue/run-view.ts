import { toAmountString } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import { lastDayOf } from '@/core/revenue/days';
import { interestDue, suppliersDue } from '@/db/stores/revenue-estimates';
import { dueCosts, dueLines, entriesOfRun, findRun, type RunRow } from '@/db/stores/revenue-runs';
import type { Tenant } from '@/db/tenancy';
import { refuseNotFound } from '../kit/crud';

/** What a run would post, as it stood when it was proposed. */
export interface RunProposalView {
  readonly lines: readonly {
    currencyCode: string;
    revenueAccountId: string;
    contracts: number;
    rows: number;
    amount: string;
    catchUp: string;
  }[];
  /** Due but on hold: a catch-up after release. */
  readonly held: readonly { currencyCode: string; revenueAccountId: string; rows: number; amount: string }[];
  readonly costs: readonly { currencyCode: string; rows: number; amount: string }[];
  readonly totals: readonly { currencyCode: string; amount: string; rows: number }[];
  /** Interest of financing components accrued by the month's end; expense above zero. Proposals of old lack it. */
  readonly interest?: readonly { contractNumber: string; currencyCode: string; amount: string }[];
  /** Contracts whose suppliers' share of what time earned follows by the month's end. */
  readonly suppliers?: readonly { contractNumber: string; currencyCode: string }[];
}

export interface RunView extends Omit<RunRow, 'proposal'> {
  readonly proposal: RunProposalView;
  readonly progress: { readonly done: number; readonly of: number };
  /** The first hundred entries it made. */
  readonly entries: readonly {
    id: string;
    entryNumber: string;
    currencyCode: string;
    postingDate: string;
    debits: string;
  }[];
}

/** What is due in a month, by currency and account; held rows and contract costs apart. */
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
    costs: (await dueCosts(tenant, subsidiaryId, period)).map((line) => ({
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
    suppliers: (await suppliersDue(tenant, subsidiaryId, lastDayOf(period), 1000)).map(
      ({ contractNumber, currencyCode }) => ({ contractNumber, currencyCode }),
    ),
  };
}

/** Reads a run with its progress. Refuses NOT_FOUND. */
export async function viewRun(tenant: Tenant, id: string): Promise<RunView> {
  const run = (await findRun(tenant, id)) ?? refuseNotFound('run', id);
  const proposal = run.proposal as RunProposalView;
  const due = [...proposal.totals, ...proposal.costs].reduce((total, { rows }) => total + rows, 0);
  return {
    ...run,
    proposal,
    progress: { done: run.postedRows, of: Math.max(due, run.postedRows) },
    entries: (await entriesOfRun(tenant, id, 100)).map((entry) => ({
      ...entry,
      debits: toAmountString(dec(entry.debits), entry.currencyCode),
    })),
  };
}
