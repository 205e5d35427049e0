import { sql, type Tenant } from '../../tenancy';

/** Posts the rows of one event (`daybook_post_event_rows`) in a separate run; returns their number. */
export async function postEventRows(
  tenant: Tenant,
  runId: string,
  eventId: string,
  actorId: string | null,
): Promise<number> {
  const [row] = await sql<{ rows: number }>(
    tenant,
    `select daybook_post_event_rows($1::uuid, $2::uuid, $3::uuid) as rows`,
    [runId, eventId, actorId],
  );
  return row?.rows ?? 0;
}

/** The rows of an event that no run has posted yet and that are not on hold, schedules excluded: the last month and the sum. */
export async function openRowsOf(
  tenant: Tenant,
  contractId: string,
  eventId: string,
): Promise<{ rows: number; period: string | null; amount: string }> {
  const [row] = await sql<{ rows: number; period: string | null; amount: string }>(
    tenant,
    `select count(*)::int as rows, max(r.period) as period, coalesce(sum(r.amount), 0)::text as amount from revenue_rows r
     join performance_obligations o on o.organization_id = r.organization_id and o.contract_id = r.contract_id
       and o.key = r.obligation_key and not o.held
     where r.organization_id = $1::uuid and r.contract_id = $2::uuid and r.event_id = $3::uuid and r.run_id is null and r.source <> 'SCHEDULE'`,
    [tenant.organizationId, contractId, eventId],
  );
  return row ?? { rows: 0, period: null, amount: '0' };
}

/** One line of an entry posted for an event. */
export interface EventEntryLine {
  readonly entryId: string;
  readonly entryNumber: string;
  readonly postingDate: string;
  readonly currencyCode: string;
  readonly accountId: string;
  readonly accountCode: string;
  readonly accountName: string;
  readonly debit: string;
  readonly credit: string;
  readonly memo: string | null;
}

/** Everything posted to the ledger for an event, line by line and by entry. */
export async function entryLinesOfEvent(tenant: Tenant, eventId: string): Promise<EventEntryLine[]> {
  return sql<EventEntryLine>(
    tenant,
    `select e.id as "entryId", e.entry_number as "entryNumber", e.posting_date as "postingDate", e.currency_code as "currencyCode",
       l.account_id as "accountId", a.code as "accountCode", a.name as "accountName", l.debit::text as debit, l.credit::text as credit, l.memo
     from (select m.entry_id from revenue_movements m where m.organization_id = $1::uuid and m.event_id = $2::uuid
           union select i.entry_id from revenue_interest_moves i where i.organization_id = $1::uuid and i.event_id = $2::uuid) x
     join ledger_entries e on e.organization_id = $1::uuid and e.id = x.entry_id
     join ledger_lines l on l.organization_id = e.organization_id and l.entry_id = e.id
     join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
     order by e.entry_number, l.line_number`,
    [tenant.organizationId, eventId],
  );
}
