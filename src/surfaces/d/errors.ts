import type { Issue, Refusal } from '@/core/refusals';
import { NOT_KNOWN } from '@/usecases/kit/unknown-fields';
import { type Answer, json } from '../kit/answer';
import { STATUS_OF, uniformBook } from '../kit/statuses';
import type { ErrorBook } from '../kit/surface';
import { exceededHeaders } from './limits';

/** Section 7.4: an error answer carries `error`, one sentence. */
const say = (status: number, error: string, headers: Readonly<Record<string, string>> = {}): Answer =>
  json(status, { error }, headers);

/** Every refusal as surface D words it. */
export const errorsD: ErrorBook = {
  ...uniformBook((refusal, status) => say(status, sentenceOf(refusal))),
  UNAUTHENTICATED: () => say(401, 'Missing or invalid API key.', { 'www-authenticate': 'ApiKey' }),
  RATE_LIMITED: (refusal) => say(STATUS_OF.RATE_LIMITED, refusal.message, exceededHeaders(refusal.data)),
};

/** 500: the request id to quote; no internal detail is leaked. */
export function internalErrorD(requestId: string): Answer {
  return say(500, `Internal server error. Quote the request ${requestId}.`);
}

function sentenceOf(refusal: Refusal): string {
  const [first] = refusal.code === 'INVALID_INPUT' ? refusal.data.issues : [];
  return first === undefined ? refusal.message : sentenceFor(first);
}

/** `project_id is required in query parameters`: the parameter, then the problem with it. */
function sentenceFor({ path, message }: Issue): string {
  // An unknown field is named as it was sent.
  const name = (message === NOT_KNOWN ? path : path.map(snake)).join('.');
  if (name === '') return message;
  return /^[A-Z]/.test(message) ? `${name}: ${message}` : `${name} ${message}`;
}

/** Use-cases use camelCase; this surface uses snake_case. */
function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
