import type { TestOrganization } from '../organization';
import { withOwner } from '../owner';
import { type Query, type RowsLeft, rowsLeft } from './rows-left';

/** Speaks to the database for one organization, past row security. */
export const asOwnerOf = <T>(
  { organizationId }: Pick<TestOrganization, 'organizationId'>,
  work: (query: Query) => Promise<T>,
): Promise<T> =>
  withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [organizationId]);
    return work(async (text, values = []) => (await client.query(text, [...values])).rows);
  });

/**
 * Everything that revenue contracts left in the books of an organization, table by table, in a form that two ways of making the same contracts
 * leave alike: contracts, their facts and orders by name in place of ids, without numbers of entries and without moments.
 */
export async function revenueLeft(org: TestOrganization, more: ReadonlyMap<string, string> = new Map()) {
  return asOwnerOf(org, async (query) => {
    const left = await rowsLeft(query, new Map([...more, ...(await namesOf(org, query))]));
    return { ...(await contractsLeft(left)), ...(await booksLeft(query, left)) };
  });
}

/** What contracts, their facts and the people are called. */
async function namesOf(org: TestOrganization, query: Query): Promise<[string, string][]> {
  const facts = await query(
    `select c.id, c.contract_number as name from revenue_contracts c where c.organization_id = daybook_organization()
     union all
     select e.id, format('%s of %s, %s', e.kind, c.contract_number, e.seq) from revenue_events e
     join revenue_contracts c on c.organization_id = e.organization_id and c.id = e.contract_id
     where e.organization_id = daybook_organization()`,
  );
  return [
    ...Object.entries(org.users).map(([role, { id }]): [string, string] => [id, role]),
    ...facts.map(({ id, name }): [string, string] => [String(id), String(name)]),
  ];
}

const contractsLeft = async ({ rows }: RowsLeft) => ({
  policies: await rows('revenue_policies', ['id']),
  contracts: await rows('revenue_contracts'),
  obligations: await rows('performance_obligations'),
  positions: await rows('revenue_positions'),
  facts: await rows('revenue_events'),
  rows: await rows('revenue_rows'),
  versions: await rows('revenue_versions'),
  bookings: await rows('revenue_bookings'),
  movements: await rows('revenue_movements', ['id']),
  interest: await rows('revenue_interest_moves', ['id']),
  carried: await rows('revenue_carried_moves', ['id']),
  costs: await rows('contract_costs', ['id']),
});

/** Invoices and entries made in another order have other numbers. */
const unnumbered = (texts: readonly string[]): string[] =>
  texts
    .map((text) =>
      text.replace(/"INV-(\d{4})-\d{6}"/g, '"INV-$1-n"').replace(/\bGL-(\d{4})-\d{6}\b/g, 'GL-$1-n'),
    )
    .sort();

const booksLeft = async (query: Query, { rows }: RowsLeft) => ({
  entries: unnumbered(await rows('ledger_entries', ['id', 'inserted_in_transaction'])),
  lines: await rows('ledger_lines'),
  // Entries made in another order have other numbers, but the same ones altogether.
  numbers: await query(
    `select count(*)::int as n, min(entry_number) as first, max(entry_number) as last from ledger_entries
     where organization_id = daybook_organization()`,
  ),
  balances: await query(
    `select a.code, p.label, b.currency_code, sum(b.debit) as debit, sum(b.credit) as credit, sum(b.base_debit) as base_debit,
       sum(b.base_credit) as base_credit, sum(b.line_count) as lines
     from ledger_balances b join accounts a on a.id = b.account_id join fiscal_periods p on p.id = b.period_id
     where b.organization_id = daybook_organization() group by 1, 2, 3 order by 1, 2, 3`,
  ),
  months: await query(
    `select m.currency_code, m.cohort, m.period, a.code, m.timing, m.expedient, sum(m.booked) as booked, sum(m.planned) as planned,
       sum(m.settled) as settled, sum(m.posted) as posted
     from revenue_months m join accounts a on a.id = m.revenue_account_id
     where m.organization_id = daybook_organization() group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`,
  ),
  changes: await query(
    `select m.effective_month::text, m.currency_code, m.cohort, m.period, a.code, m.timing, m.expedient, sum(m.booked) as booked,
       sum(m.planned) as planned
     from revenue_month_changes m join accounts a on a.id = m.revenue_account_id
     where m.organization_id = daybook_organization() group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7`,
  ),
  items: await rows('cut_over_items', ['id']),
  customers: await rows('customers', ['id']),
  orders: await rows('source_orders', ['id']),
  customerKeys: await rows('source_customers'),
  documents: unnumbered(await rows('business_transactions', ['id'])),
  documentLines: await rows('business_transaction_lines'),
  audit: unnumbered(
    await rows(
      'audit_log',
      ['id', 'occurred_at', 'request_id', 'inserted_in_transaction'],
      `noun in ('revenue contract', 'customer', 'transaction')`,
    ),
  ),
  events: unnumbered(await rows('outbox_events', ['id', 'published_at'])),
  judged: await rows('import_rows', ['cells']),
  // How far the last portion came says nothing about what was made.
  imports: await rows('imports', ['id', 'version', 'reached']),
});

/**
 * Two people are required above any amount: so every contract is made by the verb that makes one, which then finds that one
 * person is enough.
 */
export const requireTwoForNothing = (org: TestOrganization): Promise<unknown> =>
  asOwnerOf(org, (query) =>
    query(
      `update organizations set segregation_of_duties = 'enforce', segregation_threshold = 999999999999 where id = daybook_organization()`,
    ),
  );
