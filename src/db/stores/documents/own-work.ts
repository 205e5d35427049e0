import { sql, type Tenant } from '../../tenancy';

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

/** The same for several records at once, in their order. */
export async function ownWorkAmong(
  tenant: Tenant,
  workers: readonly (readonly (string | null)[])[],
  actorId: string | null,
): Promise<boolean[]> {
  if (actorId === null || workers.length === 0) return workers.map(() => false);
  const rows = await sql<{ own: boolean }>(
    tenant,
    `select daybook_is_own_work(array(select w::uuid from jsonb_array_elements_text(e.workers) w), $2::uuid) as own
     from jsonb_array_elements($1::jsonb) with ordinality e(workers, n) order by e.n`,
    [JSON.stringify(workers), actorId],
  );
  return rows.map(({ own }) => own);
}
