import type { Route } from '../kit/route';
import type { SurfaceDefinition } from '../kit/surface';
import { errorResponses } from './errors';
import { inputSchema, outputSchema, parametersOf } from './json-schema';
import { SECURITY_OF } from './security';

/** The Operation Object of a route, from the schemas the route itself parses with. */
export function operationOf(surface: SurfaceDefinition, route: Route): Record<string, unknown> {
  return {
    operationId: route.operation,
    summary: route.summary,
    description: `Surface ${surface.name}, section ${route.section}.`,
    tags: [tagOf(surface, route)],
    security: SECURITY_OF[surface.name],
    parameters: [...fieldParameters(route), ...headerParameters(surface, route)],
    ...(route.body === null ? {} : { requestBody: requestBody(route) }),
    responses: {
      [String(route.success.status)]: success(surface, route),
      ...errorResponses(surface.name, route),
    },
  };
}

/** Tags are shown per surface: `A · Prospects`. */
export function tagOf(surface: SurfaceDefinition, route: Route): string {
  return surface.name === 'auth' ? route.tag : `${surface.name} · ${route.tag}`;
}

function fieldParameters(route: Route) {
  return [
    ...parametersOf(route.params).map((field) => ({ ...field, in: 'path', required: true })),
    ...parametersOf(route.query).map((field) => ({ ...field, in: 'query' })),
  ];
}

function headerParameters({ name }: SurfaceDefinition, route: Route) {
  if (name === 'auth') return [];
  const one = route.path.includes('{id}');
  return [
    ...(route.method === 'POST' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(one && route.method !== 'GET' ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
    ...(route.method === 'GET' ? [] : [{ $ref: '#/components/parameters/DryRun' }]),
  ];
}

function requestBody(route: Route) {
  const schema = route.body === null ? {} : inputSchema(route.body);
  const example = route.example?.body;
  const content = { schema, ...(example === undefined ? {} : { example }) };
  const required = route.body !== null && !route.body.safeParse(undefined).success;
  return {
    required,
    content: {
      'application/json': content,
      ...(route.readBody === undefined ? {} : { 'application/x-www-form-urlencoded': content }),
    },
  };
}

function success({ name }: SurfaceDefinition, route: Route) {
  const { status, schema, description } = route.success;
  return {
    description: description ?? (status === 204 ? 'Done; no body.' : route.summary),
    headers: successHeaders(name, route),
    ...(schema === null ? {} : { content: { 'application/json': { schema: outputSchema(schema) } } }),
  };
}

/** A header is described where it can occur; all but the request id are optional. */
function successHeaders(surface: SurfaceDefinition['name'], route: Route) {
  const ref = (header: string) => ({ $ref: `#/components/headers/${header}` });
  const parameters = parametersOf(route.query).map((field) => field.name);
  const pages = parameters.includes('page') || parameters.includes('after');
  const one = route.path.includes('{id}') || route.method === 'POST';
  const record = one && !pages && ['A', 'B', 'C'].includes(surface) && route.success.schema !== null;
  return {
    'X-Request-Id': ref('RequestId'),
    ...(record ? { ETag: ref('ETag') } : {}),
    ...(pages ? { Link: ref('Link') } : {}),
    ...(route.method === 'POST' && surface !== 'auth' ? { 'Idempotent-Replayed': ref('Replayed') } : {}),
    ...(surface === 'D' ? { RateLimit: ref('RateLimit'), 'RateLimit-Policy': ref('RateLimitPolicy') } : {}),
  };
}
