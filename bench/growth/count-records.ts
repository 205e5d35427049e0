import { COUNTED_RECORDS } from '@/db/stores/record-counts';
import type { TestOrganization } from '@/testing/organization';
import { asOwner } from './fill';

/** Keeps the numbers of records that a fill stored without the trigger that notes them; returns how many were wrong. */
export function countRecords(organization: TestOrganization): Promise<number> {
  return asOwner(organization, async (client) => {
    const { rowCount } = await client.query(
      `with counted as (${COUNTED_RECORDS}), kept as (
         select noun, state, sum(record_count) as n from (
           select noun, state, record_count from record_counts where organization_id = $1
           union all
           select noun, state, record_count from record_count_changes where organization_id = $1) k
         group by 1, 2 having sum(record_count) <> 0)
       select noun from counted c full join kept k using (noun, state) where c.n is distinct from k.n`,
      [organization.organizationId],
    );
    if (!rowCount) return 0;
    for (const table of ['record_counts', 'record_count_changes'])
      await client.query(`delete from ${table} where organization_id = $1`, [organization.organizationId]);
    await client.query(
      `insert into record_counts (organization_id, noun, state, record_count) select $1, c.noun, c.state, c.n from (${COUNTED_RECORDS}) c`,
      [organization.organizationId],
    );
    return rowCount;
  });
}
