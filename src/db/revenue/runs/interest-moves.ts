import { insertRows } from '../../bulk';
import { sql, type Tenant } from '../../tenancy';
import { type RevenueScope, scopeValues } from '../months';

/** A movement of a contract's interest, in its accounts: accrued is a debit, the other two are credits. */
export interface InterestMove {
  readonly id: string;
  readonly contractId: string;
  readonly subsidiaryId: string;
  readonly currencyCode: string;
  /** Against interest income or expense, or against the position of the contract. */
  readonly kind: 'ACCRUAL' | 'SHIFT';
  readonly postingDate: string;
  /** The fact it follows from; null for what a run earned. */
  readonly eventId: string | null;
  /** The day from which it is in effect; null: that of its fact, or without one that of its posting. */
  readonly effectiveOn: string | null;
  readonly entryId: string;
  readonly accrued: string;
  readonly accruedBase: string;
  readonly unearned: string;
  readonly unearnedBase: string;
  readonly advance: string;
  readonly advanceBase: string;
  readonly accruedAccountId: string | null;
  readonly unearnedAccountId: string | null;
  readonly advanceAccountId: string | null;
}

/** What was moved into the accounts of interest of a contract on a day, and the accounts it was moved into; null where nothing was. */
export type MovedInterest = Pick<
  InterestMove,
  | 'accrued'
  | 'accruedBase'
  | 'unearned'
  | 'unearnedBase'
  | 'advance'
  | 'advanceBase'
  | 'accruedAccountId'
  | 'unearnedAccountId'
  | 'advanceAccountId'
> & { readonly on: string };

const SUMS = `coalesce(sum(i.accrued), 0)::text as accrued, coalesce(sum(i.accrued_base), 0)::text as "accruedBase",
  coalesce(sum(i.unearned), 0)::text as unearned, coalesce(sum(i.unearned_base), 0)::text as "unearnedBase",
  coalesce(sum(i.advance), 0)::text as advance, coalesce(sum(i.advance_base), 0)::text as "advanceBase"`;

/** The account last moved into. */
const lastAccount = (column: string) =>
  `(array_agg(i.${column}::text order by i.id desc) filter (where i.${column} is not null))[1]`;

/** No interest, in no account. */
export const NOTHING: Omit<MovedInterest, 'on'> = {
  ...{ accrued: '0', accruedBase: '0', unearned: '0', unearnedBase: '0', advance: '0', advanceBase: '0' },
  ...{ accruedAccountId: null, unearnedAccountId: null, advanceAccountId: null },
};

/** What stands in the accounts of interest for a contract. */
export type InterestStanding = Omit<
  MovedInterest,
  'on' | 'accruedAccountId' | 'unearnedAccountId' | 'advanceAccountId'
>;

/** The interest of a contract as it stands; with `knownAsOf`, as it was known then. */
export async function interestStanding(
  tenant: Tenant,
  contractId: string,
  knownAsOf: string | null = null,
): Promise<InterestStanding> {
  const [row] = await sql<InterestStanding>(
    tenant,
    `select ${SUMS} from revenue_interest_moves i where i.organization_id = $1::uuid and i.contract_id = $2::uuid
       and ($3::timestamptz is null or i.recorded_at <= $3::timestamptz)`,
    [tenant.organizationId, contractId, knownAsOf],
  );
  return row ?? NOTHING;
}

/** What was moved into the accounts of interest of a contract, by the day of posting; the day moved last comes last. */
export async function interestByDay(tenant: Tenant, contractId: string): Promise<MovedInterest[]> {
  return sql<MovedInterest>(
    tenant,
    `select i.posting_date as on, ${SUMS}, ${lastAccount('accrued_account_id')} as "accruedAccountId",
       ${lastAccount('unearned_account_id')} as "unearnedAccountId", ${lastAccount('advance_account_id')} as "advanceAccountId"
     from revenue_interest_moves i where i.organization_id = $1::uuid and i.contract_id = $2::uuid
     group by i.posting_date order by max(i.id::text)`,
    [tenant.organizationId, contractId],
  );
}

export async function insertInterestMove(tenant: Tenant, move: InterestMove): Promise<void> {
  await insertRows(tenant, 'revenue_interest_moves', [{ ...move }]);
}

