import type { CorrectedKind } from '@/core/fx/corrected-kinds';
import { insertRows } from '../../bulk';
import { sql, type Tenant } from '../../tenancy';

export interface CorrectionItem {
  readonly kind: CorrectedKind;
  readonly sourceId: string;
  /** What people call it. */
  readonly label: string;
  /** The day its original belongs to; the entry may be in a later period. */
  readonly originOn: string;
  readonly postedOn: string;
  /** Null where several rates met. */
  readonly beforeRate: string | null;
  readonly afterRate: string | null;
  readonly beforeBase: string;
  readonly afterBase: string;
  readonly difference: string;
  readonly entryId: string;
}

export interface CorrectionRun {
  readonly id: string;
  readonly subsidiaryId: string;
  readonly currencyCode: string;
  readonly fromDate: string;
  readonly toDate: string | null;
  readonly recordedBy: string | null;
  /** The documents it did not change although the table has another rate for their day; the first of `leftCount`. */
  readonly left: readonly LeftDocument[];
  readonly leftCount: number;
}

/** A document that a correction did not change, and why: it states its own rate. */
export interface LeftDocument {
  readonly id: string;
  readonly label: string;
  readonly date: string;
  readonly rate: string;
  /** Null where the table has none for its day. */
  readonly tableRate: string | null;
  readonly reason: 'OWN_RATE';
}

/** Records a run. */
export async function insertCorrection(tenant: Tenant, { left, ...run }: CorrectionRun): Promise<void> {
  await insertRows(tenant, 'rate_corrections', [{ ...run, leftDocuments: left }]);
}

/** Records what a run touched, from the item of that place on. */
export async function insertCorrectionItems(
  tenant: Tenant,
  correctionId: string,
  items: readonly CorrectionItem[],
  first: number,
): Promise<void> {
  const rows = items.slice(first).map((item, index) => ({
    correctionId,
    itemNumber: first + index + 1,
    kind: item.kind,
    sourceId: item.sourceId,
    label: item.label,
    originOn: item.originOn,
    postedOn: item.postedOn,
    beforeRate: item.beforeRate,
    afterRate: item.afterRate,
    beforeBase: item.beforeBase,
    afterBase: item.afterBase,
    difference: item.difference,
    entryId: item.entryId,
  }));
  await insertRows(tenant, 'rate_correction_items', rows);
}

export interface CorrectionRow extends CorrectionRun {
  /** The subsidiary's currency, of every amount of its items. */
  readonly baseCurrencyCode: string;
  readonly recordedAt: Date;
  readonly items: readonly (CorrectionItem & { readonly entryNumber: string | null })[];
}

/** The runs of a subsidiary (null: of all within reach), the last first. */
export async function listCorrections(tenant: Tenant, subsidiaryId: string | null): Promise<CorrectionRow[]> {
  return sql(
    tenant,
    `select c.id::text, c.subsidiary_id::text as "subsidiaryId", c.currency_code as "currencyCode",
       (select s.base_currency from subsidiaries s where s.organization_id = c.organization_id and s.id = c.subsidiary_id) as "baseCurrencyCode", c.from_date::text as "fromDate",
       c.to_date::text as "toDate", c.recorded_by::text as "recordedBy", c.recorded_at as "recordedAt", c.left_documents as "left", c.left_count as "leftCount",
       (select coalesce(jsonb_agg(jsonb_build_object('kind', i.kind, 'sourceId', i.source_id, 'label', i.label, 'originOn', i.origin_on,
          'postedOn', i.posted_on, 'beforeRate', i.before_rate::text, 'afterRate', i.after_rate::text, 'beforeBase', i.before_base::text,
          'afterBase', i.after_base::text, 'difference', i.difference::text, 'entryId', i.entry_id, 'entryNumber', e.entry_number)
          order by i.item_number), '[]')
        from rate_correction_items i left join ledger_entries e on e.organization_id = i.organization_id and e.id = i.entry_id
        where i.organization_id = c.organization_id and i.correction_id = c.id) as items
     from rate_corrections c where c.organization_id = $1::uuid and ($2::uuid is null or c.subsidiary_id = $2::uuid)
     order by c.recorded_at desc, c.id desc limit 50`,
    [tenant.organizationId, subsidiaryId],
  );
}

/** One line of a correcting entry: base currency alone, debits above zero. */
export interface BaseLine {
  readonly accountId: string;
  readonly base: string;
  readonly classId?: string | null;
  readonly departmentId?: string | null;
  readonly locationId?: string | null;
  readonly projectId?: string | null;
  readonly entityType?: string | null;
  readonly entityId?: string | null;
}

export interface BaseEntry {
  readonly entryId: string;
  readonly subsidiaryId: string;
  readonly date: string;
  readonly currencyCode: string;
  readonly rate: string;
  /** The document it belongs to. */
  readonly transactionId: string | null;
  readonly memo: string;
  readonly actorId: string | null;
  readonly lines: readonly BaseLine[];
}

/**
 * Appends correcting entries, each in the fiscal period of its date, in one statement; answers their numbers by id. The caller has found
 * open days.
 */
