import type { Issue, Refusal } from '@/core/refusals';
import { type Answer, json } from '../kit/answer';
import { headersOf, PHRASE, uniformBook } from '../kit/statuses';

/** One entry of `details` (7.1): the message, which names the field, and the path of the field. */
interface Detail {
  readonly message: string;
  readonly path?: readonly string[];
}

/** Section 7.1: `error` is the status phrase, `details` lists the problems. */
export const errorsA = uniformBook((refusal, status) =>
  json(status, { error: PHRASE[status] ?? 'Error', details: detailsOf(refusal) }, headersOf(refusal)),
);

/** 500: the request id to quote; no internal detail is leaked. */
export function internalErrorA(requestId: string): Answer {
  return json(500, {
    error: PHRASE[500],
    details: [{ message: `Something went wrong on our side. Quote the request ${requestId}.` }],
  });
}

function detailsOf(refusal: Refusal): Detail[] {
  if (refusal.code !== 'INVALID_INPUT') return [{ message: refusal.message }];
  return refusal.data.issues.map(detailOf);
}

function detailOf({ path, message }: Issue): Detail {
  return path.length === 0 ? { message } : { message: `${path.join('.')}: ${message}`, path };
}
