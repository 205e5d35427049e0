import { type Answer, json } from '@/surfaces/kit/answer';

/** Answers given before a request reaches a surface, in a form that the clients of all four can read. */
function refusal(
  status: number,
  error: string,
  code: string,
  message: string,
  retryAfterSeconds?: number,
): Answer {
  const retry = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return json(status, { error, message, code, details: [] }, { ...retry, 'cache-control': 'no-store' });
}

export const turnedAway = {
  /** Too many requests are being answered: in total (503), or for this caller alone (429). */
  busy: (forCaller: boolean): Answer =>
    forCaller
      ? refusal(
          429,
          'Too Many Requests',
          'TOO_MANY_IN_FLIGHT',
          'Too many of your requests are in progress. Wait for some to finish.',
          1,
        )
      : refusal(503, 'Service Unavailable', 'OVERLOADED', 'The service is busy. Try again in a second.', 1),
  /** Too many bodies are being received at once. */
  crowded: (byCaller: boolean): Answer =>
    byCaller
      ? refusal(
          429,
          'Too Many Requests',
          'TOO_MANY_IN_FLIGHT',
          'Too many of your requests are still being sent. Wait for some to finish.',
          1,
        )
      : refusal(503, 'Service Unavailable', 'OVERLOADED', 'The service is busy. Try again in a second.', 1),
  tooOften: (seconds: number): Answer =>
    refusal(
      429,
      'Too Many Requests',
      'RATE_LIMITED',
      `Too many requests in the last minute. Try again in ${seconds} s.`,
      seconds,
    ),
  tooSlow: (): Answer =>
    refusal(408, 'Request Timeout', 'REQUEST_TIMEOUT', 'The request body took too long to arrive.'),
  noHost: (): Answer => refusal(400, 'Bad Request', 'BAD_REQUEST', 'The Host header is missing.'),
  hosts: (): Answer => refusal(400, 'Bad Request', 'BAD_REQUEST', 'There is more than one Host header.'),
  unexpected: (): Answer =>
    refusal(417, 'Expectation Failed', 'BAD_REQUEST', 'Expect accepts 100-continue only.'),
  tooLarge: (): Answer =>
    refusal(413, 'Payload Too Large', 'BODY_TOO_LARGE', 'The body is larger than 1 MiB.'),
  readOnly: (): Answer =>
    json(
      405,
      { error: 'Method Not Allowed', message: 'This path answers GET, HEAD.' },
      { allow: 'GET, HEAD', 'cache-control': 'no-store' },
    ),
  nothingHere: (): Answer => json(404, { error: 'Not Found' }, { 'cache-control': 'no-store' }),
  broken: (): Answer => json(500, { error: 'Internal Server Error' }, { 'cache-control': 'no-store' }),
};