export async function appendCorrections(
  tenant: Tenant,
  entries: readonly BaseEntry[],
): Promise<ReadonlyMap<string, string>> {
  if (entries.length === 0) return new Map();
  const rows = await sql<{ id: string; number: string }>(
    tenant,
    `with told as (
       select t.*, q.id as period_id, q.fiscal_year, s.base_currency
       from jsonb_to_recordset($2::jsonb) as t(ord integer, "entryId" uuid, "subsidiaryId" uuid, date date, "currencyCode" text, rate numeric,
         "transactionId" uuid, memo text, "actorId" uuid, lines jsonb)
       join subsidiaries s on s.organization_id = $1::uuid and s.id = t."subsidiaryId"
       join fiscal_periods q on q.organization_id = $1::uuid and q.subsidiary_id = s.id and not q.is_adjustment
         and t.date between q.start_date and q.end_date
     )
     select n.entry_id::text as id, n.entry_number as number from daybook_append_entries(
       (select array_agg(row(t."entryId", t."subsidiaryId", t.period_id, t.fiscal_year, t.date, t."currencyCode", t.base_currency, t.rate,
                 'RATE_CORRECTION', t."entryId", t."transactionId", null, t.memo, t."actorId")::daybook_entry_draft order by t.ord) from told t),
       (select array_agg(row(t."entryId", l.ord::int, (l.j->>'accountId')::uuid, t."subsidiaryId", t.period_id, t.date, t."currencyCode", 0, 0,
                 greatest((l.j->>'base')::numeric, 0), greatest(-(l.j->>'base')::numeric, 0), (l.j->>'classId')::uuid,
                 (l.j->>'departmentId')::uuid, (l.j->>'locationId')::uuid, (l.j->>'projectId')::uuid, l.j->>'entityType',
                 (l.j->>'entityId')::uuid, t.memo)::daybook_line_draft order by t.ord, l.ord)
        from told t cross join lateral jsonb_array_elements(t.lines) with ordinality as l(j, ord))) n`,
    [tenant.organizationId, JSON.stringify(entries.map((entry, ord) => ({ ord, ...entry })))],
  );
  if (rows.length !== entries.length) throw new Error('no period holds the date of a correction');
  return new Map(rows.map(({ id, number }) => [id, number]));
}

/** Whether a document or settlement has corrections that are not mirrored yet. */
export async function hasCorrections(
  tenant: Tenant,
  { kind, sourceId }: { readonly kind: CorrectedKind; readonly sourceId: string },
): Promise<boolean> {
  const rows = await sql(
    tenant,
    `select 1 from rate_correction_items i where i.organization_id = $1::uuid and i.kind = $2 and i.source_id = $3::uuid
       and not exists (select from ledger_entries m where m.organization_id = i.organization_id and m.reversal_of_id = i.entry_id) limit 1`,
    [tenant.organizationId, kind, sourceId],
  );
  return rows.length > 0;
}

/** Those of some documents or settlements that have a correction which is not taken back. */
export async function correctedAmong(
  tenant: Tenant,
  kind: CorrectedKind,
  sourceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql<{ id: string }>(
    tenant,
    `select i.source_id::text as id from rate_correction_items i
     where i.organization_id = $1::uuid and i.kind = $2 and i.source_id = any ($3::uuid[])
       and not exists (select from ledger_entries m where m.organization_id = i.organization_id and m.reversal_of_id = i.entry_id)`,
    [tenant.organizationId, kind, sourceIds],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Reverses every correction of a document or settlement that is not reversed yet, on a day with an open period. */
export async function mirrorCorrections(
  tenant: Tenant,
  asked: {
    readonly kind: CorrectedKind;
    readonly sourceId: string;
    readonly date: string;
    readonly actorId: string | null;
  },
): Promise<void> {
  await sql(
    tenant,
    `with found as (
       select e.*, daybook_uuid_v7() as mirror_id, q.id as place_id, q.fiscal_year from rate_correction_items i
       join ledger_entries e on e.organization_id = i.organization_id and e.id = i.entry_id
       join fiscal_periods q on q.organization_id = e.organization_id and q.subsidiary_id = e.subsidiary_id and not q.is_adjustment
         and $4::date between q.start_date and q.end_date
       where i.organization_id = $1::uuid and i.kind = $2 and i.source_id = $3::uuid
         and not exists (select from ledger_entries m where m.organization_id = e.organization_id and m.reversal_of_id = e.id)
     )
     select count(n.*) from (select array_agg(row(f.mirror_id, f.subsidiary_id, f.place_id, f.fiscal_year, $4::date, f.currency_code,
         f.base_currency_code, f.exchange_rate, 'RATE_CORRECTION_REVERSAL', f.id, f.transaction_id, f.id, 'Taken back: ' || f.memo,
         $5::uuid)::daybook_entry_draft) as entries,
       (select array_agg(row(g.mirror_id, l.line_number, l.account_id, l.subsidiary_id, g.place_id, $4::date, l.currency_code, l.credit, l.debit,
         l.base_credit, l.base_debit, l.class_id, l.department_id, l.location_id, l.project_id, l.entity_type, l.entity_id,
         l.memo)::daybook_line_draft)
        from found g join ledger_lines l on l.organization_id = $1::uuid and l.entry_id = g.id) as lines
       from found f) d
     cross join lateral daybook_append_entries(d.entries, d.lines) n where d.entries is not null`,
    [tenant.organizationId, asked.kind, asked.sourceId, asked.date, asked.actorId],
  );
}
