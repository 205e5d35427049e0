import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { updateOrganization } from '@/usecases/organizations/organization-records';
import { listSecurityEvents } from '@/usecases/security/list-security-events';
import { purgeSecurityLog, sealSecurityLog } from '@/usecases/security/seal-security-log';
import { verifyBooks } from '@/usecases/verify/verify-books';

// Proves the laws identity/seal-security-log, identity/verify-security-log, identity/purge-security-log of prisma/sql.

afterAll(closeConnections);

let books: TestOrganization;

const claim = () => ({ organizationId: books.principals.admin.organizationId, userId: null });
const verdict = (input: object = {}) => runForOutput(verifyBooks, books.callAs('auditor'), input);
const broken = async (input: object = {}) => [
  ...new Set(
    (await verdict(input)).breaches
      .map(({ check }) => check)
      .filter((check) => check === 'SECURITY_CHAIN' || check === 'KEPT_HEAD'),
  ),
];

/** Appends a sign-in; `age`: when it was, as an interval before now. */
const signIn = (age = '0 days') =>
  withTenantSql(claim(), (tenant) =>
    sql(
      tenant,
      `insert into security_log (organization_id, id, occurred_at, event, actor_kind, surface)
       values ($1, $2, now() - $3::interval, 'sign-in', 'user', 'auth')`,
      [books.organizationId, newId(), age],
    ),
  );

/** Rows wait for every transaction of the server that began before them. */
async function sealAll(): Promise<void> {
  for (;;) {
    await sealSecurityLog(books.principals.admin);
    if ((await verdict()).securityChain.unsealed === '0') return;
    await new Promise((resume) => setTimeout(resume, 20));
  }
}

const events = async () =>
  (await runForOutput(listSecurityEvents, books.callAs('admin'), { limit: 500 })).rows;

const keepFor = (securityLogMonths: number | null) =>
  runForOutput(updateOrganization, books.callAs('admin'), {
    id: books.organizationId,
    data: { securityLogMonths },
  });

/** Changes the log as someone with all rights over the database and no triggers in the way. */
const tamper = (...statements: string[]) =>
  withOwner(async (client) => {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(`select set_config('app.organization_id', $1, true)`, [books.organizationId]);
    for (const text of statements) await client.query(text.replaceAll('$org', `'${books.organizationId}'`));
    await client.query('commit');
  });

/** Founds books, which their security log records, and dates that record six years back. */
async function found(): Promise<void> {
  books = await foundTestOrganization();
  await tamper(
    `update security_log set occurred_at = now() - interval '6 years' where organization_id = $org`,
  );
}

beforeEach(async () => {
  await found();
  for (let n = 0; n < 3; n += 1) await signIn();
  await sealAll();
  expect(await verdict()).toMatchObject({ isSound: true });
});

describe('the chain over the security log', () => {
  it.each([
    ['a changed row', `update security_log set address = '192.0.2.1' where organization_id = $org`],
    [
      'a row taken from the middle',
      `delete from security_log where organization_id = $org and id = (
         select event_id from security_seals where organization_id = $org and sequence = 2)`,
    ],
    [
      'a row and its seal taken from the middle',
      'delete from security_seals where organization_id = $org and sequence = 2',
    ],
    [
      'the last row taken away',
      `delete from security_log where organization_id = $org and id = (
         select event_id from security_seals where organization_id = $org order by sequence desc limit 1)`,
    ],
    [
      'a changed hash',
      `update security_seals set hash = repeat('a', 64) where organization_id = $org and sequence = 1`,
    ],
  ])('%s is found by verification', async (_, statement) => {
    await tamper(statement);
    expect(await broken()).toContain('SECURITY_CHAIN');
  });

  it('a tail that was cut off with its seals, and a chain that was rebuilt, are found by the head kept before', async () => {
    const { heads } = await verdict();
    await signIn();
    await sealAll();
    expect(await broken({ kept: heads })).toEqual([]);
    const tail = `organization_id = $org and sequence >= ${heads.security?.sequence}`;
    await tamper(
      `create temporary table cut on commit drop as select event_id from security_seals where ${tail}`,
      `delete from security_seals where ${tail}`,
      'delete from security_log where organization_id = $org and id in (select event_id from cut)',
    );
    expect(await broken()).toEqual([]);
    expect(await broken({ kept: heads })).toEqual(['KEPT_HEAD']);
    await tamper(
      `update security_log set actor_name = 'Mallory' where organization_id = $org`,
      'delete from security_seals where organization_id = $org',
    );
    await sealAll();
    await signIn();
    await sealAll();
    expect(await broken()).toEqual([]);
    expect(await broken({ kept: heads })).toEqual(['KEPT_HEAD']);
  });
});

