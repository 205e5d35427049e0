import { initTRPC, TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { z } from 'zod';
import { type RefusalCode, RefusalError } from '@/core/refusals';
import { GONE_STATUS, isCallerGone } from '@/lib/caller-gone';
import { log, logUnavailable } from '@/lib/telemetry/log';
import { observeRequest } from '@/lib/telemetry/metrics';
import { traced } from '@/lib/telemetry/tracing';
import { unavailableCause } from '@/lib/unavailable';
import { UNAVAILABLE_SENTENCES } from '../kit/answer';
import { transformer } from '../kit/superjson-input';
import type { TrpcContext } from './context';

/** The tRPC code, and so the HTTP status, of each refusal. The refusal itself is sent along. */
const CODES: Readonly<Record<RefusalCode, TRPCError['code']>> = {
  INVALID_INPUT: 'BAD_REQUEST',
  BAD_BODY: 'BAD_REQUEST',
  BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  METHOD_NOT_ALLOWED: 'METHOD_NOT_SUPPORTED',
  ROUTE_NOT_FOUND: 'NOT_FOUND',
  UNAUTHENTICATED: 'UNAUTHORIZED',
  MISSING_ORGANIZATION: 'UNAUTHORIZED',
  FORBIDDEN: 'FORBIDDEN',
  RATE_LIMITED: 'TOO_MANY_REQUESTS',
  NOT_FOUND: 'NOT_FOUND',
  STALE_VERSION: 'PRECONDITION_FAILED',
  IDEMPOTENCY_MISMATCH: 'UNPROCESSABLE_CONTENT',
  IDEMPOTENCY_RUNNING: 'CONFLICT',
  DUPLICATE: 'CONFLICT',
  IN_USE: 'CONFLICT',
  REFERENCE_NOT_FOUND: 'BAD_REQUEST',
  PARENT_NOT_FOUND: 'BAD_REQUEST',
  SELF_PARENT: 'BAD_REQUEST',
  CYCLE: 'BAD_REQUEST',
  HAS_CHILDREN: 'CONFLICT',
  ALREADY_CONVERTED: 'CONFLICT',
  INVALID_STATUS_TRANSITION: 'CONFLICT',
  ALREADY_POSTED: 'CONFLICT',
  INCOMPLETE_DOCUMENT: 'BAD_REQUEST',
  NOT_BALANCED: 'BAD_REQUEST',
  ACCOUNT_UNRESOLVED: 'BAD_REQUEST',
  ACCOUNT_NOT_POSTABLE: 'BAD_REQUEST',
  RATE_MISSING: 'BAD_REQUEST',
  RATE_JUMP: 'BAD_REQUEST',
  PERIOD_NOT_OPEN: 'BAD_REQUEST',
  REVERSAL_BEFORE_POSTING: 'BAD_REQUEST',
  CODES_MISSING: 'CONFLICT',
  CHECKS_FAILED: 'BAD_REQUEST',
  REVENUE_RULE: 'BAD_REQUEST',
};

/** The refusal that ended a procedure, or null for an unexpected error. */
function refusalIn(error: TRPCError) {
  return error.cause instanceof RefusalError ? error.cause.refusal : null;
}

/** A procedure's metadata, for the tests that try every one and for the price of a request. */
export interface ProcedureMeta {
  /** What the use-case is called, and so the event of a change that names none. */
  readonly name?: string;
  readonly input: z.ZodType;
  /** Works within a share of the connections: a report, a verification, an import. */
  readonly isLong?: boolean;
}

const t = initTRPC
  .context<TrpcContext>()
  .meta<ProcedureMeta>()
  .create({
    transformer,
    // The screens show `data.refusal` (code, message, data) next to the field or as a message.
    errorFormatter({ shape, error, ctx }) {
      const { stack: _never, ...data } = shape.data;
      const refusal = refusalIn(error);
      const requestId = ctx?.requestId ?? null;
      if (refusal !== null)
        return { ...shape, message: refusal.message, data: { ...data, refusal, requestId } };
      const hidden = error.code === 'INTERNAL_SERVER_ERROR';
      return {
        ...shape,
        message: hidden ? 'Something went wrong on our side.' : shape.message,
        data: { ...data, refusal: null, requestId },
      };
    },
  });

export const createTrpcRouter = t.router;
export const createCallerFactory = t.createCallerFactory;

/** In place of an answer to a caller who has left. Under the name of what was aborted Next does not report it either. */
function unheard(cause: unknown): TRPCError {
  const error = new TRPCError({ code: 'CLIENT_CLOSED_REQUEST', message: 'The caller is gone.', cause });
  error.name = 'AbortError';
  return error;
}

/** Gives refusals their tRPC code, counts answers, and logs unexpected errors. */
const answering = t.middleware(async ({ next, ctx, path }) => {
  const started = performance.now();
  const result = await traced({ name: `trpc.${path}`, kind: 'server' }, {}, async (note) => {
    const own = await next();
    note({ 'rpc.system': 'trpc', 'rpc.ok': String(own.ok) });
    return own;
  });
  const observe = (status: number) => observeRequest(`trpc.${path}`, status, performance.now() - started);
  if (result.ok) {
    observe(200);
    return result;
  }
  const { cause } = result.error;
  if (isCallerGone(cause)) {
    observe(GONE_STATUS);
    throw unheard(cause);
  }
  const error =
    cause instanceof RefusalError
      ? new TRPCError({ code: CODES[cause.refusal.code], message: cause.refusal.message, cause })
      : result.error;
  const away = unavailableCause(cause);
  observe(away === null ? getHTTPStatusCodeFromError(error) : 503);
  if (away !== null) {
    logUnavailable(away, cause, { requestId: ctx.requestId, path });
    throw new TRPCError({ code: 'SERVICE_UNAVAILABLE', message: UNAVAILABLE_SENTENCES[away] });
  }
  if (error.code === 'INTERNAL_SERVER_ERROR') {
    log.error({ err: cause ?? error, requestId: ctx.requestId, path }, 'a procedure failed unexpectedly');
  }
  throw error;
});

/** For anyone, signed in or not. */
export const openProcedure = t.procedure.use(answering);

/** For a signed-in person, without an organization. */
export const personProcedure = openProcedure.use(async ({ ctx, next }) =>
  next({ ctx: { caller: await ctx.caller() } }),
);

/** For a member of the organization named in the request. */
export const memberProcedure = openProcedure.use(async ({ ctx, next }) =>
  next({ ctx: { principal: await ctx.principal() } }),
);
