import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { sealAudit } from '@/usecases/audit/seal-audit';
import { runForOutput } from '@/usecases/kit/run';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { furnish } from '../support/furnish';
import { reportedBreaches } from '../support/tampering';

// Proves the law platform/dangling-references of prisma/sql.

/** Columns of ids that may name what does not exist, each for a reason; a new one must be added here knowingly. */
const MAY_DANGLE: readonly (readonly [column: RegExp, why: string])[] = [
  [/^invitations\.(accepted|invited)_by$/, 'people leave'],
  [/^security_log\.(actor|session)_id$/, 'what is told of a person outlives them'],
  [
    /^\w+\.(created|changed|submitted|requested|decided|prepared|approved|posted|confirmed|recorded|taken|opening_proposed|status_changed|assigned|done|accepted|discarded)_(by|to)$/,
    'people leave',
  ],
  [/^(saved_views|saved_view_defaults|memberships|employees)\.user_id$/, 'people leave'],
  [/^billing_schedules\.owner_id$/, 'people leave'],
  [
    /^(ledger|entry|ledger_dimension)_days\.\w+_id$/,
    'sums of lines, reconciled with them, and counts of entries',
  ],
  [
    /^(subledger|revenue_ledger|ledger_dimension)_periods\.\w+_id$/,
    'sums of what was posted, reconciled with it',
  ],
  [
    /^revenue_(checked_(balances|contracts|standings|totals)|copied_balances)\.\w+_id$/,
    'sums of the rows of contracts, reconciled with them',
  ],
  [/^revenue_balance_copies\.copied_to$/, 'a place in the order of contracts, passed by within minutes'],
  [/^commitment_sum(_change)?s\.project_id$/, 'sums of commitments, verified against them'],
  [/^document_spans\.\w+_id$/, 'a summary of settlements, verified against them'],
  [/^document_span_(changes|days)\.\w+_id$/, 'sums of spans, verified against them'],
  [/^intercompany_days\.\w+_id$/, 'sums of lines, reconciled with them'],
  [/^intercompany_unpaired\.\w+_id$/, 'a list of documents without a pair, verified against them'],
  [/^intercompany_open_pairs\.\w+_id$/, 'a list of pairs that may disagree, verified against them'],
  [/^revenue_touched_contracts\.contract_ids$/, 'a note of contracts to be added up, gone within seconds'],
  [/^deferred_ledger_changes\.\w+_id$/, 'a summary of ledger_lines, reconciled with them'],
  [
    /^revenue_movement_(changes|days|months)\.subsidiary_id$/,
    'a summary of revenue_movements, reconciled with them',
  ],
  [
    /^(document_days|document_day_changes|counterparty_days|counted_counterparties)\.\w+_ids?$/,
    'counts of documents',
  ],
  [/^(audit_log|outbox_events|import_rows)\.record_id$/, 'what is recorded of a record outlives it'],
  [/^audit_log\.actor_id$/, 'people leave'],
  [/^security_seals\.event_id$/, 'a foreign key'],
  [/^employees\.(reports_to|primary_contact_id|parent_entity_id)$/, 'the interface accepts any id'],
  [/^departments\.manager_id$/, 'the interface accepts any id'],
  [/^prospects\.converted_(customer|lead)_id$/, 'the history of a prospect outlives what it became'],
  [
    /^(contract_cost_rows|revenue_bookings|revenue_carried_moves|revenue_interest_moves|revenue_movements|revenue_rows|revenue_versions)\.(event_id|cause_id)$/,
    'an event of the contract, whose facts are one append-only table',
  ],
  [
    /^revenue_contracts\.separated_by_id$/,
    'a fact of the contract it was agreed with, which is checked; facts are one append-only table',
  ],
  [
    /^revenue_contract_sources\.(source_id|document_id)$/,
    'what a contract was made from may be a draft that was deleted',
  ],
  [/^rate_correction_items\.source_id$/, 'its entry is checked'],
  [
    /^cut_over_items\.record_id$/,
    'a file that is undone takes its records with it, and the proof lists what is gone',
  ],
  [/^(ledger_batch_entries|provider_people|provisioned_group_members)\.\w+_id$/, 'foreign keys'],
  [/^ledger_batch_lines\.subsidiary_id$/, 'its batch is checked'],
  [/^other_ledger_codes\.record_id$/, 'the code of a dimension that was deleted says what it stood for'],
  [
    /^revenue_month(s|_changes)\.(subsidiary_id|revenue_account_id|class_id|department_id|location_id)$/,
    'a summary of revenue_rows, reconciled with them',
  ],
  [
    /^revenue_customer_(changes|moves|years)\.(customer_ids?|subsidiary_id|revenue_account_id|class_id|department_id|location_id)$/,
    'sums of revenue_rows, reconciled with them',
  ],
  [
    /^memberships_elsewhere\.(user_id|scope)$/,
    'a copy of memberships on another server, replaced as a whole',
  ],
  [/^revenue_positions\.subsidiary_id$/, 'a summary of its contract'],
  [/^revenue_(carried_moves|interest_moves|movements)\.subsidiary_id$/, 'its contract is checked'],
  [/^revenue_run_chunks\.first_entries$/, 'pages of a run, whose rows are checked'],
];

