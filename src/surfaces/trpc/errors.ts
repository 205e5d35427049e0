import { RefusalError } from '@/core/refusals';
import { GONE_STATUS, isCallerGone } from '@/lib/caller-gone';
import { log, logUnavailable } from '@/lib/telemetry/log';
import { unavailableCause } from '@/lib/unavailable';
import { type Answer, json, UNAVAILABLE_SENTENCES } from '../kit/answer';
import { STATUS_OF } from '../kit/statuses';

/** What the console's doors other than tRPC answer: JSON that is never cached. */
export const consoleAnswer = (status: number, body: unknown): Answer =>
  json(status, body, { 'cache-control': 'no-store' });

/** The answer for an error, in the form of an error of tRPC: a refusal, 503 while the database is away, otherwise 500; 499, which no one reads, where the caller is gone. */
export function failureAnswer(error: unknown, requestId: string, operation: string): Answer {
  const failed = (status: number, message: string, refusal: RefusalError['refusal'] | null) =>
    consoleAnswer(status, { message, data: { refusal, requestId } });
  if (error instanceof RefusalError) {
    return failed(STATUS_OF[error.refusal.code], error.refusal.message, error.refusal);
  }
  if (isCallerGone(error)) return failed(GONE_STATUS, 'The caller is gone.', null);
  const cause = unavailableCause(error);
  if (cause !== null) {
    logUnavailable(cause, error, { requestId, path: operation });
    return failed(503, UNAVAILABLE_SENTENCES[cause], null);
  }
  log.error({ err: error, requestId, path: operation }, 'a request of the console failed unexpectedly');
  return failed(500, 'Something went wrong on our side.', null);
}
