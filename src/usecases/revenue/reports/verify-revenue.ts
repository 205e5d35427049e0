import { z } from 'zod';
import { VERIFY_EXTENTS, type VerifyExtent } from '@/core/ledger/verification';
import { amountInFull } from '@/core/money/currency';
import { dec, sum, toPlainString } from '@/core/money/decimal';
import {
  type ControlBalance,
  differencesOf,
  formulaOf,
  type TieOutLine,
  tieOut,
} from '@/core/revenue/tie-out';
import { readBrokenContracts, readTieOut, type TieOutRow } from '@/db/revenue/tie-out';
import type { Tenant } from '@/db/tenancy';
import { defineUseCase } from '../../kit/define';

export interface RevenueVerdict {
  /** Every equation with its difference, which is zero. */
  readonly lines: readonly TieOutLine[];
  readonly differences: readonly TieOutLine[];
  /** Differences between the monthly summary and the facts; each is zero. */
  readonly summary: { booked: string; planned: string; settled: string; posted: string };
  readonly holds: boolean;
  /** Which reconciliation was asked for, and of how many contracts it read every row. */
  readonly extent: VerifyExtent;
  readonly contractsRead: number;
}

/**
 * Reconciliation differences, which are always zero: subledgers against the ledger, contracts against their own totals,
 * the summary against the facts. SINCE adds up the contracts that were touched since each was last checked and takes the totals of the
 * others as they were found then; WHOLE adds up everything. Rows of a contract changed outside Daybook are found only by WHOLE.
 */
export const verifyRevenue = defineUseCase({
  name: 'revenue.verify',
  permission: 'revenue.read',
  mode: 'report',
  input: z.object({ extent: z.enum(VERIFY_EXTENTS).default('SINCE') }),
  run: ({ tenant }, { extent }) => verdictOf(tenant, extent),
});

/** The figures of both sides by control account. */
const CONTROLS = [
  ['RECEIVABLE', 'receivable', 'ledgerReceivable'],
  ['DEFERRED_REVENUE', 'deferred', 'ledgerDeferred'],
  ['CONTRACT_ASSET', 'contractAsset', 'ledgerContractAsset'],
  ['REFUND_LIABILITY', 'refund', 'ledgerRefund'],
  ['CONTRACT_COST', 'cost', 'ledgerCost'],
  ['ACCRUED_INTEREST', 'accruedInterest', 'ledgerAccruedInterest'],
  ['UNEARNED_INTEREST', 'unearnedInterest', 'ledgerUnearnedInterest'],
  ['ADVANCE_INTEREST', 'advanceInterest', 'ledgerAdvanceInterest'],
] as const satisfies readonly (readonly [ControlBalance, keyof TieOutRow, keyof TieOutRow])[];

/** The body of the verb, for the close of a period. */
export async function verdictOf(tenant: Tenant, extent: VerifyExtent): Promise<RevenueVerdict> {
  const { groups, contractsRead, suspects } = await readTieOut(tenant, extent);
  const broken = await readBrokenContracts(tenant, suspects);
  const lines = groups.flatMap((group) =>
    tieOut({
      subsidiaryId: group.subsidiaryId,
      currencyCode: group.currencyCode,
      controls: CONTROLS.map(([control, subledger, ledger]) => ({
        control,
        subledger: group[subledger],
        ledger: group[ledger],
      })),
    }),
  );
  const contracts = broken.flatMap((one): TieOutLine[] => {
    const line = (name: TieOutLine['name'], a: string, b: string): TieOutLine => ({
      name,
      subsidiaryId: one.subsidiaryId,
      currencyCode: one.currencyCode,
      contractId: one.contractId,
      contractNumber: one.contractNumber,
      difference: amountInFull(dec(a).minus(b), one.currencyCode),
      formula: formulaOf(one.currencyCode)`${a} − ${b}`,
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
  const ofMonths = (name: 'booked' | 'planned' | 'settled' | 'posted') => groups.map((group) => group[name]);
  const clean = (['booked', 'planned', 'settled', 'posted'] as const).every((name) =>
    ofMonths(name).every((text) => dec(text).isZero()),
  );
  // Sums over all currencies: zero, which has no scale.
  const total = (name: Parameters<typeof ofMonths>[0]) => toPlainString(sum(ofMonths(name)));
  return {
    lines: all,
    differences,
    summary: {
      booked: total('booked'),
      planned: total('planned'),
      settled: total('settled'),
      posted: total('posted'),
    },
    holds: differences.length === 0 && broken.length === 0 && clean,
    extent,
    contractsRead,
  };
}
