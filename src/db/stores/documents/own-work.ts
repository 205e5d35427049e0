import { preparedSql, sql, type Tenant } from '../../tenancy';

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

/** The same for several records at once, each with its own caller, in their order. Only reads. */
export async function ownWorkAmong(
  tenant: Tenant,
  asked: readonly { readonly workers: readonly (string | null)[]; readonly actorId: string | null }[],
): Promise<boolean[]> {
  const rows = await preparedSql<{ own: boolean }>(
    tenant,
    'own_work_among',
    `select daybook_is_own_work(array(select w::uuid from jsonb_array_elements_text(e.asked->'workers') w), (e.asked->>'actorId')::uuid) as own
     from jsonb_array_elements($1::jsonb) with ordinality e(asked, n) order by e.n`,
    [JSON.stringify(asked)],
    { onlyReads: true },
  );
  return rows.map(({ own }) => own);
}
