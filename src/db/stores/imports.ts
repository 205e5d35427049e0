import type { ImportStatus } from '@/core/imports/import-states';
import type { DayStyle } from '@/core/imports/written-day';
import { sql, type Tenant } from '../tenancy';
import { keptCount } from './record-counts';

export interface ImportRecord {
  readonly id: string;
  readonly noun: string;
  readonly fileName: string;
  readonly columns: readonly string[];
  readonly mapping: readonly (string | null)[];
  readonly importStatus: ImportStatus;
  readonly attempt: number;
  /** The last record that the check or run under way has judged; below zero: it has not grouped the rows yet. */
  readonly reached: number;
  /** How days with slashes are written; null while nothing decides it. */
  readonly dayStyle: DayStyle | null;
  /** Whether the documents are posted as well. */
  readonly posts: boolean;
  readonly correctsImportId: string | null;
  /** The cut-over it is part of. */
  readonly cutOverId: string | null;
  /** The source of orders and bills whose file it is. */
  readonly sourceId: string | null;
  readonly createdBy: string | null;
  readonly createdByName: string | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface ImportCounts {
  readonly total: number;
  readonly pending: number;
  readonly ready: number;
  readonly failed: number;
  readonly imported: number;
  /** Rows not processed yet by the check or run in progress. */
  readonly left: number;
  /** Documents that wait for a second person's approval. */
  readonly waiting: number;
}

const RECORD = `i.id, i.noun, i.file_name as "fileName", i.columns, i.mapping, i.import_status as "importStatus", i.attempt, i.reached,
  i.day_style as "dayStyle", i.posts, i.corrects_import_id as "correctsImportId", i.cut_over_id as "cutOverId", i.source_id as "sourceId", i.created_by as "createdBy",
  i.created_by_name as "createdByName", i.version, i.created_at as "createdAt", i.updated_at as "updatedAt"`;

/** Kept by the statements that change rows: counting them would cost more with every portion of a large table. */
const COUNTS = `jsonb_build_object('total', i.row_count, 'pending', i.pending_count, 'ready', i.ready_count, 'failed', i.failed_count,
  'imported', i.imported_count, 'left', i.left_count, 'waiting', i.waiting_count) as counts`;

export type CountedImport = ImportRecord & { readonly counts: ImportCounts };

/** An import with the number of rows in each state; null when it does not exist. */
export async function findImport(tenant: Tenant, id: string): Promise<CountedImport | null> {
  const [row] = await sql<CountedImport>(
    tenant,
    `select ${RECORD}, ${COUNTS} from imports i where i.organization_id = $1::uuid and i.id = $2::uuid`,
    [tenant.organizationId, id],
  );
  return row ?? null;
}

/** The same, locked until the transaction ends, so that only one check or run works on it at a time. */
export async function lockImport(tenant: Tenant, id: string): Promise<ImportRecord | null> {
  const [row] = await sql<ImportRecord>(
    tenant,
    `select ${RECORD} from imports i where i.organization_id = $1::uuid and i.id = $2::uuid for update`,
    [tenant.organizationId, id],
  );
  return row ?? null;
}

/** Imports of these nouns, newest first. */
export async function listImports(
  tenant: Tenant,
  query: {
    readonly nouns: readonly string[];
    readonly skip: number;
    readonly take: number;
  },
): Promise<{ rows: CountedImport[]; total: number }> {
  const where = `i.organization_id = $1::uuid and i.noun = any ($2::text[])`;
  const kept = await keptCount(tenant, 'imports', { noun: query.nouns });
  // Looking beyond the last one would go through all of them.
  if (kept !== null && query.skip >= kept) return { rows: [], total: kept };
  const rows = await sql<CountedImport>(
    tenant,
    `select ${RECORD}, ${COUNTS} from imports i where ${where} order by i.created_at desc, i.id desc offset $3::int limit $4::int`,
    [tenant.organizationId, [...query.nouns], query.skip, query.take],
  );
  if (kept !== null) return { rows, total: kept };
  const [count] = await sql<{ total: number }>(
    tenant,
    `select count(*)::int as total from imports i where ${where}`,
    [tenant.organizationId, [...query.nouns]],
  );
  return { rows, total: count?.total ?? 0 };
}

/** Stores an import without its rows; `ARRIVING` while more of them follow. */
export async function insertImport(
  tenant: Tenant,
  data: Pick<
    ImportRecord,
    | 'id'
    | 'noun'
    | 'fileName'
    | 'columns'
    | 'mapping'
    | 'importStatus'
    | 'posts'
    | 'correctsImportId'
    | 'cutOverId'
    | 'sourceId'
    | 'createdBy'
    | 'createdByName'
  >,
): Promise<void> {
  await sql(
    tenant,
    `insert into imports (organization_id, id, noun, file_name, columns, mapping, corrects_import_id, created_by, created_by_name,
       cut_over_id, import_status, posts, source_id)
     values ($1::uuid, $2::uuid, $3, $4, $5::jsonb, $6::jsonb, $7::uuid, $8::uuid, $9, $10::uuid, $11, $12::boolean, $13::uuid)`,
    [
      tenant.organizationId,
      data.id,
      data.noun,
      data.fileName,
      JSON.stringify(data.columns),
      JSON.stringify(data.mapping),
      data.correctsImportId,
      data.createdBy,
      data.createdByName,
      data.cutOverId,
      data.importStatus,
      data.posts,
      data.sourceId,
    ],
  );
}

/** Changes the column mapping, which discards the results for rows that are not imported. */
export async function remapImport(
  tenant: Tenant,
  id: string,
  mapping: readonly (string | null)[],
): Promise<void> {
  await sql(
    tenant,
    `update import_rows set row_state = 'PENDING', error_field = null, error_fields = null, error_message = null
     where organization_id = $1::uuid and import_id = $2::uuid and row_state in ('READY', 'FAILED')`,
    [tenant.organizationId, id],
  );
  await sql(
    tenant,
    `update imports set mapping = $3::jsonb, import_status = 'UPLOADED', pending_count = row_count - imported_count, ready_count = 0,
       failed_count = 0, would_wait_rows = 0, would_wait_orders = 0
     where organization_id = $1::uuid and id = $2::uuid`,
    [tenant.organizationId, id, JSON.stringify(mapping)],
  );
}

/** Changes an import's status. */
export async function moveImport(tenant: Tenant, id: string, status: ImportStatus): Promise<void> {
  await sql(
    tenant,
    'update imports set import_status = $3 where organization_id = $1::uuid and id = $2::uuid',
    [tenant.organizationId, id, status],
  );
}

/**
 * Begins a check, a run or another round over its rows, which has judged none of them yet: those that are not imported, or, to approve or
 * undo, those that are.
 */
export async function beginAttempt(
  tenant: Tenant,
  id: string,
  status: ImportStatus,
  of: 'IMPORTED' | 'OTHERS' = 'OTHERS',
): Promise<void> {
  await sql(
    tenant,
    `update imports set import_status = $3, attempt = attempt + 1, reached = -1, would_wait_orders = 0,
       left_count = case when $4::boolean then imported_count else row_count - imported_count end
     where organization_id = $1::uuid and id = $2::uuid`,
    [tenant.organizationId, id, status, of === 'IMPORTED'],
  );
}

/** Records how far a check or run is, and how many more documents of it wait for a second person (below zero: fewer). */
export async function reachImportRow(
  tenant: Tenant,
  id: string,
  reached: number,
  { waiting = 0, left = 0 }: { readonly waiting?: number; readonly left?: number } = {},
): Promise<void> {
  await sql(
    tenant,
    `update imports set reached = $3::int, waiting_count = greatest(0, waiting_count + $4::int), left_count = left_count + $5::int
     where organization_id = $1::uuid and id = $2::uuid`,
    [tenant.organizationId, id, reached, waiting, left],
  );
}

/** Sets whether the documents of an import are posted as well. */
export async function setPosts(tenant: Tenant, id: string, posts: boolean): Promise<void> {
  await sql(
    tenant,
    'update imports set posts = $3::boolean where organization_id = $1::uuid and id = $2::uuid',
    [tenant.organizationId, id, posts],
  );
}

/** Sets how days with slashes are written. */
export async function setDayStyle(tenant: Tenant, id: string, style: DayStyle | null): Promise<void> {
  await sql(tenant, 'update imports set day_style = $3 where organization_id = $1::uuid and id = $2::uuid', [
    tenant.organizationId,
    id,
    style,
  ]);
}

/** Deletes an import and its rows; the records created from them remain. */
export async function removeImport(tenant: Tenant, id: string): Promise<void> {
  await sql(tenant, 'delete from imports where organization_id = $1::uuid and id = $2::uuid', [
    tenant.organizationId,
    id,
  ]);
}

/**
 * Locks the upload that has been arriving for longest without a row since some moment, and is not arriving right now; null when there is
 * none.
 */
export async function lockAbandonedUpload(tenant: Tenant, before: Date): Promise<ImportRecord | null> {
  const [row] = await sql<ImportRecord>(
    tenant,
    `select ${RECORD} from imports i where i.organization_id = $1::uuid and i.import_status = 'ARRIVING' and i.updated_at < $2::timestamptz
     order by i.updated_at limit 1 for update skip locked`,
    [tenant.organizationId, before],
  );
  return row ?? null;
}

/**
 * Stores the hash of an import's content: the kind, the columns and every row. Returns the name of the file that was imported with the
 * same content before, into the same cut-over, and was not undone; null when there is none.
 */
export async function hashContent(tenant: Tenant, id: string): Promise<string | null> {
  const [row] = await sql<{ same: string | null }>(
    tenant,
    `with content as (
       select md5(i.noun || i.columns::text || coalesce((select string_agg(md5(r.cells::text), '' order by r.row_number) from import_rows r
         where r.organization_id = i.organization_id and r.import_id = i.id), '')) as hash
       from imports i where i.organization_id = $1::uuid and i.id = $2::uuid
     ), kept as (
       update imports i set content_hash = c.hash from content c where i.organization_id = $1::uuid and i.id = $2::uuid
       returning i.cut_over_id, c.hash
     )
     select (select o.file_name from imports o where o.organization_id = $1::uuid and o.id <> $2::uuid and o.content_hash = k.hash
       and o.cut_over_id = k.cut_over_id and o.import_status in ('RUNNING', 'PROPOSED', 'APPROVING', 'DONE', 'UNDOING') limit 1) as same
     from kept k`,
    [tenant.organizationId, id],
  );
  return row?.same ?? null;
}

/** The files of a source, the latest first, and how many there are. */
export function importsOfSource(
  tenant: Tenant,
  sourceId: string,
  page: { readonly skip: number; readonly take: number },
): Promise<(CountedImport & { readonly of: number })[]> {
  return sql(
    tenant,
    `select ${RECORD}, ${COUNTS}, count(*) over ()::int as "of" from imports i
     where i.organization_id = $1::uuid and i.source_id = $2::uuid order by i.created_at desc, i.id desc offset $3::int limit $4::int`,
    [tenant.organizationId, sourceId, page.skip, page.take],
  );
}

/** The imports of a cut-over, in the order they were uploaded. */
export function importsOfCutOver(tenant: Tenant, cutOverId: string): Promise<CountedImport[]> {
  return sql(
    tenant,
    `select ${RECORD}, ${COUNTS} from imports i where i.organization_id = $1::uuid and i.cut_over_id = $2::uuid
     order by i.created_at, i.id`,
    [tenant.organizationId, cutOverId],
  );
}
