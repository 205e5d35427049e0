import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHECKS, type CheckName } from '@/core/ledger/verification';
import { closeConnections } from '@/db/client';
import { runForOutput } from '@/usecases/kit/run';
import { verifyBooks } from '@/usecases/verify/verify-books';
import type { Books } from '../revenue/books';
import { furnishedBooks, planted } from './planted-books';

afterAll(closeConnections);

let books: Books;
beforeAll(async () => {
  books = await furnishedBooks();
});

const verify = () => runForOutput(verifyBooks, books.org.callAs('auditor'), {});

/** What is planted, the tables it changes, the statement (`$org` is the organization), the check that must find it. */
type Plant = readonly [what: string, tables: string, statement: string, check: CheckName];
/** One row of a table, the first in the order of its key. */
const one = (table: string, where: string, key = 'id') =>
  `organization_id = $org and ${key} = (select x.${key} from ${table} x where x.organization_id = $org and ${where} order by x.${key} limit 1)`;
const nowhere = `'00000000-0000-4000-8000-00000000dead'`;

const PLANTS: readonly Plant[] = [
  // The ledger
  [
    'a balance of one unit more',
    'ledger_balances',
    `update ledger_balances set debit = debit + 1, base_debit = base_debit + 1 where organization_id = $org and debit > 0`,
    'BALANCES',
  ],
  [
    'a balance that is missing',
    'ledger_balances',
    `delete from ledger_balances where organization_id = $org and base_credit > 0`,
    'BALANCES',
  ],
  [
    'debits of one currency more than its credits, in lines and balances alike',
    'ledger_lines, ledger_balances',
    `with l as (update ledger_lines set debit = debit + 1, base_debit = base_debit + 1 where ${one('ledger_lines', `x.debit > 0 and x.currency_code = 'USD'`, 'entry_id')} and debit > 0 returning *)
     update ledger_balances b set debit = b.debit + 1, base_debit = b.base_debit + 1 from l where b.organization_id = l.organization_id and b.account_id = l.account_id and b.period_id = l.period_id and b.currency_code = l.currency_code`,
    'DEBITS_EQUAL_CREDITS',
  ],
  [
    'a line of an entry changed',
    'ledger_lines',
    `update ledger_lines set credit = credit + 1, base_credit = base_credit + 1 where ${one('ledger_lines', 'x.credit > 0', 'entry_id')} and credit > 0`,
    'UNBALANCED_ENTRIES',
  ],
  [
    'an entry that lost its lines',
    'ledger_lines',
    `delete from ledger_lines where ${one('ledger_lines', 'true', 'entry_id')}`,
    'UNBALANCED_ENTRIES',
  ],
  [
    'lines that lost their entry',
    'ledger_entries',
    `delete from ledger_entries where ${one('ledger_entries', `x.source_kind = 'REVENUE_RUN'`)}`,
    'LINES_OF_ENTRIES',
  ],
  [
    'a line dated otherwise than its entry',
    'ledger_lines',
    `update ledger_lines set posting_date = posting_date + 40 where ${one('ledger_lines', 'true', 'entry_id')} and line_number = 1`,
    'LINES_OF_ENTRIES',
  ],
  [
    'a line on a summary account',
    'accounts',
    `update accounts set is_summary = true where organization_id = $org and code = '1210'`,
    'LINES_OF_ENTRIES',
  ],
  [
    'lines in the base currency carried at another amount',
    'ledger_lines',
    `update ledger_lines set base_debit = base_debit * 2, base_credit = base_credit * 2 where ${one('ledger_lines', `x.currency_code = 'USD' and x.debit > 0`, 'entry_id')}`,
    'BASE_AMOUNTS',
  ],
  [
    'a dimension balance moved to another department',
    'ledger_dimension_balances',
    `update ledger_dimension_balances set department_id = ${nowhere} where organization_id = $org`,
    'DIMENSION_BALANCES',
  ],
  [
    'a reversal that mirrors another account',
    'ledger_lines',
    `update ledger_lines l set account_id = (select id from accounts where organization_id = $org and code = '6300')
     from ledger_entries e where e.organization_id = $org and e.reversal_of_id is not null and e.source_kind = 'TRANSACTION'
       and l.organization_id = $org and l.entry_id = e.id and l.line_number = 2`,
    'MIRRORED_REVERSALS',
  ],
  [
    'an entry whose transaction is another one',
    'ledger_entries',
    `update ledger_entries set source_id = ${nowhere} where ${one('ledger_entries', `x.source_kind = 'TRANSACTION'`)}`,
    'ENTRY_SOURCES',
  ],
  [
    'a settlement entry without its settlement',
    'ledger_entries',
    `update ledger_entries set source_id = ${nowhere} where ${one('ledger_entries', `x.source_kind = 'SETTLEMENT'`)}`,
    'ENTRY_SOURCES',
  ],
  [
    'an entry number left out',
    'ledger_entries',
    `update ledger_entries set entry_number = 'GL-2026-900000' where ${one('ledger_entries', 'true')}`,
    'NUMBERS',
  ],
  [
    'a transaction number left out',
    'business_transactions',
    `update business_transactions set transaction_number = 'INV-2026-900000' where ${one('business_transactions', `x.kind = 'INVOICE'`)}`,
    'NUMBERS',
  ],
  [
    'a number counter ahead of its numbers',
    'number_counters',
    `update number_counters set next_value = next_value + 1 where organization_id = $org and series = 'GL'`,
    'NUMBERS',
  ],
  [
    'a month missing from the calendar',
    'fiscal_periods',
    `update fiscal_periods set start_date = start_date + 1 where organization_id = $org and label = '2026-05'`,
    'PERIODS',
  ],

  // Documents and settlements
  [
    'a posted document without its entry',
    'business_transactions',
    `update business_transactions set ledger_entry_id = ${nowhere} where ${one('business_transactions', `x.transaction_status = 'POSTED'`)}`,
    'DOCUMENTS_WITHOUT_ENTRY',
  ],
  [
    'a document posted by the entry of another one',
    'business_transactions',
    `update business_transactions t set ledger_entry_id = (select ledger_entry_id from business_transactions where organization_id = $org and kind = 'CUSTOMER_PAYMENT')
     where ${one('business_transactions', `x.kind = 'INVOICE' and x.ledger_entry_id is not null`)}`,
    'DOCUMENTS_WITHOUT_ENTRY',
  ],
  [
    'the entry a document showed, changed after posting',
    'transaction_impact_lines',
    `update transaction_impact_lines set debit = debit + 5 where ${one('transaction_impact_lines', `x.debit > 0`, 'transaction_id')} and debit > 0`,
    'DOCUMENT_ENTRIES',
  ],
  [
    'a line of a posted document changed',
    'business_transaction_lines',
    `update business_transaction_lines set line_amount = line_amount + 5 where ${one('business_transaction_lines', 'true', 'transaction_id')} and line_number = 1`,
    'DOCUMENT_TOTALS',
  ],
  [
    'the total of a posted document changed',
    'business_transactions',
    `update business_transactions set total_amount = total_amount + 5, base_total_amount = base_total_amount + 5 where ${one('business_transactions', `x.kind = 'INVOICE' and x.transaction_status = 'POSTED'`)}`,
    'DOCUMENT_TOTALS',
  ],
  [
    'the applied amount of a document without an application',
    'business_transactions',
    `update business_transactions set applied_amount = applied_amount + 1 where ${one('business_transactions', `x.kind = 'INVOICE' and x.transaction_status = 'POSTED'`)}`,
    'APPLIED_AMOUNTS',
  ],
  [
    'the applied amount of a payment lost',
    'business_transactions',
    `update business_transactions set applied_amount = 0 where organization_id = $org and kind = 'CUSTOMER_PAYMENT'`,
    'APPLIED_AMOUNTS',
  ],
  [
    'an application deleted',
    'payment_applications',
    `delete from payment_applications where organization_id = $org and reversed_at is null`,
    'APPLIED_AMOUNTS',
  ],
  [
    'an application taken back, but not its exchange difference',
    'payment_applications',
    `update payment_applications set reversed_at = now(), reversed_on = '2026-03-31' where organization_id = $org and reversed_at is null`,
    'APPLICATIONS',
  ],
  [
    'an application to the document of another customer',
    'business_transactions',
    `update business_transactions set entity_id = ${nowhere} where organization_id = $org and transaction_status = 'PAID'`,
    'APPLICATIONS',
  ],
  [
    'an application dated before its payment',
    'payment_applications',
    `update payment_applications set applied_on = '2026-01-02' where organization_id = $org and reversed_at is null`,
    'APPLICATIONS',
  ],
  [
    'a paid document that is not paid',
    'business_transactions',
    `update business_transactions set transaction_status = 'PAID' where ${one('business_transactions', `x.kind = 'INVOICE' and x.transaction_status = 'POSTED'`)}`,
    'DOCUMENT_STATUS',
  ],
  [
    'a draft missing from the list of what is not posted',
    'unposted_documents',
    `delete from unposted_documents where organization_id = $org`,
    'DOCUMENT_STATUS',
  ],
  [
    'a reversal that forgot what it reverses',
    'business_transactions',
    `update business_transactions set reverses_transaction_id = null where organization_id = $org and reverses_transaction_id is not null`,
    'DOCUMENT_STATUS',
  ],

  // Subledgers against control accounts
  [
    'an entry by hand on the receivables',
    'ledger_lines, ledger_balances',
    `with bank as (select id from accounts where organization_id = $org and code = '1110'),
       l as (update ledger_lines set account_id = (select id from accounts where organization_id = $org and code = '1210')
             where ${one('ledger_lines', `x.account_id = (select id from accounts where organization_id = $org and code = '1110') and x.currency_code = 'EUR'`, 'entry_id')}
               and account_id = (select id from bank) returning *),
       taken as (update ledger_balances b set debit = b.debit - l.debit, base_debit = b.base_debit - l.base_debit, line_count = b.line_count - 1 from l
             where b.organization_id = $org and b.account_id = (select id from bank) and b.currency_code = 'EUR' and b.debit > 0 returning 1)
     update ledger_balances b set debit = b.debit + l.debit, base_debit = b.base_debit + l.base_debit, line_count = b.line_count + 1 from l
     where b.organization_id = $org and b.account_id = l.account_id and b.currency_code = 'EUR' and b.period_id = l.period_id and b.debit > 0`,
    'CONTROL_TIE_OUT',
  ],
  [
    'an exchange difference of a settlement of another amount',
    'payment_applications',
    `update payment_applications set document_base = document_base + 1 where organization_id = $org and reversed_at is null`,
    'SETTLEMENTS',
  ],
  [
    'a document carried at another rate',
    'business_transactions',
    `update business_transactions set base_total_amount = base_total_amount + 3 where ${one('business_transactions', `x.kind = 'INVOICE' and x.currency_code = 'EUR' and x.transaction_status = 'POSTED'`)}`,
    'CONTROL_TIE_OUT',
  ],
  [
    'a receivable account that is no control account any more',
    'accounts',
    `update accounts set control_for = null where organization_id = $org and code = '1210'`,
    'CONTROL_TIE_OUT',
  ],
  [
    'deferred revenue of a contract moved in the ledger alone',
    'ledger_balances, ledger_lines',
    `update ledger_balances set credit = credit + 7, base_credit = base_credit + 7 where organization_id = $org and account_id = (select id from accounts where organization_id = $org and code = '2310')`,
    'CONTROL_TIE_OUT',
  ],
  [
    'a contract movement changed',
    'revenue_movements',
    `update revenue_movements set receivable = receivable + 1, receivable_base = receivable_base + 1 where ${one('revenue_movements', 'x.receivable <> 0')}`,
    'CONTROL_TIE_OUT',
  ],
  [
    'a contract cost of another amount',
    'contract_costs',
    `update contract_costs set amount = amount + 12 where organization_id = $org`,
    'CONTROL_TIE_OUT',
  ],

  // Revenue
  [
    'a position that its movements do not make',
    'revenue_positions',
    `update revenue_positions set net = net + 1 where organization_id = $org`,
    'REVENUE_TIE_OUT',
  ],
  [
    'the base amount of a position',
    'revenue_positions',
    `update revenue_positions set receivable_base = receivable_base + 1 where organization_id = $org`,
    'REVENUE_CONTRACTS',
  ],
  [
    'an allocation moved between two obligations of a contract',
    'performance_obligations',
    `update performance_obligations set allocated = allocated + case key when 'machine' then 1 else -1 end where organization_id = $org and key in ('machine', 'training')`,
    'REVENUE_CONTRACTS',
  ],
  [
    'the price of a contract',
    'revenue_contracts',
    `update revenue_contracts set transaction_price = transaction_price + 1 where organization_id = $org`,
    'REVENUE_TIE_OUT',
  ],
  [
    'a posted row of revenue changed',
    'revenue_rows',
    `update revenue_rows set amount = amount + 1 where organization_id = $org and run_id is not null`,
    'REVENUE_ENTRIES',
  ],
  [
    'a posted row of revenue deleted',
    'revenue_rows',
    `delete from revenue_rows where organization_id = $org and run_id is not null`,
    'REVENUE_ENTRIES',
  ],
  [
    'a row marked as posted that no run posted',
    'revenue_rows',
    `update revenue_rows set posted_period = period where organization_id = $org and run_id is null and seq = (select max(seq) from revenue_rows where organization_id = $org and run_id is null)`,
    'REVENUE_ENTRIES',
  ],
  [
    'revenue of a month moved to the next in the summary',
    'revenue_months',
    `update revenue_months set period = '2029-01' where organization_id = $org and period = '2026-07'`,
    'REVENUE_MONTHS',
  ],
  [
    'a fact of a contract deleted',
    'revenue_events',
    `delete from revenue_events where organization_id = $org and seq = 1`,
    'REVENUE_FACTS',
  ],
  [
    'amortization of a cost that no run posted',
    'contract_costs',
    `update contract_costs set amortised = amortised + 1 where organization_id = $org`,
    'CONTRACT_COSTS',
  ],
  [
    'a noncurrent portion that its entry does not have',
    'revenue_reclassifications',
    `update revenue_reclassifications set non_current = non_current - 1 where organization_id = $org`,
    'RECLASSIFICATIONS',
  ],

  // Exchange
  [
    'a revaluation that its entry does not have',
    'revaluations',
    `update revaluations set balances = jsonb_set(balances, '{0,difference}', '"99.00"') where organization_id = $org and run_number = 1`,
    'REVALUATIONS',
  ],
  [
    'a revaluation deleted',
    'revaluations',
    `delete from revaluations where organization_id = $org and run_number = 1`,
    'REVALUATIONS',
  ],
  [
    'a rate correction that its entry does not have',
    'rate_correction_items',
    `update rate_correction_items set difference = difference + 1 where organization_id = $org`,
    'RATE_CORRECTIONS',
  ],

  // References and the audit trail
  [
    'a document of a customer who is gone',
    'customers',
    `delete from customers where organization_id = $org`,
    'REFERENCES',
  ],
  [
    'rows of a run that is gone',
    'revenue_runs',
    `delete from revenue_runs where organization_id = $org`,
    'REFERENCES',
  ],
  [
    'a posting without its audit row',
    'audit_log',
    `delete from audit_log where ${one('audit_log', `x.action = 'gl.transaction.post'`)}`,
    'AUDIT_OF_POSTINGS',
  ],
  [
    'an audit row changed',
    'audit_log',
    `update audit_log set actor_name = 'Mallory' where ${one('audit_log', 'true')}`,
    'AUDIT_CHAIN',
  ],
  [
    'a seal taken out of the chain',
    'audit_seals',
    `delete from audit_seals where organization_id = $org and sequence = 3`,
    'AUDIT_CHAIN',
  ],
];

describe('verify', () => {
  it('passes books with everything in them', async () => {
    const { breaches, checks, isSound } = await verify();
    expect(breaches).toEqual([]);
    expect(isSound).toBe(true);
    expect(checks.map(({ check }) => check)).toEqual(CHECKS.map(({ check }) => check));
  });

  it.each(PLANTS)('finds and names %s', async (_what, tables, statement, check) => {
    const { organizationId } = books.org;
    const { answer, changed } = await planted(organizationId, tables.split(', '), statement, verify);
    expect(answer.isSound).toBe(false);
    const found = answer.checks.find((one) => one.check === check);
    expect(answer.breaches.map((breach) => breach.check)).toContain(check);
    expect(found?.breaches.join(' ')).toMatch(/\w/);
    expect(changed).toBeGreaterThan(0);
  });

  it('finds each check at least one planted disagreement, and passes again when all are taken back', async () => {
    const tried = new Set(PLANTS.map(([, , , check]) => check));
    expect(CHECKS.map(({ check }) => check).filter((check) => !tried.has(check))).toEqual([]);
    expect(PLANTS.length).toBeGreaterThanOrEqual(30);
    expect((await verify()).breaches).toEqual([]);
  });
});
