/**
 * Every refusal Daybook gives, as one closed list. Core returns a refusal, a use-case throws it (so the database
 * transaction rolls back), and each surface maps every code with an exhaustive record: a new code does not compile
 * until every surface handles it.
 *
 * Precedence, the same on every surface: authentication, organization, rate limit, body and schema, permission,
 * existence, version (If-Match), idempotency, state, references, accounting rules, overridable checks.
 */

/** A problem with one field of the input. `path` leads to the field, e.g. `['lines', '0', 'unitPrice']`. */
export type Issue = { readonly path: readonly string[]; readonly message: string };

/** A rate that differs from the last one by more than the organization's limit. */
export type RateJump = {
  readonly from: string;
  readonly to: string;
  readonly date: string;
  readonly rate: string;
  readonly last: string;
  readonly lastDate: string | null;
  /** Of the last rate, whichever way, to two places. */
  readonly changePercent: string;
};

/** What each refusal carries for the caller, besides its sentence. Decimals are strings. */
export type RefusalData = {
  // The request
  INVALID_INPUT: { issues: readonly Issue[] };
  BAD_BODY: { reason: 'JSON' | 'CONTENT_TYPE' };
  BODY_TOO_LARGE: { limitBytes: number };
  METHOD_NOT_ALLOWED: { allow: readonly string[] };
  ROUTE_NOT_FOUND: { path: string };
  // The caller
  UNAUTHENTICATED: { reason: string };
  MISSING_ORGANIZATION: Record<string, never>;
  FORBIDDEN: {
    permission: string;
    reason?:
      | 'SELF_APPROVAL'
      | 'SECOND_PERSON'
      | 'NOT_A_MEMBER'
      | 'SUBSIDIARY_SCOPE'
      | 'CROSS_SITE'
      | 'SECOND_FACTOR'
      | 'PROVIDER_SESSION';
  };
  RATE_LIMITED: { retryAfterSeconds: number; limit: number; window: 'minute' | 'day' | 'address' };
  // The record
  NOT_FOUND: { noun: string; id: string };
  STALE_VERSION: { expected: string; actual: string };
  IDEMPOTENCY_MISMATCH: { key: string };
  IDEMPOTENCY_RUNNING: { key: string };
  /** For a reference recorded again with different content: both contents. */
  DUPLICATE: { noun: string; field: string; value: string; recorded?: unknown; told?: unknown };
  IN_USE: { noun: string; id: string; by: string };
  REFERENCE_NOT_FOUND: { field: string; noun: string; id: string };
  // Trees
  PARENT_NOT_FOUND: { noun: string; parentId: string };
  SELF_PARENT: { noun: string; id: string };
  CYCLE: { noun: string; id: string; parentId: string };
  HAS_CHILDREN: { noun: string; id: string; children: number };
  // Pipeline
  ALREADY_CONVERTED: { id: string };
  // Transactions and the ledger
  INVALID_STATUS_TRANSITION: { from: string; to: string };
  ALREADY_POSTED: { id: string; status: string; glTransactionId: string | null };
  INCOMPLETE_DOCUMENT: { missing: readonly string[] };
  NOT_BALANCED: { debits: string; credits: string; difference: string; currencyCode: string };
  ACCOUNT_UNRESOLVED: { lineNumbers: readonly number[] };
  ACCOUNT_NOT_POSTABLE: {
    accounts: readonly { id: string; code: string; why: 'SUMMARY' | 'INACTIVE' | 'CONTROL' }[];
  };
  RATE_MISSING: { from: string; to: string; date: string };
  RATE_JUMP: { limitPercent: string; rates: readonly RateJump[] };
  PERIOD_NOT_OPEN: { date: string; period: string | null; status: string; subsidiaryId: string };
  REVERSAL_BEFORE_POSTING: { postingDate: string; reversalDate: string };
  /** Records the other ledger has no code for, as many as a person can work through. */
  CODES_MISSING: { missing: readonly { kind: string; id: string; code: string; name: string }[] };
  CHECKS_FAILED: { checks: readonly { check: OverridableCheck; message: string }[] };
  // Revenue
  REVENUE_RULE: { rule: string; [detail: string]: unknown };
};

/** The checks that `overrideChecks` overrides (decisions.md, surface C). */
export type OverridableCheck =
  | 'CREDIT_LIMIT'
  | 'MISSING_DIMENSION'
  | 'DUPLICATE_DOCUMENT'
  | 'FAR_FUTURE_DATE'
  | 'SOFT_CLOSED_PERIOD';

export type RefusalCode = keyof RefusalData;

/** One refusal: its code, a public sentence (with the fix, where there is one) and its data. */
export type Refusal = {
  [Code in RefusalCode]: { readonly code: Code; readonly message: string; readonly data: RefusalData[Code] };
}[RefusalCode];

/** Makes a refusal. `message` is shown to people: one sentence, no internals. */
export function refusal<Code extends RefusalCode>(
  code: Code,
  message: string,
  data: RefusalData[Code],
): Refusal {
  return { code, message, data } as Refusal;
}

/** The exception a use-case throws to roll back its transaction; the calling surface turns it into an answer. */
export class RefusalError extends Error {
  readonly refusal: Refusal;
  constructor(reason: Refusal) {
    super(reason.message);
    this.name = 'RefusalError';
    this.refusal = reason;
  }
}

/** Throws the refusal. Only use-cases, surfaces and auth call this; core returns refusals. */
export function refuse<Code extends RefusalCode>(
  code: Code,
  message: string,
  data: RefusalData[Code],
): never {
  throw new RefusalError(refusal(code, message, data));
}
