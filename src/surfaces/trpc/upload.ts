import { Readable } from 'node:stream';
import { z } from 'zod';
import { IMPORT_NOUNS } from '@/core/imports/import-noun';
import { refuse } from '@/core/refusals';
import { piecesOf } from '@/lib/pieces';
import { observeRequest } from '@/lib/telemetry/metrics';
import { rowsOfCsvStream } from '@/usecases/imports/reading/read-stream';
import { storeUpload } from '@/usecases/imports/reading/store-upload';
import { parseInput } from '@/usecases/kit/run';
import type { Answer } from '../kit/answer';
import { createContext, type TrpcContext, type TrpcInbound } from './context';
import { consoleAnswer, failureAnswer } from './errors';
import { UPLOAD_LIMIT } from './upload-path';

/** A request that uploads a table: like every request of the console, and its bytes as they arrive. */
export interface UploadInbound extends TrpcInbound {
  readonly query: URLSearchParams;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** What an upload says of its file, in the query. */
export const uploadInput = z.object({
  noun: z.enum(IMPORT_NOUNS),
  fileName: z.string().max(200).default(''),
  cutOverId: z.guid().optional(),
  correctsImportId: z.guid().optional(),
  posts: z
    .enum(['true', 'false'])
    .transform((said) => said === 'true')
    .optional(),
  /** The source of orders and bills whose file it is. */
  sourceId: z.guid().optional(),
  continues: z.guid().optional(),
});

/**
 * The console's door for tables of any size: `POST /api/uploads/imports?noun=…&fileName=…`, the body delimited text. What a tRPC procedure
 * could not take, since its body is held whole, is read, stored and forgotten here piece by piece. Answers the import's id, or a refusal
 * in the form of a tRPC error.
 */
export async function answerUpload(
  inbound: UploadInbound,
  {
    limitBytes = UPLOAD_LIMIT,
    contextOf = createContext,
  }: {
    readonly limitBytes?: number;
    /** For a caller who is known already. */
    readonly contextOf?: (inbound: TrpcInbound) => TrpcContext;
  } = {},
): Promise<Answer> {
  const started = performance.now();
  const context = contextOf(inbound);
  const answered = (answer: Answer) => {
    observeRequest('imports.upload', answer.status, performance.now() - started);
    return answer;
  };
  try {
    const principal = await context.principal();
    const upload = parseInput(uploadInput, Object.fromEntries(inbound.query));
    const { id, counts } = await storeUpload(
      { principal, surface: 'trpc', requestId: context.requestId, clock: context.clock },
      upload,
      rowsOfCsvStream(counted(inbound.bytes, limitBytes)),
    );
    return answered(consoleAnswer(200, { id, rows: counts.total }));
  } catch (error) {
    // What arrived before the sender was gone is kept, and continued later.
    if (error instanceof BodyBroken) {
      const data = { refusal: null, requestId: context.requestId };
      return answered(consoleAnswer(error.status, { message: error.message, data }));
    }
    return answered(failureAnswer(error, context.requestId, 'imports.upload'));
  }
}

/** A body that did not arrive whole, and the status that says so. */
export class BodyBroken extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The bytes, up to the limit of an upload. Refuses BODY_TOO_LARGE. */
async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  limitBytes: number,
): AsyncGenerator<Uint8Array, void> {
  let length = 0;
  for await (const piece of bytes) {
    length += piece.length;
    if (length > limitBytes) {
      const megabytes = Math.floor(limitBytes / 1024 / 1024);
      refuse('BODY_TOO_LARGE', `The file is larger than ${megabytes} MiB. Split it.`, { limitBytes });
    }
    yield piece;
  }
}

/** The same over a Web Request, for Next's route handler. */
export async function answerUploadRequest(request: Request): Promise<Response> {
  const { status, body, headers } = await answerUpload({
    method: request.method,
    header: (name) => request.headers.get(name),
    query: new URL(request.url).searchParams,
    bytes: request.body === null ? Readable.from([]) : piecesOf(request.body),
  });
  return new Response(body, { status, headers });
}
