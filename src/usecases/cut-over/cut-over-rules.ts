import { imbalanceOf, openingSize } from '@/core/cut-over/opening-entry';
import { toAmountString } from '@/core/money/currency';
import { sum, toPlainString } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import { type ContraAccount, type CutOverRecord, findCutOver } from '@/db/stores/cut-overs';
import { importsOfCutOver } from '@/db/stores/imports';
import type { Tenant } from '@/db/tenancy';
import { refuseNotFound } from '../kit/crud';
import type { PreparedChange } from '../revenue/approvals/second-person-rules';

/** A cut-over within reach, locked until the transaction ends if asked. Refuses NOT_FOUND. */
export async function reachCutOver(tenant: Tenant, id: string, locked = false): Promise<CutOverRecord> {
  return (await findCutOver(tenant, id, locked)) ?? refuseNotFound('cut-over', id);
}

/**
 * Refuses IN_USE once the opening entry is posted, or proposed for someone else to approve: what it is based on may not change
 * below it.
 */
export function demandNotOpened(cutOver: CutOverRecord, what: string): void {
  demandNotMade(cutOver, what);
  if (!isProposed(cutOver)) return;
  refuse(
    'IN_USE',
    `${what} because opening the books is waiting for approval. Withdraw the proposal of ${cutOver.openingProposedByName} first.`,
    { noun: 'cut-over', id: cutOver.id, by: 'the proposal to open the books' },
  );
}

/** Whether opening the books waits for someone else. */
export const isProposed = ({ openingTransactionId, openingProposedAt }: CutOverRecord): boolean =>
  openingTransactionId === null && openingProposedAt !== null;

/** Refuses IN_USE once the opening entry is posted. */
export function demandNotMade(cutOver: CutOverRecord, what: string): void {
  if (cutOver.openingTransactionId === null) return;
  refuse('IN_USE', `${what} because the opening entry is posted. Undo the opening entry first.`, {
    noun: 'cut-over',
    id: cutOver.id,
    by: 'the opening entry',
  });
}

/** Refuses IN_USE while documents of a file wait for a second person, or a file is being imported or undone. */
export async function demandNothingWaits(tenant: Tenant, cutOver: CutOverRecord): Promise<void> {
  const one = (await importsOfCutOver(tenant, cutOver.id)).find(({ importStatus }) =>
    ['RUNNING', 'PROPOSED', 'APPROVING', 'UNDOING'].includes(importStatus),
  );
  if (one === undefined) return;
  const why =
    one.importStatus === 'PROPOSED'
      ? 'waits for the approval of a second person'
      : 'is still being worked on';
  refuse('IN_USE', `The opening entry cannot be made while ${one.fileName} ${why}.`, {
    noun: 'import',
    id: one.id,
    by: one.importStatus === 'PROPOSED' ? 'a second person' : 'its own run',
  });
}

/** Refuses INCOMPLETE_DOCUMENT before an opening trial balance was imported. */
export function demandTrialBalance(accounts: readonly { readonly isStated: boolean }[]): void {
  if (accounts.some(({ isStated }) => isStated)) return;
  refuse('INCOMPLETE_DOCUMENT', 'The opening trial balance is not imported yet.', {
    missing: ['openingBalances'],
  });
}

/** Refuses NOT_BALANCED for a trial balance that does not balance, saying by how much. */
export function demandBalanced(
  { baseCurrency: currencyCode }: CutOverRecord,
  accounts: readonly { readonly stated: string }[],
): void {
  const off = imbalanceOf(accounts);
  if (off.isZero()) return;
  const money = (amounts: readonly string[]) => toAmountString(sum(amounts), currencyCode);
  const stated = accounts.map((one) => one.stated);
  const difference = toAmountString(off.abs(), currencyCode);
  const sides = off.isNegative() ? 'Credits exceed debits' : 'Debits exceed credits';
  refuse('NOT_BALANCED', `${sides} in the trial balance by ${difference} ${currencyCode}.`, {
    debits: money(stated.filter((text) => !text.startsWith('-'))),
    credits: money(stated.filter((text) => text.startsWith('-')).map((text) => text.slice(1))),
    difference: toPlainString(off),
    currencyCode,
  });
}

/** Opening the books as segregation of duties judges it: as large as what it brings in, prepared by whoever proposed it. */
export function openingAsPrepared(
  cutOver: CutOverRecord,
  accounts: readonly ContraAccount[],
): PreparedChange {
  return {
    baseAmount: async () => toPlainString(openingSize(accounts, cutOver.clearingAccountId)),
    preparedBy: isProposed(cutOver) ? [cutOver.openingProposedBy] : null,
    permission: 'gl.transaction.post',
  };
}
