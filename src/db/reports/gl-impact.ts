import { sql, type Tenant } from '../tenancy';

/** One line of an entry posted for a document, as in the ledger. Decimals as stored. */
export interface MadeLine {
  readonly lineNumber: number;
  readonly accountId: string;
  readonly debit: string;
  readonly credit: string;
  readonly baseDebit: string;
  readonly baseCredit: string;
  readonly classId: string | null;
  readonly departmentId: string | null;
  readonly locationId: string | null;
  readonly projectId: string | null;
  readonly entityType: string | null;
  readonly entityId: string | null;
  readonly memo: string | null;
}

export interface MadeEntry {
  readonly entryId: string;
  readonly entryNumber: string;
  readonly postingDate: string;
  readonly lines: readonly MadeLine[];
}

/** The entry with its lines; null when it does not exist. */
export async function readMadeEntry(tenant: Tenant, entryId: string): Promise<MadeEntry | null> {
  const rows = await sql<MadeLine & { entryNumber: string; postingDate: string }>(
    tenant,
    `select e.entry_number as "entryNumber", e.posting_date as "postingDate", l.line_number as "lineNumber",
       l.account_id as "accountId", l.debit, l.credit, l.base_debit as "baseDebit", l.base_credit as "baseCredit",
       l.class_id as "classId", l.department_id as "departmentId", l.location_id as "locationId", l.project_id as "projectId",
       l.entity_type as "entityType", l.entity_id as "entityId", l.memo
     from ledger_entries e join ledger_lines l on l.organization_id = e.organization_id and l.entry_id = e.id
     where e.organization_id = $1::uuid and e.id = $2::uuid order by l.line_number`,
    [tenant.organizationId, entryId],
  );
  const [first] = rows;
  if (first === undefined) return null;
  return {
    entryId,
    entryNumber: first.entryNumber,
    postingDate: first.postingDate,
    lines: rows.map(({ entryNumber: _number, postingDate: _date, ...line }) => line),
  };
}

/** The codes and names of accounts, by id. */
export async function readAccountNames(
  tenant: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly code: string; readonly name: string }>> {
  const rows = await sql<{ id: string; code: string; name: string }>(
    tenant,
    'select id, code, name from accounts where organization_id = $1::uuid and id = any ($2::uuid[])',
    [tenant.organizationId, ids],
  );
  return new Map(rows.map(({ id, code, name }) => [id, { code, name }]));
}
