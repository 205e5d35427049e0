import type { BalanceTotals } from '@/db/revenue/contract-balances';
import { sql, withTenantSql } from '@/db/tenancy';
import { withOwner } from '@/testing/owner';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { runForOutput } from '@/usecases/kit/run';
import { createRun } from '@/usecases/revenue/runs/create-run';
import { postRun } from '@/usecases/revenue/runs/post-run';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { type Books, openBooks } from '../../books';
import { claimOf, contractOf } from './checked-books';

/** Totals in a form that compares. */
export const exact = ({ contracts, ...amounts }: BalanceTotals) => [
  contracts,
  ...Object.entries(amounts)
    .sort()
    .map(([name, amount]) => [name, Number(amount).toFixed(4)]),
];

/** Dates the rows that balances are made of, their notes and their copies some days back, bypassing the triggers that protect records. */
export async function letDaysPass(books: Books, days: number): Promise<void> {
  const organization = `where organization_id = '${books.org.organizationId}'`;
  await withOwner((client) =>
    client.query(
      [
        `set session_replication_role = replica`,
        ...['revenue_events', 'revenue_rows', 'revenue_bookings', 'revenue_movements'].map(
          (table) =>
            `update ${table} set recorded_at = recorded_at - interval '${days} days' ${organization}`,
        ),
        `update revenue_rows set posted_at = posted_at - interval '${days} days' ${organization} and posted_at is not null`,
        `update revenue_touched_contracts set recorded_at = recorded_at - interval '${days} days' ${organization}`,
        ...['revenue_balance_copies', 'revenue_copied_balances'].map(
          (table) => `update ${table} set moment = moment - interval '${days} days' ${organization}`,
        ),
        `set session_replication_role = origin`,
      ].join('; '),
    ),
  );
}

export interface Company {
  readonly books: Books;
  readonly branch: string;
  readonly ids: string[];
}

/** A company with a branch, and contracts of a year and of longer, one of them in euros and one of the branch. */
export async function company(): Promise<Company> {
  const books = await openBooks('2026-06-30');
  await runForOutput(setExchangeRates, books.org.callAs('controller'), {
    rates: [
      { fromCurrency: 'EUR', toCurrency: 'USD', rateDate: '2026-01-01', rate: '1.1', rateType: 'SPOT' },
    ],
    confirmation: 'The rate of the example',
  });
  const branch = await runForOutput(createSubsidiary, books.org.callAs('admin'), {
    name: 'Branch',
    code: 'B',
  });
  const ids = [await contractOf(books), await contractOf(books, '350.55')];
  for (const more of [{}, { currencyCode: 'EUR' }, { subsidiaryId: branch.id }]) {
    const { contract } = await books.contract({
      contractDate: '2026-01-10',
      endDate: '2028-06-30',
      price: { fixed: '3000' },
      obligations: [
        { key: 'care', ssp: '3000', pattern: { kind: 'RATABLE', start: '2026-01-10', end: '2028-06-30' } },
        { key: 'work', ssp: '900', pattern: { kind: 'PROGRESS' } },
      ],
      ...more,
    });
    ids.push(contract.id);
  }
  return { books, branch: branch.id, ids };
}

/** The runs of a month, of the company and of its branch. */
export async function runOf({ books: { org }, branch }: Company, period: string): Promise<string[]> {
  const runs: string[] = [];
  for (const subsidiaryId of [org.ids.rootSubsidiary, branch]) {
    const { id } = await runForOutput(createRun, org.callAs('revenue'), { period, subsidiaryId });
    await runForOutput(postRun, org.callAs('revenue'), { id });
    runs.push(id);
  }
  return runs;
}

/** Copies the balances as they are now; false where nothing was recorded since the last copy. */
export const copyNow = (books: Books, beforeRun = true) =>
  withTenantSql(claimOf(books), async (tenant) => {
    const [row] = await sql<{ copied: boolean }>(
      tenant,
      'select daybook_copy_balances(clock_timestamp(), $1, 0, 0) as copied',
      [beforeRun],
    );
    return row?.copied;
  });

/** Wants a copy of an earlier moment, as an upgrade does of the moments before runs. */
export const wantCopy = ({ org }: Books, moment: string) =>
  withOwner((client) =>
    client.query(
      `insert into revenue_balance_copies (organization_id, moment, before_run, copied_to)
       values ($1, $2, true, '00000000-0000-0000-0000-000000000000') on conflict do nothing`,
      [org.organizationId, moment],
    ),
  );
