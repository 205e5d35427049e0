import type { ImportRowState } from '@/core/imports/import-states';
import type { SlashedDays } from '@/core/imports/written-day';
import { WAITS } from '../../core/orders/order-acts';
import { copyIn, sql, type Tenant } from '../tenancy';

export interface ImportRowRecord {
  readonly rowNumber: number;
  readonly cells: readonly string[];
  readonly rowState: ImportRowState;
  /** The first field with which something is wrong. */
  readonly errorField: string | null;
  /** All of them; null in a row that was judged before they were kept. */
  readonly errorFields: readonly string[] | null;
  /** Everything that is wrong, a sentence each. */
  readonly errorMessage: string | null;
  readonly recordId: string | null;
  /** What it became, or in a check would become, in words. */
  readonly outcome: string | null;
}

const ROW = `row_number as "rowNumber", cells, row_state as "rowState", error_field as "errorField",
  error_fields as "errorFields", error_message as "errorMessage", record_id as "recordId", outcome`;

/**
 * An import's rows in order, of one state or all, after the first `skip` of them. Rows are numbered without gaps, so that a page of all
 * of them costs the same wherever it is.
 */
export function listImportRows(
  tenant: Tenant,
  importId: string,
  query: { readonly state: ImportRowState | null; readonly skip: number; readonly take: number },
): Promise<ImportRowRecord[]> {
  const { state, skip, take } = query;
  return state === null
    ? sql(
        tenant,
        `select ${ROW} from import_rows where organization_id = $1::uuid and import_id = $2::uuid and row_number > $3::int
         order by row_number limit $4::int`,
        [tenant.organizationId, importId, skip, take],
      )
    : sql(
        tenant,
        // Written out, so that the index of rows with errors is found.
        `select ${ROW} from import_rows where organization_id = $1::uuid and import_id = $2::uuid
           and ${state === 'FAILED' ? 'error_message is not null and $5::text is not null' : 'row_state = $5'}
         order by row_number offset $3::int limit $4::int`,
        [tenant.organizationId, importId, skip, take, state],
      );
}

/** A row as it arrives: its number, the first row of its record as far as is known, and its cells. */
export interface ArrivingRow {
  readonly rowNumber: number;
  readonly unit: number;
  readonly cells: readonly string[];
}

/** Characters of COPY text that are sent at a time. */
const COPY_PIECE = 65_536;

/** Rows as the text format of COPY: tabs between columns, a backslash before a backslash. JSON has no line breaks of its own. */
function* copyText(rows: readonly ArrivingRow[]): Generator<string> {
  let piece = '';
  for (const { rowNumber, unit, cells } of rows) {
    piece += `${rowNumber}\t${unit}\t${JSON.stringify(cells).replaceAll('\\', '\\\\')}\n`;
    if (piece.length >= COPY_PIECE) {
      yield piece;
      piece = '';
    }
  }
  if (piece !== '') yield piece;
}

/**
 * Adds rows to an import. They are copied into a temporary table, since a table with row security takes no COPY, and stored
 * from there in one statement. SQL handles only.
 */
export async function appendImportRows(
  tenant: Tenant,
  importId: string,
  rows: readonly ArrivingRow[],
): Promise<void> {
  await sql(
    tenant,
    'create temporary table if not exists arriving_rows (row_number integer, unit integer, cells jsonb) on commit delete rows',
  );
  await copyIn(tenant, 'copy arriving_rows from stdin', copyText(rows));
  await sql(
    tenant,
    `with arrived as (
       insert into import_rows (organization_id, import_id, row_number, unit, cells)
       select $1::uuid, $2::uuid, a.row_number, a.unit, a.cells from arriving_rows a order by a.row_number returning 1
     )
     update imports i set row_count = i.row_count + n.rows, pending_count = i.pending_count + n.rows
     from (select count(*)::int as rows from arrived) n where i.organization_id = $1::uuid and i.id = $2::uuid`,
    [tenant.organizationId, importId],
  );
  await sql(tenant, 'truncate arriving_rows');
}

