import type { Refusal, RefusalCode } from '@/core/refusals';
import { type Answer, json } from '../kit/answer';
import { headersOf } from '../kit/statuses';
import type { ErrorBook } from '../kit/surface';

/** Section 7.3: message, code, details. */
export interface ErrorBody {
  readonly message: string;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
}

type Word = readonly [status: number, code: string];

const VALIDATION: Word = [400, 'VALIDATION_ERROR'];

/** The codes and messages of section 7.3, and of decisions.md where that section is silent. */
const WORDS: { readonly [Code in RefusalCode]: (refusal: Extract<Refusal, { code: Code }>) => Word } = {
  INVALID_INPUT: () => VALIDATION,
  BAD_BODY: () => VALIDATION,
  BODY_TOO_LARGE: () => [413, 'BODY_TOO_LARGE'],
  METHOD_NOT_ALLOWED: () => [405, 'METHOD_NOT_ALLOWED'],
  ROUTE_NOT_FOUND: () => [404, 'ROUTE_NOT_FOUND'],
  UNAUTHENTICATED: () => [401, 'UNAUTHENTICATED'],
  MISSING_ORGANIZATION: () => [401, 'MISSING_ORGANIZATION_CONTEXT'],
  FORBIDDEN: () => [403, 'INSUFFICIENT_PERMISSIONS'],
  RATE_LIMITED: () => [429, 'RATE_LIMITED'],
  NOT_FOUND: ({ data }) => [404, NOT_FOUND_CODES[data.noun] ?? 'NOT_FOUND'],
  STALE_VERSION: () => [412, 'STALE_VERSION'],
  IDEMPOTENCY_MISMATCH: () => [422, 'IDEMPOTENCY_MISMATCH'],
  IDEMPOTENCY_RUNNING: () => [409, 'IDEMPOTENCY_RUNNING'],
  DUPLICATE: ({ data }) =>
    data.noun === 'subsidiary' ? [400, 'DUPLICATE_SUBSIDIARY_CODE'] : [409, 'DUPLICATE'],
  IN_USE: () => [409, 'IN_USE'],
  REFERENCE_NOT_FOUND: ({ data }) =>
    data.noun === 'subsidiary' && data.field === 'parentId'
      ? [400, 'PARENT_SUBSIDIARY_NOT_FOUND']
      : VALIDATION,
  PARENT_NOT_FOUND: () => [400, 'PARENT_SUBSIDIARY_NOT_FOUND'],
  SELF_PARENT: () => [400, 'INVALID_PARENT_REFERENCE'],
  CYCLE: () => [400, 'CIRCULAR_REFERENCE'],
  HAS_CHILDREN: () => [400, 'SUBSIDIARY_HAS_CHILDREN'],
  ALREADY_CONVERTED: () => [409, 'ALREADY_CONVERTED'],
  INVALID_STATUS_TRANSITION: () => [400, 'INVALID_STATUS_TRANSITION'],
  ALREADY_POSTED: () => [409, 'ALREADY_POSTED'],
  INCOMPLETE_DOCUMENT: () => VALIDATION,
  NOT_BALANCED: () => [400, 'TRANSACTION_NOT_BALANCED'],
  ACCOUNT_UNRESOLVED: () => VALIDATION,
  ACCOUNT_NOT_POSTABLE: () => VALIDATION,
  RATE_MISSING: () => VALIDATION,
  RATE_JUMP: () => VALIDATION,
  PERIOD_NOT_OPEN: () => VALIDATION,
  REVERSAL_BEFORE_POSTING: () => VALIDATION,
  CODES_MISSING: () => [409, 'CODES_MISSING'],
  CHECKS_FAILED: () => VALIDATION,
  REVENUE_RULE: () => VALIDATION,
};

const NOT_FOUND_CODES: Readonly<Record<string, string>> = {
  subsidiary: 'SUBSIDIARY_NOT_FOUND',
  transaction: 'TRANSACTION_NOT_FOUND',
};

/** A refusal as surface C answers it; `details.reason` keeps the specific code where one code stands for several. */
export function wordC(refusal: Refusal): { readonly status: number; readonly body: ErrorBody } {
  const word = WORDS[refusal.code] as (refusal: Refusal) => Word;
  const [status, code] = word(refusal);
  return {
    status,
    body: { message: refusal.message, code, details: { reason: refusal.code, ...detailsOf(refusal) } },
  };
}

/** Each issue names its field by its path, e.g. `lines.0.unitPrice`. */
function detailsOf(refusal: Refusal): Readonly<Record<string, unknown>> {
  if (refusal.code !== 'INVALID_INPUT') return refusal.data;
  const { issues, ...more } = refusal.data;
  return { ...more, issues: issues.map(({ path, message }) => ({ field: path.join('.'), message })) };
}

const answerFor = (refusal: Refusal): Answer => {
  const { status, body } = wordC(refusal);
  return json(status, body, headersOf(refusal));
};

/** Every refusal has an answer. */
export const errorsC: ErrorBook = Object.fromEntries(
  Object.keys(WORDS).map((code) => [code, answerFor]),
) as unknown as ErrorBook;

/** 500: the request id to quote; no internal detail is leaked. */
export function internalErrorC(requestId: string): Answer {
  return json(500, {
    message: 'Something went wrong on our side. Quote the request id.',
    code: 'INTERNAL_ERROR',
    details: { requestId },
  } satisfies ErrorBody);
}
