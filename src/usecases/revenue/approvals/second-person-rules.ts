import { dec } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import { isOwnWork } from '@/db/stores/documents/own-work';
import { type OrganizationSettings, organizationSettings } from '@/db/stores/organization-settings';
import type { Context } from '../../kit/define';

/** A change of revenue, or the opening of books, as segregation of duties judges it. */
export interface PreparedChange {
  /** The size of its effect, in base currency; asked for only where duties are segregated, since it may need a rate. */
  readonly baseAmount: () => Promise<string>;
  /** Who prepared it in a separate step; null: it is prepared and carried out in one step. */
  readonly preparedBy: readonly (string | null)[] | null;
  readonly permission: 'revenue.write' | 'revenue.run' | 'gl.transaction.post';
  /** What the organization has set, where the caller has read it; omitted: it is read. */
  readonly settings?: OrganizationSettings;
}

/**
 * Where the organization segregates duties and a change reaches the threshold, it is prepared and approved by two people, whatever
 * credentials they use. A change without a separate step to prepare it is requested first (request-approval). Does nothing while the
 * policy is off, for the system itself, and in a dry run. Refuses FORBIDDEN with the reason SELF_APPROVAL or SECOND_PERSON.
 */
export async function demandSecondPerson(context: Context, change: PreparedChange): Promise<void> {
  const { principal, second, tenant } = context;
  if (second?.kind === 'MEASURE') return second.measured(await change.baseAmount());
  if (!(await needsTwo(context, change.baseAmount, change.settings))) return;
  const { permission } = change;
  const workers = [...(change.preparedBy ?? []), ...(second === undefined ? [] : [second.preparedBy])];
  if (await isOwnWork(tenant, workers, principal.actor.id)) {
    refuse('FORBIDDEN', 'Someone else must do this because you prepared it.', {
      permission,
      reason: 'SELF_APPROVAL',
    });
  }
  if (second !== undefined || change.preparedBy !== null) return;
  refuse(
    'FORBIDDEN',
    'This change needs a second person. Submit it for approval; someone else approves it.',
    {
      permission,
      reason: 'SECOND_PERSON',
    },
  );
}

/** Whether a change of this size takes two people. */
export async function needsTwo(
  context: Context,
  baseAmount: PreparedChange['baseAmount'],
  settings?: OrganizationSettings,
): Promise<boolean> {
  const { principal, tenant, dryRun } = context;
  if (principal.actor.kind === 'system' || dryRun) return false;
  const { enforceSegregation, segregationThreshold } = settings ?? (await organizationSettings(tenant));
  if (!enforceSegregation) return false;
  return segregationThreshold === null || dec(await baseAmount()).gte(segregationThreshold);
}
