import type { CodedKind } from '../../../core/other-ledgers/formats';
import { recordStore } from '../../record-store';
import { recordStream } from '../../record-stream';
import { rowFromSql } from '../../row-from-sql';
import { sql, type Tenant } from '../../tenancy';

export const otherLedgers = recordStore('OtherLedger');
export const streamOtherLedgers = recordStream('OtherLedger');
export type OtherLedgerRecord = NonNullable<Awaited<ReturnType<typeof otherLedgers.find>>>;

/** A record of ours with the other ledger's code for it; null when none was entered. */
export interface CodedRecord {
  readonly kind: CodedKind;
  readonly recordId: string;
  readonly ownCode: string;
  readonly name: string;
  readonly code: string | null;
}

const OWN: Readonly<Record<CodedKind, string>> = {
  ACCOUNT: `select id, code, name from accounts where organization_id = $1::uuid and not is_summary`,
  DEPARTMENT: 'select id, code, name from departments where organization_id = $1::uuid',
  CLASS: 'select id, code, name from classes where organization_id = $1::uuid',
  LOCATION: 'select id, code, name from locations where organization_id = $1::uuid',
  SUBSIDIARY: 'select id, code, name from subsidiaries where organization_id = $1::uuid',
};

/** The records of these kinds by kind and own code, each with the other ledger's code. */
export function readCodes(
  tenant: Tenant,
  ledgerId: string,
  kinds: readonly CodedKind[],
): Promise<CodedRecord[]> {
  const parts = kinds.map((kind) => `select '${kind}' as kind, id, code, name from (${OWN[kind]}) o`);
  return sql<CodedRecord>(
    tenant,
    `select r.kind, r.id as "recordId", r.code as "ownCode", r.name, c.code
     from (${parts.join(' union all ')}) r
     left join other_ledger_codes c on c.organization_id = $1::uuid and c.ledger_id = $2::uuid and c.kind = r.kind and c.record_id = r.id
     order by array_position(array['ACCOUNT', 'DEPARTMENT', 'CLASS', 'LOCATION', 'SUBSIDIARY'], r.kind), r.code, r.id`,
    [tenant.organizationId, ledgerId],
  );
}

/** Writes codes; null removes a code. */
export async function writeCodes(
  tenant: Tenant,
  ledgerId: string,
  codes: readonly { readonly kind: string; readonly recordId: string; readonly code: string | null }[],
): Promise<void> {
  await sql(
    tenant,
    `delete from other_ledger_codes c using jsonb_to_recordset($3::jsonb) as n(kind text, "recordId" uuid, code text)
     where c.organization_id = $1::uuid and c.ledger_id = $2::uuid and c.kind = n.kind and c.record_id = n."recordId"`,
    [tenant.organizationId, ledgerId, JSON.stringify(codes)],
  );
  await sql(
    tenant,
    `insert into other_ledger_codes (organization_id, ledger_id, kind, record_id, code)
     select $1::uuid, $2::uuid, n.kind, n."recordId", n.code
     from jsonb_to_recordset($3::jsonb) as n(kind text, "recordId" uuid, code text) where n.code is not null`,
    [tenant.organizationId, ledgerId, JSON.stringify(codes)],
  );
}

/** The ledger, locked: batches of one ledger are made one after another. Null when there is none. */
export async function lockOtherLedger(tenant: Tenant, id: string): Promise<OtherLedgerRecord | null> {
  const [row] = await sql<Readonly<Record<string, unknown>>>(
    tenant,
    'select * from other_ledgers where organization_id = $1::uuid and id = $2::uuid for update',
    [tenant.organizationId, id],
  );
  return row === undefined ? null : rowFromSql('OtherLedger', row);
}
