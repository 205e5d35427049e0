import type { RateJump } from '../../../core/refusals';
import { insertRows } from '../../bulk';
import { sql, type Tenant } from '../../tenancy';

/** Why a document keeps a rate that differs from the table's by more than the limit. */
export interface RateConfirmation {
  readonly id: string;
  readonly transactionId: string;
  readonly rate: string;
  readonly jump: RateJump;
  readonly reason: string;
  readonly confirmedBy: string | null;
}

/** Records confirmations. SQL handles only. */
export async function insertRateConfirmations(
  tenant: Tenant,
  rows: readonly RateConfirmation[],
): Promise<void> {
  await insertRows(
    tenant,
    'rate_confirmations',
    rows.map((row) => ({ ...row })),
  );
}

/** The last confirmation of the rate a document has; null when there is none. */
export async function confirmationOf(
  tenant: Tenant,
  transactionId: string,
  rate: string,
): Promise<(RateConfirmation & { readonly confirmedAt: Date }) | null> {
  const [row] = await sql<RateConfirmation & { readonly confirmedAt: Date }>(
    tenant,
    `select c.id::text, c.transaction_id::text as "transactionId", c.rate::text as rate, c.jump, c.reason, c.confirmed_by::text as "confirmedBy",
       c.confirmed_at as "confirmedAt"
     from rate_confirmations c where c.organization_id = $1::uuid and c.transaction_id = $2::uuid and c.rate = $3::numeric
     order by c.confirmed_at desc, c.id desc limit 1`,
    [tenant.organizationId, transactionId, rate],
  );
  return row ?? null;
}

/**
 * Posted documents of a period whose stated rate differs from the table's by more than the limit, as core/fx/rate-change
 * has it, and that no one has confirmed: how many, and the numbers of some.
 */
export async function unconfirmedRates(
  tenant: Tenant,
  period: {
    readonly subsidiaryId: string;
    readonly startDate: string;
    readonly endDate: string;
    readonly isAdjustment: boolean;
  },
): Promise<{ count: number; numbers: string[] }> {
  const [row] = await sql<{ count: number; numbers: string[] | null }>(
    tenant,
    `select count(*)::int as count, (array_agg(t.transaction_number order by t.transaction_number))[1:5] as numbers
     from organizations o
     join business_transactions t on t.organization_id = o.id and t.transaction_date between $3::date and $4::date and t.subsidiary_id = $2::uuid
       and t.is_adjustment = $5::boolean and t.exchange_rate_given and t.currency_code <> t.base_currency_code
       and t.ledger_entry_id is not null and t.reversal_entry_id is null and t.reverses_transaction_id is null
     cross join lateral (
       select r.rate from (
         (select x.rate_date, 1 as first, x.rate from exchange_rates x where x.organization_id = $1::uuid and x.rate_type = 'SPOT'
            and x.rate_date <= t.transaction_date and x.from_currency = t.currency_code and x.to_currency = t.base_currency_code
          order by x.rate_date desc limit 1)
         union all
         (select x.rate_date, 2, daybook_round_even(1 / x.rate, 10) from exchange_rates x where x.organization_id = $1::uuid
            and x.rate_type = 'SPOT' and x.rate_date <= t.transaction_date and x.from_currency = t.base_currency_code
            and x.to_currency = t.currency_code
          order by x.rate_date desc limit 1)
       ) r where r.rate > 0 order by r.rate_date desc, r.first limit 1
     ) last
     where o.id = $1::uuid and abs(t.exchange_rate - last.rate) * 100 > o.rate_change_limit * last.rate
       and not exists (select from rate_confirmations c where c.organization_id = $1::uuid and c.transaction_id = t.id
                       and c.rate = t.exchange_rate)`,
    [tenant.organizationId, period.subsidiaryId, period.startDate, period.endDate, period.isAdjustment],
  );
  return { count: row?.count ?? 0, numbers: row?.numbers ?? [] };
}
