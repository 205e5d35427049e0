import type { BatchLine, CodedKind, JournalSize } from '../../../core/other-ledgers/formats';
import { insertRows } from '../../bulk';
import type { NewRow } from '../../record-row';
import { recordStore } from '../../record-store';
import { columnOf, rowFromSql } from '../../row-from-sql';
import { sql, type Tenant, verificationSql } from '../../tenancy';
import type { OtherLedgerRecord } from '../structure/other-ledgers';

export const ledgerBatches = recordStore('LedgerBatch');
export type LedgerBatchRecord = NonNullable<Awaited<ReturnType<typeof ledgerBatches.find>>>;
export const ledgerReadbacks = recordStore('LedgerReadback');

type Row = Readonly<Record<string, unknown>>;

/** One batch; null when there is none. */
export async function batchById(tenant: Tenant, id: string): Promise<LedgerBatchRecord | null> {
  const [row] = await sql<Row>(
    tenant,
    'select * from ledger_batches where organization_id = $1::uuid and id = $2::uuid',
    [tenant.organizationId, id],
  );
  return row === undefined ? null : rowFromSql('LedgerBatch', row);
}

/** Begins a batch: its entries and lines come next. */
export function beginBatch(
  tenant: Tenant,
  batch: Pick<
    LedgerBatchRecord,
    | 'id'
    | 'ledgerId'
    | 'batchNumber'
    | 'throughDate'
    | 'format'
    | 'summary'
    | 'journalCode'
    | 'taxRate'
    | 'sealedByName'
    | 'sealedAt'
  >,
): Promise<void> {
  const counts = { entryCount: 0, lineCount: 0, partStarts: [] };
  const moments = { version: 1, createdAt: batch.sealedAt, updatedAt: batch.sealedAt };
  return insertRows(tenant, 'ledger_batches', [{ ...batch, batchStatus: 'MAKING', ...counts, ...moments }]);
}

/** Moves a batch to its next status, with what is then known of it. */
export async function moveBatch(
  tenant: Tenant,
  id: string,
  changes: Partial<Omit<LedgerBatchRecord, 'id' | 'organizationId'>>,
): Promise<LedgerBatchRecord> {
  const columns = Object.keys(changes).map(columnOf);
  const given = Object.fromEntries(Object.entries(changes).map(([name, value]) => [columnOf(name), value]));
  const [row] = await sql<Row>(
    tenant,
    `update ledger_batches b set ${columns.map((column) => `${column} = n.${column}`).join(', ')}
     from jsonb_populate_record(null::ledger_batches, $3::jsonb) n
     where b.organization_id = $1::uuid and b.id = $2::uuid returning b.*`,
    [tenant.organizationId, id, JSON.stringify(given)],
  );
  if (row === undefined) throw new Error('a batch went missing');
  return rowFromSql('LedgerBatch', row);
}

/** Keeps a comparison. */
export const insertReadback = (tenant: Tenant, row: NewRow<'LedgerReadback'>): Promise<void> =>
  insertRows(tenant, 'ledger_readbacks', [row]);

/** The number of the ledger's next batch. The caller holds the lock on the ledger. */
export async function nextBatchNumber(tenant: Tenant, ledgerId: string): Promise<number> {
  const [row] = await sql<{ next: number }>(
    tenant,
    `select coalesce(max(batch_number), 0) + 1 as next from ledger_batches where organization_id = $1::uuid and ledger_id = $2::uuid`,
    [tenant.organizationId, ledgerId],
  );
  return row?.next ?? 1;
}

/** Puts every entry up to a day that is in no live batch of the ledger into this one; answers how many there are. */
export async function takeEntries(
  tenant: Tenant,
  batchId: string,
  ledger: Pick<OtherLedgerRecord, 'id' | 'subsidiaryId' | 'startsOn'>,
  through: string,
): Promise<number> {
  const [row] = await verificationSql<{ entries: number }>(
    tenant,
    `with taken as (
       insert into ledger_batch_entries (organization_id, batch_id, entry_id, ledger_id)
       select e.organization_id, $2::uuid, e.id, $3::uuid from ledger_entries e
       where e.organization_id = $1::uuid and e.posting_date between $4::date and $5::date
         and ($6::uuid is null or e.subsidiary_id = $6::uuid)
         and not exists (select from ledger_batch_entries x where x.organization_id = e.organization_id and x.ledger_id = $3::uuid
           and x.entry_id = e.id and x.is_live)
       returning 1)
     select count(*)::int as entries from taken`,
    [tenant.organizationId, batchId, ledger.id, ledger.startsOn, through, ledger.subsidiaryId],
  );
  return row?.entries ?? 0;
}

