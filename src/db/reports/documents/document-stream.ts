import { PAYMENT_KINDS, SETTLING_KINDS } from '@/core/transactions/kinds';
import type { TransactionStatus } from '@/core/transactions/status';
import { hasTrigram } from '@/core/views/searched-text';
import { sql, type Tenant } from '../../tenancy';
import { kindList, parameters } from '../parameters';
import { countedBy, type DocumentFilter, listedAs } from './document-filter';
import { documentsFound, MOST_COUNTED, textMatches } from './document-search';

/** A document as its line in a file. */
export interface DocumentStreamRow {
  readonly id: string;
  readonly transactionNumber: string;
  readonly transactionDate: string;
  readonly dueDate: string | null;
  readonly kind: string;
  readonly entityId: string | null;
  readonly memo: string | null;
  readonly referenceNumber: string | null;
  readonly paymentMethod: string | null;
  readonly transactionStatus: TransactionStatus;
  readonly currencyCode: string;
  readonly baseCurrencyCode: string;
  readonly exchangeRate: string;
  readonly totalAmount: string;
  readonly baseTotalAmount: string;
  readonly appliedAmount: string;
  readonly discountAmount: string;
}

const COLUMNS = `t.id::text as id, t.transaction_number as "transactionNumber", t.transaction_date as "transactionDate", t.due_date as "dueDate",
  t.kind, t.entity_id::text as "entityId", t.memo, t.reference_number as "referenceNumber", t.payment_method as "paymentMethod",
  t.transaction_status as "transactionStatus", t.currency_code as "currencyCode", t.base_currency_code as "baseCurrencyCode",
  t.exchange_rate::text as "exchangeRate", t.total_amount::text as "totalAmount", t.base_total_amount::text as "baseTotalAmount",
  t.applied_amount::text as "appliedAmount", t.discount_amount::text as "discountAmount"`;

/**
 * The statement of every document that a list shows, newest first: the filters of a page of documents (document-list) and, with
 * `unapplied`, those of what is not applied. What few documents contain a text is found by its index; what many do is read in the list's
 * order, so that the first rows need not wait for the last.
 */
export async function documentStatement(
  tenant: Tenant,
  query: DocumentFilter & { readonly unapplied: boolean },
): Promise<{ readonly text: string; readonly values: readonly unknown[] }> {
  const p = parameters();
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const conditions = [`t.organization_id = ${org}`];
  if (query.entityId !== undefined) conditions.push(`t.entity_id = ${p.add(query.entityId)}::uuid`);
  if (query.unapplied) {
    // Worded as in the index of what is not applied.
    conditions.push(
      `t.kind in ${kindList(SETTLING_KINDS)}`,
      `t.applied_amount <> t.total_amount + case when t.kind in ${kindList(PAYMENT_KINDS)} then t.discount_amount else 0 end`,
      "t.reversal_date is null and t.cancelled_at is null and t.transaction_status in ('POSTED', 'CLOSED')",
    );
  }
  if (query.pattern !== undefined) {
    const few = await fewFound(tenant, { ...query, pattern: query.pattern });
    conditions.push(
      few === null ? `(${textMatches(p.add(query.pattern))})` : `t.id = any (${p.add(few)}::uuid[])`,
    );
  }
  const text = `select ${COLUMNS} from business_transactions t
    where ${conditions.join(' and ')}${countedBy(p, query, 't')}${listedAs(query.status)}
    order by t.transaction_date desc, t.transaction_number desc`;
  return { text, values: p.values };
}

/** The ids of the documents that contain a text; null when there are too many to hold, or the text is too short for the index. */
async function fewFound(
  tenant: Tenant,
  query: DocumentFilter & { readonly pattern: string },
): Promise<string[] | null> {
  if (!hasTrigram(query.pattern)) return null;
  const p = parameters();
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const [row] = await sql<{ ids: string[]; before: string | null }>(
    tenant,
    `with ${documentsFound(p, org, { ...query, most: MOST_COUNTED + 1 })}
     select (select m.before from reached m) as before, coalesce(array(select f.id::text from found f), '{}') as ids`,
    p.values,
  );
  return row === undefined || row.before !== null ? null : row.ids;
}
