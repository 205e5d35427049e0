import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { pathOf } from '@/surfaces/kit/node-transport';

/** Where browsers ask for the pages' scripts, styles and fonts. */
export const BUILT_FILES = '/_next/static/';

/** The media types of built files, by file extension; Next serves files of any other kind. */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=UTF-8',
  '.js': 'application/javascript; charset=UTF-8',
  '.json': 'application/json; charset=UTF-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Already compressed by their own format. */
const COMPRESSED: ReadonlySet<string> = new Set(['.woff2']);

type Compress = (bytes: Buffer) => Promise<Buffer>;

const brotli = promisify(brotliCompress);

/** The codings offered, the best one first. They are made once, so they may take more time than one made at each request. */
const CODINGS: readonly (readonly [name: string, compress: Compress])[] = [
  [
    'br',
    (bytes) =>
      brotli(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      }),
  ],
  ['gzip', (bytes) => promisify(gzip)(bytes, { level: 9 })],
];

/** A built file as it is sent: in one coding, or as it is. */
interface Form {
  readonly body: Buffer;
  /** The headers by which a browser caches it. */
  readonly kept: Readonly<Record<string, string>>;
  /** The headers that describe the body. */
  readonly content: Readonly<Record<string, string | number>>;
}

/**
 * The files of a build, which are named by what they contain and therefore never change. Each is read and compressed when it is first
 * asked for and kept in memory, a few megabytes in all: Next would compress it again for each browser.
 */
export class BuiltFiles {
  readonly #folder: string;
  /** The existing names below the folder: nothing else is ever opened. */
  readonly #names: ReadonlySet<string>;
  readonly #forms = new Map<string, Promise<Form>>();

  /** @param folder `.next/static` of the build that is served */
  constructor(folder: string) {
    this.#folder = folder;
    this.#names = new Set(
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => path.extname(name) in TYPES)
        .map((name) => name.split(path.sep).join('/')),
    );
  }

  /** Sends the file that is asked for. False when there is none: then nothing has been sent. */
  async send(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const name = this.#nameOf(pathOf(request.url ?? '/'));
    if (name === null || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    const coding = codingFor(name, request.headers['accept-encoding']);
    const { body, kept, content } = await this.#form(name, coding);
    if (request.headers['if-none-match'] === kept.etag) {
      response.writeHead(304, kept);
      response.end();
      return true;
    }
    response.writeHead(200, { ...kept, ...content });
    response.end(request.method === 'HEAD' ? undefined : body);
    return true;
  }

  #nameOf(asked: string): string | null {
    if (!asked.startsWith(BUILT_FILES)) return null;
    try {
      const name = decodeURIComponent(asked.slice(BUILT_FILES.length));
      return this.#names.has(name) ? name : null;
    } catch {
      return null;
    }
  }

  #form(name: string, coding: (typeof CODINGS)[number] | null): Promise<Form> {
    const key = `${coding?.[0] ?? ''} ${name}`;
    const kept = this.#forms.get(key);
    if (kept !== undefined) return kept;
    const made = this.#make(name, coding);
    this.#forms.set(key, made);
    // A file that could not be read now may be read at the next request.
    made.catch(() => this.#forms.delete(key));
    return made;
  }

  async #make(name: string, coding: (typeof CODINGS)[number] | null): Promise<Form> {
    const bytes = await readFile(path.join(this.#folder, name));
    const body = coding === null ? bytes : await coding[1](bytes);
    return {
      body,
      kept: {
        'cache-control': 'public, max-age=31536000, immutable',
        etag: `"${createHash('sha256').update(body).digest('base64url')}"`,
        vary: 'accept-encoding',
      },
      content: {
        'content-type': TYPES[path.extname(name)] ?? 'application/octet-stream',
        'content-length': body.length,
        ...(coding === null ? {} : { 'content-encoding': coding[0] }),
      },
    };
  }
}

/** The best coding that a caller takes (`Accept-Encoding`); null: the file as it is. */
function codingFor(name: string, accepted: string | string[] | undefined): (typeof CODINGS)[number] | null {
  if (COMPRESSED.has(path.extname(name))) return null;
  const taken = new Set(
    String(accepted ?? '')
      .toLowerCase()
      .split(',')
      .map((one) => one.split(';').map((part) => part.trim()))
      .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)))
      .map(([coding = '']) => coding),
  );
  return CODINGS.find(([coding]) => taken.has(coding)) ?? null;
}
