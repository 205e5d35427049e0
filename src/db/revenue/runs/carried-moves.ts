import {
  isMonetary,
  isNonmonetary,
  JOURNAL_ROLES,
  type JournalRole,
} from '../../../core/fx/carried-journals';
import type { EventKind } from '../../../core/revenue/contracts/events';
import { insertRows } from '../../bulk';
import { sql, type Tenant } from '../../tenancy';

/**
 * What a contract in a foreign currency moved in the accounts of its own journals, which leave at what they are carried at: debits above
 * zero.
 */
export interface CarriedMove {
  readonly id: string;
  readonly contractId: string;
  readonly subsidiaryId: string;
  readonly currencyCode: string;
  readonly role: JournalRole;
  readonly accountId: string;
  readonly postingDate: string;
  readonly entryId: string;
  /** The fact whose journal it is of, and the one whose recording moved it; null: next to the position of the contract. */
  readonly eventId: string | null;
  readonly causeId: string | null;
  /** The day of the rate, on which the fact was first booked; null: the posting date. */
  readonly ratedOn: string | null;
  readonly amount: string;
  readonly base: string;
  /** The rate of that day. */
  readonly exchangeRate: string;
}

export async function insertCarriedMoves(tenant: Tenant, moves: readonly CarriedMove[]): Promise<void> {
  await insertRows(
    tenant,
    'revenue_carried_moves',
    moves.map((move) => ({ ...move })),
  );
}

/** A fact that a journal is of. */
export interface FactOfJournal {
  readonly eventId: string;
  readonly kind: EventKind;
  readonly effectiveDate: string;
  readonly seq: number;
}

/** What of a contract stands in an account, and at what it is carried there. */
export interface CarriedStanding extends Pick<CarriedMove, 'role' | 'accountId' | 'amount' | 'base'> {
  /** The fact that it is of, with its journal and the day and rate at which that was first booked; null: of none, or of all others. */
  readonly fact:
    | (FactOfJournal & { readonly memo: string; readonly ratedOn: string; readonly rate: string })
    | null;
}

/**
 * What of a contract stands in the accounts of its journals, in the order in which it was first moved: of the facts asked for, of those
 * that moved nonmonetary accounts, and of all others together what is monetary. The caller holds the contract.
 */
export async function carriedStanding(
  tenant: Tenant,
  contractId: string,
  eventIds: readonly string[],
): Promise<CarriedStanding[]> {
  return sql(
    tenant,
    `with facts as (
       select c.event_id, (array_agg(coalesce(c.rated_on, c.posting_date)::text order by c.id))[1] as rated_on,
         (array_agg(c.exchange_rate::text order by c.id))[1] as rate
       from revenue_carried_moves c where c.organization_id = $1::uuid and c.contract_id = $2::uuid and c.event_id is not null
       group by 1 having c.event_id = any ($3::uuid[]) or bool_or(c.role = any ($4))
     )
     select c.role, c.account_id::text as "accountId", sum(c.amount)::text as amount, sum(c.base)::text as base,
       case when f.event_id is not null then jsonb_build_object('eventId', f.event_id, 'kind', v.kind, 'effectiveDate', v.effective_date,
         'seq', v.seq, 'memo', e.memo, 'ratedOn', f.rated_on, 'rate', f.rate) end as fact
     from revenue_carried_moves c
     left join facts f on f.event_id = c.event_id
     left join revenue_events v on v.organization_id = c.organization_id and v.contract_id = c.contract_id and v.id = f.event_id
     left join ledger_entries e on e.organization_id = c.organization_id and e.id = c.entry_id and f.event_id is not null
     where c.organization_id = $1::uuid and c.contract_id = $2::uuid and (f.event_id is not null or c.role = any ($5))
     group by 1, 2, 5 order by min(c.id::text)`,
    [
      tenant.organizationId,
      contractId,
      eventIds,
      JOURNAL_ROLES.filter(isNonmonetary),
      JOURNAL_ROLES.filter((role) => isNonmonetary(role) || isMonetary(role)),
    ],
  );
}

