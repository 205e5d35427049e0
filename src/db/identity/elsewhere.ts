import type pg from 'pg';
import { log, logUnavailable } from '../../lib/telemetry/log';
import { unavailableCause } from '../../lib/unavailable';
import { connections } from '../client';
import type { ConnectionScope, TenantPool } from '../pool';
import { DIRECTORY, isOnlyServer, serverNames } from '../servers';
import { doAfterCommit, doBeforeCommit, isAtDirectory, type Tenant } from '../tenancy';
import { BRING_PEOPLE, type KnownPerson, PEOPLE_KNOWN } from './people-elsewhere';
import { identityQuery, NOBODY } from './scoped-query';

/** What the directory shows of an organization on another server, and who belongs to it. */
interface Card {
  readonly name: string;
  readonly slug: string;
  readonly baseCurrency: string;
  readonly isDemo: boolean;
  readonly isClosed: boolean;
  readonly isActive: boolean;
  readonly members: readonly unknown[];
  /** Everyone its rows may refer to, including former members. */
  readonly people: readonly string[];
}

const CARD = `
  select o.name, o.slug, o.base_currency as "baseCurrency", o.is_demo as "isDemo", o.closed_at is not null as "isClosed",
         o.record_status = 'active' as "isActive",
         coalesce((select jsonb_agg(jsonb_build_object('userId', m.user_id, 'roles', m.roles, 'scope', m.subsidiary_ids, 'joinedAt', m.created_at))
           from memberships m where m.organization_id = o.id and m.record_status = 'active'), '[]') as members,
         array(select m.user_id from memberships m where m.organization_id = o.id) as people
  from organizations o where o.id = $1`;

const TELL = `
  insert into memberships_elsewhere (organization_id, user_id, organization_name, organization_slug, base_currency, is_demo, is_closed, roles, scope,
    joined_at)
  select $1::uuid, m."userId", $2, $3, $4, $5::boolean, $6::boolean, m.roles, m.scope, m."joinedAt"
  from jsonb_to_recordset($7::jsonb) as m("userId" uuid, roles text[], scope uuid[], "joinedAt" timestamptz)`;

/** Organizations copied in one round of a server. */
const AT_ONCE = 200;

/**
 * Reports to the directory what changed in organizations on other servers, and those servers what the directory knows of their members. Any
 * number of processes may do it at the same time, and repeating it changes nothing. What cannot be copied remains noted; one
 * organization or server does not hold up the others. Returns how many organizations were copied.
 */
export async function copyNews(): Promise<number> {
  if (isOnlyServer()) return 0;
  let copied = 0;
  for (const server of serverNames()) {
    try {
      const { rows } = await connections(server).pool.queryAs<{ id: string }>(NOBODY, {
        text: 'select id from organization_news order by id limit $1::int',
        values: [AT_ONCE],
      });
      for (const { id } of rows) if (await isCopied(id, server)) copied += 1;
    } catch (error) {
      const cause = unavailableCause(error);
      if (server === DIRECTORY || cause === null) throw error;
      logUnavailable(cause, error, { job: 'news of organizations', server });
    }
  }
  return copied;
}

async function isCopied(organizationId: string, notedOn: string): Promise<boolean> {
  try {
    await copyOne(organizationId, notedOn);
    return true;
  } catch (error) {
    const cause = unavailableCause(error);
    if (cause !== null) logUnavailable(cause, error, { job: 'news of organizations', server: notedOn });
    else log.warn({ err: error, organizationId }, 'the directory could not be told of an organization');
    return false;
  }
}

/** Copies the tenant's organization to the directory once its transaction has committed, so that whoever changed it sees the change at once. */
export function tellDirectory(tenant: Tenant): void {
  if (isAtDirectory(tenant)) return;
  doAfterCommit(tenant, () => copyOne(tenant.organizationId, tenant.server));
}

/**
 * Takes a short name for the tenant's organization at the directory, just before its transaction commits, when its books are elsewhere.
 * The commit is refused with the violation of `organizations_slug_key` when the name belongs to another organization.
 */
export function takeSlug(tenant: Tenant, slug: string): void {
  if (isAtDirectory(tenant)) return;
  doBeforeCommit(tenant, async () => {
    await identityQuery(NOBODY, 'take_slug', 'select daybook_take_slug($1, $2)', [
      tenant.organizationId,
      slug,
    ]);
  });
}

/**
 * Copies one organization that is noted on a server. The lock at the directory is taken before anything is read, so that an older copy never
 * replaces a newer one; the note is removed before the organization is read, and restored when anything fails.
 */
async function copyOne(organizationId: string, notedOn: string): Promise<void> {
  const scope = { organizationId, userId: null };
  await inTransaction(connections(DIRECTORY).pool, scope, async (directory) => {
    await directory.query(`select pg_advisory_xact_lock(hashtextextended('card:' || $1, 0))`, [
      organizationId,
    ]);
    if (notedOn === DIRECTORY) return copyTo(directory, directory, notedOn, organizationId);
    const { pool } = connections(notedOn);
    return inTransaction(pool, scope, (noted) => copyTo(directory, noted, notedOn, organizationId));
  });
}

async function copyTo(
  directory: pg.PoolClient,
  noted: pg.PoolClient,
  notedOn: string,
  organizationId: string,
): Promise<void> {
  await noted.query('delete from organization_news where id = $1', [organizationId]);
  const placed = await directory.query<{ server: string }>(
    'select server from placements where organization_id = $1',
    [organizationId],
  );
  const server = placed.rows[0]?.server ?? DIRECTORY;
  await directory.query('delete from memberships_elsewhere where organization_id = $1', [organizationId]);
  if (server === DIRECTORY) return;
  const there: Asked =
    server === notedOn
      ? (text, values) => noted.query({ text, values })
      : (text, values) =>
          connections(server).pool.queryAs({ organizationId, userId: null }, { text, values });
  const [card] = (await there(CARD, [organizationId])).rows as Card[];
  if (card === undefined) return;
  await directory.query('select daybook_take_slug($1, $2)', [organizationId, card.slug]);
  const shown = [card.name, card.slug, card.baseCurrency, card.isDemo, card.isClosed];
  const members = JSON.stringify(card.isActive ? card.members : []);
  await directory.query(TELL, [organizationId, ...shown, members]);
  const people = await directory.query<KnownPerson>(PEOPLE_KNOWN, [card.people]);
  await there(BRING_PEOPLE, [JSON.stringify(people.rows)]);
}

type Asked = (text: string, values: unknown[]) => Promise<{ readonly rows: unknown[] }>;

async function inTransaction(
  pool: TenantPool,
  scope: ConnectionScope,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connectAs(scope);
  let failure: Error | undefined;
  try {
    await client.query('begin');
    await work(client);
    await client.query('commit');
  } catch (error) {
    // The connection is closed, which rolls its transaction back.
    failure = error as Error;
    throw error;
  } finally {
    client.release(failure);
  }
}
