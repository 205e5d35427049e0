import { sql, type Tenant } from '../../tenancy';

/** The scope of a correction of rates. */
interface Asked {
  readonly subsidiaryId: string;
  readonly currencyCode: string;
  readonly from: string;
  readonly to: string | null;
}

/** A contract cost in a foreign currency with the rate it is carried at. */
export interface RatedCost {
  readonly id: string;
  readonly contractId: string;
  readonly contractNumber: string;
  readonly contractDate: string;
  readonly costKind: string;
  readonly amount: string;
  readonly postingDate: string;
  readonly exchangeRate: string;
  readonly assetAccountId: string;
  readonly expenseAccountId: string;
  readonly impairAccountId: string;
  readonly offsetAccountId: string;
  /** Whether costs of its contract were ever tested for impairment. */
  readonly isTested: boolean;
}

/** Capitalized costs and provisions of a subsidiary and currency booked from a day on (and up to another), locked in id order. */
export async function lockRatedCosts(tenant: Tenant, asked: Asked): Promise<RatedCost[]> {
  return sql(
    tenant,
    `select c.id::text, c.contract_id::text as "contractId", k.contract_number as "contractNumber",
       k.contract_date::text as "contractDate", c.cost_kind as "costKind",
       c.amount::text as amount, c.posting_date::text as "postingDate", c.exchange_rate::text as "exchangeRate",
       c.asset_account_id::text as "assetAccountId", c.expense_account_id::text as "expenseAccountId",
       c.impair_account_id::text as "impairAccountId", c.offset_account_id::text as "offsetAccountId",
       exists (select from revenue_events v where v.organization_id = c.organization_id and v.contract_id = c.contract_id
         and v.kind = 'costTest') as "isTested"
     from contract_costs c join revenue_contracts k on k.organization_id = c.organization_id and k.id = c.contract_id
     where c.organization_id = $1::uuid and c.subsidiary_id = $2::uuid and c.currency_code = $3 and c.posting_date >= $4::date
       and ($5::date is null or c.posting_date <= $5::date) and c.decision in ('CAPITALISED', 'PROVIDED') and not c.voided
     order by c.id for update of c`,
    [tenant.organizationId, asked.subsidiaryId, asked.currencyCode, asked.from, asked.to],
  );
}

/** What the runs posted of costs, by cost and day, oldest first. */
export async function postedOfCosts(
  tenant: Tenant,
  costIds: readonly string[],
): Promise<{ costId: string; on: string; amount: string }[]> {
  if (costIds.length === 0) return [];
  return sql(
    tenant,
    `select r.cost_id::text as "costId", u.posting_date::text as "on", sum(r.amount)::text as amount from contract_cost_rows r
     join revenue_runs u on u.organization_id = r.organization_id and u.id = r.run_id
     where r.organization_id = $1::uuid and r.cost_id = any ($2::uuid[]) group by 1, 2 order by 1, 2`,
    [tenant.organizationId, costIds],
  );
}

/** The rates that costs are carried at from now on. */
export async function rateCosts(
  tenant: Tenant,
  rates: readonly { readonly id: string; readonly rate: string }[],
): Promise<void> {
  if (rates.length === 0) return;
  await sql(
    tenant,
    `update contract_costs c set exchange_rate = n.rate from jsonb_to_recordset($2::jsonb) as n(id uuid, rate numeric)
     where c.organization_id = $1::uuid and c.id = n.id`,
    [tenant.organizationId, JSON.stringify(rates)],
  );
}

/** An entry of a contract's own journal with the rate it is carried at, corrections counted. */
export interface RatedJournal {
  readonly id: string;
  readonly entryNumber: string;
  readonly postingDate: string;
  readonly carriedRate: string;
  /** The movement of a contract it stands beside. */
  readonly movementId: string | null;
  readonly lines: readonly {
    readonly accountId: string;
    readonly debit: string;
    readonly credit: string;
  }[];
}

/**
 * The journals of contracts of a subsidiary and currency posted from a day on (and up to another): entries of revenue events that
 * are not movements themselves, alone or beside a movement (`movementId`: a payout). Those that move what is carried (a supplier's share,
 * goods to be recovered) are corrected by contract.
 */
export async function ratedJournals(tenant: Tenant, asked: Asked): Promise<RatedJournal[]> {
  return sql(
    tenant,
    `select e.id::text, e.entry_number as "entryNumber", e.posting_date::text as "postingDate",
       coalesce(k.after_rate, e.exchange_rate)::text as "carriedRate", nullif(e.source_id, e.id)::text as "movementId",
       (select jsonb_agg(jsonb_build_object('accountId', l.account_id, 'debit', l.debit::text, 'credit', l.credit::text) order by l.line_number)
        from ledger_lines l where l.organization_id = e.organization_id and l.entry_id = e.id) as lines
     from ledger_entries e
     left join lateral (
       select i.after_rate from rate_correction_items i
       where i.organization_id = $1::uuid and i.kind = 'JOURNAL' and i.source_id = e.id order by i.correction_id desc limit 1
     ) k on true
     where e.organization_id = $1::uuid and e.source_kind = 'REVENUE_EVENT' and e.subsidiary_id = $2::uuid and e.currency_code = $3
       and e.base_currency_code <> $3 and e.posting_date >= $4::date and ($5::date is null or e.posting_date <= $5::date)
       and (e.source_id <> e.id or not exists (
         select from ledger_lines l join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
         where l.organization_id = e.organization_id and l.entry_id = e.id
           and a.control_for in ('RECEIVABLE', 'DEFERRED_REVENUE', 'CONTRACT_ASSET', 'REFUND_LIABILITY')))
       -- Interest keeps the rate at which it accrued or was billed.
       and not exists (select from revenue_interest_moves i where i.organization_id = e.organization_id and i.id = e.source_id
         and i.entry_id = e.id)
       and not exists (select from revenue_carried_moves c where c.organization_id = e.organization_id and c.entry_id = e.id)
     order by e.posting_date, e.entry_number`,
    [tenant.organizationId, asked.subsidiaryId, asked.currencyCode, asked.from, asked.to],
  );
}

/** The contracts of movements of a subsidiary and currency. */
export async function contractsOfMovements(
  tenant: Tenant,
  { subsidiaryId, currencyCode }: Pick<Asked, 'subsidiaryId' | 'currencyCode'>,
  movementIds: readonly string[],
): Promise<string[]> {
  if (movementIds.length === 0) return [];
  const rows = await sql<{ contractId: string }>(
    tenant,
    `select distinct m.contract_id::text as "contractId" from revenue_movements m
     where m.organization_id = $1::uuid and m.subsidiary_id = $2::uuid and m.currency_code = $3 and m.kind = 'DOCUMENT'
       and m.id = any ($4::uuid[])`,
    [tenant.organizationId, subsidiaryId, currencyCode, movementIds],
  );
  return rows.map(({ contractId }) => contractId);
}
