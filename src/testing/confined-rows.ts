import type { OrganizationId } from '@/core/principal';
import { sql, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';

/** The subsidiaries that someone reaches; null: all of them. */
export type Reach = readonly string[] | null;

/** Rows of an organization, written and read past the use-cases as someone confined to subsidiaries. */
export class ConfinedRows {
  readonly #organizationId: OrganizationId;

  constructor(organizationId: OrganizationId) {
    this.#organizationId = organizationId;
  }

  /** One statement as someone who reaches these subsidiaries. */
  as(reach: Reach, text: string, values: readonly unknown[] = [], userId: string | null = null) {
    return withTenantSql({ organizationId: this.#organizationId, userId, subsidiaryIds: reach }, (tenant) =>
      sql<Record<string, unknown>>(tenant, text, values),
    );
  }

  /** Stores a row with these columns and an id, and returns the id. */
  async add(table: string, columns: Readonly<Record<string, unknown>>, by: Reach = null) {
    const row = { organization_id: this.#organizationId, id: newId(), ...columns };
    const names = Object.keys(row).join(', ');
    await this.as(
      by,
      `insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table}, $1::jsonb)`,
      [JSON.stringify(row)],
    );
    return row.id;
  }

  /** Those of the rows that someone sees, in the order given. */
  async seen(reach: Reach, table: string, ids: readonly string[], userId: string | null = null) {
    const rows = await this.as(reach, `select id from ${table} where id = any ($1::uuid[])`, [ids], userId);
    return ids.filter((id) => rows.some((row) => row.id === id));
  }
}
