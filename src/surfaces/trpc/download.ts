import { z } from 'zod';
import { refuse } from '@/core/refusals';
import type { StreamedSheet } from '@/core/sheets/streamed-sheet';
import { observeRequest } from '@/lib/telemetry/metrics';
import type { Call } from '@/usecases/kit/define';
import { parseInput } from '@/usecases/kit/run';
import { streamBatchFile } from '@/usecases/other-ledgers/stream-batch-file';
import { type Answer, noContent, type StreamedAnswer } from '../kit/answer';
import { checkJsonText } from '../kit/json-text';
import { csvPieces } from '../kit/sheet-csv';
import { xlsxPieces } from '../kit/sheet-xlsx';
import { responseOf } from '../kit/web-response';
import { createContext, type TrpcContext, type TrpcInbound } from './context';
import { DOWNLOAD_FORMATS, DOWNLOAD_PATH, DOWNLOADS, type Download } from './download-path';
import { failureAnswer } from './errors';
import { agingSheet } from './sheets/aging';
import { customersSheet } from './sheets/customers';
import { documentsOfKindSheet, documentsSheet } from './sheets/documents';
import { failedRowsSheet } from './sheets/imports';
import { judgmentsSheet } from './sheets/judgments';
import { accountActivitySheet, journalSheet } from './sheets/ledger';
import { revenueByCustomerSheet } from './sheets/revenue-by-customer';
import { securitySheet } from './sheets/security';
import type { DownloadSheet } from './sheets/sheet';
import { ORGANIZATION_HEADER } from './upload-path';

/** A request for a file: a link the browser follows, so that all it says is in its address. */
export interface DownloadInbound extends TrpcInbound {
  readonly path: string;
  readonly query: URLSearchParams;
  /** Aborts when no one waits for the file anymore. */
  readonly gone: AbortSignal;
}

const askedFor = z.object({
  format: z.enum(DOWNLOAD_FORMATS).default('csv'),
  input: z.string().max(8_000).default('{}'),
  /** Asks only whether the file would be refused: a link cannot show the reason. */
  check: z.enum(['true', 'false']).default('false'),
});

const batchFile = z.object({ id: z.guid(), part: z.int().min(1).default(1) });

/** How a file is requested, apart from its input. */
interface Asked {
  readonly format: (typeof DOWNLOAD_FORMATS)[number];
  /** Whether only a possible refusal is requested. */
  readonly isCheck: boolean;
}

interface DownloadFile {
  /** The schema of its input. */
  readonly input: z.ZodType;
  open(call: Call, input: unknown, asked: Asked): Promise<Answer | StreamedAnswer>;
}

const fileOf = (sheet: DownloadSheet): DownloadFile => ({
  input: sheet.input,
  async open(call, input, { format, isCheck }) {
    sheet.demand(call, input);
    if (isCheck) return noContent;
    const opened = await sheet.open(call, input);
    return {
      status: 200,
      headers: headersOf(`${opened.name}.${format}`, format),
      chunks: WRITERS[format](opened, call.clock.now()),
    };
  },
});

/** Every file that can be downloaded. */
export const FILES: Readonly<Record<Download, DownloadFile>> = {
  documents: fileOf(documentsSheet),
  'documents-of-kind': fileOf(documentsOfKindSheet),
  customers: fileOf(customersSheet),
  'account-activity': fileOf(accountActivitySheet),
  journal: fileOf(journalSheet),
  aging: fileOf(agingSheet),
  judgments: fileOf(judgmentsSheet),
  'revenue-by-customer': fileOf(revenueByCustomerSheet),
  'security-log': fileOf(securitySheet),
  'failed-rows': fileOf(failedRowsSheet),
  'ledger-batch': {
    input: batchFile,
    async open(call, input, { isCheck }) {
      const { fileName, chunks } = await streamBatchFile(call, parseInput(batchFile, input));
      return isCheck ? noContent : { status: 200, headers: headersOf(fileName, 'csv'), chunks };
    },
  },
};

/**
 * The console's door for files of any size: `GET /api/downloads/<sheet>?organization=…&format=csv|xlsx&input=<JSON>`. The rows go from a cursor
 * of the database into the file as the reader takes them; a reader who leaves ends the query. Answers the file, or a refusal in the
 * form of a tRPC error; 204 for `check=true`. `contextOf` is for a caller who is known already.
 */
export async function answerDownload(
  inbound: DownloadInbound,
  contextOf: (inbound: TrpcInbound) => TrpcContext = createContext,
): Promise<Answer | StreamedAnswer> {
  const started = performance.now();
  const context = contextOf({
    method: inbound.method,
    // A link has no headers of its own.
    header: (name) =>
      name === ORGANIZATION_HEADER ? inbound.query.get('organization') : inbound.header(name),
  });
  const name = DOWNLOADS.find((known) => inbound.path === `${DOWNLOAD_PATH}/${known}`);
  const operation = `downloads.${name ?? 'unknown'}`;
  const observed = <A extends Answer | StreamedAnswer>(answer: A): A => {
    observeRequest(operation, answer.status, performance.now() - started);
    return answer;
  };
  try {
    const principal = await context.principal();
    if (name === undefined) {
      return refuse('ROUTE_NOT_FOUND', 'There is nothing at this path.', { path: inbound.path });
    }
    const { requestId, clock } = context;
    const call: Call = { principal, surface: 'trpc', requestId, clock, gone: inbound.gone };
    const { format, input, check } = parseInput(askedFor, Object.fromEntries(inbound.query));
    return observed(await FILES[name].open(call, inputOf(input), { format, isCheck: check === 'true' }));
  } catch (error) {
    return observed(failureAnswer(error, context.requestId, operation));
  }
}

const WRITERS: Readonly<
  Record<(typeof DOWNLOAD_FORMATS)[number], (sheet: StreamedSheet, moment: Date) => StreamedAnswer['chunks']>
> = { csv: csvPieces, xlsx: xlsxPieces };

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/**
 * What some file systems do not allow in a name, or what hides its end: separators, control characters, and those that reverse the reading
 * direction.
 */
const NO_NAME = /[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu;

/**
 * A name in ASCII for old readers, and the whole name for others (RFC 6266). Names may come from an upload: they must not name a folder or add a
 * header.
 */
function headersOf(fileName: string, format: (typeof DOWNLOAD_FORMATS)[number]): Record<string, string> {
  const plain = fileName.replace(/[^\w. -]+/g, '_');
  const whole = encodeURIComponent(fileName.replace(NO_NAME, '_')).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return {
    'content-type': TYPES[format],
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${whole}`,
    'cache-control': 'no-store',
  };
}

function inputOf(text: string): unknown {
  checkJsonText(text);
  try {
    return JSON.parse(text);
  } catch {
    const message = 'is not JSON';
    return refuse('INVALID_INPUT', `input: ${message}`, { issues: [{ path: ['input'], message }] });
  }
}

/** The same over a Web Request, for Next's route handler. */
export async function answerDownloadRequest(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const answer = await answerDownload({
    method: request.method,
    path: pathname,
    query: searchParams,
    header: (name) => request.headers.get(name),
    gone: request.signal,
  });
  return responseOf(answer, request.method);
}