/** A contract whose customer paid in advance, with interest accrued on it: what decides how much of that is earned. */
export interface AdvancedContract {
  readonly contractId: string;
  readonly transactionPrice: string;
  readonly currencyCode: string;
  readonly recognised: string;
  /** The interest its terms plan and what has accrued of it; what of that still stands. */
  readonly planned: string;
  readonly accrued: string;
  readonly standing: string;
  /** Something of it is dated after the run. */
  readonly goesOn: boolean;
}

/**
 * The contracts whose revenue a run moved and on which interest on an advance accrued in accounts of its own, in their order after one
 * of them.
 */
export async function advancedContracts(
  tenant: Tenant,
  runId: string,
  after: string | null,
  limit: number,
): Promise<AdvancedContract[]> {
  return sql<AdvancedContract>(
    tenant,
    `with moved as (
       select i.contract_id, sum(i.advance) as standing, sum(i.advance) filter (where i.kind = 'ACCRUAL') as accrued,
         max(i.posting_date) as last
       from revenue_interest_moves i where i.organization_id = $1::uuid and i.advance_account_id is not null
         and i.contract_id > coalesce($3::uuid, '00000000-0000-0000-0000-000000000000')
         and exists (select from revenue_movements m
                     where m.organization_id = $1::uuid and m.contract_id = i.contract_id and m.run_id = $2::uuid)
       group by 1 order by 1 limit $4
     )
     select m.contract_id as "contractId", c.transaction_price::text as "transactionPrice", c.currency_code as "currencyCode",
       p.recognised::text as recognised, coalesce(m.accrued, 0)::text as accrued, m.standing::text as standing,
       coalesce((select sum((r->>'amount')::numeric) from jsonb_array_elements(c.picture->'interest') r where (r->>'amount')::numeric > 0), 0)::text as planned,
       m.last > u.posting_date
         or exists (select from revenue_movements v where v.organization_id = $1::uuid and v.contract_id = m.contract_id
                    and v.posting_date > u.posting_date)
         or exists (select from revenue_events e where e.organization_id = $1::uuid and e.contract_id = m.contract_id
                    and e.effective_date > u.posting_date) as "goesOn"
     from moved m
     join revenue_runs u on u.organization_id = $1::uuid and u.id = $2::uuid
     join revenue_contracts c on c.organization_id = $1::uuid and c.id = m.contract_id
     join revenue_positions p on p.organization_id = $1::uuid and p.contract_id = m.contract_id
     order by 1`,
    [tenant.organizationId, runId, after, limit],
  );
}

/** The interest of contracts by account before a day and by the end of another, in their currency. */
export interface InterestBalances {
  readonly openingAccrued: string;
  readonly openingUnearned: string;
  readonly openingAdvance: string;
  readonly accrued: string;
  readonly unearned: string;
  readonly advance: string;
}

/** What stood in the accounts of interest before the first day of a span, and at the end of its last. */
export async function readInterestBalances(
  tenant: Tenant,
  scope: RevenueScope,
  span: { readonly firstDay: string; readonly lastDay: string },
): Promise<InterestBalances | null> {
  const opening = 'filter (where i.posting_date < $6::date)';
  const [row] = await sql<InterestBalances>(
    tenant,
    `select coalesce(sum(i.accrued) ${opening}, 0)::text as "openingAccrued", coalesce(sum(i.unearned) ${opening}, 0)::text as "openingUnearned",
       coalesce(sum(i.advance) ${opening}, 0)::text as "openingAdvance", coalesce(sum(i.accrued), 0)::text as accrued,
       coalesce(sum(i.unearned), 0)::text as unearned, coalesce(sum(i.advance), 0)::text as advance
     from revenue_interest_moves i left join revenue_events e on e.organization_id = i.organization_id and e.id = i.event_id
     where i.organization_id = $1::uuid and ($2::uuid[] is null or i.subsidiary_id = any ($2::uuid[])) and i.currency_code = $3
       and i.recorded_at <= coalesce($4::timestamptz, 'infinity') and ($5::date is null or coalesce(i.effective_on, e.effective_date, i.posting_date) <= $5::date)
       and i.posting_date <= $7::date`,
    [...scopeValues(tenant, scope), span.firstDay, span.lastDay],
  );
  return row ?? null;
}
