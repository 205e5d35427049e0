import { foundOrganization } from '@/usecases/organizations/found-organization';
import type { Stage } from './stage';

/** Creates the stage's organization and records the ids created with it. */
export async function foundFor(
  stage: Stage,
  company: {
    readonly name: string;
    readonly slug: string;
    readonly rootSubsidiary: { readonly name: string; readonly code: string };
  },
): Promise<void> {
  const made = await stage.run('admin', foundOrganization, {
    ...company,
    baseCurrency: 'USD',
    timeZone: 'America/Los_Angeles',
    isDemo: true,
  });
  stage.ids.set('subsidiary', 'HOLD', made.rootSubsidiaryId);
  for (const [code, id] of Object.entries(made.accountIdByCode)) stage.ids.set('account', code, id);
  for (const [kind, id] of Object.entries(made.transactionTypeIdByKind)) stage.ids.set('type', kind, id);
  for (const [code, id] of Object.entries(made.taxCodeIdByCode)) stage.ids.set('tax', code, id);
}
