import { afterAll, describe, expect, it } from 'vitest';
import { provenOrganizationId } from '@/auth/organization-id';
import { newId } from '@/lib/ids';
import { closeConnections } from './client';
import { prospects } from './stores/sales/prospects';
import {
  sql,
  type Tenant,
  withTenantRead,
  withTenantReport,
  withTenantSql,
  withTenantStatement,
  withTenantWrite,
} from './tenancy';
import { violationIn } from './violations';

// Proves the law identity/tenant of prisma/sql.

const claimFor = () => ({ organizationId: provenOrganizationId(newId()), userId: null });

afterAll(closeConnections);

describe('a tenant handle', () => {
  it('reaches the rows of its organization and no others, even when connections are reused', async () => {
    const [one, two] = [claimFor(), claimFor()];
    const made = await withTenantWrite(one, (tenant) =>
      prospects.insert(tenant, { name: 'Acme', estimatedRevenue: '1234567.89' }),
    );
    expect(made.estimatedRevenue).toBe('1234567.89');
    for (let round = 0; round < 30; round += 1) {
      const [mine, theirs] = await Promise.all([
        withTenantRead(one, (tenant) => prospects.find(tenant, made.id)),
        withTenantRead(two, (tenant) => prospects.find(tenant, made.id)),
      ]);
      expect(mine?.id).toBe(made.id);
      expect(theirs).toBeNull();
    }
    const counts = await Promise.all(
      [one, two].map((claim) =>
        withTenantReport(claim, (tenant) =>
          sql<{ n: string }>(tenant, 'select count(*)::text as n from prospects'),
        ),
      ),
    );
    expect(counts.map(([row]) => row?.n)).toEqual(['1', '0']);
  });

  it('for a confined caller uses separate connections, because a session that changes its role has to plan everything again', async () => {
    const claim = claimFor();
    const backend = async (tenant: Tenant) =>
      (
        await sql<{ pid: number; role: string }>(
          tenant,
          'select pg_backend_pid() as pid, current_user as role',
        )
      )[0];
    const seen = new Map<number, Set<string>>();
    for (let round = 0; round < 12; round += 1) {
      const confined = { ...claim, subsidiaryIds: round % 2 === 0 ? [newId()] : null };
      for (const door of [
        withTenantRead,
        withTenantReport,
        withTenantSql,
        withTenantStatement,
        withTenantWrite,
      ]) {
        const { pid, role } = (await door(confined, backend)) ?? { pid: 0, role: '' };
        seen.set(pid, (seen.get(pid) ?? new Set()).add(role));
      }
    }
    const roles = [...seen.values()].map((names) => [...names]);
    expect(roles.every((names) => names.length === 1)).toBe(true);
    expect(new Set(roles.flat()).size).toBe(2);
  });

  it('keeps its organization while work for others begins and ends concurrently', async () => {
    const [one, two] = [claimFor(), claimFor()];
    const made = await withTenantWrite(one, (tenant) => prospects.insert(tenant, { name: 'Acme' }));
    const other = () => withTenantRead(two, (tenant) => prospects.find(tenant, made.id));
    let otherOver: Promise<unknown> = Promise.resolve();
    const seen = await withTenantRead(one, async (tenant) => {
      otherOver = other();
      const before = await prospects.find(tenant, made.id);
      await otherOver;
      const after = await prospects.find(tenant, made.id);
      return [before?.id, after?.id];
    });
    expect(seen).toEqual([made.id, made.id]);
    expect(await otherOver).toBeNull();
    // Started inside, still running when everything else has ended.
    let late: Promise<unknown> = Promise.resolve();
    await withTenantRead(one, async () => {
      late = other();
    });
    expect(await late).toBeNull();
    expect((await withTenantRead(one, (tenant) => prospects.find(tenant, made.id)))?.id).toBe(made.id);
  });

  it('cannot write a row of another organization', async () => {
    const [one, two] = [claimFor(), claimFor()];
    await expect(
      withTenantSql(one, (tenant) =>
        sql(tenant, `insert into prospects (organization_id, id, name) values ($1, $2, 'Mallory')`, [
          two.organizationId,
          newId(),
        ]),
      ),
    ).rejects.toThrow(/row-level security/);
  });

  it('changes version and updated_at with every update and refuses an update at another version', async () => {
    const claim = claimFor();
    const made = await withTenantWrite(claim, (tenant) => prospects.insert(tenant, { name: 'Acme' }));
    const changed = await withTenantWrite(claim, (tenant) =>
      prospects.update(tenant, made.id, { name: 'Acme Ltd' }, 1),
    );
    expect(changed?.version).toBe(2);
    expect(changed?.updatedAt.getTime()).toBeGreaterThan(made.updatedAt.getTime());
    expect(
      await withTenantWrite(claim, (tenant) => prospects.update(tenant, made.id, { name: 'Late' }, 1)),
    ).toBeNull();
  });

  it('retries work that failed because of a deadlock or a serialization failure, up to three attempts in total, and no other work', async () => {
    const claim = claimFor();
    const attempts = async (errcode: string, failures: number) => {
      let tries = 0;
      const outcome = await withTenantSql(claim, async (tenant) => {
        tries += 1;
        if (tries <= failures) await sql(tenant, `do $$ begin raise sqlstate '${errcode}'; end $$`);
        return 'done';
      }).catch((error: { code: string }) => error.code);
      return [outcome, tries];
    };
    expect(await attempts('40P01', 2)).toEqual(['done', 3]);
    expect(await attempts('40001', 1)).toEqual(['done', 2]);
    expect(await attempts('40P01', 9)).toEqual(['40P01', 3]);
    expect(await attempts('23514', 1)).toEqual(['23514', 1]);
  });

  it('for one statement refuses a second one, which would be a separate transaction', async () => {
    const claim = claimFor();
    const insert = `insert into prospects (organization_id, id, name) values ($1, $2, 'Acme')`;
    const twice = withTenantStatement(claim, async (tenant) => {
      await sql(tenant, 'select 1');
      await sql(tenant, insert, [claim.organizationId, newId()]);
    });
    await expect(twice).rejects.toThrow(/second statement/);
    expect(await withTenantRead(claim, (tenant) => prospects.count(tenant))).toBe(0);
  });

  it('that fails leaves nothing it wrote', async () => {
    const claim = claimFor();
    const failing = withTenantSql(claim, async (tenant) => {
      const insert = `insert into prospects (organization_id, id, name) values ($1, $2, 'Acme')`;
      await sql(tenant, insert, [claim.organizationId, newId()]);
      throw new Error('changed its mind');
    });
    await expect(failing).rejects.toThrow('changed its mind');
    expect(await withTenantRead(claim, (tenant) => prospects.count(tenant))).toBe(0);
  });

  it('names the constraint that refused a write, through either client', async () => {
    const claim = claimFor();
    const wrong = withTenantWrite(claim, (tenant) =>
      prospects.insert(tenant, { name: 'x', prospectStatus: 'nonsense' }),
    );
    const violation = violationIn(await wrong.catch((error: unknown) => error));
    expect(violation).toMatchObject({ kind: 'check' });
  });
});
