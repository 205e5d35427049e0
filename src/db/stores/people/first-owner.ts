import { sql, type Tenant } from '../../tenancy';

/** The lock that the first people of a database are made under: two of them at once take turns. */
const FIRST_PEOPLE_LOCK = 7_206_154_202;

/** Whether no one has an account yet. Holds the answer true until the transaction ends: another caller waits for it. */
export async function lockWhileNoOneHasAccount(tenant: Tenant): Promise<boolean> {
  await sql(tenant, 'select pg_advisory_xact_lock($1::bigint)::text', [FIRST_PEOPLE_LOCK]);
  const [row] = await sql<{ nobody: boolean }>(tenant, 'select not exists (select from users) as nobody', []);
  return row?.nobody === true;
}

/** Uses up the link that was printed for the first owner; false when it was used, has expired or was replaced. */
export async function takeFirstOwnerLink(tenant: Tenant, secretHash: string): Promise<boolean> {
  const rows = await sql(
    tenant,
    `update one_time_links set used_at = now()
     where secret_hash = $1 and purpose = 'first_owner' and used_at is null and expires_at > now() returning id`,
    [secretHash],
  );
  return rows.length > 0;
}
