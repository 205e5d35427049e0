import { newId } from '../../../lib/ids';
import { insertRows } from '../../bulk';
import type { ModelOf, NewRow } from '../../record-row';
import { sql, type Tenant } from '../../tenancy';

/** The tables whose rows are lines of another record, and the column that refers to it. */
const PARENT_COLUMN = {
  budget_lines: 'budget_id',
  budget_snapshot_lines: 'snapshot_id',
  prime_contract_lines: 'prime_contract_id',
  commitment_lines: 'commitment_id',
  purchase_order_lines: 'purchase_order_id',
} as const;
export type LineTable = keyof typeof PARENT_COLUMN;

/** Inserts the lines of a record. Keys are column names in camelCase, including the parent's. */
export function insertLines<Table extends LineTable>(
  tenant: Tenant,
  table: Table,
  rows: readonly NewRow<ModelOf<Table>>[],
): Promise<void> {
  return insertRows(
    tenant,
    table,
    rows.map((row) => ({ id: newId(), ...row })),
  );
}

/** Removes all lines of a record. */
export async function removeLines(tenant: Tenant, table: LineTable, parentId: string): Promise<void> {
  await sql(
    tenant,
    `delete from ${table} where organization_id = $1::uuid and ${PARENT_COLUMN[table]} = $2::uuid`,
    [tenant.organizationId, parentId],
  );
}