/** One row of an import as it was stored; null when it has none of that number. */
export async function findImportRow(
  tenant: Tenant,
  importId: string,
  rowNumber: number,
): Promise<ArrivingRow | null> {
  const [row] = await sql<ArrivingRow>(
    tenant,
    `select row_number as "rowNumber", unit, cells from import_rows
     where organization_id = $1::uuid and import_id = $2::uuid and row_number = $3::int`,
    [tenant.organizationId, importId, rowNumber],
  );
  return row ?? null;
}

export interface WaitingRow {
  readonly rowNumber: number;
  readonly unit: number;
  readonly cells: readonly string[];
  readonly recordId: string | null;
}

/** Which rows come next, and how many of them at once. */
export interface PortionOf {
  /**
   * Those that are not imported and that this check or run has not judged yet; or those that are imported: to be approved, in their order,
   * or to be undone, the last first, so that a parent goes after its children.
   */
  readonly of: 'OTHERS' | 'IMPORTED' | 'IMPORTED_LAST_FIRST';
  readonly attempt: number;
  /** The last record of the portion before; below zero for the first portion. */
  readonly reached: number;
  /** The last record that may be among them; absent: any. */
  readonly upTo?: number;
  readonly units: number;
  readonly rows: number;
}

const BEYOND = 2_147_483_647;

/**
 * The rows of the next records, in order: whole records, at most `units` of them, and no further record once `rows` is reached. Read in
 * the order of an index from where the last portion ended, so that the last portion of a large table costs what the first did.
 */
export async function nextImportRows(
  tenant: Tenant,
  importId: string,
  { of, attempt, reached, upTo = BEYOND, units, rows: most }: PortionOf,
): Promise<WaitingRow[]> {
  const isBack = of === 'IMPORTED_LAST_FIRST';
  const state =
    of === 'OTHERS'
      ? "row_state not in ('IMPORTED', 'UNDONE') and attempt < $3::int"
      : "row_state = 'IMPORTED' and $3::int > 0";
  const read = (condition: string, unit: number | undefined, limit: number) =>
    sql<WaitingRow>(
      tenant,
      `select row_number as "rowNumber", unit, cells, record_id::text as "recordId" from import_rows
       where organization_id = $1::uuid and import_id = $2::uuid and ${state} and unit ${condition} $5::int and unit <= $6::int
       order by unit ${isBack ? 'desc' : 'asc'}, row_number ${isBack ? 'desc' : 'asc'} limit $4::int`,
      [tenant.organizationId, importId, attempt, limit, unit, upTo],
    );
  const found = await (isBack
    ? read('<', reached < 0 ? BEYOND : reached, most + 1)
    : read('>', reached, most + 1));
  const last = found.at(-1)?.unit;
  // The last record may go on beyond what was read; it is left for the next portion, or read whole when it is the only one.
  const whole =
    found.length <= most
      ? found
      : found[0]?.unit === last
        ? await read('=', last, BEYOND)
        : found.filter(({ unit }) => unit !== last);
  const taken = new Set<number>();
  return whole.filter(({ unit }) => {
    if (!taken.has(unit) && taken.size >= units) return false;
    taken.add(unit);
    return true;
  });
}

export interface RowVerdict {
  readonly rowNumber: number;
  readonly state: ImportRowState;
  readonly field: string | null;
  readonly fields: readonly string[] | null;
  readonly message: string | null;
  readonly recordId: string | null;
  readonly outcome?: string | null;
}

/**
 * Records the result for rows in this check or run, and counts them: by their states, and those of a file of orders that would wait for a
 * person, with their orders. A row that is already imported cannot change.
 */