describe('how long the security log is kept', () => {
  it('forever, unless the organization sets a period, which is never less than 24 months', async () => {
    await signIn('10 years');
    await sealAll();
    expect(await purgeSecurityLog(books.principals.admin)).toBe(0);
    for (const months of [0, 1, 23]) {
      await expect(keepFor(months)).rejects.toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
    }
    const settle = (months: number) =>
      withTenantSql(claim(), (tenant) =>
        sql(tenant, 'update organizations set security_log_months = $1 where id = $2', [
          months,
          books.organizationId,
        ]),
      );
    await expect(settle(23)).rejects.toThrow(/organizations_security_log_months_ck/);
  });

  it('rows past that period are removed and leave a sealed mark, and the chain verifies with every head kept before', async () => {
    await found();
    for (const age of ['5 years', '4 years', '37 months', '35 months']) await signIn(age);
    await sealAll();
    const { heads } = await verdict();
    const before = await events();
    await keepFor(36);
    await sealAll();
    expect(await purgeSecurityLog(books.principals.admin)).toBe(4);
    await sealAll();
    expect(await purgeSecurityLog(books.principals.admin)).toBe(0);
    const left = await events();
    const [mark] = left.filter(({ event }) => event === 'log purged');
    expect(mark?.detail).toMatchObject({ rows: 4, through: Number(heads.security?.sequence) - 1 });
    expect(left.filter(({ event }) => event === 'sign-in')).toHaveLength(1);
    expect(before).toHaveLength(5);
    expect(left.map(({ event }) => event).sort()).toEqual(['log purged', 'settings changed', 'sign-in']);
    expect(await broken({ kept: heads })).toEqual([]);
    expect((await verdict()).securityChain).toMatchObject({ removed: '4', unsealed: '0' });
  });

  it('removing more than the mark says is found, and so is removing a mark', async () => {
    await found();
    for (const age of ['5 years', '4 years', '1 year', '1 day']) await signIn(age);
    await keepFor(24);
    await sealAll();
    await purgeSecurityLog(books.principals.admin);
    await sealAll();
    expect(await broken()).toEqual([]);
    await tamper(
      `delete from security_log where organization_id = $org and occurred_at < now() - interval '6 months'`,
      `update security_seals set event_id = null where organization_id = $org and sequence = 4`,
    );
    expect(await broken()).toEqual(['SECURITY_CHAIN']);
    await tamper(`delete from security_log where organization_id = $org and event = 'log purged'`);
    expect(await broken()).toEqual(['SECURITY_CHAIN']);
  });

  it('another organization’s log stays as it is', async () => {
    const other = books;
    await signIn('10 years');
    await sealAll();
    const rows = () =>
      withTenantReport({ organizationId: other.principals.admin.organizationId, userId: null }, (tenant) =>
        sql(tenant, 'select id from security_log order by id'),
      );
    const before = await rows();
    await found();
    await signIn('10 years');
    await keepFor(24);
    await sealAll();
    expect(await purgeSecurityLog(books.principals.admin)).toBe(2);
    expect(await rows()).toEqual(before);
  });
});
