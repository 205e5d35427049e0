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

/** What stands in the accounts of interest for a contract, and the accounts it stands in; null where nothing ever stood. */
export type InterestStanding = Pick<
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
>;

const SUMS = `coalesce(sum(i.accrued), 0)::text as accrued, coalesce(sum(i.accrued_base), 0)::text as "accruedBase",
  coalesce(sum(i.unearned), 0)::text as unearned, coalesce(sum(i.unearned_base), 0)::text as "unearnedBase",
  coalesce(sum(i.advance), 0)::text as advance, coalesce(sum(i.advance_base), 0)::text as "advanceBase",
  (array_agg(i.accrued_account_id::text order by i.id desc) filter (where i.accrued_account_id is not null))[1] as "accruedAccountId",
  (array_agg(i.unearned_account_id::text order by i.id desc) filter (where i.unearned_account_id is not null))[1] as "unearnedAccountId",
  (array_agg(i.advance_account_id::text order by i.id desc) filter (where i.advance_account_id is not null))[1] as "advanceAccountId"`;

/** No interest, in no account. */
export const NOTHING: InterestStanding = {
  ...{ accrued: '0', accruedBase: '0', unearned: '0', unearnedBase: '0', advance: '0', advanceBase: '0' },
  ...{ accruedAccountId: null, unearnedAccountId: null, advanceAccountId: null },
};

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
}

/** The contracts of a subsidiary in force on which interest on an advance accrued in accounts of its own, by number. */
export async function advancedContracts(tenant: Tenant, subsidiaryId: string): Promise<AdvancedContract[]> {
  return sql<AdvancedContract>(
    tenant,
    `with moved as (
       select i.contract_id, sum(i.advance) as standing, sum(i.advance) filter (where i.kind = 'ACCRUAL') as accrued
       from revenue_interest_moves i where i.organization_id = $1::uuid and i.subsidiary_id = $2::uuid and i.advance_account_id is not null
       group by 1
     )
     select c.id as "contractId", c.transaction_price::text as "transactionPrice", c.currency_code as "currencyCode",
       p.recognised::text as recognised, coalesce(m.accrued, 0)::text as accrued, m.standing::text as standing,
       coalesce((select sum((r->>'amount')::numeric) from jsonb_array_elements(c.picture->'interest') r where (r->>'amount')::numeric > 0), 0)::text as planned
     from moved m
     join revenue_contracts c on c.organization_id = $1::uuid and c.id = m.contract_id and c.contract_status in ('ACTIVE', 'COMPLETED')
     join revenue_positions p on p.organization_id = $1::uuid and p.contract_id = m.contract_id
     order by c.contract_number`,
    [tenant.organizationId, subsidiaryId],
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
       and i.recorded_at <= coalesce($4::timestamptz, 'infinity') and ($5::date is null or coalesce(e.effective_date, i.posting_date) <= $5::date)
       and i.posting_date <= $7::date`,
    [...scopeValues(tenant, scope), span.firstDay, span.lastDay],
  );
  return row ?? null;
}
