import { COLUMNS } from './generated/columns';
import type { ModelName, Plain } from './record-row';
import { type OpenSnapshot, openSnapshot, sql, type Tenant, type TenantClaim } from './tenancy';

/**
 * Rows of a report fetched from the cursor at a time, which are all that is in hand while a reader is slow: so few that writing them holds the
 * event loop for a few milliseconds and few of them outlive a garbage collection, so many that fetching the next ones costs little.
 */
export const ROWS_AT_ONCE = 200;

/** Records of a list, which are narrow: a list that fits in one fetch holds its connection no longer than a query does. */
const RECORDS_AT_ONCE = 1000;

/** Rows of a long answer that is held in memory. */
export const LONG_AT_ONCE = 500;

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
  const asked = { text, values, atOnce: RECORDS_AT_ONCE };
  const rows = streamReport<Record<string, unknown>>(claim, async () => asked);
  for await (const some of rows) yield some.map((row) => camelRow<Model>(row));
}

/** What a streamed report reads. */
export interface ReportStatement<Raw, Row> {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Rows of one fetch; omitted: `ROWS_AT_ONCE`. */
  readonly atOnce?: number;
  /** Completes the rows of one fetch, in the same snapshot; the last fetch may have none. */
  readonly complete?: (rows: Raw[], isLast: boolean) => Row[] | Promise<Row[]>;
}

/**
 * A report of any length: `ask` reads what comes first in a read-only snapshot and returns the statement whose rows follow, a few hundred
 * at a time, from a cursor in the same snapshot. Money and big integers are text, days `YYYY-MM-DD`.
 *
 * It is an iterator of its own instead of a generator, because a generator's `return` waits for the fetch that is running: here it ends
 * that statement. Whoever iterates it reads it to the end or calls `return`, as `for await` does.
 */
export function streamReport<Raw, Row = Raw>(
  claim: TenantClaim,
  ask: (tenant: Tenant) => Promise<ReportStatement<Raw, Row>>,
): AsyncIterableIterator<Row[]> {
  return new ReportRows(claim, ask);
}

class ReportRows<Raw, Row> implements AsyncIterableIterator<Row[]> {
  readonly #claim: TenantClaim;
  readonly #ask: (tenant: Tenant) => Promise<ReportStatement<Raw, Row>>;
  #snapshot: OpenSnapshot | null = null;
  #statement: ReportStatement<Raw, Row> | null = null;
  #isFetching = false;
  #isEnded = false;

  constructor(claim: TenantClaim, ask: (tenant: Tenant) => Promise<ReportStatement<Raw, Row>>) {
    this.#claim = claim;
    this.#ask = ask;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Row[], undefined>> {
    if (this.#isEnded) return { done: true, value: undefined };
    this.#isFetching = true;
    try {
      const rows = await this.#fetch();
      return rows.length === 0 && this.#isEnded
        ? { done: true, value: undefined }
        : { done: false, value: rows };
    } catch (error) {
      this.#isEnded = true;
      throw error;
    } finally {
      this.#isFetching = false;
      if (this.#isEnded) await this.#snapshot?.close();
    }
  }

  async return(): Promise<IteratorResult<Row[], undefined>> {
    this.#isEnded = true;
    // A fetch that is running closes the snapshot itself, when it is over.
    if (this.#isFetching) await this.#snapshot?.cancel();
    else await this.#snapshot?.close();
    return { done: true, value: undefined };
  }

  async #fetch(): Promise<Row[]> {
    this.#snapshot ??= await openSnapshot(this.#claim);
    const { tenant } = this.#snapshot;
    if (this.#statement === null && !this.#isEnded) {
      this.#statement = await this.#ask(tenant);
      await sql(
        tenant,
        `declare listed no scroll cursor for ${this.#statement.text}`,
        this.#statement.values,
      );
    }
    if (this.#statement === null || this.#isEnded) return [];
    const { complete, atOnce = ROWS_AT_ONCE } = this.#statement;
    const rows = await sql<Raw>(tenant, `fetch ${atOnce} from listed`);
    const isLast = rows.length < atOnce;
    const completed = complete === undefined ? (rows as unknown as Row[]) : await complete(rows, isLast);
    // The last rows are fetched, so the connection is returned before a slow reader consumes them.
    if (isLast) this.#isEnded = true;
    return completed;
  }
}

/**
 * The rows of a statement that may be many, on a plain connection in a transaction: a few hundred at a time, each `shown` as soon as it is
 * read, so that they never hold the event loop. Where all of them are needed at once; a list is streamed, or read page by page.
 */
export const longSql = <Row, Shown>(
  tenant: Tenant,
  statement: { readonly text: string; readonly values: readonly unknown[] },
  shown: (row: Row) => Shown,
): Promise<Shown[]> => longSqlInParts<Row, Shown>(tenant, statement, (rows) => rows.map(shown));

/** The same where what is shown of the rows of one fetch takes another statement, in the same snapshot. */
export async function longSqlInParts<Row, Shown>(
  tenant: Tenant,
  { text, values }: { readonly text: string; readonly values: readonly unknown[] },
  shown: (rows: readonly Row[]) => readonly Shown[] | Promise<readonly Shown[]>,
): Promise<Shown[]> {
  await sql(tenant, `declare long no scroll cursor for ${text}`, values);
  const all: Shown[] = [];
  for (;;) {
    const rows = await sql<Row>(tenant, `fetch ${LONG_AT_ONCE} from long`);
    for (const one of await shown(rows)) all.push(one);
    if (rows.length < LONG_AT_ONCE) break;
  }
  await sql(tenant, 'close long');
  return all;
}

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
