import type { z } from 'zod';
import type { Principal } from '@/core/principal';
import type { Call } from '@/usecases/kit/define';
import type { Answer, StreamedAnswer } from './answer';
import type { Inbound } from './inbound';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The input of a route's handler: parsed, authenticated, ready to call a use-case. */
export interface RouteRequest<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly call: Call;
  readonly principal: Principal;
  readonly inbound: Inbound;
}

/** One documented operation: its path, input and answer. OpenAPI and the tests read the same table. */
export interface Route<Params = unknown, Query = unknown, Body = unknown> {
  /** `A.prospects.create`: unique, also the OpenAPI operationId. */
  readonly operation: string;
  /** The section of the interface or the line of decisions.md that requires it. */
  readonly section: string;
  readonly method: Method;
  /** `/prospects/{id}`; literal segments take precedence over parameters. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly params: z.ZodType<Params>;
  readonly query: z.ZodType<Query>;
  /** Null: the operation has no body. */
  readonly body: z.ZodType<Body> | null;
  /**
   * Fields it has no name for are ignored and named in `X-Ignored-Fields`: only on the interface's own resources, where a
   * client may PUT back what it got. Everywhere else they are refused.
   */
  readonly ignoresUnknown?: boolean;
  /** How the body is read; default: JSON (`readJson`). For doors that also take forms. */
  readonly readBody?: (inbound: Inbound) => Promise<unknown>;
  /** The successful answer, for OpenAPI and the contract tests. `schema` null: no body. */
  readonly success: {
    readonly status: number;
    readonly schema: z.ZodType | null;
    readonly description?: string;
  };
  /** Examples shown in the reference; a test sends every one. */
  readonly example?: { readonly body?: unknown };
  handle(request: RouteRequest<Params, Query, Body>): Promise<Answer | StreamedAnswer>;
}

export type AnyRoute = Route<never, never, never>;

/** Declares a route; the types of params, query and body follow from the schemas. */
export function defineRoute<
  P extends z.core.SomeType,
  Q extends z.core.SomeType,
  B extends z.core.SomeType | null,
>(
  route: Omit<Route, 'params' | 'query' | 'body' | 'handle'> & {
    readonly params: P;
    readonly query: Q;
    readonly body: B;
    handle(
      request: RouteRequest<z.output<P>, z.output<Q>, B extends z.core.SomeType ? z.output<B> : undefined>,
    ): Promise<Answer | StreamedAnswer>;
  },
): AnyRoute {
  return route as unknown as AnyRoute;
}