/** Of two columns that exclude each other, the one that is tried second, and what the table's checks require with it. */
const AFTERWARD: Readonly<Record<string, string>> = {
  'activities.prospect_id': 'lead_id = null',
  'change_orders.commitment_id': 'prime_contract_id = null',
  'revenue_contracts.separated_from_id': 'separated_by_id = gen_random_uuid()',
  'revenue_runs.reverses_run_id': `contract_id = null, kind = 'REVERSAL', reason = 'Wrong'`,
};
/** What a table's checks require in addition to its ids. */
const BESIDE: Readonly<Record<string, string>> = {
  activities: 'prospect_id = null',
  business_transactions: `transaction_status = 'POSTED'`,
  revenue_runs: `kind = 'EVENT'`,
};

afterAll(closeConnections);

let books: TestOrganization;
beforeAll(async () => {
  books = await foundTestOrganization();
  await furnish(books);
  await postedDocument(books);
  await postedDocument(books, {
    kind: 'JOURNAL',
    lines: [
      { unitPrice: '5.00', accountId: books.account('1110') },
      { unitPrice: '-5.00', accountId: books.account('3100') },
    ],
  });
  // A transaction elsewhere on the server can delay what may be sealed.
  while ((await sealAudit(books.principals.admin)).sealed === 0)
    await new Promise((resume) => setTimeout(resume, 20));
});

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: 'uuid' | 'uuid[]';
  readonly typed: boolean;
}

const spoiled = ({ name, type, typed }: Column) =>
  `"${name}" = ${type === 'uuid' ? 'gen_random_uuid()' : 'array[gen_random_uuid()]'}${typed ? `, entity_type = 'CUSTOMER'` : ''}`;

const columnsOfIds = async (client: pg.ClientBase) =>
  (
    await client.query<Column>(
      `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
         exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'entity_type') and a.attname = 'entity_id' as typed
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.atttypid in ('uuid'::regtype, 'uuid[]'::regtype)
         and a.attname not in ('organization_id', 'id')
         and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'organization_id' and o.attnum > 0)
       order by 1, 2`,
    )
  ).rows;

const dangling = async (client: pg.ClientBase) => {
  const { rows } = await client.query<{ place: string }>(
    `select o_table || '.' || o_column as place from daybook_dangling_references()`,
  );
  return rows.map(({ place }) => place);
};

describe('a reference to what does not exist', () => {
  it('is found in every column of ids, or the column is listed with a reason', async () => {
    const unnoticed: string[] = [];
    await withOwner(async (client) => {
      await client.query('begin');
      await client.query(`set local session_replication_role = replica`);
      await client.query(`select set_config('app.organization_id', $1, true)`, [books.organizationId]);
      // A line with dimensions, so that there is a dimension balance to corrupt.
      await client.query(
        `insert into ledger_dimension_balances select organization_id, subsidiary_id, account_id, period_id, currency_code,
           gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 0, 0, 0, 0, 0
         from ledger_balances where organization_id = $1 limit 1`,
        [books.organizationId],
      );
      await client.query(
        `insert into change_orders (organization_id, id, prime_contract_id, change_number, title, amount, requested_on)
         values ($1, gen_random_uuid(), gen_random_uuid(), 'CO-1', 'More', 1, '2026-11-05')`,
        [books.organizationId],
      );
      const columns = (await columnsOfIds(client)).filter(
        ({ table, name }) => !MAY_DANGLE.some(([column]) => column.test(`${table}.${name}`)),
      );
      const spoil = (table: string, changes: readonly string[]) =>
        client.query(
          `update "${table}" set ${changes.join(', ')} where ctid = (select ctid from "${table}" where organization_id = $1 limit 1)`,
          [books.organizationId],
        );
      for (const table of new Set(columns.map((column) => column.table))) {
        const own = columns.filter((one) => one.table === table && !(`${table}.${one.name}` in AFTERWARD));
        const beside = BESIDE[table];
        await spoil(table, [...own.map(spoiled), ...(beside === undefined ? [] : [beside])]);
      }
      const found = await dangling(client);
      for (const column of columns) {
        const beside = AFTERWARD[`${column.table}.${column.name}`];
        if (beside !== undefined) await spoil(column.table, [spoiled(column), beside]);
      }
      found.push(...(await dangling(client)));
      unnoticed.push(
        ...columns.map(({ table, name }) => `${table}.${name}`).filter((place) => !found.includes(place)),
      );
      await client.query('rollback');
    });
    expect(unnoticed).toEqual([]);
  });

  it('fails the verification of the books with an explanation; books that were only used normally have none', async () => {
    const own = await foundTestOrganization();
    await postedDocument(own);
    const verdict = () => runForOutput(verifyBooks, own.callAs('auditor'), {});
    expect(await verdict()).toMatchObject({ isSound: true, references: [] });
    await withOwner(async (client) => {
      await client.query('begin');
      await client.query(`set local session_replication_role = replica`);
      await client.query('delete from customers where organization_id = $1', [own.organizationId]);
      await client.query('commit');
    });
    const { breaches } = await verdict();
    expect(reportedBreaches(breaches)).toEqual(['REFERENCES']);
    expect(breaches.map(({ message }) => message)).toContain(
      '1 business transactions refer in entity id to customers that do not exist.',
    );
  });
});
