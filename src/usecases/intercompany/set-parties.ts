import { z } from 'zod';
import { withArticle } from '@/core/nouns';
import { type Issue, refuse } from '@/core/refusals';
import { recordStore } from '@/db/record-store';
import { customers } from '@/db/stores/sales/customers';
import { type AccountRecord, accounts } from '@/db/stores/structure/accounts';
import {
  listParties,
  lockIntercompanySettings,
  type PartyRow,
  replaceParty,
} from '@/db/stores/structure/intercompany';
import { subsidiaries } from '@/db/stores/structure/subsidiaries';
import type { Tenant } from '@/db/tenancy';
import { type Context, defineUseCase } from '../kit/define';
import { anId } from '../kit/fields';

/** Vendors as records. */
const vendors = recordStore('Vendor');

const wrong = (field: string, message: string): never => {
  const issues: Issue[] = [{ path: [field], message }];
  return refuse('INVALID_INPUT', `${field}: ${message}`, { issues });
};

const unknown = (field: string, noun: string, id: string): never =>
  refuse('REFERENCE_NOT_FOUND', `${field} is not ${withArticle(noun)} of this organization.`, {
    field,
    noun,
    id,
  });

/** An account that consolidation eliminates; with a subledger, its control account. */
export async function demandEliminated(
  tenant: Tenant,
  field: string,
  id: string,
  is: (account: AccountRecord) => string | null,
): Promise<void> {
  const account = (await accounts.find(tenant, id)) ?? unknown(field, 'account', id);
  const problem =
    account.elimination === 'INTERCOMPANY'
      ? is(account)
      : 'must be an account that consolidation eliminates as intercompany';
  if (problem !== null) wrong(field, `${account.code} ${problem}`);
}

const controls = (role: string, words: string) => (account: AccountRecord) =>
  account.controlFor === role ? null : `must be a control account for ${words}`;

export const partyFields = z.object({
  subsidiaryId: anId,
  customerId: anId.nullable(),
  vendorId: anId.nullable(),
  receivableAccountId: anId.optional(),
  payableAccountId: anId.optional(),
});

/**
 * Sets which customer and which vendor represent a subsidiary in the books of its sisters; null for no one. Their receivable and
 * payable accounts must be control accounts that consolidation eliminates; they may be given here and are kept on the customer and the
 * vendor. Documents approved from then on are mirrored. Refuses REFERENCE_NOT_FOUND, INVALID_INPUT.
 */
export const setParty = defineUseCase({
  name: 'intercompany.setParty',
  permission: 'gl.setup.write',
  mode: 'write',
  input: partyFields,
  async run(context, input): Promise<PartyRow> {
    const { tenant, principal } = context;
    const { subsidiaryId, customerId, vendorId } = input;
    await lockIntercompanySettings(tenant);
    if ((await subsidiaries.find(tenant, subsidiaryId)) === null)
      unknown('subsidiaryId', 'subsidiary', subsidiaryId);
    const known = await listParties(tenant);
    for (const field of ['customerId', 'vendorId'] as const) {
      const taken = known.some(
        (one) => one.subsidiaryId !== subsidiaryId && input[field] !== null && one[field] === input[field],
      );
      if (taken) wrong(field, 'represents another subsidiary');
    }
    if (customerId !== null) await keepReceivable(context, customerId, input.receivableAccountId);
    if (vendorId !== null) await keepPayable(context, vendorId, input.payableAccountId);
    const row = { subsidiaryId, customerId, vendorId };
    await replaceParty(tenant, { ...row, recordedBy: principal.actor.id });
    context.record({
      noun: 'subsidiary',
      recordId: subsidiaryId,
      before: known.find((one) => one.subsidiaryId === subsidiaryId) ?? null,
      after: row,
    });
    return row;
  },
});

async function keepReceivable(context: Context, id: string, given: string | undefined): Promise<void> {
  const { tenant } = context;
  const customer = (await customers.find(tenant, id)) ?? unknown('customerId', 'customer', id);
  const accountId = given ?? customer.receivableAccountId;
  if (accountId === null)
    return wrong(
      'receivableAccountId',
      'is required: the receivable account for what the sister subsidiary owes',
    );
  await demandEliminated(tenant, 'receivableAccountId', accountId, controls('RECEIVABLE', 'receivables'));
  if (accountId === customer.receivableAccountId) return;
  await customers.update(tenant, id, { receivableAccountId: accountId });
  const before = { receivableAccountId: customer.receivableAccountId };
  context.record({
    action: 'customers.update',
    noun: 'customer',
    recordId: id,
    before,
    after: { receivableAccountId: accountId },
  });
}

async function keepPayable(context: Context, id: string, given: string | undefined): Promise<void> {
  const { tenant } = context;
  const vendor = (await vendors.find(tenant, id)) ?? unknown('vendorId', 'vendor', id);
  const accountId = given ?? vendor.payableAccountId;
  if (accountId === null)
    return wrong(
      'payableAccountId',
      'is required: the payable account for what is owed to the sister subsidiary',
    );
  await demandEliminated(tenant, 'payableAccountId', accountId, controls('PAYABLE', 'payables'));
  if (accountId === vendor.payableAccountId) return;
  await vendors.update(tenant, id, { payableAccountId: accountId });
  const before = { payableAccountId: vendor.payableAccountId };
  context.record({
    action: 'vendors.update',
    noun: 'vendor',
    recordId: id,
    before,
    after: { payableAccountId: accountId },
  });
}
