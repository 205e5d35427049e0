import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { approvedDocument, createDocument, postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';

// Proves the law ledger/hold-postings of prisma/sql.

let org: TestOrganization;
let other: TestOrganization;

beforeAll(async () => {
  [org, other] = [await foundTestOrganization(), await foundTestOrganization()];
});
afterAll(closeConnections);

/** Calls one law as the application's role; returns the value of the first column of the first row. */
async function ask(question: string, values: readonly unknown[] = [], organization = org): Promise<unknown> {
  const [row] = await withTenantSql(
    { organizationId: organization.principals.admin.organizationId, userId: null },
    (tenant) => sql<Record<string, unknown>>(tenant, question, values),
  );
  return row && Object.values(row)[0];
}

describe('document numbers', () => {
  const take = (series: string, year: number, count: number, organization = org) =>
    ask('select daybook_take_numbers($1, $2::int, $3::int)::text', [series, year, count], organization);
  const giveBack = (number: string) => ask('select daybook_give_back_number($1)', [number]);

  it('have no gaps within each series, year and organization', async () => {
    expect(await take('T', 2026, 3)).toBe('1');
    expect(await take('T', 2026, 1)).toBe('4');
    expect(await take('T', 2027, 1)).toBe('1');
    expect(await take('U', 2026, 1)).toBe('1');
    expect(await take('T', 2026, 1, other)).toBe('1');
  });

  it('have at least six digits, and longer numbers are not truncated', async () => {
    const format = (value: string) => ask(`select daybook_format_number('INV', 2026, $1::bigint)`, [value]);
    expect(await format('7')).toBe('INV-2026-000007');
    expect(await format('1234567')).toBe('INV-2026-1234567');
    expect(await ask('select daybook_format_number(null, null, 7)')).toBe('--000007');
  });

  it('are given back only by the last document of a series, and once', async () => {
    await take('G', 2026, 3);
    expect(await giveBack('G-2026-000002')).toBe(false);
    expect(await giveBack('G-2026-000003')).toBe(true);
    expect(await giveBack('G-2026-000003')).toBe(false);
    expect(await giveBack('no number')).toBe(false);
    expect(await take('G', 2026, 1)).toBe('3');
  });
});

describe('the dimensions a line carries', () => {
  const DIMENSIONS = ['class', 'department', 'location', 'project'];

  it.each(DIMENSIONS.map((name, place) => ({ name, place })))(
    'a line with only a $name carries that dimension and no other',
    async ({ name, place }) => {
      const ids = DIMENSIONS.map((_, index) => (index === place ? newId() : null));
      const line = '$1::uuid, $2::uuid, $3::uuid, $4::uuid';
      expect(await ask(`select daybook_carried_dimensions(${line})`, ids)).toEqual([name]);
      for (const asked of DIMENSIONS) {
        const has = await ask(`select daybook_has_dimension($5, ${line})`, [...ids, asked]);
        expect({ asked, has }).toEqual({ asked, has: asked === name });
      }
    },
  );
});

describe('the checks of a posting', () => {
  it('has lines: true only for a document of this organization with lines', async () => {
    const { id } = await createDocument(org);
    const hasLines = (document: string, organization = org) =>
      ask('select daybook_has_lines($1::uuid)', [document], organization);
    expect(await hasLines(id)).toBe(true);
    expect(await hasLines(newId())).toBe(false);
    expect(await hasLines(id, other)).toBe(false);
  });

  it('exceeds credit: above the limit together with open posted invoices, never at the limit, and never without one', async () => {
    const exceeds = (amount: string) =>
      ask('select daybook_exceeds_credit($1::uuid, $2::numeric)', [other.ids.customer, amount], other);
    expect(await exceeds('1000000')).toBeNull();
    await ask('update customers set credit_limit = 150 where id = $1', [other.ids.customer], other);
    expect(await exceeds('150')).toBe(false);
    expect(await exceeds('150.01')).toBe(true);
    await postedDocument(other);
    expect(await exceeds('50')).toBe(false);
    expect(await exceeds('50.01')).toBe(true);
  });

  it('exceeds credit: no document is read for a customer without a limit, however many there are', async () => {
    await postedDocument(org);
    const readFor = (limit: string | null) =>
      withOwner(async (client) => {
        const read = async () =>
          (
            await client.query<{ n: string }>(
              `select (coalesce(sum(seq_tup_read), 0) + coalesce(sum(idx_tup_fetch), 0))::text as n
               from pg_stat_xact_user_tables where relname = 'business_transactions'`,
            )
          ).rows[0]?.n;
        await client.query('begin');
        await client.query(`select set_config('app.organization_id', $1, true)`, [org.organizationId]);
        await client.query('update customers set credit_limit = $2 where organization_id = $3 and id = $1', [
          org.ids.customer,
          limit,
          org.organizationId,
        ]);
        const before = await read();
        await client.query('select daybook_exceeds_credit($1::uuid, 1)', [org.ids.customer]);
        return (await read()) !== before;
      });
    expect(await readFor('1000000')).toBe(true);
    expect(await readFor(null)).toBe(false);
  });

  it('is posted twice: another posted document of the same kind and entity has this reference, ignoring spaces and case', async () => {
    const twice = (id: string, kind: string, entity: string, reference: string) =>
      ask(`select daybook_is_posted_twice($1::uuid, $2, 'CUSTOMER', $3::uuid, $4)`, [
        id,
        kind,
        entity,
        reference,
      ]);
    const { customer } = org.ids;
    await approvedDocument(org, { referenceNumber: 'AB-1' });
    expect(await twice(newId(), 'INVOICE', customer, 'AB-1')).toBe(false);
    const posted = await postedDocument(org, { referenceNumber: 'AB-1' });
    expect(await twice(newId(), 'INVOICE', customer, ' ab-1 ')).toBe(true);
    expect(await twice(posted.id, 'INVOICE', customer, 'AB-1')).toBe(false);
    expect(await twice(newId(), 'CREDIT_MEMO', customer, 'AB-1')).toBe(false);
    expect(await twice(newId(), 'INVOICE', newId(), 'AB-1')).toBe(false);
    expect(await twice(newId(), 'INVOICE', customer, 'AB-2')).toBe(false);
  });

  it('is own work by the person behind it: a credential acts for whoever issued it, also through another credential; an unknown author is no one', async () => {
    const person = newId();
    const issue = async (by: string) => {
      const id = newId();
      await ask(
        `insert into api_clients (organization_id, id, name, client_id, secret_hash, created_by)
         values ($1::uuid, $2::uuid, 'Robot', $2, 'x', $3::uuid) returning id`,
        [other.organizationId, id, by],
        other,
      );
      return id;
    };
    const client = await issue(person);
    const clientsClient = await issue(client);
    const behind = (id: string, organization = other) =>
      ask('select daybook_person_behind($1::uuid)', [id], organization);
    expect([await behind(person), await behind(client), await behind(clientsClient)]).toEqual([
      person,
      person,
      person,
    ]);
    expect(await behind(client, org)).toBe(client);
    const own = (workers: readonly (string | null)[], actor: string | null) =>
      ask('select daybook_is_own_work($1::uuid[], $2::uuid)', [workers, actor], other);
    expect(await own([null, client], person)).toBe(true);
    expect(await own([person], clientsClient)).toBe(true);
    expect(await own([newId(), null], clientsClient)).toBe(false);
    expect(await own([null], null)).toBe(false);
    expect(await own([], person)).toBe(false);
  });

  it('forbids self-approval: where duties are segregated, from the threshold upward', async () => {
    const forbids = (amount: string) =>
      ask('select daybook_forbids_self_approval($1::numeric)', [amount], other);
    const segregate = (how: string, from: string | null) =>
      ask(
        'update organizations set segregation_of_duties = $1, segregation_threshold = $2::numeric where id = $3::uuid',
        [how, from, other.organizationId],
        other,
      );
    await segregate('off', '100');
    expect(await forbids('1000')).toBe(false);
    await segregate('enforce', '100');
    expect([await forbids('99.99'), await forbids('100')]).toEqual([false, true]);
    await segregate('enforce', null);
    expect(await forbids('0')).toBe(true);
    await segregate('off', null);
  });
});

describe('the data of a refusal', () => {
  it('posting faults: lines without an account, accounts that do not accept postings and why, missing dimensions', async () => {
    const { id } = await createDocument(org);
    const faults = (refusal: string) => ask('select daybook_posting_faults($1::uuid, $2)', [id, refusal]);
    const change = (assignment: string, values: readonly unknown[] = []) =>
      ask(
        `update transaction_impact_lines set ${assignment} where transaction_id = $1::uuid and document_line_number = 1`,
        [id, ...values],
      );
    expect(await faults('ACCOUNT_NOT_POSTABLE')).toBeNull();
    expect(await faults('INCOMPLETE_DOCUMENT')).toBeNull();
    await change('account_id = null');
    expect(await faults('ACCOUNT_UNRESOLVED')).toEqual([1]);

    const account = async (condition: string) =>
      (await ask(`select id from accounts where ${condition} order by code limit 1`)) as string;
    const [summary, control] = [await account('is_summary'), await account('is_control')];
    await change('account_id = $2::uuid', [summary]);
    expect(await faults('ACCOUNT_NOT_POSTABLE')).toMatchObject([{ id: summary, why: 'SUMMARY' }]);
    await change('account_id = $2::uuid, from_subledger = false', [control]);
    expect(await faults('ACCOUNT_NOT_POSTABLE')).toMatchObject([{ id: control, why: 'CONTROL' }]);
    const plain = org.account('3100');
    await change('account_id = $2::uuid', [plain]);
    await ask(`update accounts set required_dimensions = '{department}' where id = $1::uuid`, [plain]);
    expect(await faults('INCOMPLETE_DOCUMENT')).toEqual(['line 1 department']);
    await ask(
      `update accounts set required_dimensions = '{}', record_status = 'inactive' where id = $1::uuid`,
      [plain],
    );
    expect(await faults('ACCOUNT_NOT_POSTABLE')).toMatchObject([{ id: plain, why: 'INACTIVE' }]);
    await ask(`update accounts set record_status = 'active' where id = $1::uuid`, [plain]);
  });

  const entry = '00000000-0000-7000-8000-00000000e117';
  const subsidiary = '00000000-0000-7000-8000-0000000050b5';
  it.each([
    ['ALREADY_POSTED', {}, { status: 'POSTED', glTransactionId: entry }],
    ['INVALID_STATUS_TRANSITION', {}, { from: 'POSTED' }],
    ['INCOMPLETE_DOCUMENT', { hasLines: false }, { missing: ['lines'] }],
    [
      'NOT_BALANCED',
      { debits: '10.00', credits: '9.50' },
      { debits: '10.00', credits: '9.50', difference: '0.50', currencyCode: 'EUR' },
    ],
    [
      'NOT_BALANCED',
      { debits: '10.00', credits: '10.00', baseDebits: '12.01', baseCredits: '12.00' },
      { debits: '12.01', credits: '12.00', difference: '0.01', currencyCode: 'USD' },
    ],
    ['PERIOD_NOT_OPEN', {}, { date: '2026-11-05', period: null, status: 'NONE', subsidiaryId: subsidiary }],
    ['CHECKS_FAILED', {}, { checks: ['CREDIT_LIMIT', 'FAR_FUTURE_DATE'] }],
    [null, {}, null],
  ] as const)('%s with %j has the detail %j', async (refusal, facts, answered) => {
    const {
      hasLines = true,
      debits = '1',
      credits = '1',
      baseDebits = '1',
      baseCredits = '1',
    } = facts as Record<string, string> & { hasLines?: boolean };
    const detail = await ask(
      `select daybook_verdict_detail(p_refusal => $1, p_id => $2::uuid, p_status => 'POSTED', p_entry_id => $3::uuid, p_has_lines => $4::boolean,
         p_debits => $5::numeric, p_credits => $6::numeric, p_base_debits => $7::numeric, p_base_credits => $8::numeric,
         p_currency => 'EUR', p_base_currency => 'USD', p_date => '2026-11-05'::date, p_period => null, p_period_status => null,
         p_subsidiary_id => $9::uuid, p_warnings => '{CREDIT_LIMIT,FAR_FUTURE_DATE}')`,
      [refusal, newId(), entry, hasLines, debits, credits, baseDebits, baseCredits, subsidiary],
    );
    expect(detail).toEqual(answered);
  });
});

describe('the status of a period', () => {
  it.each([
    [{ period_status: 'OPEN' }, 'OPEN'],
    [{ period_status: 'CLOSED' }, 'CLOSED'],
    [{ period_status: 'OPEN', reopened_from: 'CLOSED', reopened_until: '2000-01-01' }, 'CLOSED'],
    [{ period_status: 'OPEN', reopened_from: 'SOFT_CLOSED', reopened_until: '2000-01-01' }, 'SOFT_CLOSED'],
    [{ period_status: 'OPEN', reopened_from: 'CLOSED', reopened_until: '9999-01-01' }, 'OPEN'],
  ])('%j is effectively %s', async (period, status) => {
    const effective = await ask(
      'select daybook_effective_period_status(jsonb_populate_record(null::fiscal_periods, $1::jsonb))',
      [JSON.stringify(period)],
    );
    expect(effective).toBe(status);
  });
});

describe('the properties that let an account accept postings (ledger/hold-postings)', () => {
  it.each([
    [`record_status = 'inactive'`, true],
    ['is_summary = true', true],
    [`required_dimensions = '{class}'`, true],
    [`is_control = true, control_for = 'PAYABLE'`, true],
    [`name = 'Another name'`, false],
  ])('set %s waits for postings in progress: %s', async (assignment, waits) => {
    const lock = `hashtextextended('periods:${org.organizationId}', 0)`;
    await withOwner(async (posting) => {
      await posting.query(`begin; select pg_advisory_xact_lock_shared(${lock})`);
      await withOwner(async (setup) => {
        await setup.query(`select set_config('app.organization_id', '${org.organizationId}', false)`);
        const { rows } = await setup.query<{ pid: number }>('select pg_backend_pid() as pid');
        let done = false;
        await setup.query('begin');
        const change = setup
          .query(`update accounts set ${assignment} where id = '${org.account('3100')}'`)
          .then(() => {
            done = true;
          });
        const waiting = `select 1 from pg_locks where pid = $1 and locktype = 'advisory' and not granted`;
        const isWaiting = async () => (await posting.query(waiting, [rows[0]?.pid])).rows.length > 0;
        while (!done && !(await isWaiting())) await new Promise((resolve) => setTimeout(resolve, 5));
        expect(done).toBe(!waits);
        await posting.query('commit');
        await change;
        await setup.query('rollback');
      });
    });
  });
});

describe('documents between subsidiaries', () => {
  it('are noted once they are approved, once for each sister, and never as drafts', async () => {
    const sister = await ask(
      `insert into subsidiaries (organization_id, id, name, code, base_currency) values ($1, $2, 'Sister', 'SISTER', 'USD') returning id`,
      [org.organizationId, newId()],
    );
    await ask(
      'insert into intercompany_parties (organization_id, subsidiary_id, customer_id) values ($1, $2, $3) returning subsidiary_id',
      [org.organizationId, sister, org.ids.customer],
    );
    const note = async (...ids: string[]) =>
      withTenantSql({ organizationId: org.principals.admin.organizationId, userId: null }, (tenant) =>
        sql<{ source: string }>(
          tenant,
          'select o_source as source from daybook_note_intercompany($1::uuid[])',
          [ids],
        ),
      );
    const draft = await createDocument(org);
    expect(await note(draft.id)).toEqual([]);
    const approved = await approvedDocument(org, { kind: 'VENDOR_BILL' });
    expect(await note(approved.id, newId())).toEqual([]);
    const invoiced = await approvedDocument(org);
    expect(await note(invoiced.id)).toEqual([{ source: invoiced.id }]);
    expect(await note(invoiced.id, invoiced.id)).toEqual([{ source: invoiced.id }]);
    expect(
      await ask('select count(*)::int from intercompany_pairs where organization_id = $1', [
        org.organizationId,
      ]),
    ).toBe(1);
  });
});
