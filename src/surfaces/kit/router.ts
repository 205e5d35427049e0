import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { type Refusal, RefusalError, refuse } from '@/core/refusals';
import { isCallerGone } from '@/lib/caller-gone';
import { type Clock, systemClock } from '@/lib/clock';
import { env } from '@/lib/env';
import { isId, newId } from '@/lib/ids';
import { log, logUnavailable } from '@/lib/telemetry/log';
import { traced } from '@/lib/telemetry/tracing';
import { unavailableCause } from '@/lib/unavailable';
import type { Idempotency } from '@/usecases/kit/define';
import { parseInput } from '@/usecases/kit/run';
import { type Answer, type StreamedAnswer, unavailable, unheard, versionFromIfMatch } from './answer';
import { FieldsOf } from './ignored-fields';
import { type Inbound, readJson } from './inbound';
import type { AnyRoute, Method, Route } from './route';
import type { SurfaceDefinition } from './surface';

interface Leaf {
  readonly surface: SurfaceDefinition;
  readonly route: Route;
}

/** A tree of path segments: literal children first, then the parameter child. */
interface Node {
  readonly literals: Map<string, Node>;
  parameter: { readonly name: string; readonly node: Node } | undefined;
  readonly methods: Map<string, Leaf>;
}

const emptyNode = (): Node => ({ literals: new Map(), parameter: undefined, methods: new Map() });

export interface Router {
  /** The answer, or null when no surface owns the path (Next serves it then). */
  handle(inbound: Inbound): Promise<Answer | StreamedAnswer | null>;
  readonly surfaces: readonly SurfaceDefinition[];
}

/**
 * Builds the REST core from the surfaces' route tables. It does not depend on a framework: Next's route handlers and
 * the server in front of Next both call it (docs/house.md). `fallback` answers unknown paths under the given prefixes.
 */
export function createRouter(
  surfaces: readonly SurfaceDefinition[],
  options: {
    readonly fallback: (path: string) => SurfaceDefinition | null;
    readonly clock?: Clock;
    /** Called for every answer, for metrics. */
    readonly observe?: (operation: string, status: number, milliseconds: number) => void;
  },
): Router {
  const root = emptyNode();
  for (const surface of surfaces)
    for (const route of surface.routes) plant(root, surface, route as unknown as Route);
  const clock = options.clock ?? systemClock(env().DAYBOOK_TODAY);

  return {
    surfaces,
    async handle(inbound) {
      const requestId = requestIdOf(inbound);
      const found = find(root, inbound.path);
      if (found === null) {
        const owner = options.fallback(inbound.path);
        if (owner === null) return null;
        return finish(refused(owner, notFound(inbound.path), requestId), requestId, {});
      }
      const leaf = found.node.methods.get(inbound.method === 'HEAD' ? 'GET' : inbound.method);
      if (leaf === undefined) {
        const allow = [...found.node.methods.keys()];
        const surface = found.node.methods.values().next().value?.surface;
        if (surface === undefined) return null;
        const answer = refused(surface, methodNotAllowed(allow), requestId);
        return finish(answer, requestId, { allow: allow.join(', ') });
      }
      const started = performance.now();
      const { operation } = leaf.route;
      const answer = await traced(
        { name: operation, kind: 'server', parent: inbound.header('traceparent') },
        { 'http.request.method': inbound.method, 'http.route': leaf.route.path },
        async (note) => {
          const own = await serve(leaf, inbound, found.params, requestId, clock);
          note({ 'http.response.status_code': own.status });
          return own;
        },
      );
      options.observe?.(operation, answer.status, performance.now() - started);
      return answer;
    },
  };
}

async function serve(
  { surface, route }: Leaf,
  inbound: Inbound,
  rawParams: Record<string, string>,
  requestId: string,
  clock: Clock,
): Promise<Answer | StreamedAnswer> {
  let extra: Readonly<Record<string, string>> = {};
  try {
    const { principal, headers } = await surface.authenticate(inbound, route as unknown as AnyRoute);
    const fields = new FieldsOf(route, inbound);
    extra = Object.assign(fields.headers, headers);
    const params = parseInput(route.params, rawParams);
    const writes = inbound.method !== 'GET' && inbound.method !== 'HEAD';
    const version = writes ? versionFromIfMatch(inbound.header('if-match')) : undefined;
    const sentQuery = queryObject(inbound.query);
    fields.query(route, sentQuery, writes);
    const query = parseInput(route.query, sentQuery);
    if (writes && route.body === null) await fields.needless(inbound);
    const parsed = writes && route.body !== null ? await (route.readBody ?? readJson)(inbound) : undefined;
    fields.body(route, parsed);
    const body = route.body === null ? undefined : parseInput(route.body as z.ZodType, parsed);
    const answer = await route.handle({
      params,
      query,
      body,
      principal,
      inbound,
      call: {
        principal,
        surface: surface.name,
        requestId,
        clock,
        dryRun: writes && sentQuery.dryRun === 'true',
        // What writes goes on without its caller (docs/house.md, "A caller who leaves").
        gone: writes ? undefined : inbound.gone,
        // A path without a record has no version: If-Match does not apply to records named in the body.
        expectedVersion: route.path.includes('{') ? version : undefined,
        idempotency: inbound.method === 'POST' ? idempotencyOf(inbound, route, rawParams, parsed) : undefined,
      },
    });
    return finish(answer, requestId, extra);
  } catch (error) {
    if (error instanceof RefusalError)
      return finish(refused(surface, error.refusal, requestId), requestId, extra);
    if (isCallerGone(error)) return finish(unheard, requestId, extra);
    const cause = unavailableCause(error);
    if (cause !== null) {
      logUnavailable(cause, error, { requestId, operation: route.operation });
      return finish(unavailable(cause), requestId, extra);
    }
    log.error({ err: error, requestId, operation: route.operation }, 'a request failed unexpectedly');
    return finish(surface.internalError(requestId), requestId, extra);
  }
}

