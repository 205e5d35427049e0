import { HEADER_TERM_NAMES } from '@/core/transactions/header-terms';
import type { Plain } from '../../record-row';
import { recordStore } from '../../record-store';
import { newRowForSql, rowForSql, rowFromSql } from '../../row-from-sql';
import { preparedSql, sql, type Tenant } from '../../tenancy';
import { documentFromJson, documentJson } from './document-json';

export type TransactionRecord = Plain<'BusinessTransaction'>;
export type TransactionLineRecord = Plain<'BusinessTransactionLine'>;
export type ImpactLineRecord = Plain<'TransactionImpactLine'>;
export type TransactionTypeRecord = Plain<'TransactionType'>;

/** Business transactions (interface 2.6), their lines and their types. */
export const transactions = recordStore('BusinessTransaction');
export const transactionLines = recordStore('BusinessTransactionLine');
export const transactionTypes = recordStore('TransactionType');

type Sqlrow = Record<string, unknown>;

/** The documents with these ids, locked against other writers in id order. SQL handles only. */
export async function lockTransactions(tenant: Tenant, ids: readonly string[]): Promise<TransactionRecord[]> {
  const rows = await sql<Sqlrow>(
    tenant,
    `select * from business_transactions where organization_id = $1::uuid and id = any ($2::uuid[]) order by id for no key update`,
    [tenant.organizationId, ids],
  );
  return rows.map((row) => rowFromSql('BusinessTransaction', row));
}

/** The documents with these ids, in no particular order. */
export async function findTransactions(tenant: Tenant, ids: readonly string[]): Promise<TransactionRecord[]> {
  const rows = await sql<Sqlrow>(
    tenant,
    `select * from business_transactions where organization_id = $1::uuid and id = any ($2::uuid[])`,
    [tenant.organizationId, ids],
  );
  return rows.map((row) => rowFromSql('BusinessTransaction', row));
}

/** The lines of these documents, by document and line number. */
export async function linesOfTransactions(
  tenant: Tenant,
  ids: readonly string[],
): Promise<TransactionLineRecord[]> {
  const rows = await sql<Sqlrow>(
    tenant,
    `select * from business_transaction_lines where organization_id = $1::uuid and transaction_id = any ($2::uuid[])
     order by transaction_id, line_number`,
    [tenant.organizationId, ids],
  );
  return rows.map((row) => rowFromSql('BusinessTransactionLine', row));
}

/** The entry lines these documents will post (or posted), by document and line number. */
export async function impactOfTransactions(
  tenant: Tenant,
  ids: readonly string[],
): Promise<ImpactLineRecord[]> {
  const rows = await sql<Sqlrow>(
    tenant,
    `select * from transaction_impact_lines where organization_id = $1::uuid and transaction_id = any ($2::uuid[])
     order by transaction_id, line_number`,
    [tenant.organizationId, ids],
  );
  return rows.map((row) => rowFromSql('TransactionImpactLine', row));
}

type WithoutTenant<Row> = Omit<Row, 'organizationId'>;
export type NewLine = WithoutTenant<TransactionLineRecord>;
export type NewImpactLine = WithoutTenant<ImpactLineRecord>;

/** A document about to be stored: everything except its number, which the database assigns last. */
export interface NewTransaction {
  readonly header: Partial<TransactionRecord> & { readonly id: string };
  readonly lines: readonly NewLine[];
  readonly impact: readonly NewImpactLine[];
  /** The number's prefix and fiscal year. */
  readonly series: string;
  readonly fiscalYear: number;
}

const list = (rows: readonly object[]) =>
  JSON.stringify(rows.map((row) => newRowForSql(row as Readonly<Record<string, unknown>>)));

const partsOf = (documents: readonly NewTransaction[]) => [
  list(documents.map(({ header, series, fiscalYear }) => ({ ...header, series, fiscalYear }))),
  list(documents.flatMap(({ lines }) => lines)),
  list(documents.flatMap(({ impact }) => impact)),
];

const INSERT = `select ${documentJson('d')} as document from daybook_insert_transactions($1::jsonb, $2::jsonb, $3::jsonb) d`;

/** Stores new documents; returns them as they are stored, in no particular order. */
export async function insertTransactions(
  tenant: Tenant,
  documents: readonly NewTransaction[],
): Promise<TransactionRecord[]> {
  const rows = await preparedSql<{ document: Sqlrow }>(
    tenant,
    'insert_transactions',
    INSERT,
    partsOf(documents),
  );
  return rows.map(({ document }) => documentFromJson(document));
}

