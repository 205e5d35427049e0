import { sql, type Tenant } from '../tenancy';

/** Whether the caller, or another credential of the same person, is among those who prepared something. SQL handles only. */
export async function isOwnWork(
  tenant: Tenant,
  workers: readonly (string | null)[],
  actorId: string | null,
): Promise<boolean> {
  if (actorId === null) return false;
  const [row] = await sql<{ own: boolean }>(
    tenant,
    'select daybook_is_own_work($1::uuid[], $2::uuid) as own',
    [workers, actorId],
  );
  return row?.own === true;
}
