import { accountVerbs } from '@/usecases/accounts/account-records';
import { customerVerbs } from '@/usecases/customers/customer-records';
import { listPairs } from '@/usecases/intercompany/list-pairs';
import { setSisterAccounts } from '@/usecases/intercompany/set-accounts';
import { setParty } from '@/usecases/intercompany/set-parties';
import { createTransaction } from '@/usecases/transactions/create-transaction';
import { approveTransaction } from '@/usecases/transactions/posting/approve-transaction';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { submitTransaction } from '@/usecases/transactions/posting/submit-transaction';
import { updateTransaction } from '@/usecases/transactions/update-transaction';
import { vendorVerbs } from '@/usecases/vendors/vendor-records';
import { SUBSIDIARIES } from '../story/company';
import { RECHARGES, SISTER_ACCOUNTS, SISTERS, type Sister } from '../story/intercompany';
import type { Stage } from './stage';

/**
 * Documents between the holding and its American company this month: an invoice whose mirrored bill is posted too, and one that the
 * other company's draft disagrees with, so that the intercompany screen has something to resolve.
 */
export async function buildIntercompany(stage: Stage): Promise<void> {
  for (const { parent, ...account } of SISTER_ACCOUNTS) {
    const { id } = await stage.run('controller', accountVerbs.create, {
      ...account,
      parentId: stage.ids.get('account', parent),
      elimination: 'INTERCOMPANY',
    });
    stage.ids.set('account', account.code, id);
  }
  const customers = { HOLD: await stand(stage, 'HOLD'), US: await stand(stage, 'US') };
  await setAccounts(stage, 'HOLD', 'US');
  await setAccounts(stage, 'US', 'HOLD');
  const { agreed, disputed } = RECHARGES;
  const first = await recharge(stage, customers.US, agreed);
  await post(stage, first.id);
  await approve(stage, first.mirrorId);
  await post(stage, first.mirrorId);
  const second = await recharge(stage, customers.US, disputed);
  await stage.run('accountant', updateTransaction, {
    id: second.mirrorId,
    transaction: {},
    lines: linesOf(stage, '8800', disputed.memo, disputed.booked),
  });
}

/** Creates the customer and the vendor that represent a company in the books of the other; returns the customer. */
async function stand(stage: Stage, key: Sister): Promise<string> {
  const name = SUBSIDIARIES.find((one) => one.key === key)?.name ?? key;
  const customer = await stage.run('controller', customerVerbs.create, { companyName: name });
  const vendor = await stage.run('controller', vendorVerbs.create, { name });
  await stage.run('controller', setParty, {
    subsidiaryId: stage.ids.get('subsidiary', key),
    customerId: customer.id,
    vendorId: vendor.id,
    receivableAccountId: stage.ids.get('account', '1215'),
    payableAccountId: stage.ids.get('account', '2115'),
  });
  return customer.id;
}

async function setAccounts(stage: Stage, own: Sister, sister: Sister): Promise<void> {
  await stage.run('controller', setSisterAccounts, {
    subsidiaryId: stage.ids.get('subsidiary', own),
    sisterId: stage.ids.get('subsidiary', sister),
    dueFromAccountId: stage.ids.get('account', '1640'),
    dueToAccountId: stage.ids.get('account', '2540'),
    incomeAccountId: stage.ids.get('account', '7800'),
    chargeAccountId: stage.ids.get('account', '8800'),
  });
}

const linesOf = (stage: Stage, account: string, description: string, unitPrice: string) => [
  {
    lineNumber: 1,
    lineType: 'ITEM',
    description,
    quantity: '1',
    unitPrice,
    accountId: stage.ids.get('account', account),
  },
];

/** An approved invoice of the holding to the operating company, with the bill that mirrors it. */
async function recharge(
  stage: Stage,
  customerId: string,
  { memo, amount }: { readonly memo: string; readonly amount: string },
): Promise<{ id: string; mirrorId: string }> {
  const { id } = await stage.run('accountant', createTransaction, {
    transaction: {
      transactionTypeId: stage.ids.get('type', 'INVOICE'),
      subsidiaryId: stage.ids.get('subsidiary', SISTERS[0]),
      entityType: 'CUSTOMER',
      entityId: customerId,
      transactionDate: stage.timeline.thisMonth.start,
      currencyCode: 'USD',
      memo,
    },
    lines: linesOf(stage, '7800', memo, amount),
  });
  await approve(stage, id);
  const { pairs } = await stage.run('controller', listPairs, { documentId: id });
  const mirrorId = pairs[0]?.mirror?.id;
  if (mirrorId === undefined) throw new Error(`the recharge has no mirror: ${pairs[0]?.problem}`);
  return { id, mirrorId };
}

async function approve(stage: Stage, id: string): Promise<void> {
  await stage.run('accountant', submitTransaction, { id });
  await stage.run('approver', approveTransaction, { id, approvalComment: 'Recharge agreed with the group' });
}

async function post(stage: Stage, id: string): Promise<void> {
  await stage.run('accountant', postTransaction, { id, postingDate: stage.timeline.thisMonth.start });
}
