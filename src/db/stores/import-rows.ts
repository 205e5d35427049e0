import { sql, type Tenant } from '../tenancy';
import type { ImportRowState } from './imports';

export interface ImportRowRecord {
  readonly rowNumber: number;
  readonly cells: readonly string[];
  readonly rowState: ImportRowState;
  readonly errorField: string | null;
  readonly errorMessage: string | null;
  readonly recordId: string | null;
  /** What it became, or by a check would become, in words. */
  readonly outcome: string | null;
}

const ROW = `row_number as "rowNumber", cells, row_state as "rowState", error_field as "errorField",
  error_message as "errorMessage", record_id as "recordId", outcome`;

/** An import's rows in order, in some states or in all, and their number. */
export function listImportRows(
  tenant: Tenant,
  importId: string,
  query: { readonly states: readonly ImportRowState[] | null; readonly skip: number; readonly take: number },
): Promise<(ImportRowRecord & { readonly of: number })[]> {
  return sql(
    tenant,
    `select ${ROW}, count(*) over ()::int as "of" from import_rows
     where organization_id = $1::uuid and import_id = $2::uuid and ($3::text[] is null or row_state = any ($3::text[]))
     order by row_number offset $4::int limit $5::int`,
    [
      tenant.organizationId,
      importId,
      query.states === null ? null : [...query.states],
      query.skip,
      query.take,
    ],
  );
}

/** All rows of an import, to be checked together. */
export function allImportRows(
  tenant: Tenant,
  importId: string,
): Promise<Pick<ImportRowRecord, 'rowNumber' | 'cells' | 'rowState'>[]> {
  return sql(
    tenant,
    `select row_number as "rowNumber", cells, row_state as "rowState" from import_rows
     where organization_id = $1::uuid and import_id = $2::uuid order by row_number`,
    [tenant.organizationId, importId],
  );
}

/**
 * The rows of the next units not processed yet by this check or run, in order: whole units, at most `units` of them, and no
 * further unit once `rows` is reached.
 */
export function nextImportRows(
  tenant: Tenant,
  importId: string,
  attempt: number,
  limits: { readonly units: number; readonly rows: number },
): Promise<{ readonly rowNumber: number; readonly cells: readonly string[] }[]> {
  return sql(
    tenant,
    `with waiting as (
       select unit, count(*) as n from import_rows
       where organization_id = $1::uuid and import_id = $2::uuid and row_state <> 'IMPORTED' and attempt < $3::int
       group by unit order by unit limit $4::int
     ), taken as (
       select unit from (select unit, sum(n) over (order by unit) - n as before from waiting) w where before < $5::int
     )
     select r.row_number as "rowNumber", r.cells from import_rows r join taken using (unit)
     where r.organization_id = $1::uuid and r.import_id = $2::uuid and r.row_state <> 'IMPORTED' and r.attempt < $3::int
     order by r.unit, r.row_number`,
    [tenant.organizationId, importId, attempt, limits.units, limits.rows],
  );
}

export interface RowVerdict {
  readonly rowNumber: number;
  readonly state: ImportRowState;
  readonly field: string | null;
  readonly message: string | null;
  readonly recordId: string | null;
  readonly outcome?: string | null;
}

/** Records the result for rows in this check or run. A row that is already imported cannot change. */
export async function judgeImportRows(
  tenant: Tenant,
  importId: string,
  attempt: number,
  verdicts: readonly RowVerdict[],
): Promise<void> {
  if (verdicts.length === 0) return;
  await sql(
    tenant,
    `update import_rows r set row_state = v.state, error_field = v.field, error_message = v.message, record_id = v."recordId", outcome = v.outcome,
       attempt = $3::int
     from jsonb_to_recordset($4::jsonb) as v("rowNumber" int, state text, field text, message text, "recordId" uuid, outcome text)
     where r.organization_id = $1::uuid and r.import_id = $2::uuid and r.row_number = v."rowNumber"`,
    [tenant.organizationId, importId, attempt, JSON.stringify(verdicts)],
  );
}

/** Records which rows belong together: row → the first row of its unit. */
export async function groupImportRows(
  tenant: Tenant,
  importId: string,
  units: readonly { readonly rowNumber: number; readonly unit: number }[],
): Promise<void> {
  await sql(
    tenant,
    `update import_rows r set unit = u.unit from jsonb_to_recordset($3::jsonb) as u("rowNumber" int, unit int)
     where r.organization_id = $1::uuid and r.import_id = $2::uuid and r.row_number = u."rowNumber" and r.row_state <> 'IMPORTED'`,
    [tenant.organizationId, importId, JSON.stringify(units)],
  );
}

/** The records an import created that are still there to be undone, in the order of their rows. */
export async function importedRecords(tenant: Tenant, importId: string): Promise<readonly string[]> {
  const rows = await sql<{ id: string }>(
    tenant,
    `select record_id::text as id from import_rows
     where organization_id = $1::uuid and import_id = $2::uuid and row_state = 'IMPORTED' group by 1 order by min(row_number)`,
    [tenant.organizationId, importId],
  );
  return rows.map(({ id }) => id);
}

/** Marks the rows of an import whose records were undone. */
export async function markUndone(tenant: Tenant, importId: string): Promise<void> {
  await sql(
    tenant,
    `update import_rows set row_state = 'UNDONE', record_id = null
     where organization_id = $1::uuid and import_id = $2::uuid and row_state = 'IMPORTED'`,
    [tenant.organizationId, importId],
  );
}
