import type { Refusal } from '@/core/refusals';
import { type Answer, json } from '../kit/answer';
import { headersOf, PHRASE, uniformBook } from '../kit/statuses';

/** decisions.md, surface B, "Error body": `{error, message, details?}`. */
export const errorsB = uniformBook((refusal, status) => {
  const details = detailsOf(refusal);
  const body = { error: PHRASE[status] ?? 'Error', message: refusal.message };
  return json(status, details === undefined ? body : { ...body, details }, headersOf(refusal));
});

/** 500: the request id to quote; no internal detail is leaked. */
export function internalErrorB(requestId: string): Answer {
  return json(500, {
    error: PHRASE[500],
    message: `Something went wrong on our side. Quote the request ${requestId}.`,
  });
}

/** The invalid fields; otherwise the refusal's data, if any. */
function detailsOf(refusal: Refusal): unknown {
  if (refusal.code === 'INVALID_INPUT') return refusal.data.issues;
  const known = Object.entries(refusal.data).filter(([, value]) => value !== '');
  return known.length === 0 ? undefined : Object.fromEntries(known);
}
