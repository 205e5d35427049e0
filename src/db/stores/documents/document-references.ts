import type { DatedRate } from '../../../core/fx/rates';
import type { PostingRule } from '../../../core/transactions/gl-impact';
import type { EntityType, TransactionKind } from '../../../core/transactions/kinds';
import type { DatedTaxRate } from '../../../core/transactions/tax';
import { preparedSql, sql, type Tenant } from '../../tenancy';

/** Everything some documents refer to, loaded at once. */
export interface WantedReferences {
  readonly typeIds: readonly string[];
  readonly accountIds: readonly string[];
  readonly taxCodeIds: readonly string[];
  readonly entityIds: readonly string[];
  readonly itemIds: readonly string[];
  readonly classIds: readonly string[];
  readonly departmentIds: readonly string[];
  readonly locationIds: readonly string[];
  readonly projectIds: readonly string[];
  readonly contractIds: readonly string[];
  readonly obligationKeys: readonly string[];
  /** Subsidiary, date and currency, for fiscal years and exchange rates. */
  readonly places: readonly {
    readonly subsidiaryId: string;
    readonly date: string;
    readonly currencyCode: string;
  }[];
}

export interface AccountFacts {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly isSummary: boolean;
  readonly isControl: boolean;
  readonly controlFor: string | null;
  readonly isActive: boolean;
  readonly required: readonly string[];
  readonly recommended: readonly string[];
}

export interface DocumentReferences {
  readonly organization: {
    readonly fiscalYearStartMonth: number;
    readonly enforceSegregation: boolean;
    readonly segregationThreshold: string | null;
    readonly rateChangeLimit: string;
    /** Whether a counterparty or an account represents another subsidiary, as far as the caller sees. */
    readonly hasSisters: boolean;
  };
  readonly types: readonly {
    readonly id: string;
    readonly kind: TransactionKind;
    readonly numberPrefix: string;
    readonly isActive: boolean;
  }[];
  readonly subsidiaries: readonly {
    readonly id: string;
    readonly baseCurrency: string;
    readonly isActive: boolean;
  }[];
  readonly rules: readonly (PostingRule & {
    readonly transactionTypeId: string;
    readonly subsidiaryId: string | null;
  })[];
  readonly accounts: readonly AccountFacts[];
  readonly taxCodes: readonly {
    readonly id: string;
    readonly code: string;
    readonly accountId: string | null;
    readonly rates: readonly DatedTaxRate[];
  }[];
  readonly entities: readonly {
    readonly id: string;
    readonly type: EntityType;
    readonly controlAccountId: string | null;
    readonly expenseAccountId: string | null;
    readonly paymentTerms: string | null;
  }[];
  readonly items: readonly {
    readonly id: string;
    readonly revenueAccountId: string | null;
    readonly expenseAccountId: string | null;
  }[];
  /** Revenue contracts that documents bill, with the account of their contract liability. */
  readonly contracts: readonly {
    readonly id: string;
    readonly contractNumber: string;
    readonly subsidiaryId: string;
    readonly currencyCode: string;
    readonly customerId: string | null;
    readonly liabilityAccountId: string | null;
    /** Those of the wanted keys that are its obligations; null: it is still a draft. */
    readonly obligationKeys: readonly string[] | null;
  }[];
  readonly classes: readonly string[];
  readonly departments: readonly string[];
  readonly locations: readonly string[];
  readonly projects: readonly string[];
  readonly years: readonly {
    readonly subsidiaryId: string;
    readonly date: string;
    readonly fiscalYear: number;
  }[];
  readonly rates: readonly DatedRate[];
}

const EMPTY = `'[]'::json`;

/**
 * The wanted ids of a sort. As an array they are looked up by key: a list that is joined is expected to be a hundred long, for which the
 * planner reads all customers, vendors, employees and items of the organization.
 */
const ids = (wanted: string) => `select jsonb_array_elements_text($2::jsonb->'${wanted}')::uuid`;
const among = (wanted: string) => `any (array(${ids(wanted)}))`;

/** Those of the wanted dimensions of a sort that exist. */
const listed = (table: string, wanted: string) =>
  `array(select d.id from ${table} d where d.organization_id = $1::uuid and d.id = ${among(wanted)})`;

