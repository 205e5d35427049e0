import type { EntityType } from '@/core/transactions/kinds';

export type DuplicateFacts = {
  readonly id: string;
  readonly kind: string;
  readonly entityType: EntityType | null;
  readonly entityId: string | null;
  /** The counterparty's own number for the document (a vendor's invoice number). */
  readonly externalReference: string | null;
};

/**
 * Two documents are potential duplicates when the same counterparty's own number was entered twice for the same kind.
 * Equal amounts alone mean nothing: subscriptions bill the same amount to the same customer again and again.
 */
export function looksLikeDuplicate(one: DuplicateFacts, other: DuplicateFacts): boolean {
  const reference = (facts: DuplicateFacts) => facts.externalReference?.trim().toLowerCase() ?? '';
  return (
    one.id !== other.id &&
    one.kind === other.kind &&
    one.entityId !== null &&
    one.entityType === other.entityType &&
    one.entityId === other.entityId &&
    reference(one) !== '' &&
    reference(one) === reference(other)
  );
}
