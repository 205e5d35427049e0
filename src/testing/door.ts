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

/** Opens a surface with its own authentication, for tests of the door itself. */
export function openDoor(surface: SurfaceDefinition): Door {
  const router = createRouter([surface], { fallback: () => surface });
  return { send: (method, path, options = {}) => send(router, method, path, options) };
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
