import { GONE_STATUS } from '@/lib/caller-gone';
import { letOthers } from '@/lib/portions';
import type { UnavailableCause } from '@/lib/unavailable';
import type { StoredAnswer } from '@/usecases/kit/define';
import type { Part } from './shape-parts';

/** An answer as text, for any transport; also the form in which an idempotent call's answer is stored. */
export type Answer = StoredAnswer;

/** An answer whose body is too long to hold in memory: written piece by piece. */
export interface StreamedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: AsyncIterable<string | Uint8Array>;
}

/**
 * Ends a streamed answer whose body is not wanted (HEAD). A generator that never began would not run its `finally`, and what it reads from
 * would stay open; so its first piece is taken.
 */
export async function endUnread(chunks: StreamedAnswer['chunks']): Promise<void> {
  const pieces = chunks[Symbol.asyncIterator]();
  await pieces.next();
  await pieces.return?.();
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** A JSON answer. */
export function json(status: number, body: unknown, headers?: Readonly<Record<string, string>>): Answer {
  const all = headers === undefined ? JSON_TYPE : { ...JSON_TYPE, ...headers };
  return { status, body: JSON.stringify(body), headers: all };
}

/** Answers with what a use-case returns, as a part of the surface shows it. */
export const shows =
  <Row>(part: Part<Row>, status = 200) =>
  (row: Row): Answer =>
    json(status, part.present(row));

/** An answer up to this length is written and sent whole. */
const WHOLE = 65_536;

/**
 * The same for an answer whose lists may be long, such as a report: what is longer than 64 kB is written piece by piece while it is sent, and
 * others get their turn between pieces.
 */
export const showsInPieces =
  <Row>(part: Part<Row>) =>
  (row: Row): Answer | StreamedAnswer => {
    const pieces = (part.pieces?.(row) ?? [JSON.stringify(part.present(row))])[Symbol.iterator]();
    let text = '';
    while (text.length <= WHOLE) {
      const next = pieces.next();
      if (next.done === true) return { status: 200, body: text, headers: JSON_TYPE };
      text += next.value;
    }
    return { status: 200, headers: JSON_TYPE, chunks: inTurn(text, pieces) };
  };

async function* inTurn(first: string, pieces: Iterator<string>): AsyncGenerator<string, void, undefined> {
  yield first;
  for (let next = pieces.next(); next.done !== true; next = pieces.next()) {
    yield next.value;
    await letOthers();
  }
}

/** The same, with the ETag of the record's version. */
export const showsVersion =
  <Row extends { readonly version: number }>(part: Part<Row>, status = 200) =>
  (row: Row): Answer =>
    json(status, part.present(row), { etag: etagOf(row) });

/** The messages while the database is unavailable. */
export const UNAVAILABLE_SENTENCES: Readonly<Record<UnavailableCause, string>> = {
  DATABASE_LOST: 'The database cannot be reached. Try again in a few seconds.',
  DATABASE_FULL:
    'The database has no room left; nothing was written. Try again after the operator has made room.',
  POOL_FULL: 'The database is busy. Try again in a few seconds.',
  BOOKS_MOVING: 'These books are being moved to another server. Try again in a few seconds.',
  DATABASE_UPGRADING: 'Daybook is being upgraded. Try again in a few seconds.',
  DATABASE_SLOW: 'The database took too long to answer. Try again in a few seconds.',
};

/**
 * 503 while the database is unavailable, in a form that the clients of all four surfaces can read. Nothing was written.
 */
export function unavailable(cause: UnavailableCause): Answer {
  return json(
    503,
    { error: 'Service Unavailable', message: UNAVAILABLE_SENTENCES[cause], code: cause, details: [] },
    { 'retry-after': cause === 'DATABASE_FULL' ? '30' : '2', 'cache-control': 'no-store' },
  );
}

/** In place of an answer to a caller who has left: no one reads it. */
export const unheard: Answer = json(GONE_STATUS, { error: 'Client Closed Request' });

/** 204, no body. */
export const noContent: Answer = { status: 204, body: '', headers: {} };

/** The ETag of a record's version. */
export function etagOf(record: { readonly version: number }): string {
  return `"${record.version}"`;
}

/** The version an `If-Match` names: undefined when absent or `*`, -1 (matches nothing) when it is not one of ours. */
export function versionFromIfMatch(header: string | null): number | undefined {
  if (header === null || header.trim() === '*') return undefined;
  const found = /^(?:W\/)?"(\d{1,9})"$/.exec(header.trim());
  return found === null ? -1 : Number(found[1]);
}
