import { arrayLiteral } from '../../bulk';
import { preparedSql, type Tenant } from '../../tenancy';

/** A request to post one document, with everything the database needs to decide. */
export interface PostingRequest {
  readonly transactionId: string;
  /** Null: the document's own date. */
  readonly postingDate: string | null;
  readonly overrideChecks: boolean;
  readonly maySoftClosed: boolean;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly actorName: string;
  readonly surface: string;
  readonly requestId: string;
  /** Subsidiaries the caller may post for; null for all. */
  readonly scope: readonly string[] | null;
}

/** The database's decision on one document; a null `refusal` means it was (or would be) posted. */
export interface Verdict {
  readonly transactionId: string;
  readonly refusal: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** A posted document's entry, or the reason there is none. */
export interface Posting extends Verdict {
  readonly entryId: string | null;
  readonly entryNumber: string | null;
  readonly postingDate: string;
  readonly postedAt: Date;
}

const scopes = (requests: readonly PostingRequest[]) =>
  requests.map(({ scope }) => (scope === null ? null : JSON.stringify(scope)));

/**
 * Posts documents in one statement (daybook_post_transactions); returns one result per request, in order. With `freeOnly`,
 * documents of a revenue contract are not posted but get the refusal CONTRACT_DOCUMENT.
 */
export async function postTransactions(
  tenant: Tenant,
  requests: readonly PostingRequest[],
  today: string,
  options: { readonly freeOnly: boolean } = { freeOnly: false },
): Promise<Posting[]> {
  const rows = await preparedSql<{
    o_transaction_id: string;
    o_refusal: string | null;
    o_detail: Record<string, unknown> | null;
    o_entry_id: string | null;
    o_entry_number: string | null;
    o_posting_date: string;
    o_posted_at: Date;
  }>(
    tenant,
    'post_transactions',
    `select * from daybook_post_transactions($1::uuid[], $2::date[], $3::boolean[], $4::boolean[], $5::date, $6::text[], $7::uuid[],
       $8::text[], $9::text[], $10::text[], $11::jsonb[], $12)`,
    [
      arrayLiteral(requests.map((one) => one.transactionId)),
      arrayLiteral(requests.map((one) => one.postingDate)),
      arrayLiteral(requests.map((one) => one.overrideChecks)),
      arrayLiteral(requests.map((one) => one.maySoftClosed)),
      today,
      arrayLiteral(requests.map((one) => one.actorKind)),
      arrayLiteral(requests.map((one) => one.actorId)),
      arrayLiteral(requests.map((one) => one.actorName)),
      arrayLiteral(requests.map((one) => one.surface)),
      arrayLiteral(requests.map((one) => one.requestId)),
      arrayLiteral(scopes(requests)),
      options.freeOnly,
    ],
  );
  return rows.map((row) => ({
    transactionId: row.o_transaction_id,
    refusal: row.o_refusal,
    detail: row.o_detail ?? {},
    entryId: row.o_entry_id,
    entryNumber: row.o_entry_number,
    postingDate: row.o_posting_date,
    postedAt: row.o_posted_at,
  }));
}

/** The entry created by a reversal, or the reason there is none. */
export interface Reversal extends Verdict {
  readonly reversalId: string | null;
  readonly reversalNumber: string | null;
  readonly entryId: string | null;
  readonly entryNumber: string | null;
}

/** Reverses posted documents in one call of the database, each on its day; returns one result per request, in order. */
export async function reverseTransactions(
  tenant: Tenant,
  requests: readonly { readonly transactionId: string; readonly date: string }[],
  { reason, actorId }: { readonly reason: string; readonly actorId: string | null },
): Promise<Reversal[]> {
  const rows = await preparedSql<{
    o_refusal: string | null;
    o_detail: Record<string, unknown> | null;
    o_reversal_id: string | null;
    o_reversal_number: string | null;
    o_entry_id: string | null;
    o_entry_number: string | null;
  }>(
    tenant,
    'reverse_transactions',
    'select * from daybook_reverse_transactions($1::uuid[], $2::date[], $3, $4::uuid)',
    [
      arrayLiteral(requests.map(({ transactionId }) => transactionId)),
      arrayLiteral(requests.map(({ date }) => date)),
      reason,
      actorId,
    ],
  );
  return rows.map((row, at) => ({
    transactionId: requests[at]?.transactionId ?? '',
    refusal: row.o_refusal,
    detail: row.o_detail ?? {},
    reversalId: row.o_reversal_id,
    reversalNumber: row.o_reversal_number,
    entryId: row.o_entry_id,
    entryNumber: row.o_entry_number,
  }));
}
