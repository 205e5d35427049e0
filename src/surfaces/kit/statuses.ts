import type { Refusal, RefusalCode } from '@/core/refusals';
import type { Answer } from './answer';
import type { ErrorBook } from './surface';

/** The HTTP status of every refusal, for the surfaces without error codes of their own (A, B). */
export const STATUS_OF: Readonly<Record<RefusalCode, number>> = {
  INVALID_INPUT: 400,
  BAD_BODY: 400,
  BODY_TOO_LARGE: 413,
  METHOD_NOT_ALLOWED: 405,
  ROUTE_NOT_FOUND: 404,
  UNAUTHENTICATED: 401,
  MISSING_ORGANIZATION: 401,
  FORBIDDEN: 403,
  RATE_LIMITED: 429,
  NOT_FOUND: 404,
  STALE_VERSION: 412,
  IDEMPOTENCY_MISMATCH: 422,
  IDEMPOTENCY_RUNNING: 409,
  DUPLICATE: 409,
  IN_USE: 409,
  REFERENCE_NOT_FOUND: 400,
  PARENT_NOT_FOUND: 400,
  SELF_PARENT: 400,
  CYCLE: 400,
  HAS_CHILDREN: 409,
  ALREADY_CONVERTED: 409,
  INVALID_STATUS_TRANSITION: 409,
  ALREADY_POSTED: 409,
  INCOMPLETE_DOCUMENT: 400,
  NOT_BALANCED: 400,
  ACCOUNT_UNRESOLVED: 400,
  ACCOUNT_NOT_POSTABLE: 400,
  RATE_MISSING: 400,
  RATE_JUMP: 400,
  PERIOD_NOT_OPEN: 400,
  REVERSAL_BEFORE_POSTING: 400,
  CODES_MISSING: 409,
  CHECKS_FAILED: 400,
  REVENUE_RULE: 400,
};

/** The reason phrase of a status, which these surfaces send as `error`. */
export const PHRASE: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
};

/** An error book that words all refusals the same way. Exhaustive, since `STATUS_OF` is. */
export function uniformBook(word: (refusal: Refusal, status: number) => Answer): ErrorBook {
  const entries = Object.entries(STATUS_OF).map(([code, status]) => [
    code,
    (refusal: Refusal) => word(refusal, status),
  ]);
  return Object.fromEntries(entries) as ErrorBook;
}

/** Headers that accompany a refusal: how to authenticate, when to retry. */
export function headersOf(refusal: Refusal): Readonly<Record<string, string>> {
  if (refusal.code === 'UNAUTHENTICATED') return { 'www-authenticate': 'Bearer' };
  if (refusal.code === 'RATE_LIMITED') return { 'retry-after': String(refusal.data.retryAfterSeconds) };
  return {};
}
