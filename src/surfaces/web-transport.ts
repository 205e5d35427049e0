import { inboundFromRequest } from './kit/inbound';
import { responseOf } from './kit/web-response';
import { openApiAnswer } from './openapi/document';
import { restRouter } from './rest';

/**
 * The REST core for Next's route handlers, so that it works on any host. The server of `npm start` answers these paths
 * before Next sees them (docs/house.md).
 */
export async function answerRestRequest(request: Request): Promise<Response> {
  const answer = await restRouter().handle(inboundFromRequest(request));
  return answer === null ? new Response(null, { status: 404 }) : await responseOf(answer, request.method);
}

/** GET /openapi.json for Next's route handler. */
export async function answerOpenApiRequest(request: Request): Promise<Response> {
  return responseOf(openApiAnswer(), request.method);
}
