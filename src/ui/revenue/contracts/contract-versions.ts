import { dec, toPlainString } from '@/core/money/decimal';
import type { Contract } from './contract-months';

/**
 * A contract as of a date: the version in effect, the events up to then, and the allocation of that version. Without a
 * date, the current contract.
 */
export function versionOn(view: Contract, day: string | null): Contract {
  if (day === null) return view;
  const versions = view.versions.filter(({ effectiveDate }) => effectiveDate <= day);
  const inForce = versions.at(-1);
  const allocated = new Map(inForce?.allocations.map((one) => [one.key, one.allocated]));
  return {
    ...view,
    contract: {
      ...view.contract,
      transactionPrice: inForce?.transactionPrice ?? view.contract.transactionPrice,
    },
    versions,
    events: view.events.filter(({ event }) => event.effectiveDate <= day),
    obligations: inForce
      ? view.obligations
          .filter(({ key }) => allocated.has(key))
          .map((one) => {
            const share = allocated.get(one.key) ?? one.allocated;
            return {
              ...one,
              allocated: share,
              remaining: toPlainString(dec(share).minus(one.recognised)),
            };
          })
      : view.obligations,
  };
}
