import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { provenOrganizationId } from '@/auth/organization-id';
import { newId } from '@/lib/ids';
import type { TimedWork } from '@/lib/time-limits';
import { unavailableCause } from '@/lib/unavailable';
import type { Tenant } from './tenancy';

/** As an operator sets them, each different and short enough to wait for. */
const SECONDS: Readonly<Record<TimedWork, string>> = {
  read: '0.2',
  write: '0.3',
  report: '0.4',
  export: '0.5',
  verification: '0.6',
  job: '0.7',
};
const settingOf = (work: string) => `DAYBOOK_${work.toUpperCase()}_SECONDS`;
const KINDS = Object.keys(SECONDS) as TimedWork[];

const organizationId = provenOrganizationId(newId());
const claim = { organizationId, userId: null };

const LIMIT = `select current_setting('statement_timeout') as statement,
  current_setting('idle_in_transaction_session_timeout') as idle`;
interface Limits {
  readonly statement: string;
  readonly idle: string;
}

/** The house as it is loaded with an environment of its own. */
async function load() {
  vi.resetModules();
  const tenancy = await import('./tenancy');
  const { closeConnections } = await import('./client');
  const { sql, verificationSql, openSnapshot } = tenancy;
  /** Does one statement as each kind of work does. */
  const as: Readonly<Record<TimedWork, (text: string) => Promise<unknown[]>>> = {
    read: (text) => tenancy.withTenantRead(claim, (tenant) => sql(tenant, text)),
    write: (text) => tenancy.withTenantSql(claim, (tenant) => sql(tenant, text)),
    report: (text) => tenancy.withTenantReport(claim, (tenant) => sql(tenant, text)),
    async export(text) {
      const snapshot = await openSnapshot(claim);
      try {
        return await sql(snapshot.tenant, text);
      } finally {
        await snapshot.close();
      }
    },
    verification: (text) => tenancy.withTenantReport(claim, (tenant) => verificationSql(tenant, text)),
    job: (text) => tenancy.withTenantSql({ ...claim, isJob: true }, (tenant) => sql(tenant, text)),
  };
  return { ...tenancy, as, closeConnections };
}
type House = Awaited<ReturnType<typeof load>>;

/** Closes what other files of this worker have open, so that the connections are opened with the environment as it is now. */
async function reloaded(): Promise<House> {
  await (await load()).closeConnections();
  return load();
}

const limitsOf = async ({ as }: House) =>
  Object.fromEntries(
    await Promise.all(
      KINDS.map(async (work) => {
        const [row] = (await as[work](LIMIT)) as Limits[];
        return [work, row?.statement];
      }),
    ),
  );

describe('the time that the database gives a statement', () => {
  let house: House;
  beforeAll(async () => {
    house = await reloaded();
  });
  afterAll(() => house.closeConnections());

  it('is of its kind of work: half a minute to read and write, a minute for reports and pieces of exports, two for jobs, an hour for verification', async () => {
    expect(await limitsOf(house)).toEqual({
      read: '30s',
      write: '30s',
      report: '1min',
      export: '1min',
      verification: '1h',
      job: '2min',
    });
    const limits = async (tenant: Tenant) => (await house.sql<Limits>(tenant, LIMIT))[0];
    expect(await house.withTenantWrite(claim, limits)).toEqual({ statement: '30s', idle: '1min' });
    expect(await house.withTenantStatement(claim, limits)).toEqual({ statement: '30s', idle: '1min' });
    const { rows } = await house.systemStatement<Limits & { [name: string]: unknown }>(organizationId, {
      text: LIMIT,
    });
    expect(rows).toEqual([{ statement: '2min', idle: '1min' }]);
  });

  it('stays that of a verification for its transaction, also where a part of it was undone', async () => {
    const { withSavepoint } = await import('./transaction');
    const { verificationSql } = house;
    const limit = async (tenant: Tenant) => (await verificationSql<Limits>(tenant, LIMIT))[0]?.statement;
    const seen = await house.withTenantSql(claim, async (tenant) => {
      const undone = withSavepoint(tenant, async () => {
        await verificationSql(tenant, 'select 1');
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
      return [
        (await house.sql<Limits>(tenant, LIMIT))[0]?.statement,
        await limit(tenant),
        await limit(tenant),
      ];
    });
    expect(seen).toEqual(['30s', '1h', '1h']);
  });

  it('is only for that work: whatever does the next on a connection has its own limit again', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      await Promise.all(KINDS.map((work) => house.as[work]('select 1')));
      const after = await Promise.all(Array.from({ length: 20 }, () => house.as.write(LIMIT)));
      expect(new Set(after.flat().map((row) => (row as Limits).statement))).toEqual(new Set(['30s']));
    }
  });

  it('that is over counts as a database that is slow, which is answered with 503, and the connection is used again', async () => {
    const failed = house
      .withTenantSql(claim, async (tenant) => {
        await house.sql(tenant, "set local statement_timeout = '20ms'");
        await house.sql(tenant, 'select pg_sleep(600)');
      })
      .catch((error: unknown) => error);
    expect(unavailableCause(await failed)).toBe('DATABASE_SLOW');
    expect(await house.as.write(LIMIT)).toMatchObject([{ statement: '30s' }]);
  });

  it('over for a transaction that is idle, or when the clock of the database jumps ahead within one, is answered with 503 too', async () => {
    const failed = await house
      .withTenantSql(claim, async (tenant) => {
        await house.sql(tenant, "set local idle_in_transaction_session_timeout = '20ms'");
        // Until the database has ended it, which the driver notices between two statements or within one.
        for (;;) {
          await new Promise((resume) => setTimeout(resume, 100));
          await house.sql(tenant, 'select 1');
        }
      })
      .catch((error: unknown) => error);
    expect(['DATABASE_SLOW', 'DATABASE_LOST']).toContain(unavailableCause(failed));
    for (const code of ['25P03', '25P04'])
      expect(unavailableCause(Object.assign(new Error('terminating connection'), { code }))).toBe(
        'DATABASE_SLOW',
      );
    expect(await house.as.write(LIMIT)).toMatchObject([{ statement: '30s' }]);
  });
});

describe('a limit that the operator sets', () => {
  let house: House;
  beforeAll(async () => {
    for (const work of KINDS) process.env[settingOf(work)] = SECONDS[work];
    house = await reloaded();
  });
  afterAll(async () => {
    await house.closeConnections();
    for (const work of KINDS) delete process.env[settingOf(work)];
    vi.resetModules();
  });

  it('applies to that kind of work and no other', async () => {
    expect(await limitsOf(house)).toEqual(
      Object.fromEntries(KINDS.map((work) => [work, `${Number(SECONDS[work]) * 1_000}ms`])),
    );
  });

  it.each(KINDS)(
    'ends a statement of the kind %s that sleeps, and the next one is answered',
    async (work) => {
      const failed = await house.as[work]('select pg_sleep(600)::text').then(
        () => null,
        (error: unknown) => error,
      );
      expect(unavailableCause(failed)).toBe('DATABASE_SLOW');
      expect(await house.as[work](`select 'awake' as now`)).toEqual([{ now: 'awake' }]);
    },
  );
});
