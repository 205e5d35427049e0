import pg from 'pg';
import { connections } from './client';
import { COLUMNS } from './generated/columns';
import { serverOf } from './placement';
import type { ConnectionScope } from './pool';
import type { ModelName, Plain } from './record-row';
import { isOfReplica, readerOf, restAfter } from './replica';
import { scopeOf, type TenantClaim } from './tenancy';

/** Rows fetched from the cursor at a time: a list that fits in one fetch holds its connection no longer than a query does. */
const ROWS_AT_ONCE = 1000;

/** The rows of one table in a list, ordered by createdAt and id. */
export interface StreamFilter {
  /** The required `recordStatus`. */
  readonly recordStatus?: string | undefined;
  /** Columns (snake_case) that must equal a value. */
  readonly equals?: Readonly<Record<string, string>>;
  /** Only rows after this record in the list's order. */
  readonly after?: { readonly createdAt: Date; readonly id: string } | undefined;
  readonly limit?: number | undefined;
}

/**
 * Opens a list of the table of one model. Column names never come from a caller. `parts` names a column with few values by which the
 * table's index of creation is divided: a list that does not ask for one value is merged from the lists of each, which are in order, so
 * that its first rows need not wait for a sort of all.
 */
export function recordStream<Model extends ModelName>(
  model: Model,
  parts?: { readonly column: string; readonly values: readonly string[] },
) {
  const { table } = COLUMNS[model];
  return (claim: TenantClaim, filter: StreamFilter): AsyncIterable<Plain<Model>[]> => {
    const values: unknown[] = [claim.organizationId];
    const bind = (value: unknown) => `$${values.push(value)}`;
    const conditions = ['organization_id = $1::uuid'];
    if (filter.recordStatus !== undefined) conditions.push(`record_status = ${bind(filter.recordStatus)}`);
    for (const [column, value] of Object.entries(filter.equals ?? {})) {
      conditions.push(`${column} = ${bind(value)}`);
    }
    if (filter.after !== undefined) {
      const { createdAt, id } = filter.after;
      conditions.push(`(created_at, id) > (${bind(createdAt)}::timestamptz, ${bind(id)}::uuid)`);
    }
    const limit = filter.limit === undefined ? '' : ` limit ${bind(filter.limit)}::int`;
    const rows = (more = '') => `select * from ${table} where ${conditions.join(' and ')}${more}`;
    const isWhole = parts === undefined || filter.equals?.[parts.column] !== undefined;
    const from = isWhole
      ? rows()
      : parts.values
          .map((value) => `(${rows(` and ${parts.column} = '${value}'`)} order by created_at, id)`)
          .join(' union all ');
    return streamRows<Model>(claim, `${from} order by created_at, id${limit}`, values);
  };
}

/**
 * Rows from a database cursor, a thousand at a time, in one read-only snapshot: however long the list, memory use stays
 * constant. The snapshot ends as soon as the last rows are fetched, or when the reader stops early.
 */
export async function* streamRows<Model extends ModelName>(
  claim: TenantClaim,
  text: string,
  values: readonly unknown[],
): AsyncGenerator<Plain<Model>[], void, undefined> {
  const cursor = await openCursor(claim, text, values);
  try {
    for (;;) {
      const rows = await cursor.fetch();
      const last = rows.length < ROWS_AT_ONCE;
      // The last rows are fetched, so return the connection before a slow reader consumes them.
      if (last) await cursor.close();
      if (rows.length > 0) yield rows.map((row) => camelRow<Model>(row));
      if (last) return;
    }
  } finally {
    await cursor.close();
  }
}

interface Cursor {
  fetch(): Promise<Record<string, unknown>[]>;
  /** Ends the snapshot and returns the connection; a second call does nothing. */
  close(): Promise<void>;
}

async function openCursor(claim: TenantClaim, text: string, values: readonly unknown[]): Promise<Cursor> {
  const scope = scopeOf(claim);
  const server = await serverOf(claim.organizationId);
  const reader = await readerOf(server, scope);
  if (reader === server) return openOn(server, scope, text, values);
  try {
    return await openOn(reader, scope, text, values);
  } catch (error) {
    if (!isOfReplica(error)) throw error;
    restAfter(server, error);
    return openOn(server, scope, text, values);
  }
}

async function openOn(
  server: string,
  scope: ConnectionScope,
  text: string,
  values: readonly unknown[],
): Promise<Cursor> {
  // Slow readers of long lists never exhaust the pool.
  const leave = await connections(server, scope).shares.export.enter();
  let client: pg.PoolClient | undefined;
  let left = false;
  const close = async () => {
    if (left) return;
    left = true;
    let failure: Error | undefined;
    await client?.query('rollback').catch((reason: Error) => {
      failure = reason;
    });
    client?.release(failure);
    leave();
  };
  try {
    const connected = await connections(server, scope).pool.connectAs(scope);
    client = connected;
    await connected.query('begin isolation level repeatable read read only');
    await connected.query({ text: `declare listed no scroll cursor for ${text}`, values: [...values] });
    return {
      async fetch() {
        const { rows } = await connected.query({
          text: `fetch ${ROWS_AT_ONCE} from listed`,
          types: DAYS_AS_TEXT,
        });
        return rows as Record<string, unknown>[];
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const DAYS_AS_TEXT: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.DATE ? (value: string) => value : pg.types.getTypeParser(oid, format)) as never,
};

/** `company_name` → `companyName`: the names the record client uses, each computed once. */
const camelNames = new Map<string, string>();

function camelName(name: string): string {
  let camel = camelNames.get(name);
  if (camel === undefined) {
    camel = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    camelNames.set(name, camel);
  }
  return camel;
}

function camelRow<Model extends ModelName>(row: Record<string, unknown>): Plain<Model> {
  const named: Record<string, unknown> = {};
  for (const name in row) named[camelName(name)] = row[name];
  return named as Plain<Model>;
}
