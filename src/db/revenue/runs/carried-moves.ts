import type { CarriedRole } from '../../../core/fx/carried-journals';
import { insertRows } from '../../bulk';
import { sql, type Tenant } from '../../tenancy';

/** What a contract in a foreign currency moved in an account that leaves at what it is carried at: debits above zero. */
export interface CarriedMove {
  readonly id: string;
  readonly contractId: string;
  readonly subsidiaryId: string;
  readonly currencyCode: string;
  readonly role: CarriedRole;
  readonly accountId: string;
  readonly postingDate: string;
  readonly entryId: string;
  readonly amount: string;
  readonly base: string;
  /** The rate of the day. */
  readonly exchangeRate: string;
}

export async function insertCarriedMoves(tenant: Tenant, moves: readonly CarriedMove[]): Promise<void> {
  await insertRows(
    tenant,
    'revenue_carried_moves',
    moves.map((move) => ({ ...move })),
  );
}

/** What of a contract stands in an account, and at what it is carried there. */
export interface CarriedStanding {
  readonly role: CarriedRole;
  readonly accountId: string;
  readonly amount: string;
  readonly base: string;
}

/** What of a contract stands in such accounts. The caller holds the contract. */
export async function carriedStanding(tenant: Tenant, contractId: string): Promise<CarriedStanding[]> {
  return sql(
    tenant,
    `select c.role, c.account_id::text as "accountId", sum(c.amount)::text as amount, sum(c.base)::text as base
     from revenue_carried_moves c where c.organization_id = $1::uuid and c.contract_id = $2::uuid group by 1, 2`,
    [tenant.organizationId, contractId],
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
    | 'amount'
    | 'base'
    | 'exchangeRate'
  > {
  readonly entryNumber: string;
  /** Whether the other side of its entry is the position of the contract, which a movement moves. */
  readonly isOfPosition: boolean;
  /** Where exchange differences of its contract go unless the chart names an account. */
  readonly exchangeAccountId: string;
  /** The lines of its entry that have an amount, in their order. */
  readonly lines: readonly { readonly accountId: string; readonly debit: string; readonly credit: string }[];
}

/**
 * All moves, in the order in which each contract recorded them, of the contracts of a subsidiary and currency that moved anything from a
 * day on (and up to another).
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
       c.entry_id::text as "entryId", c.amount::text as amount, c.base::text as base, c.exchange_rate::text as "exchangeRate",
       e.entry_number as "entryNumber", e.source_id <> e.id as "isOfPosition", p.exchange_account_id::text as "exchangeAccountId",
       (select jsonb_agg(jsonb_build_object('accountId', l.account_id, 'debit', l.debit::text, 'credit', l.credit::text) order by l.line_number)
        from ledger_lines l where l.organization_id = e.organization_id and l.entry_id = e.id and (l.debit <> 0 or l.credit <> 0)) as lines
     from (select distinct m.contract_id from revenue_carried_moves m
           where m.organization_id = $1::uuid and m.subsidiary_id = $2::uuid and m.currency_code = $3 and m.posting_date >= $4::date
             and ($5::date is null or m.posting_date <= $5::date)) k
     join revenue_carried_moves c on c.organization_id = $1::uuid and c.contract_id = k.contract_id
     join ledger_entries e on e.organization_id = c.organization_id and e.id = c.entry_id
     join revenue_positions p on p.organization_id = c.organization_id and p.contract_id = c.contract_id
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
