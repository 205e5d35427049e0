import { dec, toPlainString } from '@/core/money/decimal';
import type { ContractRow } from '@/db/revenue/contracts/contracts';
import { earnedByLines, sourcesOfContract } from '@/db/revenue/contracts/sources';
import { appendEntry } from '@/db/revenue/runs/entries';
import {
  changeTransaction,
  linesOfTransactions,
  lockTransactions,
  type TransactionRecord,
} from '@/db/stores/documents/transactions';
import { holdPeriodsOpen, openPeriods } from '@/db/stores/structure/open-periods';
import { newId } from '@/lib/ids';
import type { Context } from '../../kit/define';
import { lockHistory } from '../contracts/lock-history';
import { recordFacts } from '../contracts/record-facts';
import { ensureContractPolicy } from '../setup/ensure-policy';
import { accountOf } from '../setup/policy-rules';
import { bookingDay } from './booking-rules';

/** The `sourceKind` of the event by which a contract took over revenue that a posted invoice had recognized at once. */
export const INVOICE_TAKEN = 'INVOICE_TAKEN';

/**
 * Reclassifies revenue that posted invoices recognized at once to the liability of the contract drafted from them, now
 * that it is active (606-10-45-2): one entry each, on the invoice's day or the first open one; from then on the
 * invoice belongs to the contract.
 */
export async function takeOverInvoices(context: Context, contract: ContractRow): Promise<void> {
  const { tenant } = context;
  const sources = (await sourcesOfContract(tenant, contract.id)).filter(
    ({ sourceKind }) => sourceKind === 'INVOICE_LINE',
  );
  const ids = [...new Set(sources.map(({ documentId }) => documentId))].sort();
  if (ids.length === 0) return;
  for (const invoice of await lockTransactions(tenant, ids)) {
    if (invoice.postingDate === null || invoice.revenueContractId !== null) continue;
    if (invoice.reversalTransactionId !== null) continue;
    const moved = await moveEarned(context, contract, invoice, invoice.postingDate, 'TO_LIABILITY');
    await changeTransaction(tenant, invoice.id, { revenueContractId: contract.id });
    if (moved === null) continue;
    const history = await lockHistory(context, contract.id);
    await recordFacts(context, history, [
      {
        event: {
          id: newId(),
          kind: 'invoice',
          effectiveDate: invoice.postingDate,
          amount: moved.amount,
          unconditional: true,
        },
        sourceKind: INVOICE_TAKEN,
        sourceId: invoice.id,
        document: { base: moved.base },
      },
    ]);
  }
}

/**
 * One entry between the revenue an invoice's lines recognized and the contract liability, in either direction;
 * null when they recognized none.
 */
export async function moveEarned(
  context: Context,
  contract: ContractRow,
  invoice: TransactionRecord,
  date: string,
  direction: 'TO_LIABILITY' | 'BACK',
): Promise<{ amount: string; base: string } | null> {
  const { tenant, principal } = context;
  const lines = (await linesOfTransactions(tenant, [invoice.id])).filter(
    ({ lineType }) => lineType !== 'TAX',
  );
  const earned = await earnedByLines(
    tenant,
    invoice.id,
    lines.map(({ lineNumber }) => lineNumber),
  );
  const total = (pick: (line: (typeof earned)[number]) => string) =>
    earned.reduce((sum, line) => sum.plus(pick(line)), dec('0'));
  const [amount, base] = [total((line) => line.amount), total((line) => line.base)];
  if (amount.isZero()) return null;
  const policy = await ensureContractPolicy(tenant, contract.policyId, contract.contractDate);
  await holdPeriodsOpen(tenant);
  const postingDate = bookingDay(
    date,
    await openPeriods(tenant, contract.subsidiaryId),
    contract.subsidiaryId,
  );
  const sign = direction === 'TO_LIABILITY' ? dec('1') : dec('-1');
  /** A debit is positive. */
  const side = (debit: ReturnType<typeof dec>, baseDebit: ReturnType<typeof dec>) => ({
    debit: toPlainString(debit.isNegative() ? dec('0') : debit),
    credit: toPlainString(debit.isNegative() ? debit.negated() : dec('0')),
    baseDebit: toPlainString(debit.isNegative() ? dec('0') : baseDebit),
    baseCredit: toPlainString(debit.isNegative() ? baseDebit.negated() : dec('0')),
  });
  await appendEntry(tenant, {
    entryId: newId(),
    subsidiaryId: contract.subsidiaryId,
    currencyCode: contract.currencyCode,
    postingDate,
    rate: invoice.exchangeRate,
    sourceKind: 'REVENUE_EVENT',
    memo: `Invoice ${invoice.transactionNumber} of contract ${contract.contractNumber}`,
    actorId: principal.actor.kind === 'user' ? principal.actor.id : null,
    lines: [
      ...earned.map(({ accountId, amount: one, base: oneBase, ...dimensions }) => ({
        accountId,
        ...side(dec(one).times(sign), dec(oneBase).times(sign)),
        ...dimensions,
      })),
      {
        accountId: accountOf(policy, 'DEFERRED_REVENUE'),
        ...side(amount.times(sign).negated(), base.times(sign).negated()),
      },
    ],
  });
  return { amount: toPlainString(amount), base: toPlainString(base) };
}
