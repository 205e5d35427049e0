import type { ContractState } from '@/core/revenue/contracts/contract-state';
import { costDifferences } from '@/core/revenue/contracts/costs/cost-differences';
import type { ContractEvent, EventOf } from '@/core/revenue/contracts/events';
import type { ContractRow } from '@/db/revenue/contracts/contracts';
import { appendCostMonths, lockFollowingCosts, storedCostMonths } from '@/db/revenue/costs/cost-months';
import { insertCost } from '@/db/revenue/costs/costs';
import type { OpenPeriod } from '@/db/stores/structure/open-periods';
import type { Tenant } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import type { Context } from '../../../kit/define';
import { bookingDay, rateFor } from '../../events/booking-rules';
import { ensureContractPolicy } from '../../setup/ensure-policy';
import { accountOf } from '../../setup/policy-rules';
import { recordCostAssets } from './record-cost-assets';

/**
 * Stores what facts change in a contract's costs and provisions, as differences: what is capitalized and impaired is posted at
 * once, the months of expense by the runs. A contract without costs reads nothing.
 */
export async function recordCostMonths(
  context: Context,
  contract: ContractRow,
  recorded: {
    before: ContractState;
    after: ContractState;
    cause: ContractEvent;
    costs: readonly EventOf<'cost'>[];
    firstOpen: string;
    open: readonly OpenPeriod[];
  },
): Promise<void> {
  const { tenant } = context;
  const { before, after, cause, firstOpen, open } = recorded;
  const hasCosts = ({ costMonths, costs }: ContractState) => costMonths.length + costs.length > 0;
  if (!hasCosts(before) && !hasCosts(after)) return;
  await recordCostAssets(context, contract, recorded);
  const known = await lockFollowingCosts(tenant, contract.id);
  const added = costDifferences(after, await storedCostMonths(tenant, contract.id), firstOpen);
  const places = new Map(known.map(({ item, id, rows }) => [item, { id, next: rows }]));
  for (const { item } of added) {
    if (places.has(item)) continue;
    places.set(item, { id: await openProvision(tenant, contract, item, cause, open), next: 0 });
  }
  const rows = added.map((row) => {
    const place = places.get(row.item) ?? { id: '', next: 0 };
    const seq = place.next;
    place.next += 1;
    return { ...row, costId: place.id, seq, causeId: cause.id };
  });
  await appendCostMonths(tenant, contract.subsidiaryId, rows);
}

/**
 * A provision for losses begins: an additional cost of the contract against a liability (605-35-45-1). It keeps the rate of the
 * day on which the loss was first provided for, since it is settled by work and so is nonmonetary (IAS 21.16, 21.23(b)).
 */
async function openProvision(
  tenant: Tenant,
  contract: ContractRow,
  item: string,
  cause: ContractEvent,
  open: readonly OpenPeriod[],
): Promise<string> {
  const { subsidiaryId, currencyCode, id: contractId } = contract;
  const policy = await ensureContractPolicy(tenant, contract.policyId, contract.contractDate);
  const postingDate = bookingDay(cause.effectiveDate, open, subsidiaryId);
  const expense = accountOf(policy, 'COST_OF_SALES');
  const provision = accountOf(policy, 'LOSS_PROVISION');
  const id = newId();
  await insertCost(tenant, {
    id,
    contractId,
    description: null,
    costKind: 'LOSS',
    subsidiaryId,
    currencyCode,
    amount: '0',
    postingDate,
    facts: {},
    decision: 'PROVIDED',
    why: policy.framework === 'IFRS' ? 'onerous contract (IAS 37.66)' : 'expected loss (605-35-25-45)',
    startDate: postingDate,
    months: 1,
    exchangeRate: await rateFor(tenant, subsidiaryId, currencyCode, postingDate),
    assetAccountId: provision,
    expenseAccountId: expense,
    impairAccountId: expense,
    offsetAccountId: provision,
    item,
  });
  return id;
}
