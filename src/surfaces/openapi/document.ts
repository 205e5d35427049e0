import { env } from '@/lib/env';
import { type Answer, json } from '../kit/answer';
import type { Route } from '../kit/route';
import type { SurfaceDefinition } from '../kit/surface';
import { restRouter } from '../rest';
import { ERROR_SCHEMAS } from './errors';
import { type JsonSchema, namedSchemas } from './json-schema';
import { operationOf, tagOf } from './operation';
import { SECURITY_SCHEMES } from './security';

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
});

const PARAMETERS = {
  IdempotencyKey: header(
    'Idempotency-Key',
    'Repeating the request with the same key and body within 24 hours replays the stored answer.',
  ),
  IfMatch: header('If-Match', 'The ETag the record must still have; otherwise 412 and nothing changes.'),
  Prefer: header(
    'Prefer',
    'handling=strict (RFC 7240): fields and parameters that the operation does not know are refused by name, also where they are otherwise ignored.',
  ),
  DryRun: {
    name: 'dryRun',
    in: 'query',
    required: false,
    description: 'Does everything except keep the change.',
    schema: { type: 'boolean', default: false },
  },
};

const text = (description: string) => ({ description, schema: { type: 'string' } });

const HEADERS = {
  RequestId: text('Names this request in the logs and in the audit trail.'),
  ETag: text('The version of the record, for If-Match.'),
  Link: text('The adjacent pages: rel="next", rel="prev" (RFC 8288).'),
  Replayed: text('true: the stored answer of the first request with this Idempotency-Key.'),
  IgnoredFields: text(
    'The fields and parameters that were sent but are not known here and were ignored, at most 50: paths such as lines.0.color, percent-encoded, separated by commas.',
  ),
  PreferenceApplied: text('handling=strict: the preference of the request was honored (RFC 7240).'),
  RetryAfter: text('Seconds to wait.'),
  Authenticate: text('The scheme of the missing credential.'),
  RateLimit: text('The remaining requests for the minute and the day, and when the limits reset.'),
  RateLimitPolicy: text('The limits: 100 requests in 60 seconds, 5,000 in 24 hours.'),
};

/** The OpenAPI 3.1 document of the given doors: one operation for each route of their tables. */
export function openApiDocument(surfaces: readonly SurfaceDefinition[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  const tags = new Set<string>();
  const named: Record<string, JsonSchema> = {};
  for (const surface of surfaces) {
    for (const declared of surface.routes) {
      const route = declared as unknown as Route;
      tags.add(tagOf(surface, route));
      const path = paths[route.path] ?? {};
      path[route.method.toLowerCase()] = operationOf(surface, route);
      paths[route.path] = path;
      if (route.success.schema !== null) Object.assign(named, namedSchemas(route.success.schema));
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Daybook',
      version: '1.0.0',
      summary: 'Revenue recognition and general ledger.',
      description:
        'Four surfaces over one store: A and B with a Bearer token, C with a session and an organization header, D with API key headers. A record made on any of them is the same record on the others.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: env().DAYBOOK_BASE_URL ?? '/' }],
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: { ...ERROR_SCHEMAS, ...named },
      parameters: PARAMETERS,
      headers: HEADERS,
    },
  };
}

/** What the interface describes; SCIM describes itself, at its own endpoints. */
export const describedSurfaces = () => restRouter().surfaces.filter(({ name }) => name !== 'scim');

let written: Answer | undefined;

/** GET /openapi.json: the document of all operations of this server, built at the first request. */
export function openApiAnswer(): Answer {
  written ??= json(200, openApiDocument(describedSurfaces()), { 'cache-control': 'public, max-age=60' });
  return written;
}
