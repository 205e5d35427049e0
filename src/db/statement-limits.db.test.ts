import { afterAll, describe, expect, it } from 'vitest';
import { provenOrganizationId } from '@/auth/organization-id';
import { newId } from '@/lib/ids';
import { unavailableCause } from '@/lib/unavailable';
import { closeConnections } from './client';
import {
  openSnapshot,
  sql,
  type Tenant,
  unhurried,
  withTenantRead,
  withTenantReport,
  withTenantSql,
  withTenantWrite,
} from './tenancy';

afterAll(closeConnections);

const claim = { organizationId: provenOrganizationId(newId()), userId: null };

const LIMIT = `select current_setting('statement_timeout') as statement,
  current_setting('idle_in_transaction_session_timeout') as idle`;
interface Limits {
  readonly statement: string;
  readonly idle: string;
}
const limits = async (tenant: Tenant) => (await sql<Limits>(tenant, LIMIT))[0];

describe('the time that the database gives a statement', () => {
  it('is thirty seconds for reads, writes, reports and each piece of an export, and a transaction without one ends after a minute', async () => {
    const held = { statement: '30s', idle: '1min' };
    expect(await withTenantRead(claim, limits)).toEqual(held);
    expect(await withTenantWrite(claim, limits)).toEqual(held);
    expect(await withTenantSql(claim, limits)).toEqual(held);
    expect(await withTenantReport(claim, limits)).toEqual(held);
    const snapshot = await openSnapshot(claim);
    try {
      expect(await limits(snapshot.tenant)).toEqual(held);
    } finally {
      await snapshot.close();
    }
  });

  it('has no end where everything is read, as a verification does, and only for that transaction: the next transaction on the connection has its limit again', async () => {
    const found = await withTenantReport(claim, (tenant) => unhurried<Limits>(tenant, LIMIT));
    expect(found[0]?.statement).toBe('0');
    const after = await Promise.all(Array.from({ length: 20 }, () => withTenantSql(claim, limits)));
    expect(new Set(after.map((one) => one?.statement))).toEqual(new Set(['30s']));
  });

  it('that is over counts as a database that is slow, which callers are told with 503, and the connection is used again', async () => {
    const failed = withTenantSql(claim, async (tenant) => {
      await sql(tenant, "set local statement_timeout = '20ms'");
      await sql(tenant, 'select pg_sleep(600)');
    }).catch((error: unknown) => error);
    expect(unavailableCause(await failed)).toBe('DATABASE_SLOW');
    expect(await withTenantSql(claim, limits)).toMatchObject({ statement: '30s' });
  });
});
