import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { ownMemberships } from '@/auth/memberships';
import { principalIn } from '@/auth/other-organization';
import { systemPrincipal } from '@/auth/principal';
import { STANDING_LIFE_MS } from '@/auth/sign-in/short-memory';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { contend, holdWrites } from '@/testing/contenders';
import { documentBody, postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { sealAudit } from '../audit/seal-audit';
import { runForOutput } from '../kit/run';
import { sealSecurityLog } from '../security/seal-security-log';
import { createTransaction } from '../transactions/create-transaction';
import { addToDaySums } from '../upkeep/add-to-day-sums';
import { markVerified } from '../verify/mark-verified';
import { verifyBooks } from '../verify/verify-books';
import { closeOrganization, reopenOrganization } from './close-organization';
import { getOrganization, removeOrganization, updateOrganization } from './organization-records';

// Proves the law identity/delete-organization (daybook_delete_organization).

afterAll(closeConnections);

const refused = (code: string) => ({ refusal: { code } });
const own = (org: TestOrganization) => ({ id: org.organizationId });

/** The admin as a door would let them in now: their rights are read from the database. */
async function asNow(org: TestOrganization) {
  const elsewhere = await foundTestOrganization();
  const { actor, credential } = org.principals.admin;
  const principal = await principalIn(
    { ...elsewhere.principals.admin, actor, credential },
    org.organizationId,
  );
  return principal === null ? null : { ...org.callAs('admin'), principal };
}

async function rowsOf(organizationId: string): Promise<Record<string, number>> {
  return withOwner(async (client) => {
    const tables = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not a.attisdropped order by 1`,
    );
    const counts: Record<string, number> = {};
    for (const { name } of tables.rows) {
      const found = await client.query<{ n: number }>(
        `select count(*)::int as n from ${client.escapeIdentifier(name)} where organization_id = $1`,
        [organizationId],
      );
      // Refused attempts are told to the security log, whenever it gets to it.
      if (name !== 'security_log' && (found.rows[0]?.n ?? 0) > 0) counts[name] = found.rows[0]?.n ?? 0;
    }
    return counts;
  });
}

/** What is left of a deleted organization. */
const EVIDENCE = ['audit_log', 'audit_seals', 'ledger_seals', 'security_seals', 'outbox_events'];

describe('closed books', () => {
  test('are read-only for everyone until they are reopened', async () => {
    const org = await foundTestOrganization();
    await runForOutput(closeOrganization, org.callAs('admin'), own(org));
    const call = await asNow(org);
    if (call === null) throw new Error('a member of closed books is still a member');
    expect(await runForOutput(getOrganization, call, own(org))).toMatchObject({ closedAt: expect.any(Date) });
    await expect(runForOutput(createTransaction, call, documentBody(org))).rejects.toMatchObject(
      refused('FORBIDDEN'),
    );
    const rename = { ...own(org), data: { name: 'Other' } };
    await expect(runForOutput(updateOrganization, call, rename)).rejects.toMatchObject(refused('FORBIDDEN'));
    expect(await runForOutput(getOrganization, call, own(org))).toMatchObject({ name: 'Test organization' });
    await pause(STANDING_LIFE_MS + 50);
    expect(await ownMemberships(org.users.admin.id)).toMatchObject([{ isClosed: true }]);
    await runForOutput(reopenOrganization, call, own(org));
    const again = await asNow(org);
    if (again === null) throw new Error('reopened books have their members');
    expect(await runForOutput(createTransaction, again, documentBody(org))).toMatchObject({
      status: 'DRAFT',
    });
  });

  test('are closed and reopened once, by an admin of all their subsidiaries, from inside', async () => {
    const org = await foundTestOrganization();
    const other = await foundTestOrganization();
    const admin = org.callAs('admin');
    for (const role of ['controller', 'auditor', 'viewer'] as const) {
      await expect(runForOutput(closeOrganization, org.callAs(role), own(org))).rejects.toMatchObject(
        refused('FORBIDDEN'),
      );
    }
    const confined = {
      ...admin,
      principal: { ...admin.principal, subsidiaryScope: [org.ids.rootSubsidiary] },
    };
    await expect(runForOutput(closeOrganization, confined, own(org))).rejects.toMatchObject(
      refused('FORBIDDEN'),
    );
    await expect(runForOutput(closeOrganization, admin, own(other))).rejects.toMatchObject(
      refused('NOT_FOUND'),
    );
    await expect(runForOutput(reopenOrganization, admin, own(org))).rejects.toMatchObject(
      refused('INVALID_STATUS_TRANSITION'),
    );
    expect(await runForOutput(getOrganization, admin, own(org))).toMatchObject({ closedAt: null });
    const both = await contend(
      holdWrites(org.organizationId),
      [1, 2].map(() => () => runForOutput(closeOrganization, admin, own(org))),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('deleting an organization', () => {
  test('removes every record of one that never posted, except the evidence, and no one else’s', async () => {
    const org = await foundTestOrganization();
    const other = await foundTestOrganization();
    const untouched = await rowsOf(other.organizationId);
    await runForOutput(createTransaction, org.callAs('accountant'), documentBody(org));
    // Two records that refer to each other.
    await withOwner(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
      await client.query(
        `with lead as (insert into leads (organization_id, id, name, converted_customer_id) values ($1, $2, 'Kestrel', $3) returning id)
         update customers set lead_id = $2 where organization_id = $1 and id = $3`,
        [org.organizationId, newId(), org.ids.customer],
      );
    });
    // What a server does within seconds of a write, and at night.
    const house = systemPrincipal(org.organizationId);
    await runForOutput(closeOrganization, org.callAs('viewer'), own(org)).catch(() => undefined);
    // Rows are sealed once no transaction of the server can commit before them, and other tests have some open.
    await expect
      .poll(async () => {
        await sealAudit(house);
        return Object.keys(await rowsOf(org.organizationId));
      })
      .toContain('audit_seals');
    await addToDaySums(house);
    // The refusal is noted without waiting for it.
    await expect.poll(() => sealSecurityLog(house)).toBeGreaterThan(0);
    await markVerified(house, await runForOutput(verifyBooks, org.callAs('admin'), {}));
    expect(await rowsOf(org.organizationId)).toMatchObject({
      audit_seals: expect.any(Number),
      security_seals: expect.any(Number),
      verified_points: 1,
    });
    await runForOutput(removeOrganization, org.callAs('admin'), own(org));
    const left = Object.keys(await rowsOf(org.organizationId));
    expect(left.filter((name) => !EVIDENCE.includes(name))).toEqual([]);
    expect(left).toContain('audit_log');
    expect(await asNow(org)).toBeNull();
    await pause(STANDING_LIFE_MS + 50);
    expect(await ownMemberships(org.users.admin.id)).toEqual([]);
    await expect(runForOutput(getOrganization, org.callAs('admin'), own(org))).rejects.toMatchObject(
      refused('NOT_FOUND'),
    );
    await expect(runForOutput(removeOrganization, org.callAs('admin'), own(org))).rejects.toMatchObject(
      refused('NOT_FOUND'),
    );
    expect(await rowsOf(other.organizationId)).toEqual(untouched);
  });

  test('one that has posted keeps its books, to the last row; so does one whose caller may not', async () => {
    const org = await foundTestOrganization();
    const fresh = await foundTestOrganization();
    await postedDocument(org);
    const [before, beforeFresh] = [await rowsOf(org.organizationId), await rowsOf(fresh.organizationId)];
    await expect(runForOutput(removeOrganization, org.callAs('admin'), own(org))).rejects.toMatchObject(
      refused('IN_USE'),
    );
    await expect(
      runForOutput(removeOrganization, fresh.callAs('controller'), own(fresh)),
    ).rejects.toMatchObject(refused('FORBIDDEN'));
    const admin = fresh.callAs('admin');
    const confined = {
      ...admin,
      principal: { ...admin.principal, subsidiaryScope: [fresh.ids.rootSubsidiary] },
    };
    await expect(runForOutput(removeOrganization, confined, own(fresh))).rejects.toMatchObject(
      refused('FORBIDDEN'),
    );
    await expect(runForOutput(removeOrganization, org.callAs('admin'), own(fresh))).rejects.toMatchObject(
      refused('NOT_FOUND'),
    );
    expect([await rowsOf(org.organizationId), await rowsOf(fresh.organizationId)]).toEqual([
      before,
      beforeFresh,
    ]);
  });
});
