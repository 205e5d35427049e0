import { z } from 'zod';
import { differenceOf } from '@/core/cut-over/opening-entry';
import { toAmountString } from '@/core/money/currency';
import { dec, sum, toPlainString } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import { accountsOfCutOver, assignmentsOf, insertAssignment } from '@/db/stores/cut-overs';
import { documentDefaults } from '@/db/stores/document-references';
import { newId } from '@/lib/ids';
import { refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { anId, reasonText } from '../kit/fields';
import { storeDocuments } from '../transactions/store-documents';
import { reachCutOver } from './cut-over-rules';

/**
 * Assigns what the trial balance says of an account more or less than its documents or contracts: proposes an entry that moves it from the
 * clearing account to the account given, submitted for approval like any other. Refuses INVALID_STATUS_TRANSITION before the opening entry,
 * INVALID_INPUT where nothing is left to assign, NOT_FOUND for an account that is not part of it.
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
      refuse('INVALID_STATUS_TRANSITION', 'Make the opening entry first; then differences are assigned.', {
        from: 'OPEN',
        to: 'ASSIGNED',
      });
    }
    const account =
      (await accountsOfCutOver(tenant, cutOver)).find((one) => one.accountId === accountId) ??
      refuseNotFound('account', accountId);
    const assigned = (await assignmentsOf(tenant, id)).filter((one) => one.accountId === accountId);
    const left =
      account.controlFor === null
        ? dec('0')
        : differenceOf(account).minus(sum(assigned.map((one) => one.amount)));
    if (left.isZero()) {
      const message = 'has no difference that is not assigned';
      refuse('INVALID_INPUT', `accountId: ${message}`, { issues: [{ path: ['accountId'], message }] });
    }
    const { transactionTypeId } = await documentDefaults(tenant, 'JOURNAL');
    const money = toAmountString(left, cutOver.baseCurrency);
    const line = (lineNumber: number, to: string, unitPrice: string) => ({
      lineNumber,
      lineType: 'ITEM' as const,
      description: `Difference of ${account.code} at the cut-over: ${reason}`.slice(0, 2000),
      quantity: '1',
      unitPrice,
      accountId: to,
    });
    const [stored] = await storeDocuments(tenant, [
      {
        header: {
          transactionTypeId: transactionTypeId ?? '',
          subsidiaryId: cutOver.subsidiaryId,
          transactionDate: cutOver.cutOverDate,
          currencyCode: cutOver.baseCurrency,
          memo: `Difference of account ${account.code} at the cut-over on ${cutOver.cutOverDate}`,
        },
        lines: [
          line(1, toAccountId, money),
          line(2, cutOver.clearingAccountId, toAmountString(left.negated(), cutOver.baseCurrency)),
        ],
        status: 'PENDING_APPROVAL',
        confirmedRate: null,
        call: context,
      },
    ]);
    if (stored === undefined) throw new Error('nothing was stored');
    if (!stored.ok) throw stored.error;
    for (const change of stored.changes) context.record(change);
    const transactionId = stored.output.id;
    await insertAssignment(tenant, {
      id: newId(),
      cutOverId: id,
      accountId,
      transactionId,
      amount: toPlainString(left),
      reason,
    });
    context.record({
      noun: 'cut-over',
      recordId: id,
      after: { assigned: { accountId, toAccountId, amount: money } },
    });
    return { transactionId };
  },
});
