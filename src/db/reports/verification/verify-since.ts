import { type Tenant, verificationSql } from '../../tenancy';
import { DOCUMENT_CHECKS } from './verify-documents';
import { LEDGER_CHECKS } from './verify-ledger';

/** What an incremental verification trusts: everything up to these seals. */
export interface SinceSeals {
  /** The position of the last seal over the ledger that is trusted. */
  readonly ledgerSequence: string;
  /** The position of the last seal over the audit trail that is trusted. */
  readonly auditSequence: string;
}

/** Rows of the trail that are looked at before they have a seal; the next verification looks at all that were sealed since. */
const MOST_UNSEALED = 10_000;

/**
 * The entries with a number after the last trusted seal; their lines; the documents they posted and those that the audit trail says were
 * touched: rows of the trail that were sealed after the last trusted seal, and those without a seal, which are of the last seconds. `$1` is the organization,
 * `$2` the seal over the ledger, `$3` that over the trail. Every row is looked up by its key, so that the cost is that of what is new.
 */
const SCOPE = `
  fresh as materialized (
    select e.id, e.transaction_id from number_counters c
    left join lateral (
      select s.last_number from ledger_seals s
      where s.organization_id = $1::uuid and s.fiscal_year = c.fiscal_year and s.sequence <= $2::bigint order by s.last_number desc limit 1) s on true
    cross join lateral generate_series(coalesce(s.last_number, 0) + 1, c.next_value - 1) n(number)
    cross join lateral (
      select x.id, x.transaction_id from public.ledger_entries x
      where x.organization_id = $1::uuid and x.entry_number = daybook_format_number('GL', c.fiscal_year, n.number) offset 0) e
    where c.organization_id = $1::uuid and c.series = 'GL'
  ), sealed as materialized (
    select coalesce((
      select y.inserted_in_transaction from audit_seals s join audit_log y on y.organization_id = $1::uuid and y.id = s.audit_id
      where s.organization_id = $1::uuid order by s.sequence desc limit 1), 0) as transaction
  ), touched as materialized (
    select f.transaction_id as id from fresh f where f.transaction_id is not null
    union
    select a.record_id from audit_seals s
    cross join lateral (select x.record_id from audit_log x where x.organization_id = $1::uuid and x.id = s.audit_id offset 0) a
    where s.organization_id = $1::uuid and s.sequence > $3::bigint and a.record_id is not null
    union
    select a.record_id from (
      select x.id, x.record_id from audit_log x
      where x.organization_id = $1::uuid and x.inserted_in_transaction >= 0 and x.inserted_in_transaction >= (select s.transaction from sealed s)
      order by x.inserted_in_transaction desc limit ${MOST_UNSEALED}) a
    where a.record_id is not null and (select s.audit_id from audit_seals s where s.organization_id = $1::uuid and s.audit_id = a.id) is null
  )`;

/** Tables that a check reads from end to end, limited to new rows; a check finds them under their own names. */
const CUT = {
  ledger_entries: `select x.* from fresh f cross join lateral (
    select y.* from public.ledger_entries y where y.organization_id = $1::uuid and y.id = f.id offset 0) x`,
  ledger_lines: `select x.* from fresh f cross join lateral (
    select y.* from public.ledger_lines y where y.organization_id = $1::uuid and y.entry_id = f.id offset 0) x`,
  business_transactions: `select x.* from touched f cross join lateral (
    select y.* from public.business_transactions y where y.organization_id = $1::uuid and y.id = f.id offset 0) x`,
  business_transaction_lines: `select x.* from touched f cross join lateral (
    select y.* from public.business_transaction_lines y where y.organization_id = $1::uuid and y.transaction_id = f.id offset 0) x`,
} as const;

/**
 * The checks whose statements hold for new rows alone, and the tables that are cut for each: those it takes its rows from, none that it
 * looks things up in.
 */
const CUT_FOR = {
  UNBALANCED_ENTRIES: ['ledger_entries', 'ledger_lines'],
  LINES_OF_ENTRIES: ['ledger_lines'],
  BASE_AMOUNTS: ['ledger_lines'],
  MIRRORED_REVERSALS: ['ledger_entries'],
  ENTRY_SOURCES: ['ledger_entries'],
  DOCUMENTS_WITHOUT_ENTRY: ['business_transactions'],
  DOCUMENT_ENTRIES: ['business_transactions'],
  DOCUMENT_TOTALS: ['business_transactions', 'business_transaction_lines'],
  AUDIT_OF_POSTINGS: ['business_transactions'],
} as const satisfies Partial<
  Record<keyof typeof LEDGER_CHECKS | keyof typeof DOCUMENT_CHECKS, readonly (keyof typeof CUT)[]>
>;

