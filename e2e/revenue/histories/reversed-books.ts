import { lastDayOf } from '@/core/revenue/days';
import { sql, withTenantReport, withTenantSql } from '@/db/tenancy';
import { runForOutput } from '@/usecases/kit/run';
import { reverseRun } from '@/usecases/revenue/runs/reverse-run';
import type { Books } from '../books';

/** The books of an organization, whichever interface writes them. */
type Opened = Pick<Books, 'org'>;

const claimOf = ({ org }: Opened) => ({
  organizationId: org.principals.admin.organizationId,
  userId: null,
});

/** Closes every month up to one. */
export async function close(books: Opened, period: string): Promise<void> {
  await withTenantSql(claimOf(books), (tenant) =>
    sql(
      tenant,
      `update fiscal_periods set period_status = 'CLOSED' where organization_id = $1::uuid and end_date <= $2::date`,
      [books.org.organizationId, lastDayOf(period)],
    ),
  );
}

/** The ledger by month and account, in both currencies, debits above zero; contract assets and liabilities as one position. */
export async function ledger(books: Opened, byMonth = true): Promise<Record<string, string>> {
  const rows = await withTenantReport(claimOf(books), (tenant) =>
    sql<{ place: string; amount: string; base: string }>(
      tenant,
      `select concat_ws(' ', case when $1 then to_char(l.posting_date, 'YYYY-MM') end,
           case when a.control_for in ('DEFERRED_REVENUE', 'CONTRACT_ASSET') then 'position' else a.code end) as place,
         trim_scale(sum(l.debit - l.credit))::text as amount, trim_scale(sum(l.base_debit - l.base_credit))::text as base
       from ledger_lines l join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
       group by 1 having sum(l.debit - l.credit) <> 0 or sum(l.base_debit - l.base_credit) <> 0 order by 1`,
      [byMonth],
    ),
  );
  return Object.fromEntries(rows.map(({ place, amount, base }) => [place, `${amount} (${base})`]));
}

/** Reverses a run, whole or for some contracts. */
export const reverse = (books: Opened, id: string, contractIds?: string[]) =>
  runForOutput(reverseRun, books.org.callAs('revenue'), { id, reason: 'The wrong month', contractIds });
