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

/**
 * The noun of an import. Refuses FORBIDDEN without the permission of the noun's create verb.
 */
export function permittedNoun(principal: Principal, one: ImportRecord): ImportNoun {
  const noun = one.noun as ImportNoun;
  demand(principal, IMPORT_PERMISSIONS[noun]);
  return noun;
}

/** An import the caller may see, with its counts. */
export async function reachImport(
  context: { readonly tenant: Tenant; readonly principal: Principal },
  id: string,
): Promise<CountedImport> {
  const one = (await findImport(context.tenant, id)) ?? refuseNotFound('import', id);
  permittedNoun(context.principal, one);
  return one;
}
