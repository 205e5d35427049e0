import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { approvedDocument, createDocument, postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { customerVerbs } from '@/usecases/customers/customer-records';
import { runForOutput } from '@/usecases/kit/run';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';

// Proves the laws platform/touch, platform/refuse-change, documents/check-document,
// documents/refuse-posted-change, documents/refuse-posted-line-change, documents/hold-line-references, ledger/check-new-lines,
// ledger/refuse-unbalanced, ledger/refuse-used-account, ledger/check-new-entries of prisma/sql.

let org: TestOrganization;
let posted: Awaited<ReturnType<typeof postedDocument>>;

beforeAll(async () => {
  org = await foundTestOrganization();
  posted = await postedDocument(org);
});
afterAll(closeConnections);

const createCustomer = async () =>
  (await runForOutput(customerVerbs.create, org.callAs('admin'), { companyName: 'Another' })) as {
    id: string;
  };

type Run = (text: string, values?: readonly unknown[]) => Promise<unknown>;

/** Runs a statement as the application's own database role. */
const asApplication: Run = (text, values = []) =>
  withTenantSql({ organizationId: org.principals.admin.organizationId, userId: null }, (tenant) =>
    sql(tenant, text, values),
  );

/** Runs a statement as the owner of the tables, in one transaction. */
const asOwner: Run = (text, values = []) =>
  withOwner(async (client) => {
    await client.query('begin');
    await client.query(`select set_config('app.organization_id', $1, true)`, [org.organizationId]);
    await client.query(text, [...values]);
    await client.query('commit');
  });

/**
 * Tries to truncate a table as its owner. That needs an exclusive lock on the table and on all that refer to it; with a transaction that
 * waits for one of them it would deadlock, so it gives up before the server looks for deadlocks, and tries again.
 */
async function truncate(table: string): Promise<void> {
  for (;;) {
    try {
      return await withOwner(async (client) => {
        await client.query(`set lock_timeout = '100ms'`);
        await client.query(`truncate ${table} cascade`);
      });
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03') throw error;
    }
  }
}

const APPEND_ONLY = ['ledger_entries', 'ledger_lines', 'audit_log', 'audit_seals', 'ledger_seals'];

describe('posted records do not change', () => {
  it.each(APPEND_ONLY)(
    '%s cannot be changed or deleted, by the application or by the owner',
    async (table) => {
      for (const statement of [
        `update ${table} set organization_id = organization_id`,
        `delete from ${table}`,
      ]) {
        await expect(asApplication(statement)).rejects.toThrow(/permission denied/);
        await expect(asOwner(statement)).rejects.toThrow(/append-only/);
      }
      await expect(truncate(table)).rejects.toThrow(/append-only/);
    },
  );

  it.each([
    ['total_amount', '1'],
    ['base_total_amount', '1'],
    ['transaction_number', 'INV-X'],
    ['currency_code', 'EUR'],
    ['exchange_rate', '2'],
    ['transaction_date', '2026-01-01'],
    ['due_date', '2026-01-01'],
    ['posting_date', '2026-01-01'],
    ['ledger_entry_id', newId()],
  ])('a posted document keeps its %s', async (column, value) => {
    const statement = `update business_transactions set ${column} = $2 where id = $1`;
    for (const run of [asApplication, asOwner]) {
      await expect(run(statement, [posted.id, value])).rejects.toThrow(/immutable|violates|row-level/);
    }
  });

  it('a posted document keeps its customer, also when the other one exists', async () => {
    const { id } = await createCustomer();
    const statement = 'update business_transactions set entity_id = $2 where id = $1';
    for (const run of [asApplication, asOwner]) {
      await expect(run(statement, [posted.id, id])).rejects.toThrow(/immutable/);
      await expect(run(statement, [posted.id, newId()])).rejects.toThrow(/does not exist|immutable/);
    }
  });

  it('a posted document and its lines cannot be deleted, and its lines cannot be changed or added to', async () => {
    for (const run of [asApplication, asOwner]) {
      await expect(run('delete from business_transactions where id = $1', [posted.id])).rejects.toThrow(
        /reversed, never deleted/,
      );
      for (const statement of [
        'delete from business_transaction_lines where transaction_id = $1',
        'update business_transaction_lines set line_amount = 1 where transaction_id = $1',
        `insert into business_transaction_lines (organization_id, transaction_id, line_number, line_type, description, quantity,
           unit_price, line_amount, tax_amount)
         select organization_id, transaction_id, 99, line_type, description, quantity, unit_price, line_amount, tax_amount
         from business_transaction_lines where transaction_id = $1`,
      ]) {
        await expect(run(statement, [posted.id])).rejects.toThrow(/immutable/);
      }
    }
  });

  it('balances can be deleted only by the owner, and an account with postings by no one', async () => {
    await expect(asApplication('delete from ledger_balances')).rejects.toThrow(/permission denied/);
    const [other] = (await asApplication(
      `select a.id from ledger_lines l join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
       where l.entry_id = $1 and a.control_for is null limit 1`,
      [posted.posted.glTransactionId],
    )) as { id: string }[];
    for (const run of [asApplication, asOwner]) {
      for (const id of [org.account('1210'), other?.id]) {
        await expect(run('delete from accounts where id = $1', [id])).rejects.toThrow(/has ledger lines/);
        expect(await asApplication('select id from accounts where id = $1', [id])).toEqual([{ id }]);
      }
      await expect(run('update accounts set is_summary = true where id = $1', [other?.id])).rejects.toThrow(
        /ledger lines/,
      );
    }
  });

  it('an account with postings keeps its subledger, or stays without one; one without postings may change', async () => {
    const standing = () =>
      asApplication(`select code, control_for from accounts where code in ('1110', '1210') order by code`);
    const before = await standing();
    for (const run of [asApplication, asOwner]) {
      for (const [code, role] of [
        ['1210', 'null'],
        ['1210', `'DEFERRED_REVENUE'`],
      ])
        await expect(
          run(`update accounts set is_control = true, control_for = ${role} where id = $1`, [
            org.account(code ?? ''),
          ]),
        ).rejects.toThrow(/ledger lines/);
    }
    await postedDocument(org);
    expect(await standing()).toEqual(before);
    await asApplication(`update accounts set is_control = true, control_for = 'PAYABLE' where id = $1`, [
      org.account('1140'),
    ]);
  });
});

describe('a document satisfies its constraints, whoever writes it', () => {
  it.each([
    ['total_amount', 'total_amount + 1'],
    ['tax_amount', 'tax_amount + 1'],
    ['applied_amount', 'total_amount + 1'],
    ['applied_amount', '-1'],
    ['entity_id', 'null'],
    ['entity_type', `'NOBODY'`],
    ['exchange_rate', '0'],
    ['is_adjustment', 'true'],
    ['record_status', `'gone'`],
    ['transaction_status', `'POSTED'`],
    ['transaction_status', `'LOST'`],
  ])('a draft invoice cannot have %s = %s', async (column, value) => {
    const { id } = await createDocument(org);
    for (const run of [asApplication, asOwner]) {
      await expect(
        run(`update business_transactions set ${column} = ${value} where id = $1`, [id]),
      ).rejects.toThrow(/violates check constraint/);
    }
  });
});

describe('a document counts its versions, whoever changes it', () => {
  const stamps = async (id: string) => {
    const [row] = (await withTenantSql(
      { organizationId: org.principals.admin.organizationId, userId: null },
      (tenant) =>
        sql<{ version: number; created_at: Date; updated_at: Date }>(
          tenant,
          'select version, created_at, updated_at from business_transactions where id = $1',
          [id],
        ),
    )) as [{ version: number; created_at: Date; updated_at: Date }];
    return row;
  };

  it.each([
    ['version', 'version + 7'],
    ['version', `version + 7, updated_at = updated_at + interval '1 minute'`],
    ['version', 'version'],
    ['updated_at', `'2001-01-01'`],
    ['created_at', `'2001-01-01'`],
  ])(
    'a change that sets %s to %s increments the version, advances updatedAt and keeps createdAt',
    async (column, value) => {
      const { id } = await createDocument(org);
      for (const run of [asApplication, asOwner]) {
        const before = await stamps(id);
        await run(`update business_transactions set ${column} = ${value} where id = $1`, [id]);
        const after = await stamps(id);
        expect(after.version).toBe(before.version + 1);
        expect(after.created_at).toEqual(before.created_at);
        expect(after.updated_at.getTime()).toBeGreaterThan(before.updated_at.getTime());
      }
    },
  );

  it('posting increments the version once', async () => {
    const { id } = await approvedDocument(org);
    const before = await stamps(id);
    await runForOutput(postTransaction, org.callAs('controller'), { id, postingDate: '2026-11-05' });
    const after = await stamps(id);
    expect(after.version).toBe(before.version + 1);
    expect(after.created_at).toEqual(before.created_at);
    expect(after.updated_at.getTime()).toBeGreaterThan(before.updated_at.getTime());
  });
});

interface Line {
  readonly account: string;
  readonly debit: string;
  readonly credit: string;
  /** The organization's base currency when omitted. */
  readonly currency?: string;
  /** The debit and the credit in base currency; the same as above when omitted. */
  readonly baseDebit?: string;
  readonly baseCredit?: string;
  readonly departmentId?: string;
}

describe('an entry balances, whoever writes it', () => {
  /** Appends an entry past every check of the application, with the function that all postings use. */
  const append = (lines: readonly Line[], run = asApplication) => {
    const id = newId();
    return run(
      `select daybook_append_entries(
         array[row($1::uuid, p.subsidiary_id, p.id, p.fiscal_year, p.start_date, 'USD', 'USD', 1, 'TEST', $1::uuid, null, null, null, null)::daybook_entry_draft],
         array(select row($1::uuid, l.ord::int, (l.j->>'account')::uuid, p.subsidiary_id, p.id, p.start_date,
                 coalesce(l.j->>'currency', 'USD'), (l.j->>'debit')::numeric, (l.j->>'credit')::numeric,
                 coalesce(l.j->>'baseDebit', l.j->>'debit')::numeric, coalesce(l.j->>'baseCredit', l.j->>'credit')::numeric,
                 null, (l.j->>'departmentId')::uuid, null, null, null, null, null)::daybook_line_draft
               from jsonb_array_elements($2::jsonb) with ordinality as l(j, ord)))
       from fiscal_periods p where p.subsidiary_id = $3::uuid and p.label = '2026-11'`,
      [id, JSON.stringify(lines), org.ids.rootSubsidiary],
    );
  };
  const line = (code: string, debit: string, credit: string) => ({
    account: org.account(code),
    debit,
    credit,
  });

  it('a balanced one is accepted, so the refusals below have no other cause', async () => {
    for (const run of [asApplication, asOwner]) {
      await append([line('1110', '5', '0'), line('3100', '0', '5')], run);
    }
  });

  it('one that is off by a hundredth of a cent is refused', async () => {
    for (const run of [asApplication, asOwner]) {
      await expect(append([line('1110', '5.0001', '0'), line('3100', '0', '5')], run)).rejects.toThrow(
        /does not balance/,
      );
    }
  });

  it('one that balances only in base currency, or in total over its currencies but not in each, is refused', async () => {
    const count = () => asApplication('select count(*) from ledger_lines');
    const before = await count();
    const euros = { currency: 'EUR' };
    const oneCurrency = [
      { ...line('1110', '11', '0'), ...euros, baseDebit: '10' },
      { ...line('3100', '0', '10'), ...euros },
    ];
    const twoCurrencies = [{ ...line('1110', '100', '0'), ...euros }, line('3100', '0', '100')];
    for (const run of [asApplication, asOwner]) {
      await expect(append(oneCurrency, run)).rejects.toThrow(/does not balance/);
      await expect(append(twoCurrencies, run)).rejects.toThrow(/does not balance/);
    }
    expect(await count()).toEqual(before);
  });

  it('balances by dimension are the sums of their lines, in transaction and in base currency', async () => {
    const departmentId = newId();
    const sums = (table: string) =>
      asApplication(
        `select sum(debit)::text as debit, sum(credit)::text as credit, sum(base_debit)::text as base_debit,
           sum(base_credit)::text as base_credit from ${table} where department_id = $1::uuid group by account_id order by account_id`,
        [departmentId],
      );
    const entry = [
      { ...line('1110', '5', '0'), currency: 'EUR', baseDebit: '6', departmentId },
      { ...line('3100', '0', '5'), currency: 'EUR', baseCredit: '6', departmentId },
    ];
    for (const run of [asApplication, asOwner, asApplication]) await append(entry, run);
    const lines = await sums('ledger_lines');
    expect(lines).toContainEqual({
      debit: '15.0000',
      credit: '0.0000',
      base_debit: '18.0000',
      base_credit: '0.0000',
    });
    expect(await sums('ledger_dimension_balances')).toEqual(lines);
  });

  it('a single line, a line on both sides, a negative and a zero line are refused', async () => {
    await expect(append([line('1110', '5', '0')])).rejects.toThrow(/does not balance/);
    await expect(append([line('1110', '5', '5'), line('3100', '0', '0')])).rejects.toThrow(/violates check/);
    await expect(append([line('1110', '-5', '0'), line('3100', '0', '-5')])).rejects.toThrow(
      /violates check/,
    );
  });

  it('a summary account and an account that does not exist are refused', async () => {
    await expect(append([line('1000', '5', '0'), line('3100', '0', '5')])).rejects.toThrow(
      /refer to a posting account/,
    );
    const nobody = { account: newId(), debit: '5', credit: '0' };
    await expect(append([nobody, line('3100', '0', '5')])).rejects.toThrow(/refer to a posting account/);
  });

  it('an entry without lines, lines without their entry, and an entry dated at another time are refused', async () => {
    const header = `insert into ledger_entries (organization_id, id, entry_number, subsidiary_id, period_id, posting_date,
        currency_code, base_currency_code, exchange_rate, source_kind, source_id)
      select organization_id, $2::uuid, $2::text, subsidiary_id, period_id, posting_date, currency_code, base_currency_code,
        exchange_rate, 'TEST', $2::uuid from ledger_entries where id = $1`;
    const lines = `insert into ledger_lines (organization_id, entry_id, line_number, account_id, subsidiary_id, period_id,
        posting_date, currency_code, debit, credit, base_debit, base_credit)
      select organization_id, $2::uuid, line_number, account_id, subsidiary_id, period_id, posting_date, currency_code, debit,
        credit, base_debit, base_credit from ledger_lines where entry_id = $1`;
    for (const run of [asApplication, asOwner]) {
      const values = () => [posted.posted.glTransactionId, newId()];
      await expect(run(header, values())).rejects.toThrow(/has no lines/);
      await expect(run(lines, values())).rejects.toThrow(/do not belong to a new entry/);
      // Reports as of an earlier time subtract what was recorded since, so an entry must carry the time of its transaction and no other.
      const [earlier, id] = [header.replace('source_id)', 'source_id, created_at)'), newId()];
      const dated = earlier.replace('$2::uuid from', `$2::uuid, now() - interval '1 day' from`);
      await expect(
        run(`with header as (${dated} returning 1) ${lines}`, [posted.posted.glTransactionId, id]),
      ).rejects.toThrow(/do not belong to a new entry/);
      expect(await asApplication('select id from ledger_entries where id = $1', [id])).toEqual([]);
      // Both in one statement form an entry, so the refusals above have no other cause.
      await run(`with header as (${header} returning 1) ${lines}`, values());
    }
  });

  it('a line added to an entry by a later statement of the same transaction must keep it balanced', async () => {
    const twice = `with header as (
        insert into ledger_entries (organization_id, id, entry_number, subsidiary_id, period_id, posting_date, currency_code,
          base_currency_code, exchange_rate, source_kind, source_id)
        select organization_id, $1::uuid, $1::text, subsidiary_id, period_id, posting_date, currency_code, base_currency_code,
          exchange_rate, 'TEST', $1::uuid from ledger_entries where id = $2 returning id)
      insert into ledger_lines (organization_id, entry_id, line_number, account_id, subsidiary_id, period_id, posting_date,
        currency_code, debit, credit, base_debit, base_credit)
      select organization_id, $1::uuid, line_number, account_id, subsidiary_id, period_id, posting_date, currency_code, debit,
        credit, base_debit, base_credit from ledger_lines where entry_id = $2`;
    const more = `insert into ledger_lines (organization_id, entry_id, line_number, account_id, subsidiary_id, period_id,
        posting_date, currency_code, debit, credit, base_debit, base_credit)
      select organization_id, $1::uuid, 99, account_id, subsidiary_id, period_id, posting_date, currency_code, 1, 0, 1, 0
      from ledger_lines where entry_id = $2 limit 1`;
    await withOwner(async (client) => {
      const values = [newId(), posted.posted.glTransactionId];
      await client.query('begin');
      await client.query(`select set_config('app.organization_id', $1, true)`, [org.organizationId]);
      await client.query(twice, values);
      await expect(client.query(more, values)).rejects.toThrow(/does not balance/);
      await client.query('rollback');
    });
  });

  it('no line can be added to an existing entry', async () => {
    await expect(
      asApplication(
        `insert into ledger_lines (organization_id, entry_id, line_number, account_id, subsidiary_id, period_id, posting_date,
           currency_code, debit, credit, base_debit, base_credit)
         select organization_id, entry_id, line_number + 10, account_id, subsidiary_id, period_id, posting_date, currency_code,
           debit, credit, base_debit, base_credit from ledger_lines where entry_id = $1`,
        [posted.posted.glTransactionId],
      ),
    ).rejects.toThrow(/do not belong to a new entry/);
  });
});