/** What a query leaves out: setting up a part that finds nothing takes as long as finding something. */
interface Extent {
  /** Documents that name nothing but a type, a subsidiary, accounts, classes, departments and locations. */
  readonly isPlain: boolean;
  /** Only what the entries of stored documents follow from: not what their fields are checked and computed by. */
  readonly isOfEntries: boolean;
  /** Documents that name no class, department or location. */
  readonly isWithoutDimensions: boolean;
}

// Lists of one kind of record each; `$1` is the organization, `$2` the wanted references. Decimals are returned as text. Lists are arrays and
// not aggregates, of JSON and not of jsonb: setting up an aggregate costs more than reading the few rows that it has.
const queryFor = ({ isPlain, isOfEntries, isWithoutDimensions }: Extent) => {
  const unlessPlain = (text: string, otherwise = '') => (isPlain ? otherwise : text);
  const unlessOfEntries = (text: string, otherwise = EMPTY) => (isOfEntries ? otherwise : text);
  const dimension = (table: string, wanted: string) =>
    isOfEntries || isWithoutDimensions ? EMPTY : listed(table, wanted);
  return `
with places as (
  select p."subsidiaryId" as subsidiary_id, p.date, p."currencyCode" as currency_code
  from jsonb_to_recordset($2::jsonb->'places') as p("subsidiaryId" uuid, date date, "currencyCode" text)
),
subs as (
  select s.id, s.base_currency, s.record_status from subsidiaries s
  where s.organization_id = $1::uuid and s.id = any (array(select subsidiary_id from places))
),
${unlessPlain(`parties as (
  select c.id, 'CUSTOMER' as type, c.receivable_account_id as control_id, null::uuid as expense_id, c.payment_terms from customers c
  where c.organization_id = $1::uuid and c.id = ${among('entityIds')}
  union all
  select v.id, 'VENDOR', v.payable_account_id, v.default_expense_account_id, v.payment_terms from vendors v
  where v.organization_id = $1::uuid and v.id = ${among('entityIds')}
  union all
  select e.id, 'EMPLOYEE', null, null, null from employees e
  where e.organization_id = $1::uuid and e.id = ${among('entityIds')}
),`)}
types as (
  select t.id, t.kind, t.number_prefix, t.record_status from transaction_types t where t.organization_id = $1::uuid
    and (t.id = ${among('typeIds')}${unlessPlain(`
         -- A payment to an employee posts to the account of expense reports.
         or t.id = (select r.id from transaction_types r where r.organization_id = $1::uuid and r.kind = 'EXPENSE_REPORT'
                      and exists (select 1 from parties where type = 'EMPLOYEE') order by r.record_status, r.code limit 1)`)})
),
rules as (
  select r.transaction_type_id, r.subsidiary_id, r.control_account_id, r.tax_account_id, r.discount_account_id, r.bank_account_id,
    r.default_line_account_id, r.shipping_account_id
  from posting_rules r where r.organization_id = $1::uuid and r.transaction_type_id = any (array(select id from types))
    and (r.subsidiary_id is null or r.subsidiary_id = any (array(select id from subs)))
)${unlessPlain(`,
goods as (
  select i.id, i.revenue_account_id, i.expense_account_id from items i
  where i.organization_id = $1::uuid and i.id = ${among('itemIds')}
),
codes as (
  select t.id, t.code, t.account_id from tax_codes t
  where t.organization_id = $1::uuid and t.id = ${among('taxCodeIds')}
),
agreements as (
  select k.id, k.contract_number, k.subsidiary_id, k.currency_code, k.customer_id,
    case when k.contract_status <> 'DRAFT' then array(select o.key from performance_obligations o
      where o.organization_id = $1::uuid and o.contract_id = k.id
        and o.key in (select jsonb_array_elements_text($2::jsonb->'obligationKeys'))) end as obligation_keys, coalesce(
    (select p.deferred_account_id from revenue_positions p where p.organization_id = $1::uuid and p.contract_id = k.id),
    (select (y.accounts->>'DEFERRED_REVENUE')::uuid from revenue_policies y where y.organization_id = $1::uuid and y.id = k.policy_id)) as liability_id
  from revenue_contracts k
  where k.organization_id = $1::uuid and k.id = ${among('contractIds')}
)`)}${unlessOfEntries(
    `,
pairs as (
  select p.currency_code, s.base_currency, p.date from places p join subs s on s.id = p.subsidiary_id
  where p.currency_code <> s.base_currency
)`,
    '',
  )}
select json_build_object(
  'organization', (select json_build_object('fiscalYearStartMonth', o.fiscal_year_start_month,
      'enforceSegregation', o.segregation_of_duties = 'enforce', 'segregationThreshold', o.segregation_threshold::text,
      'rateChangeLimit', o.rate_change_limit::text,
      'hasSisters', exists (select from intercompany_parties p where p.organization_id = $1::uuid)
        or exists (select from intercompany_accounts a where a.organization_id = $1::uuid))
    from organizations o where o.id = $1::uuid),
  'types', array(select json_build_object('id', id, 'kind', kind, 'numberPrefix', number_prefix,
      'isActive', record_status = 'active') from types),
  'subsidiaries', array(select json_build_object('id', id, 'baseCurrency', base_currency,
      'isActive', record_status = 'active') from subs),
  'rules', array(select json_build_object('transactionTypeId', transaction_type_id, 'subsidiaryId', subsidiary_id,
      'controlAccountId', control_account_id, 'taxAccountId', tax_account_id, 'discountAccountId', discount_account_id,
      'bankAccountId', bank_account_id, 'defaultLineAccountId', default_line_account_id,
      'shippingAccountId', shipping_account_id) from rules),
  'accounts', array(select json_build_object('id', a.id, 'code', a.code, 'name', a.name, 'isSummary', a.is_summary,
      'isControl', a.is_control, 'controlFor', a.control_for, 'isActive', a.record_status = 'active',
      'required', a.required_dimensions, 'recommended', a.recommended_dimensions)
    from accounts a where a.organization_id = $1::uuid and a.id = any (array(
      ${ids('accountIds')}
      union all select unnest(array[control_account_id, tax_account_id, discount_account_id, bank_account_id,
                                    default_line_account_id, shipping_account_id]) from rules
${unlessPlain(`      union all select unnest(array[control_id, expense_id]) from parties
      union all select unnest(array[revenue_account_id, expense_account_id]) from goods
      union all select account_id from codes
      union all select liability_id from agreements`)}))),
  'taxCodes', ${unlessPlain(
    `array(select json_build_object('id', c.id, 'code', c.code, 'accountId', c.account_id, 'rates',
      array(select json_build_object('rate', r.rate_percent::text, 'validFrom', r.valid_from, 'validTo', r.valid_to)
        from tax_rates r where r.organization_id = $1::uuid and r.tax_code_id = c.id order by r.valid_from)) from codes c)`,
    EMPTY,
  )},
  'entities', ${unlessPlain(
    `array(select json_build_object('id', id, 'type', type, 'controlAccountId', control_id,
      'expenseAccountId', expense_id, 'paymentTerms', payment_terms) from parties)`,
    EMPTY,
  )},
  'items', ${unlessPlain(
    `array(select json_build_object('id', id, 'revenueAccountId', revenue_account_id,
      'expenseAccountId', expense_account_id) from goods)`,
    EMPTY,
  )},
  'contracts', ${unlessPlain(
    `array(select json_build_object('id', id, 'contractNumber', contract_number, 'subsidiaryId', subsidiary_id,
      'currencyCode', currency_code, 'customerId', customer_id, 'liabilityAccountId', liability_id, 'obligationKeys', obligation_keys) from agreements)`,
    EMPTY,
  )},
  'classes', ${dimension('classes', 'classIds')},
  'departments', ${dimension('departments', 'departmentIds')},
  'locations', ${dimension('locations', 'locationIds')},
  'projects', ${unlessPlain(unlessOfEntries(listed('projects', 'projectIds')), EMPTY)},
  'years', ${unlessOfEntries(`array(select json_build_object('subsidiaryId', p.subsidiary_id, 'date', p.date, 'fiscalYear', q.fiscal_year)
    from places p join fiscal_periods q on q.organization_id = $1::uuid and q.subsidiary_id = p.subsidiary_id and not q.is_adjustment
      and p.date between q.start_date and q.end_date)`)},
  'rates', ${unlessOfEntries(`array(select json_build_object('from', r.from_currency, 'to', r.to_currency, 'date', r.rate_date,
      'rate', r.rate::text)
    from pairs p cross join lateral (
      (select * from exchange_rates x where x.organization_id = $1::uuid and x.rate_type = 'SPOT' and x.rate_date <= p.date
         and x.from_currency = p.currency_code and x.to_currency = p.base_currency order by x.rate_date desc limit 1)
      union all
      (select * from exchange_rates x where x.organization_id = $1::uuid and x.rate_type = 'SPOT' and x.rate_date <= p.date
         and x.from_currency = p.base_currency and x.to_currency = p.currency_code order by x.rate_date desc limit 1)
    ) r)`)}
) as facts`;
};

