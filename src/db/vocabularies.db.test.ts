import { afterAll, describe, expect, it } from 'vitest';
import { BILLING_FREQUENCIES, SUBSCRIPTION_STATUSES } from '@/core/billing/subscription';
import { FOUNDING_STEPS, STEP_STATES } from '@/core/founding/steps';
import { JOURNAL_ROLES } from '@/core/fx/carried-journals';
import { CORRECTED_KINDS } from '@/core/fx/corrected-kinds';
import { IMPORT_NOUNS } from '@/core/imports/import-noun';
import { IMPORT_STATUSES, ROW_STATES } from '@/core/imports/import-states';
import { ACCOUNT_TYPES } from '@/core/ledger/accounts';
import { CONTROL_ROLES } from '@/core/ledger/default-chart';
import { NOUNS } from '@/core/nouns';
import { SOURCE_KINDS } from '@/core/orders/source-kinds';
import { WAIT_CODES } from '@/core/orders/wanted-order';
import { CALENDAR_PATTERNS, WEEK_RULES } from '@/core/periods/fiscal-calendar';
import { PERIOD_STATUSES } from '@/core/periods/period-status';
import { RESIDUALS, SCHEDULE_METHODS } from '@/core/revenue/schedules/schedule-methods';
import {
  APPROVAL_STATUSES,
  CAPACITIES,
  CONTRACT_STATUSES,
  FRAMEWORKS,
  LOSS_LEVELS,
  NATURES,
  RUN_GROUPINGS,
  RUN_STATUSES,
} from '@/core/revenue/vocabulary';
import { LEAD_STATUSES } from '@/core/sales/conversion';
import { PROSPECT_STATUSES } from '@/core/sales/prospect-status';
import { SEARCHED_TERMS } from '@/core/transactions/header-terms';
import {
  LINE_TYPES,
  OPEN_ITEM_KINDS,
  OWED_KINDS,
  PAYMENT_KINDS,
  SALES_KINDS,
  SETTLING_KINDS,
  SIDES,
  TRANSACTION_KINDS,
} from '@/core/transactions/kinds';
import { VIEW_SCREENS } from '@/core/views/saved-view';
import { withOwner } from '@/testing/owner';
import { closeConnections } from './client';
import { columnOf } from './row-from-sql';

afterAll(closeConnections);

interface Definition {
  readonly name: string;
  readonly text: string;
}

const definitions = (text: string) =>
  withOwner(async (client) => (await client.query<Definition>(text)).rows);

const CHECKS = `select conname as name, pg_get_constraintdef(oid) as text from pg_constraint
  where contype = 'c' and connamespace = 'public'::regnamespace`;
const INDEXES = `select indexname as name, indexdef as text from pg_indexes where schemaname = 'public'`;
const FUNCTIONS = `select proname as name, prosrc as text from pg_proc where pronamespace = 'public'::regnamespace`;

/** The lists of words in a definition: the contents of an IN or an ARRAY. */
function listsIn({ text }: Definition): string[][] {
  return [...text.matchAll(/(?:\bin\s*\(|array\[)\s*((?:'[\w ]+'(?:::\w+)?\s*,?\s*)+)[\])]/gi)].map(
    ([, list = '']) => [...list.matchAll(/'([\w ]+)'/g)].map(([, word = '']) => word),
  );
}

const sorted = (words: readonly string[]) => [...words].sort();

