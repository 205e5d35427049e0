import type { Surface } from '@/core/principal';
import type { Route } from '../kit/route';

/** The error bodies of interface 7, by their names under `components.schemas`. */
export const ERROR_SCHEMAS = {
  ErrorA: {
    type: 'object',
    required: ['error', 'details'],
    properties: {
      error: { type: 'string', description: 'The reason phrase of the status.' },
      details: {
        type: 'array',
        items: {
          type: 'object',
          required: ['message'],
          properties: {
            message: { type: 'string' },
            path: { type: 'array', items: { type: 'string' }, description: 'The invalid field.' },
          },
        },
      },
    },
  },
  ErrorB: {
    type: 'object',
    required: ['error', 'message'],
    properties: {
      error: { type: 'string', description: 'The reason phrase of the status.' },
      message: { type: 'string' },
      details: {
        description:
          'The invalid fields as a list of path and message; otherwise the details of the refusal.',
      },
    },
  },
  ErrorC: {
    type: 'object',
    required: ['message', 'code', 'details'],
    properties: {
      message: { type: 'string' },
      code: { type: 'string', description: 'E.g. VALIDATION_ERROR, ALREADY_POSTED (interface 7.3).' },
      details: {
        type: 'object',
        properties: {
          reason: { type: 'string', description: 'The more specific name where one code covers several.' },
          issues: {
            type: 'array',
            description: 'For a validation error: each invalid field.',
            items: {
              type: 'object',
              required: ['field', 'message'],
              properties: { field: { type: 'string' }, message: { type: 'string' } },
            },
          },
        },
        additionalProperties: true,
      },
    },
  },
  ErrorD: { type: 'object', required: ['error'], properties: { error: { type: 'string' } } },
  ErrorOAuth: {
    type: 'object',
    required: ['error'],
    properties: {
      error: { type: 'string', description: 'RFC 6749 section 5.2.' },
      error_description: { type: 'string' },
    },
  },
} as const;

const SCHEMA_OF: Readonly<Record<Surface, keyof typeof ERROR_SCHEMAS>> = {
  A: 'ErrorA',
  B: 'ErrorB',
  C: 'ErrorC',
  D: 'ErrorD',
  scim: 'ErrorB',
  auth: 'ErrorOAuth',
  trpc: 'ErrorB',
  job: 'ErrorB',
};

const MEANING: Readonly<Record<number, string>> = {
  400: 'The input is not valid, or a rule of the books forbids it.',
  401: 'No valid credential.',
  403: 'The caller lacks the permission.',
  404: 'No such record in the caller’s organization.',
  409: 'The record’s state forbids it, or an Idempotency-Key is still running.',
  412: 'If-Match names another version.',
  413: 'The body is larger than 1 MiB.',
  422: 'The Idempotency-Key was used for another request.',
  429: 'Too many requests; see Retry-After.',
  500: 'Something went wrong; the body names the request.',
  503: 'The service is busy; see Retry-After.',
};

/** The refusals an operation can answer with. */
export function errorResponses(surface: Surface, route: Route): Record<string, unknown> {
  const writes = route.method !== 'GET';
  const one = route.path.includes('{');
  const open = surface === 'auth';
  const statuses = [
    400,
    401,
    ...(open ? [] : [403]),
    ...(one || namesRecords(surface, route) ? [404] : []),
    ...(writes && !open ? [409] : []),
    ...(writes && one ? [412] : []),
    ...(writes ? [413] : []),
    ...(route.method === 'POST' && !open ? [422] : []),
    ...(surface === 'D' || open ? [429] : []),
    500,
    503,
  ];
  const schema = { $ref: `#/components/schemas/${SCHEMA_OF[surface]}` };
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      {
        description: MEANING[status] ?? '',
        headers: headersOf(surface, route, status),
        content: { 'application/json': { schema } },
      },
    ]),
  );
}

/**
 * Whether an operation refers to records other than by its path, and so may not find one: D's parameters,
 * and some queries and bodies of C.
 */
function namesRecords(surface: Surface, route: Route): boolean {
  if (surface === 'D') return true;
  return (
    surface === 'C' &&
    /^C\.(revenue|contractCosts|reports\.|rateCorrections)|\.postBatch$/.test(route.operation)
  );
}

/** The headers that say how the fields of a request were treated, whatever its answer. */
export function fieldHeaders(route: Route): Record<string, unknown> {
  return {
    'Preference-Applied': { $ref: '#/components/headers/PreferenceApplied' },
    ...(route.ignoresUnknown === true
      ? { 'X-Ignored-Fields': { $ref: '#/components/headers/IgnoredFields' } }
      : {}),
  };
}

function headersOf(surface: Surface, route: Route, status: number): Record<string, unknown> {
  const ref = (name: string) => ({ $ref: `#/components/headers/${name}` });
  return {
    ...fieldHeaders(route),
    ...(status === 503 ? {} : { 'X-Request-Id': ref('RequestId') }),
    ...(status === 429 || status === 503 ? { 'Retry-After': ref('RetryAfter') } : {}),
    ...(status === 401 && surface !== 'auth' ? { 'WWW-Authenticate': ref('Authenticate') } : {}),
    ...(status === 429 && surface === 'D' ? { RateLimit: ref('RateLimit') } : {}),
  };
}
