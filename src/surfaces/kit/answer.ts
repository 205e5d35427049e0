import type { StoredAnswer } from '@/usecases/kit/define';

/** An answer as text, ready for any transport; also what an idempotent call stores. */
export type Answer = StoredAnswer;

/** An answer whose body is too long to hold: written piece by piece. */
export interface StreamedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: AsyncIterable<string>;
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** A JSON answer. */
export function json(status: number, body: unknown, headers?: Readonly<Record<string, string>>): Answer {
  const all = headers === undefined ? JSON_TYPE : { ...JSON_TYPE, ...headers };
  return { status, body: JSON.stringify(body), headers: all };
}

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