export interface MissingCode {
  readonly kind: CodedKind;
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

/** The accounts and dimensions in the batch's entries that the other ledger has no code for, as many as `limit`. */
export function missingCodes(
  tenant: Tenant,
  batchId: string,
  ledgerId: string,
  dimensions: readonly string[],
  limit: number,
): Promise<MissingCode[]> {
  const used = (kind: CodedKind, column: string, table: string, condition: string) =>
    `select distinct '${kind}' as kind, r.id, r.code, r.name from used l join ${table} r on r.organization_id = $1::uuid and r.id = l.${column}
     where ${condition} and not exists (select from other_ledger_codes c where c.organization_id = $1::uuid and c.ledger_id = $3::uuid
       and c.kind = '${kind}' and c.record_id = r.id)`;
  return verificationSql<MissingCode>(
    tenant,
    `with used as (
       select distinct l.account_id, l.department_id, l.class_id, l.location_id
       from ledger_batch_entries b join ledger_lines l on l.organization_id = b.organization_id and l.entry_id = b.entry_id
       where b.organization_id = $1::uuid and b.batch_id = $2::uuid)
     select kind, id, code, name from (
       ${used('ACCOUNT', 'account_id', 'accounts', 'true')}
       union all ${used('DEPARTMENT', 'department_id', 'departments', `'DEPARTMENT' = any ($4::text[])`)}
       union all ${used('CLASS', 'class_id', 'classes', `'CLASS' = any ($4::text[])`)}
       union all ${used('LOCATION', 'location_id', 'locations', `'LOCATION' = any ($4::text[])`)}) m
     order by kind, code limit $5::int`,
    [tenant.organizationId, batchId, ledgerId, dimensions, limit],
  );
}

/**
 * Writes the batch's lines in the other ledger's codes, in base currency: an entry's own lines, or for a day or a fiscal period of a
 * subsidiary the net of each account and its dimensions, without those that add up to nothing. Answers how many there are.
 */
export async function writeBatchLines(
  tenant: Tenant,
  batch: { readonly id: string; readonly number: number },
  ledger: Pick<OtherLedgerRecord, 'id' | 'code' | 'summary' | 'dimensions'>,
): Promise<number> {
  const code = (alias: string, kind: CodedKind, column: string) =>
    `left join other_ledger_codes ${alias} on ${alias}.organization_id = l.organization_id and ${alias}.ledger_id = $3::uuid
       and ${alias}.kind = '${kind}' and ${alias}.record_id = l.${column} and ('${kind}' in ('ACCOUNT', 'SUBSIDIARY') or '${kind}' = any ($6::text[]))`;
  const [row] = await verificationSql<{ lines: number }>(
    tenant,
    `with source as (
       select l.subsidiary_id, coalesce(sc.code, s.code) as subsidiary_code, e.base_currency_code as currency_code,
         case when $5 = 'MONTH' then p.end_date else e.posting_date end as journal_date,
         case $5 when 'ENTRY' then e.entry_number when 'MONTH' then p.label else '' end as part,
         case when $5 = 'ENTRY' then l.line_number else 0 end as position,
         ac.code as account_code, dc.code as department_code, cc.code as class_code, lc.code as location_code,
         case when $5 = 'ENTRY' then coalesce(nullif(l.memo, ''), nullif(e.memo, '')) end as description,
         case when $5 = 'ENTRY' then coalesce(
           (select c.company_name from customers c where l.entity_type = 'CUSTOMER' and c.organization_id = l.organization_id and c.id = l.entity_id),
           (select v.name from vendors v where l.entity_type = 'VENDOR' and v.organization_id = l.organization_id and v.id = l.entity_id),
           (select w.name from employees w where l.entity_type = 'EMPLOYEE' and w.organization_id = l.organization_id and w.id = l.entity_id)) end as entity_name,
         l.base_debit - l.base_credit as net
       from ledger_batch_entries b
       join ledger_entries e on e.organization_id = b.organization_id and e.id = b.entry_id
       join ledger_lines l on l.organization_id = b.organization_id and l.entry_id = b.entry_id
       join subsidiaries s on s.organization_id = l.organization_id and s.id = l.subsidiary_id
       join fiscal_periods p on p.organization_id = l.organization_id and p.id = l.period_id
       ${code('ac', 'ACCOUNT', 'account_id')}
       ${code('dc', 'DEPARTMENT', 'department_id')}
       ${code('cc', 'CLASS', 'class_id')}
       ${code('lc', 'LOCATION', 'location_id')}
       ${code('sc', 'SUBSIDIARY', 'subsidiary_id')}
       where b.organization_id = $1::uuid and b.batch_id = $2::uuid),
     summed as (
       select subsidiary_id, subsidiary_code, currency_code, journal_date, part, position, account_code, department_code, class_code,
         location_code, max(description) as description, max(entity_name) as entity_name, sum(net) as net
       from source group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 having sum(net) <> 0),
     placed as (
       select s.*, dense_rank() over (order by journal_date, subsidiary_code, subsidiary_id, part) as journal_number,
         row_number() over (order by journal_date, subsidiary_code, subsidiary_id, part, position, account_code, department_code nulls first,
           class_code nulls first, location_code nulls first) as line_number
       from summed s),
     written as (
       insert into ledger_batch_lines (organization_id, batch_id, line_number, journal_number, journal_date, reference, subsidiary_id,
         subsidiary_code, currency_code, account_code, debit, credit, description, department_code, class_code, location_code, entity_name)
       select $1::uuid, $2::uuid, line_number, journal_number, journal_date, $4 || '-' || journal_number, subsidiary_id,
         subsidiary_code, currency_code, account_code, greatest(net, 0), greatest(-net, 0), description, department_code, class_code,
         location_code, entity_name
       from placed returning 1)
     select count(*)::int as lines from written`,
    [
      tenant.organizationId,
      batch.id,
      ledger.id,
      `${ledger.code}-${batch.number}`,
      ledger.summary,
      ledger.dimensions,
    ],
  );
  return row?.lines ?? 0;
}

/** How many lines each journal of a batch has, in order. */
export function journalSizes(tenant: Tenant, batchId: string): Promise<JournalSize[]> {
  return verificationSql<JournalSize>(
    tenant,
    `select min(line_number)::int as "firstLine", count(*)::int as lines from ledger_batch_lines
     where organization_id = $1::uuid and batch_id = $2::uuid group by journal_number order by journal_number`,
    [tenant.organizationId, batchId],
  );
}

/** A line with its place in its journal. */
export type PlacedLine = BatchLine & { readonly at: number };

/** Lines of a batch after a line number, up to another, at most `limit`. */
export function batchLines(
  tenant: Tenant,
  batchId: string,
  { after, to, limit }: { readonly after: number; readonly to: number; readonly limit: number },
): Promise<PlacedLine[]> {
  return sql<PlacedLine>(
    tenant,
    `select l.line_number as "lineNumber", l.journal_number as "journalNumber", l.journal_date::text as "journalDate", l.reference,
       l.subsidiary_code as "subsidiaryCode", l.currency_code as "currencyCode", l.account_code as "accountCode", l.debit::text,
       l.credit::text, l.description, l.department_code as "departmentCode", l.class_code as "classCode",
       l.location_code as "locationCode", l.entity_name as "entityName",
       (l.line_number - (select f.line_number from ledger_batch_lines f where f.organization_id = l.organization_id and f.batch_id = l.batch_id
         and f.line_number <= l.line_number and f.journal_number = l.journal_number order by f.line_number limit 1) + 1)::int as at
     from ledger_batch_lines l
     where l.organization_id = $1::uuid and l.batch_id = $2::uuid and l.line_number > $3::int and l.line_number <= $4::int
     order by l.line_number limit $5::int`,
    [tenant.organizationId, batchId, after, to, limit],
  );
}

/** The entries of an undone batch can be in another batch again. */
export async function releaseEntries(tenant: Tenant, batchId: string): Promise<void> {
  await sql(
    tenant,
    `update ledger_batch_entries set is_live = false where organization_id = $1::uuid and batch_id = $2::uuid and is_live`,
    [tenant.organizationId, batchId],
  );
}
