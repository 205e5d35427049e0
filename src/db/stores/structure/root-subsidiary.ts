import { sql, type Tenant } from '../../tenancy';
import { ask, type Question } from '../questions';

/**
 * The subsidiary at the top of the organization's tree (the oldest if there are several), with its currency. For a caller
 * confined to some subsidiaries, those whose parent is outside their scope are at the top.
 */
export async function rootSubsidiaryOf(
  tenant: Tenant,
): Promise<{ readonly id: string; readonly baseCurrency: string }> {
  const [row] = await sql<{ id: string; baseCurrency: string }>(
    tenant,
    `select id::text as id, base_currency as "baseCurrency" from subsidiaries s
     where s.organization_id = $1::uuid
       and not exists (select from subsidiaries p where p.organization_id = s.organization_id and p.id = s.parent_id)
     order by created_at, id limit 1`,
    [tenant.organizationId],
  );
  if (row === undefined) throw new Error('the organization of this tenant has no subsidiary');
  return row;
}

/** The base currency of a subsidiary; undefined for an unknown one. */
export async function currencyOfSubsidiary(tenant: Tenant, id: string): Promise<string | undefined> {
  const [row] = await ask(tenant, currencyAsked(tenant, id));
  return row?.baseCurrency;
}

/** Asks for the base currency of a subsidiary. */
export const currencyAsked = (
  { organizationId }: Tenant,
  id: string,
): Question<{ readonly baseCurrency: string }> => ({
  text: `select base_currency as "baseCurrency" from subsidiaries where organization_id = $1::uuid and id = $2::uuid`,
  values: [organizationId, id],
});

/** A subsidiary with its base currency, or the organization's root subsidiary when none is named; null for an unknown id. */
export async function subsidiaryOrRoot(
  tenant: Tenant,
  id: string | null,
): Promise<{ id: string; baseCurrency: string } | null> {
  const [row] = await ask<{ id: string; baseCurrency: string }>(tenant, {
    text: `select s.id, s.base_currency as "baseCurrency" from subsidiaries s
     where s.organization_id = $1::uuid and (s.id = $2::uuid or ($2::uuid is null
       and not exists (select from subsidiaries p where p.organization_id = s.organization_id and p.id = s.parent_id)))
     order by s.created_at, s.id limit 1`,
    values: [tenant.organizationId, id],
  });
  return row ?? null;
}