export async function judgeImportRows(
  tenant: Tenant,
  importId: string,
  attempt: number,
  verdicts: readonly RowVerdict[],
): Promise<void> {
  if (verdicts.length === 0) return;
  const moved = (state: ImportRowState) =>
    `count(*) filter (where b.state = '${state}') - count(*) filter (where b.row_state = '${state}')`;
  await sql(
    tenant,
    `with v as (
       select * from jsonb_to_recordset($4::jsonb) as v("rowNumber" int, state text, field text, fields text[], message text, "recordId" uuid, outcome text)
     ), b as (
       select r.row_state, r.attempt, v.state, r.unit,
         r.row_state = 'READY' and coalesce(starts_with(r.outcome, $5), false) as waited,
         v.state = 'READY' and coalesce(starts_with(v.outcome, $5), false) as waits
       from v join import_rows r
         on r.organization_id = $1::uuid and r.import_id = $2::uuid and r.row_number = v."rowNumber"
     ), judged as (
       update import_rows r set row_state = v.state, error_field = v.field, error_fields = v.fields, error_message = v.message, record_id = v."recordId",
         outcome = v.outcome, attempt = $3::int
       from v where r.organization_id = $1::uuid and r.import_id = $2::uuid and r.row_number = v."rowNumber"
     )
     update imports i set pending_count = i.pending_count + d.pending, ready_count = i.ready_count + d.ready,
       failed_count = i.failed_count + d.failed, imported_count = i.imported_count + d.imported, left_count = i.left_count - d.judged,
       would_wait_rows = i.would_wait_rows + d.rows, would_wait_orders = i.would_wait_orders + d.orders
     from (
       select ${moved('PENDING')} as pending, ${moved('READY')} as ready, ${moved('FAILED')} as failed,
         ${moved('IMPORTED')} as imported, count(*) filter (where b.attempt < $3::int) as judged,
         count(*) filter (where b.waits) - count(*) filter (where b.waited) as rows,
         count(distinct b.unit) filter (where b.waits and b.attempt < $3::int) as orders
       from b
     ) d
     where i.organization_id = $1::uuid and i.id = $2::uuid`,
    [tenant.organizationId, importId, attempt, JSON.stringify(verdicts), WAITS],
  );
}

/** What JavaScript's trim removes, so that the database finds the same text in a cell as the reader of rows. */
export const WHITESPACE =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/**
 * Records which rows belong together, where that is not recorded yet: those with the same text in a column become one record, named
 * after the first of them; without a column, or with an empty cell, a row is a record of its own.
 */
export async function groupImportRows(
  tenant: Tenant,
  importId: string,
  column: number | null,
): Promise<void> {
  // By the place of the row, which needs no statistics to be found fast.
  const grouped = (unit: string, values: readonly unknown[]) =>
    sql(
      tenant,
      `update import_rows r set unit = k.first from (
         select s.ctid as place, s.unit, s.row_state, ${unit} as first from import_rows s
         where s.organization_id = $1::uuid and s.import_id = $2::uuid
       ) k
       where r.ctid = k.place and k.unit <> k.first and k.row_state not in ('IMPORTED', 'UNDONE')
         and r.organization_id = $1::uuid and r.import_id = $2::uuid`,
      [tenant.organizationId, importId, ...values],
    );
  const key = 'btrim(s.cells ->> $3::int, $4)';
  if (column === null) await grouped('s.row_number', []);
  else {
    await grouped(
      `case when coalesce(${key}, '') = '' then s.row_number else min(s.row_number) over (partition by ${key}) end`,
      [column, WHITESPACE],
    );
  }
}

/** Rows of an import in order, after one of them, for those whose grouping takes more than one column. */
export function rowsAfter(
  tenant: Tenant,
  importId: string,
  after: number,
  limit: number,
): Promise<{ readonly rowNumber: number; readonly cells: readonly string[] }[]> {
  return sql(
    tenant,
    `select row_number as "rowNumber", cells from import_rows
     where organization_id = $1::uuid and import_id = $2::uuid and row_number > $3::int order by row_number limit $4::int`,
    [tenant.organizationId, importId, after, limit],
  );
}

/** Records which rows belong together: row → the first row of its record. */
export async function setImportUnits(
  tenant: Tenant,
  importId: string,
  units: readonly { readonly rowNumber: number; readonly unit: number }[],
): Promise<void> {
  await sql(
    tenant,
    `update import_rows r set unit = u.unit from jsonb_to_recordset($3::jsonb) as u("rowNumber" int, unit int)
     where r.organization_id = $1::uuid and r.import_id = $2::uuid and r.row_number = u."rowNumber" and r.unit <> u.unit
       and r.row_state not in ('IMPORTED', 'UNDONE')`,
    [tenant.organizationId, importId, JSON.stringify(units)],
  );
}

