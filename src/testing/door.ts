import { AsyncLocalStorage } from 'node:async_hooks';
import { isDeepStrictEqual } from 'node:util';
import type { Principal } from '@/core/principal';
import { inboundFromRequest } from '@/surfaces/kit/inbound';
import type { Route } from '@/surfaces/kit/route';
import { createRouter, type Router } from '@/surfaces/kit/router';
import type { SurfaceDefinition } from '@/surfaces/kit/surface';

export interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined when there is none. */
  readonly json: unknown;
}

export interface SendOptions {
  readonly body?: unknown;
  /** Sent as it is instead of `body`. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A caller of one surface, in process: everything is real except the socket and authentication. */
export interface Door {
  send(method: string, path: string, options?: SendOptions): Promise<Sent>;
}

/** Opens a surface for a principal that counts as authenticated. */
export function doorFor(surface: SurfaceDefinition, principal: Principal): Door {
  return openDoor({ ...surface, authenticate: async () => ({ principal }) });
}

/**
 * Opens a surface with its own authentication, for tests of the door itself. Every successful answer must be what the reference says
 * of its operation, or the call throws: the list of fields in the schema can then not differ from what is answered.
 */
export function openDoor(surface: SurfaceDefinition): Door {
  const router = createRouter([noting(surface)], { fallback: () => surface });
  return {
    send(method, path, options = {}) {
      const call: Call = {};
      return calls.run(call, async () => {
        const sent = await send(router, method, path, options);
        if (call.route !== undefined) demandDescribed(call.route, sent);
        return sent;
      });
    },
  };
}

/** What a call reached. */
interface Call {
  route?: Route;
}
const calls = new AsyncLocalStorage<Call>();

function noting(surface: SurfaceDefinition): SurfaceDefinition {
  const routes = surface.routes.map((one) => {
    const route = one as unknown as Route;
    const noted: Route = {
      ...route,
      handle(request) {
        const call = calls.getStore();
        if (call !== undefined) call.route = route;
        return route.handle(request);
      },
    };
    return noted as unknown as typeof one;
  });
  return { ...surface, routes };
}

/** Refuses a successful answer with a field that the operation's schema does not name, without one it names, or of another type. */
function demandDescribed({ operation, success }: Route, { status, json }: Sent): void {
  if (status !== success.status || success.schema === null || json === undefined) return;
  const read = success.schema.safeParse(json);
  if (!read.success)
    throw new Error(`${operation} does not answer as its schema says: ${read.error.message}`);
  if (!isDeepStrictEqual(read.data, json)) throw new Error(`${operation} answers more than its schema says`);
}

async function send(router: Router, method: string, path: string, options: SendOptions): Promise<Sent> {
  const text = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const request = new Request(`http://daybook.test${path}`, {
    method,
    headers: {
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(text === undefined ? {} : { body: text }),
  });
  const answer = await router.handle(inboundFromRequest(request));
  if (answer === null) throw new Error(`${method} ${path}: no surface owns the path`);
  let body = '';
  if ('chunks' in answer) {
    for await (const chunk of answer.chunks) {
      body += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('latin1');
    }
  } else body = answer.body;
  const isTable = answer.headers['content-type']?.startsWith('text/csv') === true;
  return {
    status: answer.status,
    headers: new Headers(answer.headers),
    text: body,
    json: body === '' || isTable ? undefined : JSON.parse(body),
  };
}

/** The route of an operation, for tests that check answers against its schema. */
export function routeOf(surface: SurfaceDefinition, operation: string): Route {
  const route = surface.routes.find((candidate) => (candidate as unknown as Route).operation === operation);
  if (route === undefined) throw new Error(`no operation is called ${operation}`);
  return route as unknown as Route;
}
