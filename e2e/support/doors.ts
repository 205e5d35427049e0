import { z } from 'zod';
import { IMPORT_NOUNS } from '@/core/imports/import-noun';
import type { Principal } from '@/core/principal';
import { answerDocsRequest } from '@/surfaces/docs/reference-page';
import type { Answer, StreamedAnswer } from '@/surfaces/kit/answer';
import { restRouter } from '@/surfaces/rest';
import { createContext, type TrpcContext, type TrpcInbound } from '@/surfaces/trpc/context';
import { answerDownload, FILES } from '@/surfaces/trpc/download';
import { DOWNLOAD_PATH, DOWNLOADS } from '@/surfaces/trpc/download-path';
import { answerUpload, uploadInput } from '@/surfaces/trpc/upload';
import { UPLOAD_PATH } from '@/surfaces/trpc/upload-path';
import { answerOpenApiRequest } from '@/surfaces/web-transport';
import { type Ask, askAs, type OpenRoute, type Reply } from './in-process';
import { scimBody } from './scim-bodies';

/** An operation of any endpoint group, as the generated suites call it. */
export interface DoorRoute extends Pick<OpenRoute, 'operation' | 'method' | 'path' | 'query'> {
  /** The name of its endpoint group: A, B, C, D, auth, scim, downloads, uploads, docs. */
  readonly door: string;
  /** The fields it takes, wherever they are sent: in the body, in a parameter of a link, or in the query next to a file. */
  readonly body: z.ZodType | null;
}

/** A request to any endpoint; `file` is the file of an upload. */
export interface DoorAsk extends Ask {
  readonly file?: string | Uint8Array;
}

const nothing = z.object({});

/** Every route of every REST surface, including those of tokens and of a directory. */
const restRoutes = (): DoorRoute[] =>
  restRouter().surfaces.flatMap((surface) =>
    surface.routes.map((one) => {
      const route = one as unknown as OpenRoute;
      const { operation, method, path, query } = route;
      const body = route.body !== null && surface.name === 'scim' ? scimBody(operation) : route.body;
      return { operation, method, path, query, body, door: surface.name };
    }),
  );

/** The files that can be downloaded. Their input is in a parameter of the link, as JSON. */
const downloadRoutes = (): DoorRoute[] =>
  DOWNLOADS.map((name) => ({
    operation: `downloads.${name}`,
    method: 'GET',
    path: `${DOWNLOAD_PATH}/${name}`,
    query: nothing,
    body: FILES[name].input,
    door: 'downloads',
  }));

/** The tables that can be uploaded. Their input is in the query, since the body is the file. */
const uploadRoutes = (): DoorRoute[] =>
  IMPORT_NOUNS.map((noun) => ({
    operation: `uploads.${noun}`,
    method: 'POST',
    path: UPLOAD_PATH,
    query: nothing,
    body: uploadInput.extend({ noun: z.literal(noun) }),
    door: 'uploads',
  }));

/** A static path with the same answer for everyone. */
const readAt = (path: string): DoorRoute => ({
  operation: `docs ${path}`,
  method: 'GET',
  path,
  query: nothing,
  body: null,
  door: 'docs',
});

/** How a handler that a route file of src/app exports is attacked by the generated suites. */
export type Attacked =
  | { readonly routes: () => DoorRoute[] }
  /** Covered by separate suites, or nothing in it can be attacked; with the reason and the file that proves it. */
  | { readonly because: string; readonly provedBy: readonly string[] };

/** Every handler of requests, as the route files of src/app name it. A missing one fails e2e/hostile/doors. */
export const HANDLERS: Readonly<Record<string, Attacked>> = {
  answerRestRequest: { routes: restRoutes },
  answerDownloadRequest: { routes: downloadRoutes },
  answerUploadRequest: { routes: uploadRoutes },
  answerDocsRequest: { routes: () => [readAt('/docs/{asset}')] },
  answerOpenApiRequest: { routes: () => [readAt('/openapi.json')] },
  answerTrpcRequest: {
    because: 'its procedures are generated from the router',
    provedBy: [
      'e2e/isolation/trpc.test.ts',
      'e2e/isolation/confined-trpc.test.ts',
      'e2e/hostile/trpc.test.ts',
    ],
  },
  answerBrowserSignIn: {
    because: 'it reads no record: it signs a person in and out, by their password or their provider',
    provedBy: [
      'e2e/hostile/browser-sign-in.test.ts',
      'e2e/hostile/open-redirects.test.ts',
      'e2e/contracts/auth',
    ],
  },
};

/** Every operation except those of tRPC, which has separate suites. */
export const doorRoutes = (): DoorRoute[] =>
  Object.values(HANDLERS).flatMap((handler) => ('routes' in handler ? handler.routes() : []));

/**
 * Endpoints that a caller confined to a subsidiary does not use: a directory's token belongs to the whole organization, and only someone
 * who may do everything everywhere creates one; a request for a token has no caller yet; the reference is the same for everyone.
 */
export const WHOLE_ORGANIZATION: readonly string[] = ['scim', 'auth', 'docs'];

/** Calls any endpoint on behalf of a caller, without its authentication, which has separate tests (e2e/contracts/auth). */
export function askDoorsAs(principal: Principal): (ask: DoorAsk) => Promise<Reply> {
  const askRest = askAs(principal);
  const contextOf = (inbound: TrpcInbound): TrpcContext => ({
    ...createContext(inbound),
    principal: async () => principal,
  });
  return async (ask) => {
    const url = new URL(ask.path, 'http://daybook.test');
    const header = (name: string) => ask.headers?.[name] ?? null;
    const { method } = ask;
    if (url.pathname.startsWith(`${DOWNLOAD_PATH}/`)) {
      if (ask.body !== undefined) url.searchParams.set('input', ask.body);
      const gone = new AbortController().signal;
      const inbound = { method, path: url.pathname, query: url.searchParams, header, gone };
      return replyOf(await answerDownload(inbound, contextOf));
    }
    if (url.pathname === UPLOAD_PATH && method === 'POST') {
      const query = beside(url.searchParams, ask.body ?? '');
      const bytes = piecesOf(ask.file ?? 'Name\nA thing\n');
      return replyOf(await answerUpload({ method, query, header, bytes }, { contextOf }));
    }
    if (url.pathname === '/docs' || url.pathname.startsWith('/docs/')) {
      return replyOfResponse(await answerDocsRequest(new Request(url)));
    }
    if (url.pathname === '/openapi.json')
      return replyOfResponse(await answerOpenApiRequest(new Request(url)));
    return askRest(ask);
  };
}

/** The fields of an upload as parameters; a value that is not an object becomes one parameter. */
function beside(query: URLSearchParams, fields: string): URLSearchParams {
  let read: unknown;
  try {
    read = JSON.parse(fields);
  } catch {
    read = null;
  }
  if (typeof read !== 'object' || read === null) query.set('noun', fields.slice(0, 2_000));
  else {
    for (const [name, value] of Object.entries(read)) {
      query.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    }
  }
  return query;
}

async function* piecesOf(file: string | Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield typeof file === 'string' ? Buffer.from(file) : file;
}

async function replyOf(answer: Answer | StreamedAnswer): Promise<Reply> {
  let text = 'body' in answer ? answer.body : '';
  if ('chunks' in answer) for await (const chunk of answer.chunks) text += Buffer.from(chunk).toString();
  return { status: answer.status, text, headers: answer.headers };
}

const replyOfResponse = async (response: Response): Promise<Reply> => ({
  status: response.status,
  text: await response.text(),
  headers: Object.fromEntries(response.headers),
});
