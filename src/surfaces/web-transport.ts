import type { Answer, StreamedAnswer } from './kit/answer';
import { inboundFromRequest } from './kit/inbound';
import { openApiAnswer } from './openapi/document';
import { restRouter } from './rest';

/**
 * The REST core for Next's route handlers, so that it works on any host. The server of `npm start` answers these paths
 * before Next sees them (docs/house.md).
 */
export async function answerRestRequest(request: Request): Promise<Response> {
  const answer = await restRouter().handle(inboundFromRequest(request));
  return answer === null ? new Response(null, { status: 404 }) : responseOf(answer, request.method);
}

/** GET /openapi.json for Next's route handler. */
export function answerOpenApiRequest(request: Request): Response {
  return responseOf(openApiAnswer(), request.method);
}

function responseOf(answer: Answer | StreamedAnswer, method: string): Response {
  const init = { status: answer.status, headers: answer.headers };
  if (method === 'HEAD' || answer.status === 204) return new Response(null, init);
  return new Response('body' in answer ? answer.body : streamOf(answer.chunks), init);
}

/** Pulls the next piece only when the reader has room for it. */
function streamOf(chunks: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const pieces = chunks[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return?.();
    },
  });
}
