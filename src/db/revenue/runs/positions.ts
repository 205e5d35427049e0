import { insertRows } from '../../bulk';
import { ask, type Question, sqlPlannedOnce } from '../../stores/questions';
import { sql, type Tenant } from '../../tenancy';

/** A contract's balances in the ledger, in its currency. */
export interface PositionRow {
  readonly contractId: string;
  readonly net: string;
  readonly receivable: string;
  readonly refund: string;
  readonly pending: string;
  readonly recognised: string;
  readonly cash: string;
  readonly receivableAccountId: string;
  readonly deferredAccountId: string;
  readonly contractAssetAccountId: string;
  readonly refundAccountId: string;
}

export interface NewPosition {
  readonly contractId: string;
  readonly subsidiaryId: string;
  readonly currencyCode: string;
  readonly cohort: string;
  readonly receivableAccountId: string;
  readonly deferredAccountId: string;
  readonly contractAssetAccountId: string;
  readonly refundAccountId: string;
  readonly cashAccountId: string;
  readonly exchangeAccountId: string;
  readonly interestExpenseAccountId: string;
  readonly interestIncomeAccountId: string;
}

/** The position of a contract, locked; null before its first event. */
export async function lockPosition(tenant: Tenant, contractId: string): Promise<PositionRow | null> {
  const [row] = await ask(tenant, positionAsked(tenant, contractId, 'for update'));
  return row ?? null;
}

/** Asks for the position of a contract; with `for update` it is locked as well. */
export const positionAsked = (
  { organizationId }: Tenant,
  contractId: string,
  lock: '' | 'for update',
): Question<PositionRow> => ({
  text: `select p.contract_id as "contractId", p.net::text as net, p.receivable::text as receivable, p.refund::text as refund,
       p.pending::text as pending, p.recognised::text as recognised, p.cash::text as cash,
       p.receivable_account_id as "receivableAccountId", p.deferred_account_id as "deferredAccountId",
       p.contract_asset_account_id as "contractAssetAccountId", p.refund_account_id as "refundAccountId"
     from revenue_positions p where p.organization_id = $1::uuid and p.contract_id = $2::uuid ${lock}`,
  values: [organizationId, contractId],
});

export async function insertPositions(tenant: Tenant, rows: readonly NewPosition[]): Promise<void> {
  await insertRows(
    tenant,
    'revenue_positions',
    rows.map((row) => ({ ...row })),
  );
}

export interface Move {
  readonly id: string;
  readonly contractId: string;
  readonly kind: 'DUE' | 'PAYMENT' | 'REFUND' | 'CREDIT' | 'DOCUMENT' | 'FINANCING' | 'INTEREST';
  readonly amount: string;
  readonly unconditional: boolean;
  readonly keepRefund: boolean;
  readonly eventId: string | null;
  readonly entryId: string;
  readonly rate: string;
  readonly documentBase: string | null;
  /** Of interest: income or expense; null: income when it is below zero. */
  readonly isIncome: boolean | null;
  /** Of FINANCING: the account of interest on the other side. */
  readonly counterAccountId: string | null;
  /** The day from which it is in effect; null: that of its fact, or without one that of its posting. */
  readonly effectiveOn: string | null;
}

/** Changes one contract's position and appends the entry for it (`daybook_post_revenue_moves`). */
export async function postMove(
  tenant: Tenant,
  move: Move,
  at: { subsidiaryId: string; postingDate: string; memo: string; actorId: string | null },
): Promise<void> {
  await sqlPlannedOnce(
    tenant,
    `select daybook_post_revenue_moves(
       array[row($1::uuid, $2::uuid, $3::text, $4::numeric, $5::boolean, $6::boolean, $7::uuid, $8::uuid, $9::numeric, $10::numeric,
         $15::boolean, $16::uuid, null, null, $17::date)::daybook_revenue_move],
       $11::uuid, $12::date, 'REVENUE_EVENT', $13::text, $14::uuid)`,
    [
      move.id,
      move.contractId,
      move.kind,
      move.amount,
      move.unconditional,
      move.keepRefund,
      move.eventId,
      move.entryId,
      move.rate,
      move.documentBase,
      at.subsidiaryId,
      at.postingDate,
      at.memo,
      at.actorId,
      move.isIncome,
      move.counterAccountId,
      move.effectiveOn,
    ],
  );
}

