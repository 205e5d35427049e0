import type { StreamedAnswer } from './answer';

/** A JSON array (or an object whose one field is the array) written chunk by chunk as its rows arrive. */
export function jsonStream<Row>(
  rows: AsyncIterable<Row[]>,
  present: (row: Row) => unknown,
  options: { readonly field?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): StreamedAnswer {
  const [opening, closing] = options.field === undefined ? ['[', ']'] : [`{"${options.field}":[`, ']}'];
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', ...options.headers },
    chunks: written(rows, present, opening, closing),
  };
}

async function* written<Row>(
  rows: AsyncIterable<Row[]>,
  present: (row: Row) => unknown,
  opening: string,
  closing: string,
): AsyncGenerator<string, void, undefined> {
  let before = opening;
  for await (const chunk of rows) {
    if (chunk.length === 0) continue;
    yield before + chunk.map((row) => JSON.stringify(present(row))).join(',');
    before = ',';
  }
  yield before === ',' ? closing : opening + closing;
}