/** Facts of a contract by id. */
export async function factsOfJournals(
  tenant: Tenant,
  contractId: string,
  eventIds: readonly string[],
): Promise<FactOfJournal[]> {
  return sql(
    tenant,
    `select v.id::text as "eventId", v.kind, v.effective_date::text as "effectiveDate", v.seq from revenue_events v
     where v.organization_id = $1::uuid and v.contract_id = $2::uuid and v.id = any ($3::uuid[])`,
    [tenant.organizationId, contractId, eventIds],
  );
}

/** A move with its entry, for a correction of rates. */
export interface RatedMove
  extends Pick<
    CarriedMove,
    | 'id'
    | 'contractId'
    | 'role'
    | 'accountId'
    | 'postingDate'
    | 'entryId'
    | 'causeId'
    | 'amount'
    | 'base'
    | 'exchangeRate'
  > {
  readonly entryNumber: string;
  /** Whether the other side of its entry is the position of the contract, which a movement moves; its account. */
  readonly isOfPosition: boolean;
  readonly positionAccountId: string;
  /** The day of its rate. */
  readonly ratedOn: string;
  /** The fact whose journal it is of. */
  readonly fact: (FactOfJournal & { readonly memo: string }) | null;
  /** Where exchange differences of its contract go unless the chart names an account. */
  readonly exchangeAccountId: string;
}

/**
 * All moves, in the order in which each contract recorded them, of the contracts of a subsidiary and currency that moved anything at the
 * rate of a day from one on (and up to another).
 */
export async function ratedMoves(
  tenant: Tenant,
  asked: {
    readonly subsidiaryId: string;
    readonly currencyCode: string;
    readonly from: string;
    readonly to: string | null;
  },
): Promise<RatedMove[]> {
  return sql(
    tenant,
    `select c.id::text, c.contract_id::text as "contractId", c.role, c.account_id::text as "accountId", c.posting_date::text as "postingDate",
       c.entry_id::text as "entryId", c.cause_id::text as "causeId", c.amount::text as amount, c.base::text as base,
       c.exchange_rate::text as "exchangeRate", coalesce(c.rated_on, c.posting_date)::text as "ratedOn", e.entry_number as "entryNumber",
       e.source_id <> e.id as "isOfPosition", p.deferred_account_id::text as "positionAccountId",
       p.exchange_account_id::text as "exchangeAccountId",
       case when v.id is not null then jsonb_build_object('eventId', v.id, 'kind', v.kind, 'effectiveDate', v.effective_date, 'seq', v.seq,
         'memo', e.memo) end as fact
     from (select distinct m.contract_id from revenue_carried_moves m
           where m.organization_id = $1::uuid and m.subsidiary_id = $2::uuid and m.currency_code = $3
             and coalesce(m.rated_on, m.posting_date) >= $4::date
             and ($5::date is null or coalesce(m.rated_on, m.posting_date) <= $5::date)) k
     join revenue_carried_moves c on c.organization_id = $1::uuid and c.contract_id = k.contract_id
     join ledger_entries e on e.organization_id = c.organization_id and e.id = c.entry_id
     join revenue_positions p on p.organization_id = c.organization_id and p.contract_id = c.contract_id
     left join revenue_events v on v.organization_id = c.organization_id and v.contract_id = c.contract_id and v.id = c.event_id
     order by c.contract_id, c.id`,
    [tenant.organizationId, asked.subsidiaryId, asked.currencyCode, asked.from, asked.to],
  );
}

/** At what moves are carried from now on. */
export async function rateCarriedMoves(
  tenant: Tenant,
  moves: readonly Pick<CarriedMove, 'id' | 'contractId' | 'base' | 'exchangeRate'>[],
): Promise<void> {
  if (moves.length === 0) return;
  await sql(
    tenant,
    `update revenue_carried_moves c set base = n.base, exchange_rate = n."exchangeRate"
     from jsonb_to_recordset($2::jsonb) as n(id uuid, "contractId" uuid, base numeric, "exchangeRate" numeric)
     where c.organization_id = $1::uuid and c.contract_id = n."contractId" and c.id = n.id`,
    [tenant.organizationId, JSON.stringify(moves)],
  );
}
