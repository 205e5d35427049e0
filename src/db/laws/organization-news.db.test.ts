import pg from 'pg';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';

// Proves the laws servers/take-slug, servers/organization-news, servers/memberships-elsewhere of prisma/sql.

afterAll(closeConnections);

let org: TestOrganization;
beforeEach(async () => {
  org = await foundTestOrganization();
});

/** Statements as the application's role, serving an organization, a person, or neither. */
async function asApplication<T>(
  scope: { readonly organization?: string; readonly user?: string; readonly isConfined?: boolean },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    await client.query(
      `select set_config('app.organization_id', $1, false), set_config('app.user_id', $2, false), set_config('role', $3, false)`,
      [scope.organization ?? '', scope.user ?? '', scope.isConfined === true ? 'daybook_confined' : 'none'],
    );
    return await work(client);
  } finally {
    await client.end();
  }
}

const own = () => ({ organization: org.organizationId });

const isNoted = (id = org.organizationId) =>
  withOwner(async (client) => {
    const { rows } = await client.query('select from organization_news where id = $1', [id]);
    return rows.length === 1;
  });

const forget = () =>
  asApplication({}, (client) =>
    client.query('delete from organization_news where id = $1', [org.organizationId]),
  );

describe('short names', () => {
  const slugOf = (id: string) =>
    withOwner(async (client) => {
      const { rows } = await client.query<{ slug: string }>(
        'select slug from organization_slugs where id = $1',
        [id],
      );
      return rows[0]?.slug;
    });

  it('are known of every organization of a server, and follow when one changes', async () => {
    const slug = `renamed-${org.organizationId}`;
    await asApplication(own(), (client) => client.query('update organizations set slug = $1', [slug]));
    expect(await slugOf(org.organizationId)).toBe(slug);
  });

  it('that an organization on another server has are refused like those of this one, and nothing changes', async () => {
    const [elsewhere, slug] = [newId(), `elsewhere-${org.organizationId}`];
    await asApplication({}, (client) => client.query('select daybook_take_slug($1, $2)', [elsewhere, slug]));
    const before = await slugOf(org.organizationId);
    const taken = { code: '23505', table: 'organizations', constraint: 'organizations_slug_key' };
    await asApplication(own(), async (client) => {
      await expect(client.query('update organizations set slug = $1', [slug])).rejects.toMatchObject(taken);
      await expect(client.query('select daybook_take_slug($1, $2)', [newId(), before])).rejects.toMatchObject(
        taken,
      );
    });
    expect(await slugOf(org.organizationId)).toBe(before);
    expect(await slugOf(elsewhere)).toBe(slug);
  });
});

describe('news of an organization', () => {
  it.each([
    ['its name', `update organizations set name = 'Other'`],
    ['a right', `update memberships set roles = '{viewer}' where roles = '{auditor}'`],
    ['a member', `delete from memberships where roles = '{auditor}'`],
  ])('are noted when %s changes, in the same transaction', async (_what, statement) => {
    await forget();
    await asApplication(own(), async (client) => {
      await client.query('begin');
      await client.query(statement);
      expect(await isNoted()).toBe(false);
      await client.query('rollback');
      expect(await isNoted()).toBe(false);
      await client.query(statement);
    });
    expect(await isNoted()).toBe(true);
  });

  it('are noted at the directory when its placement changes', async () => {
    const id = newId();
    await asApplication({}, (client) =>
      client.query(`insert into placements (organization_id, server) values ($1, 'east')`, [id]),
    );
    expect(await isNoted(id)).toBe(true);
  });

  it('are noted when the account of a member of an organization elsewhere changes, and of no other', async () => {
    const [elsewhere, strange] = [newId(), newId()];
    for (const [id, user] of [
      [elsewhere, org.users.viewer.id],
      [strange, org.users.auditor.id],
    ] as const) {
      await asApplication({ organization: id }, (client) => client.query(REMEMBER, [id, user]));
    }
    await asApplication({}, (client) =>
      client.query('update users set is_disabled = true where id = $1', [org.users.viewer.id]),
    );
    expect([await isNoted(elsewhere), await isNoted(strange)]).toEqual([true, false]);
  });

  it('are not lost when one change is made while an earlier one is being copied', async () => {
    await asApplication(own(), (client) => client.query(`update organizations set name = 'First'`));
    await asApplication(own(), async (changing) => {
      await changing.query('begin');
      await changing.query(`update organizations set name = 'Second'`);
      // What copies removes the note first, and so waits until the change can be seen.
      const copied = asApplication(own(), async (copying) => {
        await copying.query('begin');
        await copying.query('delete from organization_news where id = $1', [org.organizationId]);
        const { rows } = await copying.query<{ name: string }>('select name from organizations');
        await copying.query('commit');
        return rows[0]?.name;
      });
      const waits = async () => {
        // A transaction sees the activity as it was when it first asked, perhaps before the other connection was there.
        await changing.query('select pg_stat_clear_snapshot()');
        const { rows } = await changing.query(
          'select from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))',
        );
        return rows.length > 0;
      };
      await expect.poll(waits).toBe(true);
      await changing.query('commit');
      expect(await copied).toBe('Second');
    });
  });
});

const REMEMBER = `
  insert into memberships_elsewhere (organization_id, user_id, organization_name, organization_slug, base_currency, is_demo, is_closed, joined_at)
  values ($1, $2, 'Elsewhere', 'elsewhere-' || $1::uuid, 'USD', false, false, now())`;

describe('memberships on other servers', () => {
  const seen = (scope: Parameters<typeof asApplication>[0]) =>
    asApplication(scope, async (client) => {
      const { rows } = await client.query<{ organization_id: string }>(
        'select organization_id from memberships_elsewhere',
      );
      return rows.map((row) => row.organization_id);
    });

  it('are seen by the person and the organization, and by no one else', async () => {
    const [elsewhere, person] = [newId(), org.users.viewer.id];
    await asApplication({ organization: elsewhere }, (client) => client.query(REMEMBER, [elsewhere, person]));
    expect(await seen({ user: person })).toEqual([elsewhere]);
    expect(await seen({ organization: elsewhere })).toEqual([elsewhere]);
    expect(await seen({ ...own(), user: org.users.admin.id })).toEqual([]);
    expect(await seen({})).toEqual([]);
    // Not even by those of the organization who are confined to subsidiaries, except the person.
    expect(await seen({ organization: elsewhere, isConfined: true })).toEqual([]);
    expect(await seen({ user: person, isConfined: true })).toEqual([elsewhere]);
  });

  it('are written for the organization only that is copied', async () => {
    const elsewhere = newId();
    const remember = (scope: Parameters<typeof asApplication>[0]) =>
      asApplication(scope, (client) => client.query(REMEMBER, [elsewhere, org.users.viewer.id]));
    for (const scope of [
      {},
      own(),
      { user: org.users.viewer.id },
      { organization: elsewhere, isConfined: true },
    ]) {
      await expect(remember(scope)).rejects.toMatchObject({ code: '42501' });
    }
    expect(await seen({ organization: elsewhere })).toEqual([]);
  });
});
