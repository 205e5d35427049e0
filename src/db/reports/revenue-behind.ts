import { sql, type Tenant } from '../tenancy';
import { FACTS, type FactDimension, type MonthDimension, type RevenueScope } from './revenue-months';

/** A contract and its part of a figure; `count` and `total` are those of all contracts behind it. */
export interface BehindRow {
  readonly contractId: string;
  readonly contractNumber: string;
  readonly name: string | null;
  readonly customerId: string | null;
  readonly contractStatus: string;
  readonly amount: string;
  readonly count: number;
  readonly total: string;
}

/** Which of the facts a figure sums. Months are `YYYY-MM`, both ends included. */
export type RevenueMeasure =
  | { readonly kind: 'BOOKED' | 'UNSCHEDULED' }
  /** Booked and not recognised by the end of the month. */
  | { readonly kind: 'REMAINING'; readonly asOf: string }
  /** Posted in these months; or due in them and open, what is overdue in the month after `asOf`. */
  | {
      readonly kind: 'REVENUE';
      readonly from: string;
      readonly to: string;
      readonly next: string;
      readonly posted: boolean;
      readonly open: boolean;
    }
  /** Not recognised by the end of `asOf` and expected in these months; what is overdue in `overdueIn`, or its own month. */
  | {
      readonly kind: 'EXPECTED';
      readonly asOf: string;
      readonly from: string;
      readonly to: string;
      readonly overdueIn: string | null;
    };

export type Category = MonthDimension | FactDimension;

/** Whose facts: of one booking month, of bookings up to one, without or only with a reason to leave out, of categories. */
export interface RevenueSelection {
  readonly cohort: string | null;
  readonly bookedBy: string | null;
  readonly without: readonly string[];
  readonly only: string | null;
  readonly categories: readonly { readonly category: Category; readonly value: string }[];
}

/** Categories as reports show them: by name. */
const VALUES: Readonly<Record<Category, string>> = {
  cohort: 'm.cohort',
  period: 'm.period',
  expedient: 'm.expedient',
  timing: 'm.timing',
  nature: 'm.nature',
  account: `(select v.code || ' ' || v.name from accounts v where v.organization_id = m.organization_id and v.id = m.revenue_account_id)`,
  subsidiary:
    '(select v.name from subsidiaries v where v.organization_id = m.organization_id and v.id = m.subsidiary_id)',
  customer: `coalesce((select v.company_name from revenue_contracts k join customers v on v.organization_id = k.organization_id and v.id = k.customer_id
    where k.organization_id = m.organization_id and k.id = m.contract_id), 'none')`,
  class: `coalesce((select v.name from classes v where v.organization_id = m.organization_id and v.id = m.class_id), 'none')`,
  department: `coalesce((select v.name from departments v where v.organization_id = m.organization_id and v.id = m.department_id), 'none')`,
  location: `coalesce((select v.name from locations v where v.organization_id = m.organization_id and v.id = m.location_id), 'none')`,
};

type Page = { readonly page: number; readonly limit: number };

/** Contracts with their part, the largest first. `part` is a query of contract_id and amount that uses the values before. */
function contractsOf(
  tenant: Tenant,
  part: string,
  values: readonly unknown[],
  { page, limit }: Page,
): Promise<BehindRow[]> {
  const at = values.length;
  return sql<BehindRow>(
    tenant,
    `select c.id as "contractId", c.contract_number as "contractNumber", c.name, c.customer_id as "customerId",
       c.contract_status as "contractStatus", x.amount::text as amount, count(*) over ()::int as count, sum(x.amount) over ()::text as total
     from (${part}) x join revenue_contracts c on c.organization_id = $1::uuid and c.id = x.contract_id
     where x.amount <> 0 order by abs(x.amount) desc, c.contract_number limit $${at + 1}::int offset $${at + 2}::int`,
    [...values, limit, (page - 1) * limit],
  );
}

