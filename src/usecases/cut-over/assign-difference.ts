import { z } from 'zod';
import { adjustmentLines, type DifferingContract } from '@/core/cut-over/contract-difference';
import { differenceOf } from '@/core/cut-over/opening-entry';
import { toAmountString } from '@/core/money/currency';
import { type Decimal, sum, toPlainString, ZERO } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import {
  accountsOfCutOver,
  assignmentsOf,
  type ContraAccount,
  type CutOverRecord,
  insertAssignment,
} from '@/db/stores/cut-overs';
import { documentDefaults } from '@/db/stores/documents/document-references';
import type { Tenant } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { anId, reasonText } from '../kit/fields';
import { rateFor } from '../revenue/events/booking-rules';
import { storeDocuments } from '../transactions/store-documents';
import { reachCutOver } from './cut-over-rules';
import { provedContracts } from './show-proof';

/** A contract is in one or the other, depending on its balance, so a different deferral in the earlier system is one difference. */
const OF_CONTRACTS: readonly (string | null)[] = ['DEFERRED_REVENUE', 'CONTRACT_ASSET'];

/** Contracts with a line of their own; of more than that the entry says the sum. */
const MOST_CONTRACTS = 500;

/** What is left of the difference of an account. */
interface Left {
  readonly account: ContraAccount;
  readonly left: Decimal;
}

/**
 * Assigns the difference between an account's trial balance and its documents or contracts: proposes an entry that moves it from the
 * clearing account to the account given, submitted for approval like any other. Deferred revenue and contract assets are one adjustment, with a
 * line for each contract and its explanation. Refuses INVALID_STATUS_TRANSITION before the opening entry,
 * INVALID_INPUT where nothing is left to assign, NOT_FOUND for an account that is not part of it, RATE_MISSING.
 */
export const assignDifference = defineUseCase({
  name: 'cutOver.assign',
  permission: 'gl.transaction.submit',
  mode: 'sql',
  input: z.object({
    id: anId,
    /** The account whose difference it is. */
    accountId: anId,
    /** Where it goes. */
    toAccountId: anId,
    reason: reasonText,
  }),
  async run(context, { id, accountId, toAccountId, reason }): Promise<{ readonly transactionId: string }> {
    const { tenant } = context;
    const cutOver = await reachCutOver(tenant, id, true);
    if (cutOver.openingTransactionId === null) {
      refuse('INVALID_STATUS_TRANSITION', 'Post the opening entry first; then assign differences.', {
        from: 'OPEN',
        to: 'ASSIGNED',
      });
    }
    const lefts = await leftToAssign(tenant, cutOver);
    const asked =
      lefts.find(({ account }) => account.accountId === accountId) ?? refuseNotFound('account', accountId);
    if (asked.left.isZero()) {
      const message = 'has no difference that is not assigned';
      refuse('INVALID_INPUT', `accountId: ${message}`, { issues: [{ path: ['accountId'], message }] });
    }
    const { together, isByContract } = assignedTogether(asked, lefts);
    const total = sum(together.map(({ left }) => left));
    const { transactionTypeId } = await documentDefaults(tenant, 'JOURNAL');
    const codes = together.map(({ account }) => account.code).join(' and ');
    const words = `Difference of ${codes} at the cut-over: ${reason}`;
    const moved = isByContract
      ? await linesOfContracts(tenant, cutOver, { total, words })
      : [{ amount: toPlainString(total), description: words }];
    const lines = [
      ...moved.map((one) => ({ ...one, accountId: toAccountId })),
      { amount: toPlainString(total.negated()), description: words, accountId: cutOver.clearingAccountId },
    ].map(({ amount, description, accountId: to }, at) => ({
      lineNumber: at + 1,
      lineType: 'ITEM' as const,
      description: description.slice(0, 2000),
      quantity: '1',
      unitPrice: amount,
      accountId: to,
    }));
    const [stored] = await storeDocuments(tenant, [
      {
        header: {
          transactionTypeId: transactionTypeId ?? '',
          subsidiaryId: cutOver.subsidiaryId,
          transactionDate: cutOver.cutOverDate,
          currencyCode: cutOver.baseCurrency,
          memo: `Difference of account ${codes} at the cut-over on ${cutOver.cutOverDate}`,
        },
        lines,
        status: 'PENDING_APPROVAL',
        confirmedRate: null,
        call: context,
      },
    ]);
    if (stored === undefined) throw new Error('nothing was stored');
    if (!stored.ok) throw stored.error;
    for (const change of stored.changes) context.record(change);
    const transactionId = stored.output.id;
    for (const { account, left } of together) {
      await insertAssignment(tenant, {
        id: newId(),
        cutOverId: id,
        accountId: account.accountId,
        transactionId,
        amount: toPlainString(left),
        reason,
      });
      const amount = toAmountString(left, cutOver.baseCurrency);
      context.record({
        noun: 'cut-over',
        recordId: id,
        after: { assigned: { accountId: account.accountId, toAccountId, amount } },
      });
    }
    return { transactionId };
  },
});

/** What is left of the difference of every account; nothing of one that may be posted to. */
async function leftToAssign(tenant: Tenant, cutOver: CutOverRecord): Promise<Left[]> {
  const assignments = await assignmentsOf(tenant, cutOver.id);
  return (await accountsOfCutOver(tenant, cutOver)).map((account): Left => {
    if (account.controlFor === null) return { account, left: ZERO };
    const assigned = assignments.filter(({ accountId }) => accountId === account.accountId);
    return { account, left: differenceOf(account).minus(sum(assigned.map(({ amount }) => amount))) };
  });
}

/** The accounts that one entry assigns. Where those of contracts cancel each other out, an entry of both would have no amount. */
function assignedTogether(
  asked: Left,
  lefts: readonly Left[],
): { readonly together: readonly Left[]; readonly isByContract: boolean } {
  const both = lefts.filter(
    ({ account, left }) => OF_CONTRACTS.includes(account.controlFor) && !left.isZero(),
  );
  const isByContract = both.includes(asked) && !sum(both.map(({ left }) => left)).isZero();
  return { together: isByContract ? both : [asked], isByContract };
}

/** A line for each contract that differs, with its explanation; one for all of them where they are too many for an entry. */
async function linesOfContracts(
  tenant: Tenant,
  cutOver: CutOverRecord,
  { total, words }: { readonly total: Decimal; readonly words: string },
) {
  const { subsidiaryId, cutOverDate, baseCurrency } = cutOver;
  const differing = (await provedContracts(tenant, cutOver)).filter(
    ({ explanation }) => explanation !== null,
  );
  if (differing.length > MOST_CONTRACTS) return [{ amount: toPlainString(total), description: words }];
  const rates = new Map([[baseCurrency, '1']]);
  const contracts: DifferingContract[] = [];
  for (const { contractNumber, difference, currencyCode, explanation } of differing) {
    const rate = rates.get(currencyCode) ?? (await rateFor(tenant, subsidiaryId, currencyCode, cutOverDate));
    rates.set(currencyCode, rate);
    contracts.push({ contractNumber, difference, rate, explanation: explanation ?? '' });
  }
  return adjustmentLines(total, contracts, baseCurrency);
}