const ALL = { isPlain: false, isOfEntries: false, isWithoutDimensions: false } as const;
const QUERIES = {
  document_references: queryFor(ALL),
  plain_references: queryFor({ ...ALL, isPlain: true }),
  bare_references: queryFor({ ...ALL, isPlain: true, isWithoutDimensions: true }),
  entry_references: queryFor({ ...ALL, isOfEntries: true }),
  plain_entry_references: queryFor({ ...ALL, isPlain: true, isOfEntries: true }),
} as const;

/** Whether documents name nothing but a type, a subsidiary, accounts, classes, departments and locations: most journals. */
const isPlain = ({ taxCodeIds, entityIds, itemIds, projectIds, contractIds }: WantedReferences) =>
  [taxCodeIds, entityIds, itemIds, projectIds, contractIds].every((ids) => ids.length === 0);

/** Loads in one query everything needed to save documents. Unknown ids are missing from the result. */
export function loadDocumentReferences(
  tenant: Tenant,
  wanted: WantedReferences,
): Promise<DocumentReferences> {
  if (!isPlain(wanted)) return load(tenant, wanted, 'document_references');
  const { classIds, departmentIds, locationIds } = wanted;
  const isBare = [classIds, departmentIds, locationIds].every((ids) => ids.length === 0);
  return load(tenant, wanted, isBare ? 'bare_references' : 'plain_references');
}

