import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { ADDRESS_HEADER } from '@/auth/address-header';
import { env } from '@/lib/env';
import { log } from '@/lib/log';
import { exposeGauge, observeShed } from '@/lib/metrics';
import { json } from '@/surfaces/kit/answer';
import { addressOf, inboundFromNode, pathOf, sendAnswer } from '@/surfaces/kit/node-transport';
import { openApiAnswer } from '@/surfaces/openapi/document';
import { restRouter } from '@/surfaces/rest';
import { answerTrpcOverNode, TRPC_PATH } from '@/surfaces/trpc/handler';
import type { operations } from './operations';
import type { Pages } from './pages';

export interface Dispatch {
  readonly listener: RequestListener;
  /** Requests that are being answered. */
  inFlight(): number;
}

/**
 * Sends each request to who answers it: probes, REST, tRPC, then Next. REST goes first because a request through Next
 * costs thirty times as much (docs/house.md). Beyond the limit of requests in flight further ones are turned away at
 * once, so that those inside stay fast.
 */
export function dispatch(
  pages: Pages | null,
  answerOperation: ReturnType<typeof operations>,
  isDraining: () => boolean,
): Dispatch {
  const router = restRouter();
  const { DAYBOOK_MAX_IN_FLIGHT: limit, DAYBOOK_TRUST_PROXY } = env();
  const trustProxy = DAYBOOK_TRUST_PROXY === '1';
  let inFlight = 0;
  exposeGauge('daybook_requests_in_flight', 'Requests being answered.', () => inFlight);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = pathOf(request.url ?? '/');
    const operation = answerOperation(path, request.headers.authorization);
    if (operation !== null) return sendAnswer(request, response, await operation);
    if (inFlight > limit) {
      observeShed();
      return sendAnswer(request, response, overloaded());
    }
    if (path.startsWith(`${TRPC_PATH}/`)) return answerTrpcOverNode(request, response, path);
    if (path === '/openapi.json' && request.method === 'GET') {
      return sendAnswer(request, response, openApiAnswer());
    }
    const address = addressOf(request, trustProxy);
    const found = await router.handle(inboundFromNode(request, address));
    if (found !== null) return await sendAnswer(request, response, found);
    if (pages === null) return sendAnswer(request, response, json(404, { error: 'Not Found' }));
    request.headers[ADDRESS_HEADER] = address;
    return pages.answer(request, response);
  }

  return {
    inFlight: () => inFlight,
    listener(request, response) {
      inFlight += 1;
      response.on('close', () => {
        inFlight -= 1;
      });
      if (isDraining()) response.setHeader('connection', 'close');
      answer(request, response).catch((error: unknown) => {
        // A caller that hung up in the middle is no failure of ours.
        if (!request.aborted) log.error({ err: error }, 'a request could not be answered');
        if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: 'Internal Server Error' }));
      });
    },
  };
}

/** In a shape that the clients of all four surfaces can read. */
function overloaded() {
  const message = 'The service is busy. Try again in a second.';
  return json(
    503,
    { error: 'Service Unavailable', message, code: 'OVERLOADED', details: [] },
    { 'retry-after': '1', 'cache-control': 'no-store' },
  );
}