/** Longest Idempotency-Key accepted, in characters. */
const KEY_LIMIT = 255;

function idempotencyOf(
  inbound: Inbound,
  route: Route,
  params: Record<string, string>,
  body: unknown,
): Idempotency | undefined {
  const key = inbound.header('idempotency-key');
  if (key === null) return undefined;
  if (key.length === 0 || key.length > KEY_LIMIT) {
    const issues = [{ path: ['Idempotency-Key'], message: `must have 1 to ${KEY_LIMIT} characters` }];
    refuse('INVALID_INPUT', `Idempotency-Key must have 1 to ${KEY_LIMIT} characters.`, { issues });
  }
  const requestHash = createHash('sha256')
    // The body is hashed as a string within the string, because keys stored by earlier versions were hashed that way.
    .update(
      JSON.stringify([
        inbound.method,
        params,
        [...inbound.query].sort(),
        body === undefined ? '' : JSON.stringify(body),
      ]),
    )
    .digest('hex');
  return { key, route: `${route.method} ${route.path}`, requestHash };
}

/** A refusal as the surface words it. `INTERNAL` cannot occur here: unknown errors are not refusals. */
function refused(surface: SurfaceDefinition, refusal: Refusal, _requestId: string): Answer {
  const word = surface.errors[refusal.code] as (refusal: Refusal) => Answer;
  return word(refusal);
}

function finish<A extends Answer | StreamedAnswer>(
  answer: A,
  requestId: string,
  extra: Readonly<Record<string, string>>,
): A {
  return {
    ...answer,
    headers: { 'cache-control': 'no-store', ...answer.headers, ...extra, 'x-request-id': requestId },
  };
}

function plant(root: Node, surface: SurfaceDefinition, route: Route): void {
  let node = root;
  for (const segment of segmentsOf(route.path)) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined) {
      let next = node.literals.get(segment);
      if (next === undefined) {
        next = emptyNode();
        node.literals.set(segment, next);
      }
      node = next;
    } else {
      node.parameter ??= { name, node: emptyNode() };
      if (node.parameter.name !== name) {
        throw new Error(`${route.path}: this place is called {${node.parameter.name}} elsewhere`);
      }
      node = node.parameter.node;
    }
  }
  if (node.methods.has(route.method)) throw new Error(`${route.method} ${route.path} is declared twice`);
  node.methods.set(route.method satisfies Method, { surface, route });
}

function find(root: Node, path: string): { node: Node; params: Record<string, string> } | null {
  const params: Record<string, string> = {};
  let node = root;
  let start = 0;
  while (start < path.length) {
    const slash = path.indexOf('/', start);
    const end = slash === -1 ? path.length : slash;
    const segment = path.slice(start, end);
    start = end + 1;
    if (segment === '') continue;
    const literal = node.literals.get(segment);
    if (literal !== undefined) {
      node = literal;
    } else if (node.parameter !== undefined) {
      params[node.parameter.name] = decoded(segment);
      node = node.parameter.node;
    } else {
      return null;
    }
  }
  return node.methods.size > 0 ? { node, params } : null;
}

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '');

function decoded(segment: string): string {
  if (!segment.includes('%') && !segment.includes('\u0000')) return segment;
  try {
    return decodeURIComponent(segment).replaceAll('\u0000', '');
  } catch {
    return segment;
  }
}

/**
 * Query parameters as an object. NUL is removed, because no text column can hold it.
 * Refuses INVALID_INPUT for a name that is given more than once.
 */
function queryObject(query: URLSearchParams): Record<string, string> {
  const found: Record<string, string> = {};
  if (query.size === 0) return found;
  for (const [name, value] of query) {
    if (name === '__proto__') continue;
    if (Object.hasOwn(found, name)) refuseRepeated(name);
    found[name] = value.replaceAll('\u0000', '');
  }
  return found;
}

/** Refuses INVALID_INPUT: of two values of one name one part of a program would believe the first and another the last. */
function refuseRepeated(name: string): never {
  const message = 'is given more than once';
  return refuse('INVALID_INPUT', `${name}: ${message}`, { issues: [{ path: [name], message }] });
}

function requestIdOf(inbound: Inbound): string {
  const sent = inbound.header('x-request-id');
  return sent !== null && isId(sent) ? sent : newId();
}

const notFound = (path: string): Refusal => ({
  code: 'ROUTE_NOT_FOUND',
  message: 'There is nothing at this path.',
  data: { path },
});
const methodNotAllowed = (allow: readonly string[]): Refusal => ({
  code: 'METHOD_NOT_ALLOWED',
  message: `This path answers ${allow.join(', ')}.`,
  data: { allow },
});
