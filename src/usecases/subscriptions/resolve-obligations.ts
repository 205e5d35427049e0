import { commitmentOn, minimumOf } from '@/core/revenue/minimum';
import { listObligations } from '@/db/revenue/contracts/obligations';
import { sourcesOfContract, sourcesOfDocument } from '@/db/revenue/contracts/sources';
import type { SubscriptionRecord } from '@/db/stores/sales/subscriptions';
import type { Tenant } from '@/db/tenancy';
import type { LineInput } from '../transactions/document-input';

/** What a line that bills an item of a subscription is for. */
export type BilledObligations = (
  subscriptionItemId: string,
) => Pick<LineInput, 'obligationKey' | 'commitmentFrom'>;

/**
 * What the items of a subscription became in the contract that its bills belong to: the obligation, and the commitment period of its
 * minimum that contains the day. Nothing for an item that became several obligations, belongs to another contract or to none, and while
 * the contract is a draft.
 */
export async function billedObligations(
  tenant: Tenant,
  contractId: string | null,
  on: string,
): Promise<BilledObligations> {
  if (contractId === null) return () => ({});
  const patterns = new Map((await listObligations(tenant, contractId)).map((one) => [one.key, one.pattern]));
  const keys = new Map(
    (await sourcesOfContract(tenant, contractId))
      .filter(({ sourceKind }) => sourceKind === 'SUBSCRIPTION_ITEM')
      .map(({ sourceId, obligationKeys }) => [sourceId, obligationKeys]),
  );
  return (subscriptionItemId) => {
    const [obligationKey, ...more] = keys.get(subscriptionItemId) ?? [];
    const pattern = obligationKey === undefined ? undefined : patterns.get(obligationKey);
    if (obligationKey === undefined || pattern === undefined || more.length > 0) return {};
    const minimum = minimumOf(pattern);
    const from = minimum === null ? '' : commitmentOn(minimum, on);
    return { obligationKey, ...(from !== '' && { commitmentFrom: from }) };
  };
}

/** The contract that each item of a subscription is billed to: the one created from it, and for an item without one the subscription's. */
export async function contractsOfItems(
  tenant: Tenant,
  { id, revenueContractId }: Pick<SubscriptionRecord, 'id' | 'revenueContractId'>,
): Promise<(subscriptionItemId: string) => string | null> {
  if (revenueContractId === null) return () => null;
  const own = new Map(
    (await sourcesOfDocument(tenant, id))
      .filter(({ sourceKind }) => sourceKind === 'SUBSCRIPTION_ITEM')
      .map(({ sourceId, contractId }) => [sourceId, contractId]),
  );
  return (subscriptionItemId) => own.get(subscriptionItemId) ?? revenueContractId;
}
