import { afterAll, describe, expect, it } from 'vitest';
import { newId } from '@/lib/ids';
import { appendTestEntries } from '@/testing/ledger-entries';
import { foundTestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { closeConnections } from './client';

// Proves the laws structure/refuse-delete-of-booked, ledger/check-new-entries of prisma/sql.

afterAll(closeConnections);

const balanced = [
  { code: '1110', debit: '10' },
  { code: '4110', credit: '10' },
];

/** Two posting accounts of the default chart, whatever their codes. */
async function booked() {
  const organization = await foundTestOrganization();
  const [debit, credit] = await withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [organization.organizationId]);
    const { rows } = await client.query<{ code: string }>(
      'select code from accounts where organization_id = $1 and not is_summary and not is_control order by code limit 2',
      [organization.organizationId],
    );
    return rows.map((row) => row.code);
  });
  const lines = balanced.map((line, index) => ({
    ...line,
    code: (index === 0 ? debit : credit) ?? line.code,
  }));
  const [entryId] = await appendTestEntries(organization, [{ date: '2026-11-05', lines }]);
  return { organization, entryId };
}

describe('records that a ledger entry refers to', () => {
  it('cannot be deleted while the entry exists: its subsidiary and its period', async () => {
    const { organization } = await booked();
    await withOwner(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [
        organization.organizationId,
      ]);
      const standing = async () =>
        (
          await client.query(
            `select (select count(*) from subsidiaries where organization_id = $1) as subsidiaries,
               (select count(*) from fiscal_periods where organization_id = $1) as periods`,
            [organization.organizationId],
          )
        ).rows;
      const before = await standing();
      const deletions = [
        [
          'fiscal_periods',
          `delete from fiscal_periods where organization_id = $1 and start_date <= '2026-11-05' and end_date >= '2026-11-05'`,
        ],
        ['subsidiaries', 'delete from subsidiaries where organization_id = $1'],
      ] as const;
      for (const [table, statement] of deletions) {
        await expect(client.query(statement, [organization.organizationId]), statement).rejects.toThrow(
          new RegExp(`^${table} \\S+ is used by ledger entries`),
        );
      }
      expect(await standing()).toEqual(before);
    });
  });

  it('must exist: an entry with an unknown period, document or original, or dated outside its period, is refused', async () => {
    const { organization, entryId } = await booked();
    await withOwner(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [
        organization.organizationId,
      ]);
      for (const [change, value] of [
        ['period_id', newId()],
        ['transaction_id', newId()],
        ['reversal_of_id', newId()],
        ['posting_date', '2026-10-31'],
        ['posting_date', '2026-12-01'],
      ] as const) {
        const columns = `organization_id, subsidiary_id, period_id, posting_date, currency_code, base_currency_code, exchange_rate, transaction_id, reversal_of_id`;
        const chosen = columns
          .split(', ')
          .map((name) => (name === change ? `$2::${change === 'posting_date' ? 'date' : 'uuid'}` : name))
          .join(', ');
        await expect(
          client.query(
            `insert into ledger_entries (id, entry_number, source_kind, source_id, ${columns})
             select gen_random_uuid(), $3, 'TEST', gen_random_uuid(), ${chosen} from ledger_entries where id = $1`,
            [entryId, value, `BAD-${change}-${value}`],
          ),
          change,
        ).rejects.toThrow(/refers to a period, document or original entry/);
      }
      const { rows } = await client.query('select id from ledger_entries where organization_id = $1', [
        organization.organizationId,
      ]);
      expect(rows).toEqual([{ id: entryId }]);
    });
  });
});
