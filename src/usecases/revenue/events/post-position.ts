import { type Decimal, dec, toPlainString } from '@/core/money/decimal';
import { minorUnits } from '@/core/money/minor-units';
import type { BalanceEvent } from '@/core/revenue/balances';
import type { BalanceShift } from '@/core/revenue/contracts/postings/balance-shifts';
import type { ContractRow } from '@/db/revenue/contracts/contracts';
import { lockPosition, type Move } from '@/db/revenue/runs/positions';
import { subsidiaryOrRoot } from '@/db/stores/structure/root-subsidiary';
import { newId } from '@/lib/ids';
import type { Context } from '../../kit/define';
import { ensureContractPolicy } from '../setup/ensure-policy';
import { accountOf, type PolicyRole } from '../setup/policy-rules';

import { owedToSuppliers } from './post-carried';
import { postAccruedInterest } from './post-interest-move';
import { postContractJournal } from './post-journal';
import { type Booking, postMoveOf } from './post-move';

type PositionEvent = Exclude<BalanceEvent, { kind: 'REVENUE' | 'PAYOUT' | 'SUPPLIER' | 'SETTLE' }>;
/** An event that moves the position by one movement, whatever stands in it. */
export type PlainEvent = Exclude<PositionEvent, { kind: 'INTEREST' }>;

/** The movement of the position for an event whose amount no document has posted. */
export const plainMove = (
  event: PlainEvent,
): Pick<Move, 'kind' | 'amount' | 'unconditional' | 'keepRefund' | 'documentBase'> => ({
  kind: event.kind,
  amount: event.amount,
  unconditional: event.kind === 'DUE' && event.unconditional,
  keepRefund: event.kind === 'CREDIT' && event.keepRefund === true,
  documentBase: null,
});

/**
 * Updates the position for one event; an amount that a document already posted is only
 * reclassified from the contract liability.
 */
export async function postPosition(
  context: Context,
  contract: ContractRow,
  event: PositionEvent,
  document: { readonly base: string } | undefined,
  at: Booking,
): Promise<void> {
  if (event.kind === 'INTEREST') {
    const amount = dec(event.amount);
    return postInterest(context, contract, amount, event.isIncome ?? amount.isNegative(), at);
  }
  const signed = event.kind === 'CREDIT' ? dec(event.amount).negated() : dec(event.amount);
  const posted =
    document === undefined
      ? {}
      : { kind: 'DOCUMENT' as const, amount: toPlainString(signed), documentBase: document.base };
  await postMoveOf(context, contract, at, { ...plainMove(event), ...posted });
  if (document === undefined || event.kind !== 'CREDIT' || event.keepRefund === true) return;
  // A document credits only the contract liability: the part that settles the refund liability is reclassified there.
  await postMoveOf(context, contract, at, { kind: 'REFUND', amount: toPlainString(signed) });
}

/** Money paid to the customer: first from the customer's credit balance in receivables, the rest from the position. */
export async function postPayout(
  context: Context,
  contract: ContractRow,
  amount: string,
  at: Booking,
): Promise<void> {
  const receivable = dec((await lockPosition(context.tenant, contract.id))?.receivable ?? '0');
  const standing = receivable.isNegative() ? receivable.negated() : dec('0');
  const credit = standing.lt(amount) ? standing : dec(amount);
  if (!credit.isZero()) {
    await postMoveOf(context, contract, at, { kind: 'PAYMENT', amount: toPlainString(credit.negated()) });
  }
  const rest = dec(amount).minus(credit);
  if (!rest.isZero()) await takeOut(context, contract, rest, 'CASH', at);
}

/**
 * The amount an agent collected for its supplier leaves the position and becomes payable to the supplier
 * (606-10-55-38).
 */
export async function postSupplierShare(
  context: Context,
  contract: ContractRow,
  amount: string,
  at: Booking,
): Promise<void> {
  await takeOut(context, contract, dec(amount), 'SUPPLIER_PAYABLE', at);
}

/**
 * Adjusts the balances for a late or void fact. The position settles a payment against the receivable at the time of
 * posting; the amount that would have been settled differently is moved between receivable and position.
 */
export async function postShift(
  context: Context,
  contract: ContractRow,
  shift: BalanceShift,
  at: Booking,
): Promise<void> {
  const { refund, interest, income, supplier, cash } = shift;
  if (!refund.isZero())
    await postMoveOf(context, contract, at, { kind: 'REFUND', amount: toPlainString(refund) });
  if (!interest.isZero()) await postInterest(context, contract, interest, false, at);
  if (!income.isZero()) await postInterest(context, contract, income, true, at);
  if (!supplier.isZero()) await takeOut(context, contract, supplier, 'SUPPLIER_PAYABLE', at);
  let { receivable } = shift;
  if (!cash.isZero()) {
    const standing = dec((await lockPosition(context.tenant, contract.id))?.receivable ?? '0');
    receivable = receivable.plus(cash.isNegative() || cash.lt(standing) ? cash : standing);
    await postMoveOf(context, contract, at, { kind: 'PAYMENT', amount: toPlainString(cash) });
  }
  if (receivable.isZero()) return;
  await postMoveOf(context, contract, at, {
    kind: 'DUE',
    amount: toPlainString(receivable),
    unconditional: true,
  });
}

/** Interest that accrued, in its own account; in the position of the contract where the organization has none. */
async function postInterest(
  context: Context,
  contract: ContractRow,
  amount: Decimal,
  isIncome: boolean,
  at: Booking,
): Promise<void> {
  if (await postAccruedInterest(context, contract, { amount, isIncome }, at)) return;
  await postMoveOf(context, contract, at, { kind: 'INTEREST', amount: toPlainString(amount), isIncome });
}

/** Takes an amount out of the position against an account of the policy; a negative amount puts it back. */
async function takeOut(
  context: Context,
  contract: ContractRow,
  amount: Decimal,
  role: PolicyRole,
  at: Booking,
): Promise<void> {
  const policy = await ensureContractPolicy(context.tenant, contract.policyId, contract.contractDate);
  const size = toPlainString(amount.abs());
  const line = (account: PolicyRole, debit: boolean) => ({
    accountId: accountOf(policy, account),
    debit: debit ? size : '0',
    credit: debit ? '0' : size,
  });
  const out = amount.gt('0');
  const id = newId();
  const owed = role === 'SUPPLIER_PAYABLE' ? await owedToSuppliers(context.tenant, contract) : null;
  const subsidiary = await subsidiaryOrRoot(context.tenant, contract.subsidiaryId);
  const places = Math.min(4, minorUnits(subsidiary?.baseCurrency ?? contract.currencyCode));
  // What is owed to a supplier comes at the rate of the day and leaves at what it is carried at; the position settles the difference.
  const worth =
    owed === null
      ? amount.times(at.rate).toDecimalPlaces(places).negated()
      : owed.move(accountOf(policy, role), amount.negated(), at.rate);
  const entryId = await postContractJournal(context, {
    subsidiaryId: contract.subsidiaryId,
    currencyCode: contract.currencyCode,
    postingDate: at.postingDate,
    rate: at.rate,
    sourceKind: 'REVENUE_EVENT',
    memo: at.memo,
    sourceId: id,
    base: toPlainString(worth.abs()),
    lines: [line('DEFERRED_REVENUE', out), line(role, !out)],
  });
  await owed?.store(at, entryId);
  await postMoveOf(context, contract, at, {
    id,
    kind: 'DOCUMENT',
    amount: toPlainString(amount.negated()),
    documentBase: toPlainString(worth),
  });
}