/** Who asks for a new document, and the ids of the audit rows and events that it leaves: created, and approved where it is stored so. */
export interface CreationCall {
  readonly id: string;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly actorName: string;
  readonly surface: string;
  readonly requestId: string;
  readonly auditId: string;
  readonly eventId: string;
  readonly approvalId: string;
  readonly approvedEventId: string;
  /** What its audit row contains in addition to its columns; undefined: nothing. */
  readonly also?: Readonly<Record<string, unknown>> | undefined;
}

const CREATE = `select ${documentJson('d')} as document from daybook_create_transactions($1::jsonb, $2::jsonb, $3::jsonb, $4::jsonb) d`;

/** Stores new documents with their audit rows and events in one statement; returns them as they are stored, in no particular order. */
export async function createTransactions(
  tenant: Tenant,
  documents: readonly NewTransaction[],
  calls: readonly CreationCall[],
): Promise<TransactionRecord[]> {
  const rows = await preparedSql<{ document: Sqlrow }>(tenant, 'create_transactions', CREATE, [
    ...partsOf(documents),
    list(calls),
  ]);
  return rows.map(({ document }) => documentFromJson(document));
}

/** Replaces the entries documents will post and, if given, their lines. Only before posting. */
export async function replaceTransactionParts(
  tenant: Tenant,
  ids: readonly string[],
  parts: { readonly lines: readonly NewLine[] | null; readonly impact: readonly NewImpactLine[] },
): Promise<void> {
  await sql(tenant, 'select daybook_replace_transaction_parts($1::uuid[], $2::jsonb, $3::jsonb)', [
    ids,
    parts.lines === null ? null : list(parts.lines),
    list(parts.impact),
  ]);
}

/** Columns a verb may set; the rest of a document changes only when it is stored again. */
const CHANGEABLE = [
  'entityType',
  'entityId',
  'subsidiaryId',
  'transactionDate',
  'currencyCode',
  'baseCurrencyCode',
  'exchangeRate',
  'exchangeRateGiven',
  'subtotalAmount',
  'taxAmount',
  'discountAmount',
  'totalAmount',
  'baseTotalAmount',
  'appliedAmount',
  'transactionStatus',
  ...HEADER_TERM_NAMES,
  'isAdjustment',
  'recordStatus',
  'changedBy',
  'submittedBy',
  'submittedAt',
  'approvedBy',
  'approvedAt',
  'approvalComment',
  'cancelledAt',
  'cancelReason',
] as const satisfies readonly (keyof TransactionRecord)[];
export type TransactionChanges = Partial<Pick<TransactionRecord, (typeof CHANGEABLE)[number]>>;

/** Changes columns of a document the caller has locked; returns the changed document. SQL handles only. */
export async function changeTransaction(
  tenant: Tenant,
  id: string,
  changes: TransactionChanges,
): Promise<TransactionRecord> {
  const [record] = await changeTransactions(tenant, [id], changes);
  if (record === undefined) throw new Error('a locked transaction vanished');
  return record;
}

/** The same change of several documents in one statement; returns them in no particular order. */
export async function changeTransactions(
  tenant: Tenant,
  ids: readonly string[],
  changes: TransactionChanges,
): Promise<TransactionRecord[]> {
  if (ids.length === 0) return [];
  const names = CHANGEABLE.filter((name) => changes[name] !== undefined);
  const columns = Object.keys(rowForSql(Object.fromEntries(names.map((name) => [name, null]))));
  const assignments = columns.map((column) => `"${column}" = n."${column}"`).join(', ');
  const rows = await sql<Sqlrow>(
    tenant,
    `update business_transactions t set ${assignments}
     from jsonb_populate_record(null::business_transactions, $3::jsonb) n
     where t.organization_id = $1::uuid and t.id = any ($2::uuid[]) returning t.*`,
    [tenant.organizationId, ids, JSON.stringify(rowForSql(changes as Record<string, unknown>))],
  );
  return rows.map((row) => rowFromSql('BusinessTransaction', row));
}

/** Deletes a document that is not posted, and gives its number back if it is the last in its series. */
export async function deleteTransaction(
  tenant: Tenant,
  record: Pick<TransactionRecord, 'id' | 'transactionNumber'>,
): Promise<{ numberGivenBack: boolean }> {
  await sql(tenant, 'delete from business_transactions where organization_id = $1::uuid and id = $2::uuid', [
    tenant.organizationId,
    record.id,
  ]);
  const [row] = await sql<{ given: boolean }>(tenant, 'select daybook_give_back_number($1) as given', [
    record.transactionNumber,
  ]);
  return { numberGivenBack: row?.given === true };
}
