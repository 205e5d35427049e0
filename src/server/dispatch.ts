import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { ADDRESS_HEADER } from '@/auth/address-header';
import { env } from '@/lib/env';
import { networkOf } from '@/lib/network-of';
import { log, logUnavailable } from '@/lib/telemetry/log';
import { exposeGauge, observeShed } from '@/lib/telemetry/metrics';
import { unavailableCause } from '@/lib/unavailable';
import { type Answer, unavailable } from '@/surfaces/kit/answer';
import { BodyIntake, type Intake, replayed } from '@/surfaces/kit/intake';
import { addressOf, inboundFromNode, ownTarget, pathOf, sendAnswer } from '@/surfaces/kit/node-transport';
import { openApiAnswer } from '@/surfaces/openapi/document';
import { restRouter } from '@/surfaces/rest';
import { enterPage, PAGE_CALLER_HEADER } from '@/surfaces/trpc/context';
import { answerDownload } from '@/surfaces/trpc/download';
import { DOWNLOAD_PATH } from '@/surfaces/trpc/download-path';
import { answerTrpcOverNode, isLongProcedure, TRPC_PATH } from '@/surfaces/trpc/handler';
import { answerUpload } from '@/surfaces/trpc/upload';
import { PAGE_HEADER, UPLOAD_PATH } from '@/surfaces/trpc/upload-path';
import { BUILT_FILES } from './built-files';
import {
  bringsOwnPolicy,
  clearedAtSignOut,
  contentSecurityPolicy,
  SECURITY_HEADERS,
  strictTransport,
} from './headers';
import { watchLoop } from './loop-guard';
import type { operations } from './operations';
import type { Pages } from './pages';
import { requestRate } from './rate';
import { RefusalLog } from './refusal-log';
import { goneOf } from './sockets';
import { turnedAway } from './turned-away';
import { costOf, type Party, partyOf, Turnstile } from './turnstile';
import { Unread } from './unread';
import { Uploads } from './uploads';

export interface Dispatch {
  readonly listener: RequestListener;
  /** Refuses a request that expects what no server of ours does (`Expect`, other than 100-continue). */
  readonly unexpected: RequestListener;
  /** Stops reading bodies that are still arriving, because the server is shutting down. */
  stop(): void;
}

/** The only Next path that accepts a body, for signing in; the others are read-only. */
const NEXT_WRITES = '/api/auth/';
/** The methods that Next accepts there besides reading; it fails on TRACE, which a standard Request cannot have. */
const NEXT_METHODS: readonly (string | undefined)[] = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Routes each request: probes, REST, tRPC, then Next. REST comes first because a request through Next costs
 * thirty times as much (docs/house.md). A request passes these steps in order: the caller's rate limit, reading
 * its whole body, and a slot among the requests being answered. A request that is refused is answered
 * immediately, so that the accepted ones stay fast. Uploads alone are read while they are stored.
 */
