import type { Tenant } from '../../tenancy';
import { parameters } from '../parameters';
import { type EntryFilter, type EntryLineRow, entryConditions } from './entries';

/** A line of the journal: of one posted entry, with what the entry says. */
export interface JournalLineRow
  extends Omit<
    EntryLineRow,
    'accountId' | 'classId' | 'departmentId' | 'locationId' | 'projectId' | 'entityId'
  > {
  readonly entryNumber: string;
  readonly postingDate: string;
  readonly subsidiaryName: string;
  readonly periodLabel: string;
  readonly sourceKind: string;
  readonly transactionNumber: string | null;
  readonly baseCurrencyCode: string;
  readonly entryMemo: string | null;
  readonly createdAt: Date;
}

/**
 * The statement of every line of the entries a list shows, the oldest entry first: the journal as it was posted. It is read in the order
 * of the entries' index, so that the first lines need not wait for the last.
 */
export function journalStatement(
  tenant: Tenant,
  query: EntryFilter,
): { readonly text: string; readonly values: readonly unknown[] } {
  const p = parameters();
  const where = entryConditions(p.add, tenant, query).join(' and ');
  const text = `
    select e.entry_number as "entryNumber", e.posting_date as "postingDate", s.name as "subsidiaryName", q.label as "periodLabel",
      e.source_kind as "sourceKind", t.transaction_number as "transactionNumber", e.base_currency_code as "baseCurrencyCode",
      e.memo as "entryMemo", e.created_at as "createdAt", l.line_number as "lineNumber", a.code as "accountCode",
      a.name as "accountName", l.currency_code as "currencyCode", l.debit::text as debit, l.credit::text as credit,
      l.base_debit::text as "baseDebit", l.base_credit::text as "baseCredit", c.name as "className", d.name as "departmentName",
      o.name as "locationName", p.name as "projectName", l.entity_type as "entityType",
      case l.entity_type when 'CUSTOMER' then cu.company_name when 'VENDOR' then ve.name when 'EMPLOYEE' then em.name end as "entityName",
      l.memo
    from ledger_entries e
    cross join lateral (
      select x.* from ledger_lines x where x.organization_id = e.organization_id and x.entry_id = e.id order by x.line_number offset 0) l
    join subsidiaries s on s.organization_id = e.organization_id and s.id = e.subsidiary_id
    join fiscal_periods q on q.organization_id = e.organization_id and q.id = e.period_id
    join accounts a on a.organization_id = e.organization_id and a.id = l.account_id
    left join business_transactions t on t.organization_id = e.organization_id and t.id = e.transaction_id
    left join classes c on c.organization_id = e.organization_id and c.id = l.class_id
    left join departments d on d.organization_id = e.organization_id and d.id = l.department_id
    left join locations o on o.organization_id = e.organization_id and o.id = l.location_id
    left join projects p on p.organization_id = e.organization_id and p.id = l.project_id
    left join customers cu on cu.organization_id = e.organization_id and cu.id = l.entity_id and l.entity_type = 'CUSTOMER'
    left join vendors ve on ve.organization_id = e.organization_id and ve.id = l.entity_id and l.entity_type = 'VENDOR'
    left join employees em on em.organization_id = e.organization_id and em.id = l.entity_id and l.entity_type = 'EMPLOYEE'
    where ${where}
    order by e.posting_date, e.id, l.line_number`;
  return { text, values: p.values };
}
