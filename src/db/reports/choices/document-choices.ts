import { sql, type Tenant } from '../../tenancy';

/** One choice in a form. */
export interface Choice {
  readonly id: string;
  readonly code: string | null;
  readonly name: string;
}

export interface SubsidiaryChoice extends Choice {
  readonly baseCurrency: string;
}

export interface TypeChoice extends Choice {
  readonly kind: string;
  /** The bank of the posting rule that holds for every subsidiary; null for kinds without one. */
  readonly bankAccountId: string | null;
}

export interface AccountChoice extends Choice {
  readonly type: string;
  readonly isControl: boolean;
  readonly currencyCode: string | null;
  /** The dimensions without which a line on the account is not posted, and those it should have: class, department, location, project. */
  readonly requires: readonly string[];
  readonly recommends: readonly string[];
}

export interface TaxCodeChoice extends Choice {
  /** Percentages by first and last day; the last day is null while open-ended. */
  readonly rates: readonly { percent: string; validFrom: string; validTo: string | null }[];
}

/** The choices in document forms, apart from counterparties. */
export interface DocumentChoices {
  readonly subsidiaries: readonly SubsidiaryChoice[];
  readonly types: readonly TypeChoice[];
  readonly accounts: readonly AccountChoice[];
  readonly taxCodes: readonly TaxCodeChoice[];
  readonly departments: readonly Choice[];
  readonly classes: readonly Choice[];
  readonly locations: readonly Choice[];
  readonly currencies: readonly string[];
}

/** Which records of a table are read. */
type Which = (alias: string) => string;

const listOf = (which: Which, from: string) => `(select coalesce(jsonb_agg(x order by x.code), '[]') from (
  select t.id, t.code, t.name from ${from} t where t.organization_id = $1::uuid and ${which('t')}) x)`;

/** A query of one row with the lists. */
const choices = (which: Which) => `select
      -- Operating companies come first, then holdings, then elimination companies.
      (select coalesce(jsonb_agg(to_jsonb(x) - 'rank' order by x.rank, x.code), '[]') from (
        select s.id, s.code, s.name, s.base_currency as "baseCurrency",
          case when s.is_elimination then 2 when exists (select 1 from subsidiaries c
            where c.organization_id = s.organization_id and c.parent_id = s.id) then 1 else 0 end as rank
        from subsidiaries s
        where s.organization_id = $1::uuid and ${which('s')}) x) as subsidiaries,
      (select coalesce(jsonb_agg(x order by x.code), '[]') from (
        select t.id, t.code, t.name, t.kind, (select r.bank_account_id from posting_rules r
          where r.organization_id = t.organization_id and r.transaction_type_id = t.id and r.subsidiary_id is null) as "bankAccountId"
        from transaction_types t where t.organization_id = $1::uuid and ${which('t')}) x) as types,
      (select coalesce(jsonb_agg(x order by x.code), '[]') from (
        select a.id, a.code, a.name, a.account_type as type, a.is_control as "isControl", a.currency_code as "currencyCode",
          a.required_dimensions as requires, a.recommended_dimensions as recommends
        from accounts a where a.organization_id = $1::uuid and ${which('a')} and not a.is_summary) x) as accounts,
      (select coalesce(jsonb_agg(x order by x.code), '[]') from (
        select c.id, c.code, c.name, (select coalesce(jsonb_agg(jsonb_build_object('percent', trim_scale(r.rate_percent)::text,
            'validFrom', r.valid_from, 'validTo', r.valid_to) order by r.valid_from), '[]')
          from tax_rates r where r.organization_id = c.organization_id and r.tax_code_id = c.id) as rates
        from tax_codes c where c.organization_id = $1::uuid and ${which('c')}) x) as "taxCodes",
      ${listOf(which, 'departments')} as departments,
      ${listOf(which, 'classes')} as classes,
      ${listOf(which, 'locations')} as locations,
      (select coalesce(jsonb_agg(c.code order by c.code), '[]') from (
        select code from currencies where organization_id = $1::uuid and record_status = 'active'
        union select base_currency from subsidiaries where organization_id = $1::uuid) c) as currencies`;

/** Active records only, and only accounts that accept postings. */
export const readDocumentChoices = (tenant: Tenant): Promise<DocumentChoices> =>
  theRow(
    sql<DocumentChoices>(
      tenant,
      choices((alias) => `${alias}.record_status = 'active'`),
      [tenant.organizationId],
    ),
  );

/** What one document names, whether active or not, as its screens show it. */
export interface DocumentNames extends DocumentChoices {
  readonly projects: readonly Choice[];
  readonly items: readonly Choice[];
}

/**
 * The subsidiary, type, accounts, tax codes, dimensions and items that a document and its lines name. A document that the caller does not reach
 * names none.
 */
export const readDocumentNames = (tenant: Tenant, id: string): Promise<DocumentNames> =>
  theRow(
    sql<DocumentNames>(
      tenant,
      `with named as materialized (
         select distinct n.id from business_transactions d
         left join business_transaction_lines l on l.organization_id = d.organization_id and l.transaction_id = d.id
         cross join lateral unnest(array[d.subsidiary_id, d.transaction_type_id, d.project_id, l.account_id, l.tax_code_id, l.department_id, l.class_id,
           l.location_id, l.project_id, l.item_id]) n (id)
         where d.organization_id = $1::uuid and d.id = $2::uuid and n.id is not null)
       select *, ${listOf(isNamed, 'projects')} as projects, ${listOf(isNamed, 'items')} as items from (${choices(isNamed)}) c`,
      [tenant.organizationId, id],
    ),
  );

const isNamed: Which = (alias) => `${alias}.id in (select n.id from named n)`;

async function theRow<Row>(rows: Promise<Row[]>): Promise<Row> {
  const [row] = await rows;
  if (row === undefined) throw new Error('a query of one row answered none');
  return row;
}
