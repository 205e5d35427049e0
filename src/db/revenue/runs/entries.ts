import { sql, type Tenant } from '../../tenancy';

export interface EntryToAppend {
  readonly entryId: string;
  readonly subsidiaryId: string;
  readonly currencyCode: string;
  readonly postingDate: string;
  readonly rate: string;
  readonly sourceKind: string;
  readonly memo: string;
  readonly actorId: string | null;
  /** What made it; omitted: the entry itself. */
  readonly sourceId?: string;
  /** The entry this one reverses. */
  readonly reversalOfId?: string;
  readonly lines: readonly {
    accountId: string;
    debit: string;
    credit: string;
    baseDebit: string;
    baseCredit: string;
    classId?: string | null;
    departmentId?: string | null;
    locationId?: string | null;
    projectId?: string | null;
  }[];
}

/** Appends one entry with `daybook_append_entries`, in the fiscal period of its date. */
export async function appendEntry(tenant: Tenant, entry: EntryToAppend): Promise<void> {
  await sql(
    tenant,
    `with place as (
       select q.id as period_id, q.fiscal_year, s.base_currency from fiscal_periods q
       join subsidiaries s on s.organization_id = q.organization_id and s.id = q.subsidiary_id
       where q.organization_id = $1::uuid and q.subsidiary_id = $3::uuid and not q.is_adjustment and $4::date between q.start_date and q.end_date
       limit 1
     )
     select n.entry_number from place p cross join lateral daybook_append_entries(
       array[row($2::uuid, $3::uuid, p.period_id, p.fiscal_year, $4::date, $5::text, p.base_currency, $6::numeric, $7::text, $12::uuid, null, $11::uuid,
                 $8::text, $9::uuid)::daybook_entry_draft],
       (select array_agg(row($2::uuid, l.ord::int, (l.j->>'accountId')::uuid, $3::uuid, p.period_id, $4::date, $5::text,
                 (l.j->>'debit')::numeric, (l.j->>'credit')::numeric, (l.j->>'baseDebit')::numeric, (l.j->>'baseCredit')::numeric,
                 (l.j->>'classId')::uuid, (l.j->>'departmentId')::uuid, (l.j->>'locationId')::uuid, (l.j->>'projectId')::uuid,
                 null, null, $8::text)::daybook_line_draft)
        from jsonb_array_elements($10::jsonb) with ordinality as l(j, ord))) n`,
    [
      tenant.organizationId,
      entry.entryId,
      entry.subsidiaryId,
      entry.postingDate,
      entry.currencyCode,
      entry.rate,
      entry.sourceKind,
      entry.memo,
      entry.actorId,
      JSON.stringify(entry.lines),
      entry.reversalOfId ?? null,
      entry.sourceId ?? entry.entryId,
    ],
  );
}