/** The contracts whose revenue, posted or planned, makes a figure. */
export function readBehindRevenue(
  tenant: Tenant,
  scope: RevenueScope,
  measure: RevenueMeasure,
  selection: RevenueSelection,
  page: Page,
): Promise<BehindRow[]> {
  const values: unknown[] = [
    tenant.organizationId,
    scope.subsidiaryIds,
    scope.currencyCode,
    scope.knownAsOf,
    scope.effectiveAsOf,
  ];
  const value = (one: string) => `$${values.push(one)}::text`;
  const conditions = [
    '($2::uuid[] is null or m.subsidiary_id = any ($2::uuid[])) and m.currency_code = $3',
    ...(selection.cohort === null ? [] : [`m.cohort = ${value(selection.cohort)}`]),
    ...(selection.bookedBy === null ? [] : [`m.cohort <= ${value(selection.bookedBy)}`]),
    ...(selection.only === null ? [] : [`m.expedient = ${value(selection.only)}`]),
    ...selection.without.map((one) => `m.expedient <> ${value(one)}`),
    ...selection.categories.map(({ category, value: name }) => `${VALUES[category]} = ${value(name)}`),
  ];
  const part = `select m.contract_id, sum(${measureOf(measure, value)}) as amount from ${FACTS} m
    where ${conditions.join(' and ')} group by m.contract_id`;
  return contractsOf(tenant, part, values, page);
}

function measureOf(measure: RevenueMeasure, value: (one: string) => string): string {
  switch (measure.kind) {
    case 'BOOKED':
      return 'm.booked';
    case 'UNSCHEDULED':
      return 'm.booked - m.planned';
    case 'REMAINING':
      return `m.booked - case when m.period <= ${value(measure.asOf)} then m.posted else 0 end`;
    case 'REVENUE': {
      const span = `between ${value(measure.from)} and ${value(measure.to)}`;
      const posted = `case when m.period ${span} then m.posted else 0 end`;
      if (!measure.open) return posted;
      const open = `case when greatest(m.period, ${value(measure.next)}) ${span} then m.planned - m.settled else 0 end`;
      return measure.posted ? `${posted} + ${open}` : open;
    }
    case 'EXPECTED': {
      const asOf = value(measure.asOf);
      const overdue = measure.overdueIn === null ? 'm.period' : value(measure.overdueIn);
      return `case when (case when m.period > ${asOf} then m.period else ${overdue} end) between ${value(measure.from)} and ${value(measure.to)}
        then m.planned - m.settled + case when m.period > ${asOf} then m.posted else 0 end else 0 end`;
    }
  }
}

/** What a month's column of the roll-forward sums, as it moves the liability: releases below zero. */
export type DeferredMove = 'OPENING' | 'BILLINGS' | 'RELEASES' | 'ADJUSTMENTS' | 'CLOSING';

const KIND = `case when m.kind = 'DOCUMENT' and m.amount < 0 then 'CREDIT' else m.kind end`;
const BILLINGS = `('DUE', 'PAYMENT', 'DOCUMENT')`;
const MOVES: Readonly<Record<DeferredMove, string>> = {
  OPENING: 'm.period < $6',
  BILLINGS: `m.period = $6 and ${KIND} in ${BILLINGS}`,
  RELEASES: `m.period = $6 and ${KIND} = 'REVENUE'`,
  ADJUSTMENTS: `m.period = $6 and ${KIND} not in ${BILLINGS} and ${KIND} <> 'REVENUE'`,
  CLOSING: 'm.period <= $6',
};

/** The contracts whose movements of deferred revenue make a figure of the roll-forward. */
export function readBehindDeferred(
  tenant: Tenant,
  scope: RevenueScope,
  move: DeferredMove,
  period: string,
  page: Page,
): Promise<BehindRow[]> {
  const part = `select m.contract_id, sum(m.deferred) as amount
    from revenue_movements m left join revenue_events e on e.organization_id = m.organization_id and e.id = m.event_id
    where m.organization_id = $1::uuid and ($2::uuid[] is null or m.subsidiary_id = any ($2::uuid[])) and m.currency_code = $3
      and m.recorded_at <= coalesce($4::timestamptz, 'infinity') and ($5::date is null or coalesce(e.effective_date, m.posting_date) <= $5::date)
      and ${MOVES[move]} group by m.contract_id`;
  const { subsidiaryIds, currencyCode, knownAsOf, effectiveAsOf } = scope;
  return contractsOf(
    tenant,
    part,
    [tenant.organizationId, subsidiaryIds, currencyCode, knownAsOf, effectiveAsOf, period],
    page,
  );
}

/** Of these contracts what a list shows of them. */
export function readContractNames(
  tenant: Tenant,
  ids: readonly string[],
): Promise<Pick<BehindRow, 'contractId' | 'name' | 'customerId' | 'contractStatus'>[]> {
  return sql(
    tenant,
    `select id as "contractId", name, customer_id as "customerId", contract_status as "contractStatus"
     from revenue_contracts where organization_id = $1::uuid and id = any ($2::uuid[])`,
    [tenant.organizationId, ids],
  );
}