/** The balances that new lines moved, against the sums of all lines of their account and period. */
const BALANCES = `
  with cells as (
    select distinct l.subsidiary_id, l.account_id, l.period_id, l.currency_code from ledger_lines l
  ), summed as (
    select c.*, s.* from cells c
    join fiscal_periods q on q.organization_id = $1::uuid and q.id = c.period_id
    cross join lateral (
      select sum(l.debit) as debit, sum(l.credit) as credit, sum(l.base_debit) as base_debit, sum(l.base_credit) as base_credit, count(*) as n
      from public.ledger_lines l where l.organization_id = $1::uuid and l.account_id = c.account_id and l.posting_date between q.start_date and q.end_date
        and l.subsidiary_id = c.subsidiary_id and l.period_id = c.period_id and l.currency_code = c.currency_code) s
  ), kept as (
    select b.subsidiary_id, b.account_id, b.period_id, b.currency_code, sum(b.debit) as debit, sum(b.credit) as credit,
      sum(b.base_debit) as base_debit, sum(b.base_credit) as base_credit, sum(b.line_count) as n
    from ledger_balances b where b.organization_id = $1::uuid group by 1, 2, 3, 4
  )
  select a.code || ' ' || s.currency_code as label from summed s
  left join kept k using (subsidiary_id, account_id, period_id, currency_code)
  left join accounts a on a.organization_id = $1::uuid and a.id = s.account_id
  where (s.debit, s.credit, s.base_debit, s.base_credit, s.n) is distinct from (k.debit, k.credit, k.base_debit, k.base_credit, k.n)`;

/** Numbers after the trusted seal that have no entry; and the difference of all balances, which are few. */
const MISSING_NUMBERS = `
  select daybook_format_number('GL', c.fiscal_year, n.number) as label from number_counters c
  left join lateral (
    select s.last_number from ledger_seals s
    where s.organization_id = $1::uuid and s.fiscal_year = c.fiscal_year and s.sequence <= $2::bigint order by s.last_number desc limit 1) s on true
  cross join lateral generate_series(coalesce(s.last_number, 0) + 1, c.next_value - 1) n(number)
  where c.organization_id = $1::uuid and c.series = 'GL' and not exists (
    select from public.ledger_entries x where x.organization_id = $1::uuid and x.entry_number = daybook_format_number('GL', c.fiscal_year, n.number))`;

const CHECKS_SINCE: Readonly<
  Record<string, { readonly text: string; readonly cut: readonly (keyof typeof CUT)[] }>
> = {
  ...Object.fromEntries(
    Object.entries(CUT_FOR).map(([check, cut]) => [
      check,
      { text: { ...LEDGER_CHECKS, ...DOCUMENT_CHECKS }[check as keyof typeof CUT_FOR], cut },
    ]),
  ),
  BALANCES: { text: BALANCES, cut: ['ledger_lines'] },
  ENTRY_NUMBERS: { text: MISSING_NUMBERS, cut: [] },
  PERIODS: { text: LEDGER_CHECKS.PERIODS, cut: [] },
};

/** The checks that an incremental verification makes by statements of their own. */
export type CheckSince = keyof typeof CUT_FOR | 'BALANCES' | 'ENTRY_NUMBERS' | 'PERIODS';

export interface FoundSince {
  readonly check: CheckSince;
  readonly count: string;
  readonly examples: readonly string[];
}

/** Breaches named for each check; the others are counted. */
const NAMED = 5;

const scoped = (cut: readonly (keyof typeof CUT)[]) =>
  `with ${SCOPE}${cut.map((table) => `, ${table} as materialized (${CUT[table]})`).join('')}`;

/** Runs the checks that read only new rows. Has no time limit; returns those that found something. */
export async function findBreachesSince(tenant: Tenant, since: SinceSeals): Promise<FoundSince[]> {
  const found: FoundSince[] = [];
  for (const [check, { text, cut }] of Object.entries(CHECKS_SINCE)) {
    const [row] = await verificationSql<{ count: string; examples: string[] }>(
      tenant,
      `${scoped(cut)}
       select count(*)::text as count, coalesce((array_agg(b.label order by b.label))[1:${NAMED}], '{}') as examples from (${text}) b`,
      [tenant.organizationId, since.ledgerSequence, since.auditSequence],
    );
    if (row !== undefined && row.count !== '0') found.push({ check: check as CheckSince, ...row });
  }
  return found;
}

/** What is new since the trusted seals, and the difference of all balances. */
export interface ReadSince {
  readonly entries: string;
  readonly lines: string;
  readonly documents: string;
  readonly difference: string;
}

/** How much an incremental verification reads. */
export async function readSince(tenant: Tenant, since: SinceSeals): Promise<ReadSince> {
  const [row] = await verificationSql<ReadSince>(
    tenant,
    `${scoped(['ledger_lines', 'business_transactions'])}
     select (select count(*) from fresh)::text as entries, (select count(*) from ledger_lines)::text as lines,
       (select count(*) from business_transactions)::text as documents,
       (select coalesce(sum(b.base_debit - b.base_credit), 0) from ledger_balances b where b.organization_id = $1::uuid)::text as difference`,
    [tenant.organizationId, since.ledgerSequence, since.auditSequence],
  );
  if (row === undefined) throw new Error('a query of one row answered none');
  return row;
}
