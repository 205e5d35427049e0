import { z } from 'zod';
import type { ledgerEntries, ledgerEntry } from '@/usecases/reports/list-entries';
import type { accountActivity } from '@/usecases/reports/show-account-activity';
import type { glOverview } from '@/usecases/reports/show-overview';
import type { TrialBalanceReport } from '@/usecases/reports/show-trial-balance';
import { shapeOf } from '../../kit/shape';

type Answer<Case extends { run(...args: never[]): Promise<unknown> }> = Awaited<ReturnType<Case['run']>>;
type Overview = Answer<typeof glOverview>;
type Entries = Answer<typeof ledgerEntries>;
type Entry = Answer<typeof ledgerEntry>;
type Activity = Answer<typeof accountActivity>;

const period = shapeOf<Overview['periods'][number]>()({
  id: 'id',
  label: 'text',
  subsidiary_id: 'id',
  subsidiary_name: 'text',
  fiscal_year: 'count',
  start_date: 'day',
  end_date: 'day',
  status: 'text',
  is_current: 'flag',
  entries: 'count',
  total_debits: ['digits', 'debits'],
  total_credits: ['digits', 'credits'],
});
const byStatus = shapeOf<Overview['transactionsByStatus'][number]>()({ status: 'text', count: 'count' });
const byKind = shapeOf<Overview['transactionsByKind'][number]>()({
  kind: 'text',
  status: 'text',
  count: 'count',
  base_total: 'digits',
  base_currency_code: 'text',
});
const totals = shapeOf<Overview['totals']>()({
  entries: 'count',
  lines: 'digits',
  accounts: 'count',
  last_posted_at: 'moment?',
  last_entry_id: 'id?',
  last_entry_number: 'text?',
});
const health = shapeOf<Overview['health']>()({
  is_balanced: 'flag',
  difference: 'digits',
  open_periods: 'count',
});
export const overviewSchema = z.object({
  as_of: z.iso.date(),
  transactions_by_status: z.array(byStatus.schema),
  transactions_by_kind: z.array(byKind.schema),
  periods: z.array(period.schema),
  totals: totals.schema,
  health: health.schema,
});

/** The general ledger at a glance. */
export function presentOverview(found: Overview) {
  return {
    as_of: found.asOf,
    transactions_by_status: found.transactionsByStatus.map((row) => byStatus.present(row)),
    transactions_by_kind: found.transactionsByKind.map((row) => byKind.present(row, row.baseCurrencyCode)),
    periods: found.periods.map((row) => period.present(row)),
    totals: totals.present(found.totals),
    health: health.present(found.health),
  };
}

const entry = shapeOf<Entries['rows'][number]>()({
  id: 'id',
  transaction_number: ['text', 'entryNumber'],
  posting_date: 'day',
  subsidiary_id: 'id',
  subsidiary_name: 'text',
  period_id: 'id',
  period_label: 'text',
  currency_code: 'text',
  base_currency_code: 'text',
  exchange_rate: 'digits',
  base_total: 'amount',
  line_count: 'count',
  memo: 'text?',
  source_kind: 'text',
  source_transaction_id: ['id?', 'transactionId'],
  source_transaction_number: ['text?', 'transactionNumber'],
  source_transaction_kind: ['text?', 'transactionKind'],
  reversal_of_id: 'id?',
  reversed_by_id: 'id?',
  created_at: 'moment',
});
const entryLine = shapeOf<Entry['lines'][number]>()({
  line_number: 'count',
  account_id: 'id',
  account_code: 'text',
  account_name: 'text',
  currency_code: 'text',
  debit: 'decimal',
  credit: 'decimal',
  base_debit: 'decimal',
  base_credit: 'decimal',
  class_id: 'id?',
  department_id: 'id?',
  location_id: 'id?',
  project_id: 'id?',
  entity_type: 'text?',
  entity_id: 'id?',
  memo: 'text?',
});
const status = z.enum(['POSTED', 'REVERSED']);
export const glTransactionSchema = entry.schema.extend({ status });
export const glTransactionDetailsSchema = glTransactionSchema.extend({ lines: z.array(entryLine.schema) });

/** A posted entry; REVERSED once another one reverses it. */
export function presentGlTransaction(found: Entries['rows'][number]) {
  return {
    ...entry.present(found, found.baseCurrencyCode),
    status: found.reversedById === null ? 'POSTED' : 'REVERSED',
  };
}

/** A posted entry with its lines. */
export function presentGlTransactionDetails(found: Entry) {
  return {
    ...presentGlTransaction(found),
    lines: found.lines.map((line) => entryLine.present(line)),
  };
}

const balanceRow = shapeOf<TrialBalanceReport['rows'][number]>()({
  account_id: 'id',
  code: 'text',
  name: 'text',
  type: 'text',
  normal_side: 'text',
  debit_balance: 'amount',
  credit_balance: 'amount',
  net_balance: 'amount',
  period_activity: 'amount',
  ytd_activity: 'amount',
});
const balanceTotals = shapeOf<TrialBalanceReport['totals']>()({
  total_debits: 'amount',
  total_credits: 'amount',
  difference: 'amount',
});
const balanceHead = shapeOf<TrialBalanceReport>()({
  as_of: 'day',
  period_id: 'id?',
  period_label: 'text?',
  currency_code: 'text',
  is_translated: 'flag',
});
export const trialBalanceSchema = balanceHead.schema.extend({
  rows: z.array(balanceRow.schema),
  totals: balanceTotals.schema,
});

/** The trial balance. */
export function presentTrialBalance(found: TrialBalanceReport) {
  const currency = found.currencyCode;
  return {
    ...balanceHead.present(found, currency),
    rows: found.rows.map((row) => balanceRow.present(row, currency)),
    totals: balanceTotals.present(found.totals, currency),
  };
}

const activityHead = shapeOf<Activity>()({
  date_from: 'day',
  date_to: 'day',
  currency_code: 'text',
  opening_balance: ['amount', 'opening'],
  closing_balance: ['amount', 'closing'],
});
const account = shapeOf<Activity['account']>()({
  id: 'id',
  code: 'text',
  name: 'text',
  type: 'text',
  normal_side: 'text',
});
const activityLine = shapeOf<Activity['lines'][number]>()({
  kind: 'text',
  posting_date: 'day',
  gl_transaction_id: ['id?', 'entryId'],
  gl_transaction_number: ['text?', 'entryNumber'],
  line_number: 'count',
  subsidiary_id: 'id?',
  debit: 'amount',
  credit: 'amount',
  running_balance: ['amount', 'balance'],
  memo: 'text?',
  class_id: 'id?',
  department_id: 'id?',
  location_id: 'id?',
  project_id: 'id?',
  entity_type: 'text?',
  entity_id: 'id?',
  source_transaction_id: ['id?', 'transactionId'],
  source_transaction_number: ['text?', 'transactionNumber'],
});
export const accountActivitySchema = activityHead.schema.extend({
  account: account.schema,
  lines: z.array(activityLine.schema),
});

/** Opening balance, lines with running balance, closing balance. */
export function presentActivity(found: Activity) {
  const currency = found.currencyCode;
  return {
    account: account.present(found.account, currency),
    ...activityHead.present(found, currency),
    lines: found.lines.map((line) => activityLine.present(line, currency)),
  };
}