describe('vocabularies in the database', () => {
  // The words a column allows, and the table in core that owns them.
  const OWNED: Readonly<Record<string, readonly string[]>> = {
    'transaction_types_kind_ck kind': TRANSACTION_KINDS,
    'business_transaction_lines_type_ck line_type': LINE_TYPES,
    'accounts_type_ck account_type': ACCOUNT_TYPES,
    'leads_status_ck lead_status': LEAD_STATUSES,
    'prospects_status_ck prospect_status': PROSPECT_STATUSES,
    'accounts_control_ck control_for': CONTROL_ROLES,
    'fiscal_periods_status_ck period_status': PERIOD_STATUSES,
    'subscriptions_status_ck subscription_status': SUBSCRIPTION_STATUSES,
    'subscriptions_frequency_ck billing_frequency': BILLING_FREQUENCIES,
    'imports_words_ck noun': IMPORT_NOUNS,
    'order_sources_kind_ck kind': SOURCE_KINDS,
    'source_orders_wait_code_ck wait_code': WAIT_CODES,
    'saved_views_screen_ck screen': VIEW_SCREENS,
    'revenue_policies_words_ck schedule_method': SCHEDULE_METHODS,
    'revenue_policies_words_ck residual': RESIDUALS,
    'revenue_policies_words_ck run_grouping': RUN_GROUPINGS,
    'revenue_policies_losses_ck framework': FRAMEWORKS,
    'revenue_policies_losses_ck loss_level': LOSS_LEVELS,
    'revenue_contracts_status_ck contract_status': CONTRACT_STATUSES,
    'revenue_runs_status_ck run_status': RUN_STATUSES,
    'revenue_approvals_status_ck approval_status': APPROVAL_STATUSES,
    'obligation_templates_words_ck capacity': CAPACITIES,
    'obligation_templates_words_ck nature': NATURES,
    'accounts_side_ck normal_side': SIDES,
    'imports_words_ck import_status': IMPORT_STATUSES,
    'import_rows_words_ck row_state': ROW_STATES,
    'fiscal_calendars_pattern_ck pattern': CALENDAR_PATTERNS,
    'rate_correction_items_kind_ck kind': CORRECTED_KINDS,
    'revenue_carried_moves_role_ck role': JOURNAL_ROLES,
    'fiscal_calendars_week_rule_ck week_rule': WEEK_RULES,
    'founding_steps_step_ck step': FOUNDING_STEPS,
    'founding_steps_state_ck step_state': STEP_STATES,
  };

  it.each(Object.entries(OWNED))(
    '%s: a column allows the words of its table in core and no others',
    async (place, words) => {
      const [check, column] = place.split(' ');
      const found = (await definitions(CHECKS)).find(({ name }) => name === check);
      const [, list = ''] =
        new RegExp(`\\(${column} = ANY \\(ARRAY\\[([^\\]]*)\\]`).exec(found?.text ?? '') ?? [];
      expect(sorted([...list.matchAll(/'([^']+)'/g)].map(([, word = '']) => word))).toEqual(sorted(words));
    },
  );

  it('a search of documents looks in their number and the terms that core names, in the function and in its index', async () => {
    const columns = ['transaction_number', ...SEARCHED_TERMS.map(columnOf)].sort();
    const found = [...(await definitions(FUNCTIONS)), ...(await definitions(INDEXES))].filter(({ name }) =>
      ['daybook_search_documents', 'business_transactions_text_sql_idx'].includes(name),
    );
    expect(found).toHaveLength(2);
    for (const { text } of found) {
      const named = [...text.matchAll(/\b(\w+_number|memo|\w+_terms|\w+_method)\b/g)].map(([, name]) => name);
      expect([...new Set(named)].sort()).toEqual(columns);
    }
  });

  it('every noun is that of a table', async () => {
    const tables = await definitions(
      `select relname as name, '' as text from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
    );
    const names = tables.map(({ name }) => name);
    expect(Object.keys(NOUNS).filter((table) => !names.includes(table))).toEqual([]);
  });

  it('every list of kinds, in checks, partial indexes and functions, is one that follows from the table of kinds', async () => {
    const known = [
      TRANSACTION_KINDS,
      SALES_KINDS,
      PAYMENT_KINDS,
      SETTLING_KINDS,
      OPEN_ITEM_KINDS,
      OWED_KINDS,
    ].map((kinds) => sorted(kinds).join());
    const found = (await Promise.all([CHECKS, INDEXES, FUNCTIONS].map(definitions)))
      .flat()
      .flatMap((definition) =>
        listsIn(definition)
          .filter((words) => words.some((word) => (TRANSACTION_KINDS as readonly string[]).includes(word)))
          .map((words) => ({ name: definition.name, list: sorted(words).join() })),
      );
    // What a correction touched is not a kind of document, though it uses some of the words; its list is compared above.
    const ofKinds = found.filter(({ name }) => name !== 'rate_correction_items_kind_ck');
    expect(ofKinds.filter(({ list }) => !known.includes(list))).toEqual([]);
    // One check, three indexes, two functions: a new list has to be added here, and a removed one is noticed.
    expect(new Set(ofKinds.map(({ name }) => name))).toEqual(
      new Set([
        'transaction_types_kind_ck',
        'business_transactions_owed_sql_idx',
        'business_transactions_unapplied_sql_idx',
        'business_transactions_unapplied_of_entity_sql_idx',
        'daybook_check_document',
        'daybook_compare_pairs',
      ]),
    );
  });
});
