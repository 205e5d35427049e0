import type { ContractEvent } from '@/core/revenue/contracts/events';
import type { RecordedEvent } from '@/db/revenue/contracts/events';

/** The source of the fact by which a contract is withdrawn that a modification made: the void of that modification. */
export const SEPARATION_VOIDED = 'SEPARATION_VOIDED';

/** A fact comes from a document, or else carries no source, the sender's reference or the void it follows from. */
export const isFromDocument = (sourceKind: string | null): boolean =>
  sourceKind !== null && !sourceKind.startsWith('REFERENCE:') && sourceKind !== SEPARATION_VOIDED;

/** The facts whose documents have their own receivable, among those recorded and those being recorded. */
export function documentFacts(
  recorded: readonly RecordedEvent[],
  facts: readonly { readonly event: ContractEvent; readonly document?: object | undefined }[],
): ReadonlySet<string> {
  return new Set([
    ...recorded.filter(({ sourceKind }) => isFromDocument(sourceKind)).map(({ event }) => event.id),
    ...facts.filter(({ document }) => document !== undefined).map(({ event }) => event.id),
  ]);
}
