import type { DateString } from '../../days';
import type { ContractEvent, EventOf } from '../events';

type Estimate = EventOf<'costs' | 'costEstimate'>;

/** An estimate of total costs for which the kind of work was not stated by its day. */
export type UnsaidScope = { eventId: string; key: string; on: DateString };

/**
 * The current estimates of costs for whose work it was not stated by their day whether it is construction-type, production-type or
 * neither, which decides under US GAAP whether a loss is provided for (605-35-15-2). What one states applies to the later ones of its
 * obligation. Under IFRS every contract is tested (IAS 37.66), so nothing has to be stated.
 */
export function unsaidScopes(facts: readonly ContractEvent[]): UnsaidScope[] {
  const creation = facts.find((fact) => fact.kind === 'created');
  if (creation?.kind === 'created' && creation.policy?.framework === 'IFRS') return [];
  const voided = new Set(facts.flatMap((fact) => (fact.kind === 'voided' ? [fact.of] : [])));
  const estimates = facts.filter(
    (fact): fact is Estimate =>
      (fact.kind === 'costs' || fact.kind === 'costEstimate') && !voided.has(fact.id),
  );
  return estimates
    .filter(
      ({ key, effectiveDate, scope }) =>
        scope === undefined &&
        !estimates.some(
          (other) => other.key === key && other.scope !== undefined && other.effectiveDate <= effectiveDate,
        ),
    )
    .map(({ id, key, effectiveDate }) => ({ eventId: id, key, on: effectiveDate }));
}
