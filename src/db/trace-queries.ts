import type pg from 'pg';
import { traced } from '../lib/telemetry/tracing';

type Query = (...words: readonly unknown[]) => unknown;

/**
 * Makes a span of each statement of a connection whose answer is awaited, named by its first word. Its text and its values are not
 * recorded: they hold what the books hold.
 */
export function traceQueries(client: pg.ClientBase): void {
  const plain = client.query.bind(client) as Query;
  const query: Query = (...words) => {
    const [first, ...rest] = words;
    // Streams and callbacks are answered elsewhere.
    if (typeof rest.at(-1) === 'function' || isSubmitted(first)) return plain(...words);
    const name = verbOf(typeof first === 'string' ? first : (first as { readonly text?: string }).text);
    return traced({ name: `postgresql ${name}`, kind: 'client' }, { 'db.system.name': 'postgresql' }, () =>
      Promise.resolve(plain(...words)),
    );
  };
  client.query = query as typeof client.query;
}

const isSubmitted = (query: unknown): boolean =>
  typeof (query as { submit?: unknown } | null)?.submit === 'function';

const verbOf = (text = ''): string => /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement';
