import { refuse } from '@/core/refusals';
import { checkConvertible, type ProspectStatus } from '@/core/sales/prospect-status';
import { type ProspectRecord, prospects } from '@/db/stores/sales/prospects';
import { expectVersion, refuseNotFound } from '@/usecases/kit/crud';
import type { Context } from '@/usecases/kit/define';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';

/**
 * Marks a prospect converted and returns it as it was before. The guarded update decides a race: of two simultaneous
 * conversions the second waits for the first one's commit, finds the prospect converted, and is refused
 * ALREADY_CONVERTED (interface 3.1; decisions.md, surface A, "Conversion").
 */
export async function markConverted(
  context: Context,
  id: string,
  into: { readonly convertedLeadId: string } | { readonly convertedCustomerId: string },
): Promise<ProspectRecord> {
  const { tenant } = context;
  const before = (await prospects.find(tenant, id)) ?? refuseNotFound('prospect', id);
  expectVersion(context, before);
  valueOrThrow(checkConvertible({ id, status: before.prospectStatus as ProspectStatus }));
  const after = await prospects.updateWhere(
    tenant,
    id,
    { prospectStatus: { not: 'converted' } },
    { prospectStatus: 'converted', ...into },
  );
  if (after === null) refuse('ALREADY_CONVERTED', 'The prospect has already been converted.', { id });
  context.record({ noun: 'prospect', recordId: id, before, after });
  return before;
}

/** The facts about a prospect that core/sales needs. */
export function conversionFacts(prospect: ProspectRecord) {
  return { ...prospect, status: prospect.prospectStatus as ProspectStatus };
}