/** A movement with its own day and the memo of its entry. */
export interface DatedMove extends Move {
  readonly postingDate: string;
  readonly memo: string;
}

/**
 * Changes the positions of contracts of one subsidiary, one movement each, whose rows the transaction holds, and appends an entry for
 * each (`daybook_post_revenue_moves`).
 */
export async function postMoves(
  tenant: Tenant,
  moves: readonly DatedMove[],
  at: { readonly subsidiaryId: string; readonly actorId: string | null },
): Promise<void> {
  if (moves.length === 0) return;
  await sql(
    tenant,
    `select daybook_post_revenue_moves(
       (select array_agg(row(m.id, m."contractId", m.kind, m.amount, m.unconditional, m."keepRefund", m."eventId", m."entryId", m.rate,
          m."documentBase", m."isIncome", m."counterAccountId", m."postingDate", m.memo,
          m."effectiveOn")::daybook_revenue_move)
        from jsonb_to_recordset($1::jsonb) as m(id uuid, "contractId" uuid, kind text, amount numeric, unconditional boolean,
          "keepRefund" boolean, "eventId" uuid, "entryId" uuid, rate numeric, "documentBase" numeric, "isIncome" boolean,
          "counterAccountId" uuid, "postingDate" date, memo text, "effectiveOn" date)),
       $2::uuid, null, 'REVENUE_EVENT', null, $3::uuid)`,
    [JSON.stringify(moves), at.subsidiaryId, at.actorId],
  );
}

export interface MovementRow {
  readonly id: string;
  readonly kind: string;
  readonly amount: string;
  readonly postingDate: string;
  readonly entryId: string;
  readonly entryNumber: string | null;
  readonly runId: string | null;
  readonly eventId: string | null;
  readonly receivable: string;
  readonly contractAsset: string;
  readonly deferred: string;
  readonly refund: string;
  readonly revenue: string;
}

/** The subledger of one contract, oldest first; with `knownAsOf`, as it was known then. */
export const listMovements = (
  tenant: Tenant,
  contractId: string,
  knownAsOf: string | null = null,
): Promise<MovementRow[]> => ask(tenant, movementsAsked(tenant, contractId, knownAsOf));

/** Asks for the subledger of one contract, oldest first; with `knownAsOf`, as it was known then. */
export const movementsAsked = (
  { organizationId }: Tenant,
  contractId: string,
  knownAsOf: string | null,
): Question<MovementRow> => ({
  text: `select m.id, m.kind, m.amount, m."postingDate", m."entryId", m."entryNumber", m."runId", m."eventId", m.receivable, m."contractAsset",
       m.deferred, m.refund, m.revenue
     from (select v.id, v.kind, v.amount::text as amount, v.posting_date as "postingDate", v.entry_id as "entryId", e.entry_number as "entryNumber",
       v.run_id as "runId", v.event_id as "eventId", v.receivable::text as receivable, v.contract_asset::text as "contractAsset",
       v.deferred::text as deferred, v.refund::text as refund, v.revenue::text as revenue, v.recorded_at
     from revenue_movements v left join ledger_entries e on e.organization_id = v.organization_id and e.id = v.entry_id
     where v.organization_id = $1::uuid and v.contract_id = $2::uuid
       and ($3::timestamptz is null or v.recorded_at <= $3::timestamptz)
     union all
     -- Interest that accrued in an account of its own; what of it moved to or from the position is among the movements.
     select i.id, 'INTEREST', (i.unearned + i.advance - i.accrued)::text, i.posting_date, i.entry_id, e.entry_number, null, i.event_id,
       '0', '0', '0', '0', '0', i.recorded_at
     from revenue_interest_moves i left join ledger_entries e on e.organization_id = i.organization_id and e.id = i.entry_id
     where i.organization_id = $1::uuid and i.contract_id = $2::uuid and i.kind = 'ACCRUAL'
       and ($3::timestamptz is null or i.recorded_at <= $3::timestamptz)) m
     order by m.recorded_at, m.id`,
  values: [organizationId, contractId, knownAsOf],
});