export function dispatch(
  pages: Pages | null,
  answerOperation: ReturnType<typeof operations>,
  isDraining: () => boolean,
): Dispatch {
  const router = restRouter();
  const { DAYBOOK_MAX_IN_FLIGHT, DAYBOOK_TRUST_PROXY, DAYBOOK_REQUESTS_PER_MINUTE, DAYBOOK_BASE_URL } = env();
  const trustProxy = DAYBOOK_TRUST_PROXY === '1';
  const transport = strictTransport(DAYBOOK_BASE_URL);
  const turnstile = new Turnstile(DAYBOOK_MAX_IN_FLIGHT);
  const intake = new BodyIntake();
  const uploads = new Uploads();
  const unread = new Unread();
  const refusals = new RefusalLog();
  const rate = requestRate(DAYBOOK_REQUESTS_PER_MINUTE);
  const loop = env().NODE_ENV === 'development' ? watchLoop() : null;
  exposeGauge('daybook_requests_in_flight', 'Requests being answered, by cost.', () => turnstile.inside);
  exposeGauge('daybook_bodies_unfinished', 'Request bodies still arriving.', () => intake.unfinished);
  exposeGauge('daybook_unread_bytes', 'Bytes of answers that wait to be read.', () => unread.bytes);
  exposeGauge('daybook_uploads', 'Tables being uploaded.', () => uploads.inside);

  const away = (request: IncomingMessage, response: ServerResponse, answer: Answer) => {
    observeShed();
    response.setHeader('connection', 'close');
    return sendAnswer(request, response, answer);
  };

  const secure = (response: ServerResponse) => {
    for (const [name, value] of SECURITY_HEADERS) response.setHeader(name, value);
    // Only answers that set their own header may be cached, such as Next's scripts and styles.
    response.setHeader('cache-control', 'no-store');
    if (transport !== null) response.setHeader('strict-transport-security', transport);
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.url = ownTarget(request.url ?? '/');
    const path = pathOf(request.url);
    const operation = answerOperation(path, request.headers.authorization);
    if (operation !== null) return sendAnswer(request, response, await operation);
    const hosts = hostsOf(request.rawHeaders);
    if (hosts > 1) return away(request, response, turnedAway.hosts());
    if (hosts === 0 && request.httpVersion === '1.1') {
      return away(request, response, turnedAway.noHost());
    }
    const address = addressOf(request, trustProxy);
    const network = networkOf(address);
    const wait = rate(network);
    if (wait > 0) return away(request, response, turnedAway.tooOften(wait));
    const cost = costOf(path, isLongProcedure);
    const party = partyOf(request, network);
    if (path === UPLOAD_PATH && request.method === 'POST') {
      return upload(request, response, address, { cost, party });
    }
    const taken = intake.take(request, network);
    const arrived = taken instanceof Promise ? await taken : taken;
    if (arrived.kind === 'gone') return void request.socket.destroy();
    if (arrived.kind === 'slow') return away(request, response, turnedAway.tooSlow());
    if (arrived.kind === 'crowded') return away(request, response, turnedAway.crowded(arrived.byCaller));
    // A built file needs no database and little of the processor, and its reader may be slow.
    if (path.startsWith(BUILT_FILES)) return serve(request, response, path, address, arrived);
    const entry = turnstile.enter(party, cost);
    if (entry !== 'in') return away(request, response, turnedAway.busy(entry === 'share'));
    let isInside = true;
    const leave = () => {
      if (isInside) turnstile.leave(party, cost);
      isInside = false;
    };
    whenComplete(response, () => {
      leave();
      unread.hold(response);
    });
    response.once('close', leave);
    return serve(request, response, path, address, arrived);
  }

  /**
   * A table of any size, read while it is stored: its body is not read beforehand, and takes a place among few. The place is free again before
   * the rest of a refused body is thrown away, which whoever has no login can draw out.
   */
  async function upload(
    request: IncomingMessage,
    response: ServerResponse,
    address: string,
    { cost, party }: { readonly cost: number; readonly party: Party },
  ): Promise<void> {
    const entry = turnstile.enter(party, cost);
    if (entry !== 'in') return away(request, response, turnedAway.busy(entry === 'share'));
    let answered: Answer;
    try {
      const place = uploads.enter(party);
      if (place !== 'in') return await away(request, response, turnedAway.busy(place === 'share'));
      try {
        request.headers[ADDRESS_HEADER] = address;
        const inbound = inboundFromNode(request, address, null);
        answered = await answerUpload({
          method: inbound.method,
          header: (name) => inbound.header(name),
          query: inbound.query,
          bytes: uploads.bytesOf(request),
        });
      } finally {
        uploads.leave(party);
      }
    } finally {
      turnstile.leave(party, cost);
    }
    await uploads.drain(request);
    return sendAnswer(request, response, answered);
  }

  async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    address: string,
    arrived: Extract<Intake, { kind: 'whole' | 'large' }>,
  ): Promise<void> {
    const body = arrived.kind === 'whole' ? arrived.body : null;
    // For tRPC and Next, whatever the caller sent under this name.
    request.headers[ADDRESS_HEADER] = address;
    if (path.startsWith(`${DOWNLOAD_PATH}/`)) return download(request, response, address);
    if (path.startsWith(`${TRPC_PATH}/`)) {
      return answerTrpcOverNode(request, response, path, body, goneOf(request, response));
    }
    if (path === '/openapi.json' && request.method === 'GET') {
      return sendAnswer(request, response, openApiAnswer());
    }
    const gone = () => goneOf(request, response);
    const found = await router.handle(inboundFromNode(request, address, body, gone));
    if (found !== null) return sendAnswer(request, response, found);
    return page(request, response, path, body);
  }

  /** A file of any size, written while it is read; whoever leaves ends the query. */
  async function download(
    request: IncomingMessage,
    response: ServerResponse,
    address: string,
  ): Promise<void> {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (!reads) return sendAnswer(request, response, turnedAway.readOnly());
    const inbound = inboundFromNode(request, address, null);
    const answered = await answerDownload({
      method: inbound.method,
      path: inbound.path,
      query: inbound.query,
      header: (name) => inbound.header(name),
      gone: goneOf(request, response),
    });
    return sendAnswer(request, response, answered);
  }

  async function page(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    body: Buffer | null,
  ): Promise<void> {
    if (body === null) return sendAnswer(request, response, turnedAway.tooLarge());
    if (pages === null) return sendAnswer(request, response, turnedAway.nothingHere());
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (!reads && !(path.startsWith(NEXT_WRITES) && NEXT_METHODS.includes(request.method))) {
      return sendAnswer(request, response, turnedAway.readOnly());
    }
    // Next decodes the path before it handles errors.
    if (!isEncoded(path)) return sendAnswer(request, response, turnedAway.nothingHere());
    const cleared = clearedAtSignOut(request.method, path);
    if (cleared !== null) response.setHeader('clear-site-data', cleared);
    if (bringsOwnPolicy(path)) {
      response.removeHeader('cache-control');
      response.removeHeader('content-security-policy');
    } else {
      const policy = contentSecurityPolicy(randomBytes(16).toString('base64'), env().NODE_ENV);
      response.setHeader('content-security-policy', policy);
      // Next reads the nonce for its own scripts from the request's policy.
      request.headers['content-security-policy'] = policy;
    }
    // A page that requires a sign-in says where to return.
    request.headers[PAGE_HEADER] = request.url ?? '';
    const caller = enterPage(goneOf(request, response));
    request.headers[PAGE_CALLER_HEADER] = caller.header;
    response.once('close', caller.leave);
    return pages.answer(reads ? request : replayed(request, body), response);
  }

  return {
    stop() {
      intake.stop();
      uploads.stop();
    },
    unexpected(request, response) {
      secure(response);
      away(request, response, turnedAway.unexpected()).catch(() => response.destroy());
    },
    listener(request, response) {
      secure(response);
      const network = networkOf(addressOf(request, trustProxy));
      response.once('close', () => refusals.note(network, response.statusCode));
      if (isDraining()) response.setHeader('connection', 'close');
      if (loop !== null)
        response.once('close', loop.enter(`${request.method} ${pathOf(request.url ?? '/')}`));
      answer(request, response).catch((error: unknown) => {
        const cause = unavailableCause(error);
        // A caller that disconnects in the middle is not a server error.
        if (cause !== null) logUnavailable(cause, error, { path: pathOf(request.url ?? '/') });
        else if (!request.aborted) log.error({ err: error }, 'a request could not be answered');
        if (response.headersSent) response.destroy();
        else
          sendAnswer(request, response, cause === null ? turnedAway.broken() : unavailable(cause)).catch(() =>
            response.destroy(),
          );
      });
    },
  };
}

/** Whether a path is percent-encoded UTF-8. */
function isEncoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** How many Host headers a request has. Node shows the first; a program in front may have believed another (RFC 9112, 3.2). */
function hostsOf(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}

/**
 * Tells when all of an answer has been written, though perhaps not read. Node has no event for that: `finish` comes when the caller has
 * taken it, and for a request behind others on its connection only after theirs.
 */
function whenComplete(response: ServerResponse, tell: () => void): void {
  const end = response.end.bind(response) as (...words: unknown[]) => ServerResponse;
  response.end = (...words: unknown[]) => {
    end(...words);
    tell();
    return response;
  };
}
