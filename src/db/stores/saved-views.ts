import type { Plain } from '../record-row';
import { recordStore } from '../record-store';
import { sql, type Tenant } from '../tenancy';

export type SavedViewRecord = Plain<'SavedView'>;

/** Named filters of lists. */
export const savedViews = recordStore('SavedView');

/** Which view each person's list opens with. */
export const savedViewDefaults = recordStore('SavedViewDefault');

/** A view with its creator's name, and whether the caller's list opens with it. */
export type ListedView = Pick<
  SavedViewRecord,
  'id' | 'userId' | 'name' | 'query' | 'isShared' | 'version'
> & { readonly makerName: string | null; readonly isDefault: boolean };

/** The views of one list that a person sees, by name: their own, and what is shared. */
export function listViewsOf(tenant: Tenant, userId: string | null, screen: string): Promise<ListedView[]> {
  return sql<ListedView>(
    tenant,
    `select v.id, v.user_id as "userId", v.name, v.query, v.is_shared as "isShared", v.version, u.name as "makerName",
       exists (select 1 from saved_view_defaults d where d.organization_id = v.organization_id
         and d.view_id = v.id and d.user_id = $2::uuid) as "isDefault"
     from saved_views v left join users u on u.id = v.user_id
     where v.organization_id = $1::uuid and v.screen = $3 and (v.is_shared or v.user_id = $2::uuid)
     order by lower(v.name), v.id`,
    [tenant.organizationId, userId, screen],
  );
}

/** A person's views on a list; their saves on that list wait for each other until the transaction ends. */
export async function ownViews(
  tenant: Tenant,
  userId: string,
  screen: string,
): Promise<readonly Pick<SavedViewRecord, 'id' | 'name'>[]> {
  // Two saves by one person wait for each other, so that together they cannot exceed the limit.
  await sql(tenant, 'select pg_advisory_xact_lock(hashtextextended($1, 0))::text as locked', [
    `saved views of ${tenant.organizationId} ${userId} ${screen}`,
  ]);
  return sql<Pick<SavedViewRecord, 'id' | 'name'>>(
    tenant,
    `select id, name from saved_views where organization_id = $1::uuid and user_id = $2::uuid and screen = $3`,
    [tenant.organizationId, userId, screen],
  );
}
