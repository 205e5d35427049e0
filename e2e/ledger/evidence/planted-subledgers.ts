import { one, type Plant } from './planted-documents';

/** In control accounts, revenue, exchange, references and the audit trail. */
export const SUBLEDGER_PLANTS: readonly Plant[] = [
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
    'a receivable account that is not a control account anymore',
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
    'revenue of a customer moved to the next month in its sums',
    'revenue_customer_years',
    `update revenue_customer_years set m02 = m02 + m01, m01 = 0 where organization_id = $org and m01 <> 0`,
    'REVENUE_MONTHS',
  ],
  [
    'revenue of a customer under another nature than that of its contracts',
    'revenue_customer_years',
    `update revenue_customer_years set nature = 'WARRANTY' where organization_id = $org and posted <> 0`,
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
    'interest on an advance that its entry does not have',
    'revenue_interest_moves',
    `update revenue_interest_moves set advance = advance + 1 where organization_id = $org`,
    'CONTRACT_INTEREST',
  ],
  [
    'goods to be recovered carried at what their entry does not have',
    'revenue_carried_moves',
    `update revenue_carried_moves set base = base + 1 where organization_id = $org`,
    'CONTRACT_CARRIED',
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
    'a memo of a sealed entry changed',
    'ledger_entries',
    `update ledger_entries set memo = 'Something else' where ${one('ledger_entries', 'true')}`,
    'LEDGER_CHAIN',
  ],
  [
    'an audit row changed',
    'audit_log',
    `update audit_log set actor_name = 'Mallory' where ${one('audit_log', 'true')}`,
    'AUDIT_CHAIN',
  ],
  [
    'a row of the security log changed',
    'security_log',
    `update security_log set actor_name = 'Mallory' where ${one('security_log', 'true')}`,
    'SECURITY_CHAIN',
  ],
  [
    'a seal over the ledger changed',
    'ledger_seals',
    `update ledger_seals set hash = repeat('0', 64) where organization_id = $org and sequence = 1`,
    'LEDGER_CHAIN',
  ],
  [
    'a seal over the security log changed',
    'security_seals',
    `update security_seals set hash = repeat('0', 64) where organization_id = $org and sequence = 1`,
    'SECURITY_CHAIN',
  ],
  [
    'a seal taken out of the chain',
    'audit_seals',
    `delete from audit_seals where organization_id = $org and sequence = 3`,
    'AUDIT_CHAIN',
  ],
];
