import { longSql } from '../../record-stream';
import { preparedSql, type Tenant } from '../../tenancy';
import { type Parameters, parameters } from '../parameters';
import { bucketSql, type OpenItemQuery, openItemsSql } from './open-items-sql';

export interface OpenItemRow {
  /** Of a document; of a contract's receivable, the movement that made it due. */
  readonly id: string;
  readonly origin: 'DOCUMENT' | 'CONTRACT' | 'REVALUATION';
  readonly contractId: string | null;
  /** Of the document or the contract. */
  readonly transactionNumber: string;
  /** The document's kind, REVENUE_CONTRACT or REVALUATION. */
  readonly kind: string;
  /** Null for a document without a counterparty. */
  readonly entityId: string | null;
  readonly entityName: string;
  readonly subsidiaryId: string;
  readonly transactionDate: string;
  readonly dueDate: string | null;
  readonly currencyCode: string;
  readonly totalAmount: string;
  /** The amount posted to the control account: the total plus any discount a payment clears. */
  readonly settlesAmount: string;
  /** The amount applied on or before the requested day. */
  readonly appliedAmount: string;
  /** Signed: above zero is owed; a credit or an unapplied payment is below. */
  readonly openAmount: string;
  readonly baseCurrencyCode: string;
  /** What the open amount is carried at, in the subsidiary's base currency. */
  readonly openBase: string;
  readonly bucket: string;
  readonly ledgerEntryId: string | null;
}

/** An item `i` as a row of the report, but for its counterparty's name and its bucket. */
export const ITEM_COLUMNS = `i.id, i.origin, i.contract_id as "contractId", i.number as "transactionNumber", i.kind, i.entity_id as "entityId",
       i.subsidiary_id as "subsidiaryId", i.transaction_date as "transactionDate", i.due_date as "dueDate",
       i.currency_code as "currencyCode", i.total_amount::text as "totalAmount", i.settles::text as "settlesAmount",
       i.applied::text as "appliedAmount", i.open::text as "openAmount", i.base_currency as "baseCurrencyCode", i.open_base::text as "openBase",
       i.ledger_entry_id as "ledgerEntryId"`;

/** All of the items, read without holding the event loop. */
export function readWholeOpenItems<Shown>(
  tenant: Tenant,
  query: OpenItemQuery,
  shown: (row: OpenItemRow) => Shown,
): Promise<Shown[]> {
  const p = parameters();
  const text = `${listedSql(p, tenant, query)} select l.* from listed l order by l.place`;
  const statement = { text, values: p.values };
  return longSql(tenant, statement, ({ place: _place, ...row }: OpenItemRow & { place: string }) =>
    shown(row),
  );
}

/** The common table expression `listed`: the items as rows of the report, each with its place in their order. */
function listedSql(p: Parameters, tenant: Tenant, query: OpenItemQuery): string {
  const items = openItemsSql(p, query, tenant.organizationId, 'ITEMS');
  return `${items}, listed as materialized (
     select ${ITEM_COLUMNS}, i.entity_name as "entityName", ${bucketSql(`${p.add(query.asOf)}::date`)} as bucket,
       row_number() over (order by i.entity_name, i.entity_id, i.due_date nulls first, i.number, i.id, i.currency_code) as place
     from items i
   )`;
}

/** What is open of a control account's subledger, by subsidiary and currency. */
export interface SubledgerSum {
  readonly role: string;
  readonly subsidiaryId: string;
  readonly currencyCode: string;
  readonly amount: string;
  readonly base: string;
  /** Of the base amount, unrealized exchange differences. */
  readonly unrealized: string;
}

/**
 * The open items by control account, subsidiary and currency, each in its own currencies. Settled documents are added up from the sums of their spans by day, so
 * that the answer costs the same however many were open on the day.
 */
export async function readOpenSums(
  tenant: Tenant,
  query: Omit<OpenItemQuery, 'entityId'>,
): Promise<SubledgerSum[]> {
  const p = parameters();
  const items = openItemsSql(p, query, tenant.organizationId, 'KEPT');
  return preparedSql(
    tenant,
    `open_sums_${query.roles.join('_')}`.toLowerCase(),
    `${items}
     select i.role, i.subsidiary_id as "subsidiaryId", i.currency_code as "currencyCode", sum(i.open)::text as amount,
       sum(i.open_base)::text as base, coalesce(sum(i.open_base) filter (where i.origin = 'REVALUATION'), 0)::text as unrealized
     from items i group by 1, 2, 3 order by 1, 2, 3`,
    p.values,
  );
}
