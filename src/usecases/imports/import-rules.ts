import { IMPORT_NOUNS, IMPORT_PERMISSIONS, type ImportNoun } from '@/core/imports/import-noun';
import type { Principal } from '@/core/principal';
import { type CountedImport, findImport, type ImportRecord } from '@/db/stores/imports';
import type { Tenant } from '@/db/tenancy';
import { refuseNotFound } from '../kit/crud';
import { demand } from '../kit/run';

/** The nouns whose create verb the caller may use. */
export function nounsOf({ permissions }: Principal): ImportNoun[] {
  return IMPORT_NOUNS.filter((noun) => permissions.has(IMPORT_PERMISSIONS[noun]));
}

/** Whose imports the caller sees: confined to subsidiaries, one's own; null: everybody's. */
export function confinedTo({ subsidiaryScope, actor }: Principal): string | null {
  return subsidiaryScope === null ? null : (actor.id ?? '00000000-0000-0000-0000-000000000000');
}

/**
 * The noun of an import the caller may reach. Refuses NOT_FOUND for what is not theirs to see, FORBIDDEN without the
 * permission of the noun's create verb.
 */
export function demandReach(principal: Principal, one: ImportRecord): ImportNoun {
  const own = confinedTo(principal);
  if (own !== null && one.createdBy !== own) refuseNotFound('import', one.id);
  const noun = one.noun as ImportNoun;
  demand(principal, IMPORT_PERMISSIONS[noun]);
  return noun;
}

/** An import within the caller's reach, with its counts. */
export async function reachImport(
  context: { readonly tenant: Tenant; readonly principal: Principal },
  id: string,
): Promise<CountedImport> {
  const one = (await findImport(context.tenant, id)) ?? refuseNotFound('import', id);
  demandReach(context.principal, one);
  return one;
}
