import type { IncomingMessage, ServerResponse } from 'node:http';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { nodeHTTPRequestHandler } from '@trpc/server/adapters/node-http';
import { type Refusal, RefusalError, refuse } from '@/core/refusals';
import { type Answer, json } from '../kit/answer';
import { decodeUtf8, inboundFromRequest, isJsonType, refuseLargeBody } from '../kit/inbound';
import { checkJsonText } from '../kit/json-text';
import { sendAnswer } from '../kit/node-transport';
import { createContext, type TrpcContext, type TrpcInbound } from './context';
import { appRouter } from './root';
import type { ProcedureMeta } from './trpc';

/** The path of the console's procedures. */
export const TRPC_PATH = '/api/trpc';

/** Most procedures in one request. The screens send at most ten. */
export const BATCH_LIMIT = 32;

const metaOf = (name: string): ProcedureMeta | undefined => {
  const all = appRouter._def.procedures as unknown as Record<string, { _def: { meta?: ProcedureMeta } }>;
  return Object.hasOwn(all, name) ? all[name]?._def.meta : undefined;
};

/** Whether a procedure works within a share of the connections, as reports, verifications and imports do. */
export const isLongProcedure = (name: string): boolean => metaOf(name)?.isLong === true;

/** tRPC over a Web Request, for Next's route handler. */
export const answerTrpcRequest = (request: Request): Promise<Response> =>
  answerTrpcAs(request, createContext);

/** tRPC over a Web Request for a caller who is known already. Bodies and inputs are judged as they are over node:http. */
export async function answerTrpcAs(
  request: Request,
  contextOf: (inbound: TrpcInbound) => TrpcContext,
): Promise<Response> {
  const inbound = inboundFromRequest(request);
  let body: string;
  try {
    checkTarget(inbound.method, inbound.path);
    body = await inbound.text();
    checkInput(inbound.method, inbound.query, inbound.header('content-type'), body);
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    const { status, body: text, headers } = refusedBeforehand(error.refusal);
    return new Response(text, { status, headers });
  }
  const { url, method, headers, signal } = request;
  return fetchRequestHandler({
    endpoint: TRPC_PATH,
    req: new Request(url, { method, headers, signal, ...(body !== '' && { body }) }),
    router: appRouter,
    maxBatchSize: BATCH_LIMIT,
    createContext: () => contextOf({ method, header: (name) => headers.get(name), gone: signal }),
  });
}

/**
 * Refuses input that no procedure should see (`checkJsonText`), and a body that is not JSON: a form that another site posts
 * would otherwise count as an empty input.
 */
function checkInput(method: string, query: URLSearchParams, type: string | null, body: string): void {
  if (body !== '' && !isJsonType(type ?? '')) {
    refuse('BAD_BODY', 'The Content-Type must be application/json.', { reason: 'CONTENT_TYPE' });
  }
  checkJsonText(method === 'POST' ? body : (query.get('input') ?? ''));
}

/** Methods that tRPC answers; a standard request, which it makes of each, cannot have some of the others. */
const METHODS = ['GET', 'HEAD', 'POST'];

/** Refuses another method, and a path that is not percent-encoded UTF-8: on either tRPC would fail before it handles errors. */
function checkTarget(method: string, path: string): void {
  if (!METHODS.includes(method)) {
    refuse('METHOD_NOT_ALLOWED', `This path answers ${METHODS.join(', ')}.`, { allow: METHODS });
  }
  if (!path.includes('%')) return;
  try {
    decodeURIComponent(path);
  } catch {
    refuse('ROUTE_NOT_FOUND', 'There is nothing at this path.', { path });
  }
}

/**
 * tRPC over node:http, for the server in front of Next. `path` is the request's, below TRPC_PATH; `body` has
 * already been read and is null when it was too large. Bodies that no procedure should see (see
 * `checkJsonText`) are refused here. All calls of a batch end with its caller, except those that write.
 */
export async function answerTrpcOverNode(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  body: Buffer | null,
  gone: AbortSignal,
): Promise<void> {
  try {
    checkTarget(request.method ?? 'GET', path);
    if (body === null) refuseLargeBody();
    const text = decodeUtf8(body);
    const type = request.headers['content-type'] ?? null;
    checkInput(request.method ?? 'GET', queryOf(request), type, text);
    Object.assign(request, { body: text === '' ? undefined : text });
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    return sendAnswer(request, response, refusedBeforehand(error.refusal));
  }
  return nodeHTTPRequestHandler({
    req: request,
    res: response,
    path: path.slice(TRPC_PATH.length + 1),
    router: appRouter,
    maxBatchSize: BATCH_LIMIT,
    createContext: () =>
      createContext({
        method: request.method ?? 'GET',
        header(name) {
          const value = request.headers[name];
          return typeof value === 'string' ? value : null;
        },
        gone,
      }),
  });
}

function queryOf(request: IncomingMessage): URLSearchParams {
  const target = request.url ?? '/';
  const at = target.indexOf('?');
  return new URLSearchParams(at === -1 ? '' : target.slice(at + 1));
}

/** tRPC's number, name and status of refusals that are not bad requests. */
const WORDS_BEFOREHAND: Readonly<Record<string, readonly [code: number, name: string, status: number]>> = {
  BODY_TOO_LARGE: [-32013, 'PAYLOAD_TOO_LARGE', 413],
  ROUTE_NOT_FOUND: [-32004, 'NOT_FOUND', 404],
  METHOD_NOT_ALLOWED: [-32005, 'METHOD_NOT_SUPPORTED', 405],
};

/** A refusal before any procedure runs, in the form tRPC's client reads. */
function refusedBeforehand(refusal: Refusal): Answer {
  const [code, name, status] = WORDS_BEFOREHAND[refusal.code] ?? ([-32600, 'BAD_REQUEST', 400] as const);
  const data = { code: name, httpStatus: status, refusal, requestId: null };
  return json(
    status,
    { error: { json: { message: refusal.message, code, data } } },
    { 'cache-control': 'no-store', ...(status === 405 && { allow: METHODS.join(', ') }) },
  );
}
