import pg from 'pg';
import { connections } from './client';
import { COLUMNS } from './generated/columns';
import type { ModelName, Plain } from './record-row';
import { scopeOf, type TenantClaim } from './tenancy';

/** Rows fetched from the cursor at a time: a list that fits in one holds its connection no longer than a query does. */
const ROWS_AT_ONCE = 1000;
/** Cursors open at once in this process: slow readers of long lists must never drain the pool. */
const OPEN_CURSORS = 6;

let open = 0;
const waiting: (() => void)[] = [];

/** The rows of one table that a list shows, in the order createdAt, id. */
export interface StreamFilter {
  /** `recordStatus` must be this. */
  readonly recordStatus?: string | undefined;
  /** Columns (snake case) that must equal a value. */
  readonly equals?: Readonly<Record<string, string>>;
  /** Only rows after this record in the list's order. */
  readonly after?: { readonly createdAt: Date; readonly id: string } | undefined;
  readonly limit?: number | undefined;
}

/**
 * Opens a list over the table of one model. Names of columns never come from a caller.
 */
export function recordStream<Model extends ModelName>(model: Model) {
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
    const text = `select * from ${table} where ${conditions.join(' and ')} order by created_at, id${limit}`;
    return streamRows<Model>(claim, text, values);
  };
}

/**
 * Rows from a database cursor, a thousand at a time, in one read-only snapshot: however long the list, memory stays
 * flat. The snapshot ends as soon as the last rows are fetched, or when the reader stops early.
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
      // The last rows are in hand: give the connection back before the reader takes its time with them.
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
  /** Ends the snapshot and gives the connection back; again: nothing. */
  close(): Promise<void>;
}

async function openCursor(claim: TenantClaim, text: string, values: readonly unknown[]): Promise<Cursor> {
  await enter();
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
    const scope = scopeOf(claim);
    const connected = await connections(scope).pool.connectAs(scope);
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

async function enter(): Promise<void> {
  if (open < OPEN_CURSORS) open += 1;
  // Whoever leaves hands its place on, so `open` stays as it is.
  else await new Promise<void>((resolve) => waiting.push(resolve));
}

function leave(): void {
  const next = waiting.shift();
  if (next === undefined) open -= 1;
  else next();
}

const DAYS_AS_TEXT: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.DATE ? (value: string) => value : pg.types.getTypeParser(oid, format)) as never,
};

/** `company_name` → `companyName`: the names the record client uses, each worked out once. */
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
