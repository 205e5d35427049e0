import { refuse } from '@/core/refusals';
import { rootSubsidiaryOf } from '@/db/stores/structure/root-subsidiary';
import type { Context } from './define';

interface Place {
  readonly subsidiaryId?: string | undefined;
  readonly currencyCode?: string | undefined;
}

/**
 * The subsidiary and currency of an empty draft: those requested, or else the root subsidiary and its base currency
 * (decisions.md, surface B, "Fields"). For a caller confined to some subsidiaries, the root is the topmost of theirs.
 */
export async function placeOfDraft({ tenant }: Context, asked: Place) {
  const root = await rootSubsidiaryOf(tenant);
  const subsidiaryId = asked.subsidiaryId ?? root.id;
  return { subsidiaryId, currencyCode: asked.currencyCode ?? root.baseCurrency };
}

/** Refuses INVALID_STATUS_TRANSITION when a field that may change only in a draft would change. */
export function demandDraftFor<Row extends object>(
  before: Row,
  status: string,
  input: Partial<Record<keyof Row, unknown>>,
  fields: readonly (keyof Row & string)[],
): void {
  const moved = fields.filter((field) => input[field] !== undefined && input[field] !== before[field]);
  if (status === 'DRAFT' || moved.length === 0) return;
  refuse('INVALID_STATUS_TRANSITION', `Only a draft can change its ${moved.join(', ')}.`, {
    from: status,
    to: status,
  });
}

/** Refuses IN_USE when the record is no longer a draft. */
export function demandDraftToRemove(noun: string, id: string, status: string): void {
  if (status === 'DRAFT') return;
  refuse('IN_USE', `Only a draft can be deleted; this ${noun} is ${status}.`, {
    noun,
    id,
    by: 'its history',
  });
}
