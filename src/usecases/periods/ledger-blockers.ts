import { toAmountString } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import { KIND_FACTS, TRANSACTION_KINDS } from '@/core/transactions/kinds';
import { controlDifferences, type SubledgerPlace } from '@/db/stores/control-accounts';
import type { PeriodRecord } from '@/db/stores/periods';
import { monetaryBalances } from '@/db/stores/revaluations';
import { subsidiaries } from '@/db/stores/subsidiaries';
import type { Tenant } from '@/db/tenancy';
import { closingRate } from '../fx/closing-rates';

/** One reason why a period cannot be closed yet. */
export interface PeriodBlocker {
  readonly blocker:
    | 'UNPOSTED_DOCUMENTS'
    | 'UNPOSTED_SCHEDULES'
    | 'UNFINISHED_RUN'
    | 'OPEN_DECISIONS'
    | 'REVENUE_NOT_TIED'
    | 'UNRECONCILED_CONTROL'
    | 'MISSING_RATES';
  readonly message: string;
  readonly count: number;
  /** The numbers of some of the records. */
  readonly examples: readonly string[];
  /** For unposted documents: their status. */
  readonly documentStatus?: string;
}

/** Every kind that posts to a control account, with its counterparty kinds. */
const PLACES: readonly SubledgerPlace[] = TRANSACTION_KINDS.flatMap((kind) => {
  const { controlRole, controlSide: side, contra, alsoFor } = KIND_FACTS[kind];
  if (controlRole === null || side === null) return [];
  const place = { kind, side, clearsDiscount: contra === 'CASH' };
  const others = Object.entries(alsoFor ?? {}).map(([entityType, role]) => ({ ...place, entityType, role }));
  return [{ ...place, entityType: null, role: controlRole }, ...others];
});

/** Control accounts that do not reconcile to their subledger's documents at the period's end. */
export async function unreconciledControls(tenant: Tenant, period: PeriodRecord): Promise<PeriodBlocker[]> {
  const { subsidiaryId, endDate: asOf, isAdjustment: withAdjustments } = period;
  const asked = { subsidiaryId, asOf, withAdjustments, places: PLACES };
  const examples = (await controlDifferences(tenant, asked)).map(
    ({ role, currencyCode, subledger, ledger }) =>
      `${role.toLowerCase().replaceAll('_', ' ')} ${currencyCode}: documents ${toAmountString(dec(subledger), currencyCode)}, ledger ${toAmountString(dec(ledger), currencyCode)}`,
  );
  const count = examples.length;
  if (count === 0) return [];
  const message = `${count === 1 ? 'A control account differs' : `${count} control accounts differ`} from the subledger.`;
  return [{ blocker: 'UNRECONCILED_CONTROL', message, count, examples: examples.slice(0, 5) }];
}

/** Foreign currencies with monetary balances at the period's end but no rate to translate them. */
export async function missingRates(tenant: Tenant, period: PeriodRecord): Promise<PeriodBlocker[]> {
  const balances = await monetaryBalances(tenant, period.subsidiaryId, period.endDate);
  if (balances.length === 0) return [];
  const base = (await subsidiaries.find(tenant, period.subsidiaryId))?.baseCurrency ?? '';
  const missing: string[] = [];
  for (const currencyCode of new Set(balances.map((balance) => balance.currencyCode))) {
    const rate = await closingRate(tenant, period, currencyCode, base);
    if (!rate.ok) missing.push(`${currencyCode} to ${base}`);
  }
  if (missing.length === 0) return [];
  const message = `Balances in foreign currencies have no exchange rate on ${period.endDate}. Enter it.`;
  return [{ blocker: 'MISSING_RATES', message, count: missing.length, examples: missing }];
}