/**
 * Loads in one query everything that the entries of stored documents follow from. Empty is what only saving needs: dimensions, which
 * were checked then, fiscal years and exchange rates.
 */
export function loadEntryReferences(tenant: Tenant, wanted: WantedReferences): Promise<DocumentReferences> {
  const isWithoutProjects = isPlain({ ...wanted, projectIds: [] });
  return load(tenant, wanted, isWithoutProjects ? 'plain_entry_references' : 'entry_references');
}

async function load(
  tenant: Tenant,
  wanted: WantedReferences,
  name: keyof typeof QUERIES,
): Promise<DocumentReferences> {
  // Each place once: thousands of documents of a file are of one day.
  const places = [...new Map(wanted.places.map((place) => [Object.values(place).join(), place])).values()];
  // Planning it takes several times as long as running it.
  const [row] = await preparedSql<{ facts: DocumentReferences }>(
    tenant,
    name,
    QUERIES[name],
    [tenant.organizationId, JSON.stringify({ ...wanted, places })],
    { onlyReads: true },
  );
  if (row === undefined) throw new Error('the facts of documents did not arrive');
  return row.facts;
}

/** The defaults for a document that names none: the root subsidiary and the kind's first active type; null when missing. */
export async function documentDefaults(
  tenant: Tenant,
  kind: TransactionKind,
): Promise<{
  subsidiaryId: string | null;
  baseCurrency: string | null;
  transactionTypeId: string | null;
  numberPrefix: string | null;
}> {
  const [row] = await sql<{
    subsidiary_id: string | null;
    base_currency: string | null;
    type_id: string | null;
    number_prefix: string | null;
  }>(
    tenant,
    `select s.id as subsidiary_id, s.base_currency, t.id as type_id, t.number_prefix
     from (select 1) x left join lateral (
       select t.id, t.number_prefix from transaction_types t
       where t.organization_id = $1::uuid and t.kind = $2 and t.record_status = 'active' order by t.created_at, t.code limit 1) t on true
     left join lateral (
       select * from subsidiaries s where s.organization_id = $1::uuid and s.record_status = 'active'
         -- For a caller confined to some subsidiaries, those whose parent is outside their scope are at the top.
         and not exists (select from subsidiaries p where p.organization_id = s.organization_id and p.id = s.parent_id)
       order by s.created_at, s.id limit 1) s on true`,
    [tenant.organizationId, kind],
  );
  return {
    subsidiaryId: row?.subsidiary_id ?? null,
    baseCurrency: row?.base_currency ?? null,
    transactionTypeId: row?.type_id ?? null,
    numberPrefix: row?.number_prefix ?? null,
  };
}