/** Of the days with slashes in some columns of a file: whether the first part of some is above 12, and the second part of some. */
export async function slashedDays(
  tenant: Tenant,
  importId: string,
  columns: readonly number[],
): Promise<SlashedDays> {
  const [row] = await sql<SlashedDays>(
    tenant,
    `select coalesce(bool_or(d.parts[1]::int > 12), false) as first, coalesce(bool_or(d.parts[2]::int > 12), false) as second
     from import_rows r, unnest($3::int[]) as c(place),
       lateral (select regexp_match(btrim(r.cells ->> c.place, $4), '^(\\d{1,2})/(\\d{1,2})/\\d{4}(?:,? .*)?$') as parts) d
     -- Most cells have no slash, which is found out faster than with the expression.
     where r.organization_id = $1::uuid and r.import_id = $2::uuid and r.cells ->> c.place like '%/%' and d.parts is not null`,
    [tenant.organizationId, importId, [...columns], WHITESPACE],
  );
  return row ?? { first: false, second: false };
}

/** Rows whose text in a column an earlier row has too, with the first such row; not those this check or run has judged. */
export async function twinRows(
  tenant: Tenant,
  importId: string,
  query: { readonly column: number; readonly attempt: number; readonly limit: number },
): Promise<
  {
    readonly rowNumber: number;
    readonly cells: readonly string[];
    readonly twin: number;
    readonly text: string;
  }[]
> {
  return sql(
    tenant,
    `select t.row_number as "rowNumber", t.cells, t.twin, t.text from (
       select s.row_number, s.cells, s.row_state, s.attempt, btrim(s.cells ->> $3::int, $4) as text,
         min(s.row_number) over (partition by btrim(s.cells ->> $3::int, $4)) as twin
       from import_rows s where s.organization_id = $1::uuid and s.import_id = $2::uuid
     ) t
     where t.text <> '' and t.row_number <> t.twin and t.attempt < $5::int and t.row_state not in ('IMPORTED', 'UNDONE')
     order by t.row_number limit $6::int`,
    [tenant.organizationId, importId, query.column, WHITESPACE, query.attempt, query.limit],
  );
}

/** For each of some texts the first row that has it in one of these columns and was found in order by this check. */
export async function promisedRows(
  tenant: Tenant,
  importId: string,
  query: { readonly columns: readonly number[]; readonly texts: readonly string[]; readonly attempt: number },
): Promise<ReadonlyMap<string, number>> {
  if (query.columns.length === 0 || query.texts.length === 0) return new Map();
  const rows = await sql<{ text: string; row: number }>(
    tenant,
    `select c.text, min(s.row_number) as row from import_rows s
     cross join lateral (select btrim(s.cells ->> n, $5) as text from unnest($3::int[]) n) c
     where s.organization_id = $1::uuid and s.import_id = $2::uuid and s.row_state = 'READY' and s.attempt = $6::int
       and c.text = any ($4::text[])
     group by 1`,
    [tenant.organizationId, importId, [...query.columns], [...query.texts], WHITESPACE, query.attempt],
  );
  return new Map(rows.map(({ text, row }) => [text, row]));
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

/** Marks all imported rows of an import as undone. */
export async function markUndone(tenant: Tenant, importId: string): Promise<void> {
  await sql(
    tenant,
    `with undone as (
       update import_rows set row_state = 'UNDONE', record_id = null
       where organization_id = $1::uuid and import_id = $2::uuid and row_state = 'IMPORTED' returning 1
     )
     update imports i set imported_count = i.imported_count - n.rows from (select count(*)::int as rows from undone) n
     where i.organization_id = $1::uuid and i.id = $2::uuid`,
    [tenant.organizationId, importId],
  );
}

/** The statement of the rows of an import that failed, in order, for a stream. Written out, so that the index of rows with errors is found. */
export const failedRowsStatement = (tenant: Tenant, importId: string) => ({
  text: `select row_number as "rowNumber", cells, error_message as "errorMessage" from import_rows
    where organization_id = $1::uuid and import_id = $2::uuid and row_state = 'FAILED' order by row_number`,
  values: [tenant.organizationId, importId],
});
