import { addDays, addMonths } from '@/core/periods/calendar';
import { activateContract } from '@/usecases/revenue/contracts/activate-contract';
import { contractFromSubscription } from '@/usecases/revenue/contracts/drafts/draft-from-subscription';
import { billSubscription } from '@/usecases/subscriptions/bill-subscription';
import { moveSubscription } from '@/usecases/subscriptions/move-subscription';
import { subscriptionItemVerbs } from '@/usecases/subscriptions/subscription-item-records';
import { subscriptionVerbs } from '@/usecases/subscriptions/subscription-records';
import { approveTransaction } from '@/usecases/transactions/posting/approve-transaction';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { BANK, type PlannedDocument } from '../../story/documents';
import type { PlannedCustomer } from '../../story/sales/customers';
import { createDocuments, postDocuments } from '../documents';
import { settle } from '../settlements';
import type { Stage } from '../stage';

const KEY = 'billed-contract';

/** A contract drafted from a subscription, whose invoices are the subscription's bills. */
export interface BilledContract {
  readonly subscriptionId: string;
  readonly buyer: PlannedCustomer;
}

/** Creates a one-year subscription billed quarterly, the contract drafted from it, and its first invoice, paid in the same month. */
export async function signBilledContract(
  stage: Stage,
  buyer: PlannedCustomer,
  start: string,
  criteria: readonly object[],
): Promise<BilledContract> {
  const { ids } = stage;
  const { id: subscriptionId } = await stage.run('revenue', subscriptionVerbs.create, {
    name: `Meridian Core for ${buyer.name}, a year`,
    customerId: ids.get('customer', buyer.key),
    subsidiaryId: ids.get('subsidiary', buyer.subsidiary),
    currencyCode: buyer.currency,
    startDate: start,
    endDate: addDays(addMonths(start, 12), -1),
    billingFrequency: 'QUARTERLY',
  });
  await stage.run('revenue', subscriptionItemVerbs.create, {
    subscriptionId,
    itemId: ids.get('item', 'MC-CORE'),
    description: 'Platform, 80 seats',
    quantity: '80',
    unitPrice: '150',
  });
  await stage.run('revenue', moveSubscription, { id: subscriptionId, verb: 'activate' });
  const { id } = await stage.run('revenue', contractFromSubscription, { subscriptionId });
  await stage.run('controller', activateContract, { id, criteria });
  return { subscriptionId, buyer };
}

/** Bills the quarter that begins on a day; with `paidOn`, the customer pays it in full. */
export async function billQuarter(
  stage: Stage,
  { subscriptionId, buyer }: BilledContract,
  onDay: string,
  paidOn?: string,
): Promise<void> {
  const { id, totalAmount } = await stage.run('revenue', billSubscription, { id: subscriptionId, onDay });
  await stage.run('approver', approveTransaction, { id });
  await stage.run('accountant', postTransaction, { id, postingDate: onDay, overrideChecks: true });
  if (paidOn === undefined) return;
  stage.ids.set('document', `${KEY}:${onDay}`, id);
  const receipt: PlannedDocument = {
    key: `${KEY}:paid:${onDay}`,
    kind: 'CUSTOMER_PAYMENT',
    subsidiary: buyer.subsidiary,
    entity: { type: 'CUSTOMER', key: buyer.key },
    date: paidOn,
    currency: buyer.currency,
    memo: 'Quarter paid in advance',
    paymentMethod: 'ACH',
    lines: [
      {
        type: 'ITEM',
        description: `Received from ${buyer.name}`,
        quantity: '1',
        unitPrice: totalAmount,
        account: BANK[buyer.subsidiary],
      },
    ],
  };
  const made = await createDocuments(stage, [receipt], 'controller', 'APPROVED');
  await postDocuments(stage, made, 'accountant');
  await settle(
    stage,
    [
      {
        source: receipt.key,
        on: paidOn,
        amounts: [{ document: `${KEY}:${onDay}`, amount: totalAmount }],
      },
    ],
    'accountant',
  );
}
