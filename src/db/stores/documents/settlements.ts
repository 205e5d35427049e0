import type { Plain } from '../../record-row';
import { recordStore } from '../../record-store';
import { rowFromSql } from '../../row-from-sql';
import { sql, type Tenant } from '../../tenancy';

export type ApplicationRecord = Plain<'PaymentApplication'>;

/** Applications of payments and credits to documents. */
export const paymentApplications = recordStore('PaymentApplication');

/** What a settlement needs to know about a posted document in addition to its own columns. */
export interface CarryingFacts {
  /** The part of its carrying amount already settled by earlier applications, in base currency. */
  readonly carriedOff: string;
  /** The control account its own entry posted to. */
  readonly controlAccountId: string | null;
  /** The rate it is carried at where that was corrected after it was posted; null: its own. */
  readonly correctedRate: string | null;
}

/** The carrying facts of posted documents, by id. SQL handles only. */
export async function carryingFacts(
  tenant: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CarryingFacts>> {
  const rows = await sql<{ id: string; carried: string; control: string | null; corrected: string | null }>(
    tenant,
    `select t.id::text,
       (select coalesce(sum(case when p.payment_id = t.id then p.payment_base else p.document_base end), 0)::text
        from payment_applications p where p.organization_id = t.organization_id and p.reversed_at is null
          and (p.payment_id = t.id or p.document_id = t.id)) as carried,
       (select i.account_id::text from transaction_impact_lines i where i.organization_id = t.organization_id
          and i.transaction_id = t.id and i.from_subledger and i.document_line_number is null limit 1) as control,
       (select k.after_rate::text from rate_correction_items k where k.organization_id = t.organization_id and k.kind = 'DOCUMENT'
          and k.source_id = t.id order by k.correction_id desc limit 1) as corrected
     from business_transactions t where t.organization_id = $1::uuid and t.id = any ($2::uuid[])`,
    [tenant.organizationId, ids],
  );
  return new Map(
    rows.map(({ id, carried: carriedOff, control: controlAccountId, corrected: correctedRate }) => [
      id,
      { carriedOff, controlAccountId, correctedRate },
    ]),
  );
}

export type FxRole = 'REALIZED_GAIN' | 'REALIZED_LOSS' | 'UNREALIZED_GAIN' | 'UNREALIZED_LOSS';

/** The active account for exchange differences of a role; null when the organization has set none. */
export async function fxAccount(tenant: Tenant, role: FxRole): Promise<string | null> {
  const [row] = await sql<{ id: string }>(
    tenant,
    `select id::text from accounts where organization_id = $1::uuid and fx_role = $2 and record_status = 'active'`,
    [tenant.organizationId, role],
  );
  return row?.id ?? null;
}

/** The application, locked. SQL handles only. */
export async function lockApplication(tenant: Tenant, id: string): Promise<ApplicationRecord | null> {
  const [row] = await sql<Record<string, unknown>>(
    tenant,
    'select * from payment_applications where organization_id = $1::uuid and id = $2::uuid for update',
    [tenant.organizationId, id],
  );
  return row === undefined ? null : rowFromSql('PaymentApplication', row);
}

export interface NewApplication {
  readonly id: string;
  readonly paymentId: string;
  readonly documentId: string;
  /** In the document's currency. */
  readonly amount: string;
  /** In the payment's, where that is another one. */
  readonly paymentAmount: string | null;
  readonly appliedOn: string;
  readonly paymentBase: string;
  readonly documentBase: string;
  readonly ledgerEntryId: string | null;
  readonly createdBy: string | null;
}

/** Stores applications. SQL handles only. */
export async function insertApplications(tenant: Tenant, rows: readonly NewApplication[]): Promise<void> {
  await sql(
    tenant,
    `insert into payment_applications (organization_id, id, payment_id, document_id, amount, payment_amount, applied_on, payment_base, document_base,
       ledger_entry_id, created_by)
     select $1::uuid, r.id, r."paymentId", r."documentId", r.amount, r."paymentAmount", r."appliedOn", r."paymentBase", r."documentBase",
       r."ledgerEntryId", r."createdBy"
     from jsonb_to_recordset($2::jsonb) as r(id uuid, "paymentId" uuid, "documentId" uuid, amount numeric, "paymentAmount" numeric, "appliedOn" date,
       "paymentBase" numeric, "documentBase" numeric, "ledgerEntryId" uuid, "createdBy" uuid)`,
    [tenant.organizationId, JSON.stringify(rows)],
  );
}

/** Updates the applied amounts of documents and payments and marks those that are now paid. SQL handles only. */
export async function changeApplied(
  tenant: Tenant,
  rows: readonly { readonly id: string; readonly appliedAmount: string; readonly isPaid: boolean }[],
): Promise<void> {
  await sql(
    tenant,
    `update business_transactions t set applied_amount = n."appliedAmount",
       transaction_status = case when n."isPaid" then 'PAID' else t.transaction_status end
     from jsonb_to_recordset($2::jsonb) as n(id uuid, "appliedAmount" numeric, "isPaid" boolean)
     where t.organization_id = $1::uuid and t.id = n.id`,
    [tenant.organizationId, JSON.stringify(rows)],
  );
}

/** Marks an application as taken back. SQL handles only. */
export async function reverseApplication(tenant: Tenant, id: string, at: Date, on: string): Promise<void> {
  await sql(
    tenant,
    `update payment_applications set reversed_at = $3::timestamptz, reversed_on = $4::date
     where organization_id = $1::uuid and id = $2::uuid`,
    [tenant.organizationId, id, at.toISOString(), on],
  );
}

/** An exchange difference: base amounts only, on the control account and the gain or loss account. */
export interface DifferenceEntry {
  readonly entryId: string;
  readonly sourceKind: 'SETTLEMENT' | 'SETTLEMENT_REVERSAL';
  readonly sourceId: string;
  readonly transactionId: string;
  readonly reversalOfId: string | null;
  readonly subsidiaryId: string;
  readonly date: string;
  readonly currencyCode: string;
  readonly baseCurrencyCode: string;
  readonly exchangeRate: string;
  readonly memo: string;
  readonly actorId: string | null;
  readonly debitAccountId: string;
  readonly creditAccountId: string;
  readonly baseAmount: string;
  readonly entityType: string | null;
  readonly entityId: string | null;
}

/** Appends the entry for an exchange difference and returns its number. The caller has checked the period. */
export async function appendDifference(tenant: Tenant, entry: DifferenceEntry): Promise<string> {
  const [row] = await sql<{ entry_number: string }>(
    tenant,
    `with place as (
       select q.id as period_id, q.fiscal_year from fiscal_periods q
       where q.organization_id = $1::uuid and q.subsidiary_id = $2::uuid and not q.is_adjustment
         and $3::date between q.start_date and q.end_date limit 1
     )
     select n.entry_number from place p cross join lateral daybook_append_entries(
       array[row($4::uuid, $2::uuid, p.period_id, p.fiscal_year, $3::date, $5, $6, $7::numeric, $8, $9::uuid, $10::uuid, $11::uuid,
                 $12, $13::uuid)::daybook_entry_draft],
       array[row($4::uuid, 1, $14::uuid, $2::uuid, p.period_id, $3::date, $5, 0, 0, $16::numeric, 0, null, null, null, null,
                 $17, $18::uuid, $12)::daybook_line_draft,
             row($4::uuid, 2, $15::uuid, $2::uuid, p.period_id, $3::date, $5, 0, 0, 0, $16::numeric, null, null, null, null,
                 $17, $18::uuid, $12)::daybook_line_draft]) n`,
    [
      tenant.organizationId,
      entry.subsidiaryId,
      entry.date,
      entry.entryId,
      entry.currencyCode,
      entry.baseCurrencyCode,
      entry.exchangeRate,
      entry.sourceKind,
      entry.sourceId,
      entry.transactionId,
      entry.reversalOfId,
      entry.memo,
      entry.actorId,
      entry.debitAccountId,
      entry.creditAccountId,
      entry.baseAmount,
      entry.entityType,
      entry.entityId,
    ],
  );
  if (row === undefined) throw new Error('no period holds the date of an exchange difference');
  return row.entry_number;
}

/** A line of an exchange between two currencies: what it moves in its own and in base currency, debits above zero. */
export interface ExchangeLine {
  readonly accountId: string;
  readonly currencyCode: string;
  readonly amount: string;
  readonly base: string;
}

/**
 * Appends the entry of a settlement across currencies: the document leaves in its currency, the payment in its own, and the
 * account of exchange differences stands between them; each currency balances. The caller has checked the period.
 */
export async function appendExchange(
  tenant: Tenant,
  entry: Omit<DifferenceEntry, 'debitAccountId' | 'creditAccountId' | 'baseAmount' | 'reversalOfId'> & {
    readonly lines: readonly ExchangeLine[];
  },
): Promise<void> {
  const rows = await sql(
    tenant,
    `with place as (
       select q.id as period_id, q.fiscal_year from fiscal_periods q
       where q.organization_id = $1::uuid and q.subsidiary_id = $2::uuid and not q.is_adjustment
         and $3::date between q.start_date and q.end_date limit 1
     )
     select n.entry_number from place p cross join lateral daybook_append_entries(
       array[row($4::uuid, $2::uuid, p.period_id, p.fiscal_year, $3::date, $5, $6, $7::numeric, $8, $9::uuid, $10::uuid, null,
                 $11, $12::uuid)::daybook_entry_draft],
       (select array_agg(row($4::uuid, l.ord::int, (l.j->>'accountId')::uuid, $2::uuid, p.period_id, $3::date, l.j->>'currencyCode',
                 greatest((l.j->>'amount')::numeric, 0), greatest(-(l.j->>'amount')::numeric, 0), greatest((l.j->>'base')::numeric, 0),
                 greatest(-(l.j->>'base')::numeric, 0), null, null, null, null, $13, $14::uuid, $11)::daybook_line_draft)
        from jsonb_array_elements($15::jsonb) with ordinality as l(j, ord))) n`,
    [
      tenant.organizationId,
      entry.subsidiaryId,
      entry.date,
      entry.entryId,
      entry.currencyCode,
      entry.baseCurrencyCode,
      entry.exchangeRate,
      entry.sourceKind,
      entry.sourceId,
      entry.transactionId,
      entry.memo,
      entry.actorId,
      entry.entityType,
      entry.entityId,
      JSON.stringify(entry.lines),
    ],
  );
  if (rows.length === 0) throw new Error('no period holds the date of an exchange');
}

/** Mirrors the entry of a settlement that is taken back, line by line, on a day. The caller has checked the period. */
export async function mirrorSettlement(
  tenant: Tenant,
  mirror: {
    readonly applicationId: string;
    readonly entryId: string;
    readonly mirrorId: string;
    readonly date: string;
    readonly memo: string;
    readonly actorId: string | null;
  },
): Promise<void> {
  const rows = await sql(
    tenant,
    `select n.entry_number from ledger_entries e
     join fiscal_periods q on q.organization_id = e.organization_id and q.subsidiary_id = e.subsidiary_id and not q.is_adjustment
       and $4::date between q.start_date and q.end_date
     cross join lateral daybook_append_entries(
       array[row($3::uuid, e.subsidiary_id, q.id, q.fiscal_year, $4::date, e.currency_code, e.base_currency_code, e.exchange_rate,
                 'SETTLEMENT_REVERSAL', $5::uuid, e.transaction_id, e.id, $6, $7::uuid)::daybook_entry_draft],
       (select array_agg(row($3::uuid, l.line_number, l.account_id, l.subsidiary_id, q.id, $4::date, l.currency_code, l.credit, l.debit,
                 l.base_credit, l.base_debit, l.class_id, l.department_id, l.location_id, l.project_id, l.entity_type, l.entity_id,
                 $6)::daybook_line_draft)
        from ledger_lines l where l.organization_id = $1::uuid and l.entry_id = e.id)) n
     where e.organization_id = $1::uuid and e.id = $2::uuid`,
    [
      tenant.organizationId,
      mirror.entryId,
      mirror.mirrorId,
      mirror.date,
      mirror.applicationId,
      mirror.memo,
      mirror.actorId,
    ],
  );
  if (rows.length === 0) throw new Error('the entry of a settlement vanished, or no period holds the day');
}
