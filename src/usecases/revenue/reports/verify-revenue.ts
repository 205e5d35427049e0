import { z } from 'zod';
import { dec, toPlainString } from '@/core/money/decimal';
import { differencesOf, type TieOutLine, tieOut } from '@/core/revenue/tie-out';
import { readBrokenContracts, readSummaryDifference, readTieOut } from '@/db/revenue/tie-out';
import type { Tenant } from '@/db/tenancy';
import { defineUseCase } from '../../kit/define';

export interface RevenueVerdict {
  /** Every equation with its difference, which is zero. */
  readonly lines: readonly TieOutLine[];
  readonly differences: readonly TieOutLine[];
  /** Differences between the monthly summary and the facts; each is zero. */
  readonly summary: { booked: string; planned: string; settled: string; posted: string };
  readonly holds: boolean;
}

/**
 * Reconciliation differences, which are always zero: subledgers against the ledger, contracts against their own totals,
 * the summary against the facts.
 */
export const verifyRevenue = defineUseCase({
  name: 'revenue.verify',
  permission: 'revenue.read',
  mode: 'report',
  input: z.object({}),
  run: ({ tenant }) => verdictOf(tenant),
});

/** The body of the verb, for the close of a period. */
export async function verdictOf(tenant: Tenant): Promise<RevenueVerdict> {
  const groups = await readTieOut(tenant);
  const broken = await readBrokenContracts(tenant);
  const summary = await readSummaryDifference(tenant);
  const lines = groups.flatMap((group) =>
    tieOut({
      subsidiaryId: group.subsidiaryId,
      currencyCode: group.currencyCode,
      controls: [
        { control: 'RECEIVABLE', subledger: group.receivable, ledger: group.ledgerReceivable },
        { control: 'DEFERRED_REVENUE', subledger: group.deferred, ledger: group.ledgerDeferred },
        { control: 'CONTRACT_ASSET', subledger: group.contractAsset, ledger: group.ledgerContractAsset },
        { control: 'REFUND_LIABILITY', subledger: group.refund, ledger: group.ledgerRefund },
        { control: 'CONTRACT_COST', subledger: group.cost, ledger: group.ledgerCost },
        {
          control: 'ACCRUED_INTEREST',
          subledger: group.accruedInterest,
          ledger: group.ledgerAccruedInterest,
        },
        {
          control: 'UNEARNED_INTEREST',
          subledger: group.unearnedInterest,
          ledger: group.ledgerUnearnedInterest,
        },
        {
          control: 'ADVANCE_INTEREST',
          subledger: group.advanceInterest,
          ledger: group.ledgerAdvanceInterest,
        },
      ],
    }),
  );
  const contracts = broken.flatMap((one): TieOutLine[] => {
    const line = (name: TieOutLine['name'], a: string, b: string): TieOutLine => ({
      name,
      subsidiaryId: one.subsidiaryId,
      currencyCode: one.currencyCode,
      contractId: one.contractId,
      contractNumber: one.contractNumber,
      difference: dec(a).minus(b).toFixed(),
      formula: `${a} − ${b}`,
    });
    return [
      line('ALLOCATION', one.allocated, one.transactionPrice),
      line('ALLOCATION', one.booked, one.allocated),
      line('REMAINING_OBLIGATIONS', one.posted, one.recognised),
      line('BILLED_UNBILLED', one.moved, one.net),
    ];
  });
  const all = [...lines, ...contracts];
  const differences = differencesOf(all);
  const clean = Object.values(summary).every((text) => dec(text).isZero());
  return {
    lines: all,
    differences,
    // Sums over all currencies: zero, which has no scale.
    summary: {
      booked: toPlainString(dec(summary.booked)),
      planned: toPlainString(dec(summary.planned)),
      settled: toPlainString(dec(summary.settled)),
      posted: toPlainString(dec(summary.posted)),
    },
    holds: differences.length === 0 && broken.length === 0 && clean,
  };
}
