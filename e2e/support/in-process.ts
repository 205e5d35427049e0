import type { Principal } from '@/core/principal';
import { systemClock } from '@/lib/clock';
import { inboundFromRequest } from '@/surfaces/kit/inbound';
import type { AnyRoute, Route } from '@/surfaces/kit/route';
import { createRouter } from '@/surfaces/kit/router';
import type { SurfaceDefinition } from '@/surfaces/kit/surface';
import { ownerOf, restRouter } from '@/surfaces/rest';

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Ask {
  readonly method: string;
  /** Including the query. */
  readonly path: string;
  readonly body?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A route as its table declares it, with the types widened. */
export interface OpenRoute extends Omit<Route, 'handle'> {
  readonly surface: SurfaceDefinition;
}

/** Every route of the four surfaces (the token endpoint is tested elsewhere). */
export function surfaceRoutes(): OpenRoute[] {
  return restRouter()
    .surfaces.filter((surface) => ['A', 'B', 'C', 'D'].includes(surface.name))
    .flatMap((surface) =>
      surface.routes.map((route: AnyRoute) => ({ ...(route as unknown as Route), surface })),
    );
}

/**
 * The four surfaces without their authentication: the principal is passed in. These tests are about what an
 * authenticated caller can reach; authentication has its own tests (e2e/contracts/auth).
 */
export function askAs(principal: Principal): (ask: Ask) => Promise<Reply> {
  const surfaces = restRouter().surfaces.map((surface) => ({
    ...surface,
    authenticate: async () => ({ principal }),
  }));
  const router = createRouter(surfaces, {
    fallback: (path) => surfaces.find(({ name }) => name === ownerOf(path)?.name) ?? null,
    clock: systemClock(process.env.DAYBOOK_TODAY),
  });
  return async ({ method, path, body, headers }) => {
    const request = new Request(new URL(path, 'http://daybook.test'), {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined || method === 'GET' ? {} : { body }),
    });
    const answer = await router.handle(inboundFromRequest(request, '127.0.0.1'));
    if (answer === null) throw new Error(`no surface owns ${method} ${path}`);
    let text = 'body' in answer ? answer.body : '';
    if ('chunks' in answer) for await (const chunk of answer.chunks) text += chunk;
    return { status: answer.status, text, headers: answer.headers };
  };
}

/** Runs the work for every item, several at a time, because the tests mostly wait for the database. */
export async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items].reverse();
  const worker = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}
