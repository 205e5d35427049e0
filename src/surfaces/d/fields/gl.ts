import { z } from 'zod';
import type { ledgerEntries, ledgerEntry } from '@/usecases/reports/list-entries';
import type { accountActivity } from '@/usecases/reports/show-account-activity';
import type { glOverview } from '@/usecases/reports/show-overview';
import type { TrialBalanceReport } from '@/usecases/reports/show-trial-balance';
import { shapeOf } from '../../kit/shape';
import { inCurrencyOf, rowsOf } from '../../kit/shape-parts';

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
  base_currency_code: 'text',
  total_debits: ['amount', 'debits'],
  total_credits: ['amount', 'credits'],
});
const byStatus = shapeOf<Overview['transactionsByStatus'][number]>()({ status: 'text', count: 'count' });
const byKind = shapeOf<Overview['transactionsByKind'][number]>()({
  kind: 'text',
  status: 'text',
  count: 'count',
  base_total: 'amount',
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

/** The general ledger at a glance. */
export const overviewShape = shapeOf<Overview>()({
  as_of: 'day',
  transactions_by_status: rowsOf(byStatus),
  transactions_by_kind: rowsOf(inCurrencyOf(byKind, (row) => row.baseCurrencyCode)),
  periods: rowsOf(inCurrencyOf(period, (row) => row.baseCurrencyCode)),
  totals,
  health,
});

const status = z.enum(['POSTED', 'REVERSED']);
const ENTRY = {
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
  status: [
    status,
    (row: { readonly reversedById: string | null }) => (row.reversedById === null ? 'POSTED' : 'REVERSED'),
  ],
} as const;
const entry = shapeOf<Entries['rows'][number]>()(ENTRY);
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
const entryDetails = shapeOf<Entry>()({ ...ENTRY, lines: rowsOf(entryLine) });
export const glTransactionSchema = entry.schema;
export const glTransactionDetailsSchema = entryDetails.schema;

/** A posted entry; REVERSED once another one reverses it. */
export const presentGlTransaction = (found: Entries['rows'][number]) =>
  entry.present(found, found.baseCurrencyCode);

/** A posted entry with its lines. */
export const presentGlTransactionDetails = (found: Entry) =>
  entryDetails.present(found, found.baseCurrencyCode);

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
const trialBalance = shapeOf<TrialBalanceReport>()({
  as_of: 'day',
  period_id: 'id?',
  period_label: 'text?',
  currency_code: 'text',
  is_translated: 'flag',
  rows: rowsOf(balanceRow),
  totals: balanceTotals,
});
export const trialBalanceSchema = trialBalance.schema;

/** The trial balance. */
export const presentTrialBalance = (found: TrialBalanceReport) =>
  trialBalance.present(found, found.currencyCode);

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
const activity = shapeOf<Activity>()({
  account,
  date_from: 'day',
  date_to: 'day',
  currency_code: 'text',
  opening_balance: ['amount', 'opening'],
  closing_balance: ['amount', 'closing'],
  lines: rowsOf(activityLine),
});
export const accountActivitySchema = activity.schema;

/** Opening balance, lines with running balance, closing balance. */
export const presentActivity = (found: Activity) => activity.present(found, found.currencyCode);
