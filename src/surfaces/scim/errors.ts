import type { Refusal, RefusalCode } from '@/core/refusals';
import type { Answer } from '../kit/answer';
import { headersOf, uniformBook } from '../kit/statuses';
import type { ErrorBook } from '../kit/surface';
import { errorAnswer } from './fields/messages';

/** The words of RFC 7644, section 3.12, for refusals that have one. */
const SCIM_TYPES: Partial<Record<RefusalCode, string>> = {
  INVALID_INPUT: 'invalidValue',
  REFERENCE_NOT_FOUND: 'invalidValue',
  BAD_BODY: 'invalidSyntax',
  DUPLICATE: 'uniqueness',
};

/** Every refusal as SCIM words it (RFC 7644, section 3.12). */
export const errorsScim: ErrorBook = uniformBook((refusal, status) =>
  errorAnswer(status, SCIM_TYPES[refusal.code], sentenceOf(refusal), headersOf(refusal)),
);

/** 500: the request id to quote; no internal detail is leaked. */
export function internalErrorScim(requestId: string): Answer {
  return errorAnswer(500, undefined, `Something went wrong on our side. Quote the request ${requestId}.`);
}

function sentenceOf(refusal: Refusal): string {
  const [first] = refusal.code === 'INVALID_INPUT' ? refusal.data.issues : [];
  if (first === undefined || first.path.length === 0) return refusal.message;
  return `${first.path.join('.')}: ${first.message}`;
}
