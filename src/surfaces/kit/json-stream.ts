import type { StreamedAnswer } from './answer';

/**
 * A JSON array, or an object with the array as its first field, written chunk by chunk as its rows arrive; `after` has the fields that follow, asked for once the
 * rows are written.
 */
export function jsonStream<Row>(
  rows: AsyncIterable<Row[]>,
  present: (row: Row) => unknown,
  options: {
    readonly field?: string;
    readonly after?: () => Readonly<Record<string, unknown>>;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): StreamedAnswer {
  const { field, after = () => ({}) } = options;
  const fields = () =>
    Object.entries(after())
      .map(([name, value]) => `,"${name}":${JSON.stringify(value)}`)
      .join('');
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', ...options.headers },
    chunks:
      field === undefined
        ? written(rows, present, '[', () => ']')
        : written(rows, present, `{"${field}":[`, () => `]${fields()}}`),
  };
}

async function* written<Row>(
  rows: AsyncIterable<Row[]>,
  present: (row: Row) => unknown,
  opening: string,
  closing: () => string,
): AsyncGenerator<string, void, undefined> {
  let before = opening;
  for await (const chunk of rows) {
    if (chunk.length === 0) continue;
    yield before + chunk.map((row) => JSON.stringify(present(row))).join(',');
    before = ',';
  }
  yield before === ',' ? closing() : opening + closing();
}
