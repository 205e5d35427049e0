import { newId } from '../../../lib/ids';
import { Prisma } from '../../generated/client';
import { columnOf, rowForSql } from '../../row-from-sql';
import { preparedSql, type Tenant } from '../../tenancy';
import type { AuditEntry, OutboxEntry } from '../evidence/audit';
import { documentFromJson, documentJson } from './document-json';
import type { NewImpactLine, NewLine, TransactionRecord } from './transactions';

/** A document as whoever approves it reads it. */
export interface StoredDocument {
  readonly record: TransactionRecord;
  /** Its lines, by line number. */
  readonly lines: readonly NewLine[];
  /** The entry it would post as it is stored, by line number. */
  readonly impact: readonly NewImpactLine[];
}

/**
 * The decimal columns: JSON would make JavaScript numbers of them, so they are read as text. Lists of columns are the schema's own, so that a
 * prepared statement neither misses a new column nor fails because of it.
 */
const LINE_DECIMALS: readonly (keyof NewLine)[] = [
  'quantity',
  'unitPrice',
  'lineAmount',
  'taxRatePercent',
  'taxAmount',
];
export const IMPACT_DECIMALS = [
  'debit',
  'credit',
  'baseDebit',
  'baseCredit',
] as const satisfies readonly (keyof NewImpactLine)[];

/** The rows of a document in a table, by line number, as JSON in the names of the records. */
const rowsOf = (table: string, fields: object, decimals: readonly string[]) => {
  const columns = Object.keys(fields)
    .filter((field) => field !== 'organizationId')
    .map((field) => `r.${columnOf(field)}${decimals.includes(field) ? '::text' : ''} as "${field}"`);
  // An array, not an aggregate, which takes longer to set up than to add up.
  return `array_to_json(array(select row_to_json(x) from (select ${columns.join(', ')} from ${table} r
    where r.organization_id = t.organization_id and r.transaction_id = t.id order by r.line_number) x))`;
};

const LINES = rowsOf(
  'business_transaction_lines',
  Prisma.BusinessTransactionLineScalarFieldEnum,
  LINE_DECIMALS,
);
const IMPACT = rowsOf(
  'transaction_impact_lines',
  Prisma.TransactionImpactLineScalarFieldEnum,
  IMPACT_DECIMALS,
);
// The array of a subquery counts as equally long whether it is known or not. The parameter itself would be planned for again each time,
// because a plan for any number of ids is thought to cost more, and planning takes longer than the rest.
const DOCUMENTS = `select ${documentJson('t')} as document, ${LINES} as lines, ${IMPACT} as impact
  from business_transactions t where t.organization_id = $1::uuid and t.id = any (array(select unnest($2::uuid[])))`;

/** The documents with these ids, their lines and their entries, in one statement that only reads; in no particular order. SQL handles only. */
export async function readStoredDocuments(tenant: Tenant, ids: readonly string[]): Promise<StoredDocument[]> {
  const rows = await preparedSql<
    { readonly document: Record<string, unknown> } & Pick<StoredDocument, 'lines' | 'impact'>
  >(tenant, 'stored_documents', DOCUMENTS, [tenant.organizationId, ids], { onlyReads: true });
  return rows.map(({ document, lines, impact }) => ({
    record: documentFromJson(document),
    lines,
    impact,
  }));
}

/** Locks the documents with these ids against other writers, in id order. SQL handles only. */
export async function holdTransactions(tenant: Tenant, ids: readonly string[]): Promise<void> {
  await preparedSql(
    tenant,
    'hold_transactions',
    `select from business_transactions where organization_id = $1::uuid and id = any (array(select unnest($2::uuid[])))
     order by id for no key update`,
    [tenant.organizationId, ids],
  );
}

/** A document to be approved, as it was read, by whom and when. */
export interface NewApproval {
  readonly id: string;
  readonly version: number;
  readonly approverId: string | null;
  readonly moment: Date;
  readonly comment: string | null;
  /** Its entry, when that is not the one stored; null: it stays. */
  readonly newImpact: readonly NewImpactLine[] | null;
}

/** The audit rows and events that are written with approvals, those of documents that are approved. */
export interface RecordedApprovals {
  readonly audit: readonly AuditEntry[];
  readonly events: readonly OutboxEntry[];
}

const list = (rows: readonly object[]) =>
  JSON.stringify(rows.map((row) => rowForSql(row as Readonly<Record<string, unknown>>)));

/**
 * Approves documents that are still at the version named, and records it, in one statement (daybook_approve_transactions). When each that it
 * approved was changed, by its id; one that has changed since is missing. SQL handles only.
 */
export async function approveTransactions(
  tenant: Tenant,
  approvals: readonly NewApproval[],
  { audit, events }: RecordedApprovals,
): Promise<ReadonlyMap<string, Date>> {
  const changed = approvals.filter(({ newImpact }) => newImpact !== null);
  const rows = await preparedSql<{ id: string; updated: Date }>(
    tenant,
    'approve_transactions',
    'select o_id as id, o_updated_at as updated from daybook_approve_transactions($1::jsonb, $2::uuid[], $3::jsonb, $4::jsonb, $5::jsonb)',
    [
      list(approvals.map(({ newImpact: _entry, ...approval }) => approval)),
      changed.map(({ id }) => id),
      list(changed.flatMap(({ newImpact }) => newImpact ?? [])),
      list(audit.map((row) => ({ id: newId(), ...row }))),
      list(events.map((event) => ({ id: newId(), ...event }))),
    ],
  );
  return new Map(rows.map(({ id, updated }) => [id, updated]));
}
