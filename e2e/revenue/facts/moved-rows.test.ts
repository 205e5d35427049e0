import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, type Tenant, withTenantSql } from '@/db/tenancy';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { fillObligations } from '../../../bench/support/obligations';

// Proves the law revenue/moved-rows of prisma/sql.

/** Period of a row by its month, null where it was not posted: belongs to, booked in, posted in. */
const MOVES = [
  ['2025-01', '2025-01', '2025-01'],
  ['2025-01', '2025-01', null],
  ['2025-01', '2025-03', null],
  ['2025-01', '2025-03', '2025-03'],
  ['2025-03', '2025-01', '2025-01'],
  ['2025-02', '2025-02', '2025-05'],
  ['2025-02', '2025-04', '2025-05'],
  ['2025-01-28', '2025-02-25', '2025-02-25'],
  ['2024-12', '2026-01', '2026-01'],
] as const;
const SPANS = [
  ['2025-01', '2025-02-01'],
  ['2025-02', '2025-03-01'],
  ['2025-03', '2025-04-01'],
  ['2025-05', '2025-06-01'],
  ['2025-01', '2025-12-01'],
  ['2024-01', '2027-01-01'],
  ['2025-08', '2025-12-01'],
] as const;

let ours: TestOrganization;
let theirs: TestOrganization;

beforeAll(async () => {
  [ours, theirs] = [await foundTestOrganization(), await foundTestOrganization()];
  for (const org of [ours, theirs]) {
    await fillObligations(org, 3, 12);
    await withTenantSql(claimOf(org), (tenant) =>
      sql(
        tenant,
        `insert into revenue_rows (organization_id, contract_id, seq, subsidiary_id, obligation_key, amount, period, natural_period, posted_period,
           start_date, end_date, source, event_id, cause_id, catch_up, late, effective_on)
         select $1::uuid, p.contract_id, 100 + m.place, p.subsidiary_id, 'term', 1, m.row->>1, m.row->>0, m.row->>2, '2025-01-01', '2025-01-28', 'SCHEDULE',
           p.contract_id, p.contract_id, false, false, '2025-01-01'
         from revenue_positions p cross join jsonb_array_elements($2::jsonb) with ordinality m(row, place) where p.organization_id = $1::uuid`,
        [org.organizationId, JSON.stringify(MOVES)],
      ),
    );
  }
});
afterAll(closeConnections);

const claimOf = (org: TestOrganization, subsidiaryIds: readonly string[] | null = null) => ({
  organizationId: org.principals.admin.organizationId,
  userId: null,
  subsidiaryIds,
});
const KEYS = `r.organization_id::text || ' ' || r.contract_id || ' ' || r.seq as key`;
const found = (tenant: Tenant, span: readonly string[]) =>
  sql<{ key: string }>(tenant, `select ${KEYS} from daybook_moved_rows($1, $2) r order by 1`, span);

describe('rows that moved', () => {
  test.each(SPANS)(
    'from %s to before %s: each row that ever stood in another period than its own, with one of its periods there, once',
    async (...span) => {
      await withTenantSql(claimOf(ours), async (tenant) => {
        const among = (column: string) => `(${column} >= $1 and ${column} < $2)`;
        const all = await sql<{ key: string }>(
          tenant,
          `select ${KEYS} from revenue_rows r where r.organization_id = $3::uuid and (r.natural_period <> r.period or r.natural_period <> r.posted_period)
             and (${among('r.natural_period')} or ${among('r.period')} or ${among('r.posted_period')}) order by 1`,
          [...span, ours.organizationId],
        );
        expect(await found(tenant, span)).toEqual(all);
        expect(all.length > 0).toBe(span[0] !== '2025-08');
      });
    },
  );

  test('are those of the own organization, and of the own subsidiaries for a confined caller', async () => {
    const span = ['2024-01', '2027-01-01'];
    const keysOf = (org: TestOrganization, subsidiaryIds: readonly string[] | null = null) =>
      withTenantSql(claimOf(org, subsidiaryIds), (tenant) => found(tenant, span));
    const all = await keysOf(ours);
    expect(all.length).toBe(3 * (MOVES.length - 2));
    expect(all.every(({ key }) => key.startsWith(ours.organizationId))).toBe(true);
    expect(await keysOf(ours, [ours.ids.rootSubsidiary])).toEqual(all);
    expect(await keysOf(ours, [])).toEqual([]);
    expect((await keysOf(theirs)).some(({ key }) => key.startsWith(ours.organizationId))).toBe(false);
  });
});
