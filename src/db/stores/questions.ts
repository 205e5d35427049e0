import { createHash } from 'node:crypto';
import { preparedSql, type Tenant } from '../tenancy';

declare const ROW: unique symbol;

/** What a store reads with one statement, not asked yet: its text, which ends in no semicolon, and the values of `$1`, `$2` and so on. */
export interface Question<Row> {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The type of its rows; nothing is stored here. */
  readonly [ROW]?: Row;
}

/** Asks one question, with a statement that is planned once a connection. */
export const ask = <Row>(tenant: Tenant, { text, values }: Question<Row>): Promise<Row[]> =>
  sqlPlannedOnce<Row>(tenant, text, values);

/**
 * Asks several questions with one statement: one round trip and one snapshot instead of several, which is most of what it costs to read a few rows
 * each. The rows travel as JSON, so a question may be asked this way only where its columns are text, days, whole numbers of four bytes,
 * booleans, ids, JSON, or lists of those: moments would arrive as text, and decimals must be cast to text, as everywhere.
 * Owner: this function; held to `ask` by src/db/stores/questions.db.test.ts.
 */
export async function askTogether<Rows extends Readonly<Record<string, unknown>>>(
  tenant: Tenant,
  questions: { readonly [Name in keyof Rows]: Question<Rows[Name]> },
): Promise<{ readonly [Name in keyof Rows]: Rows[Name][] }> {
  const asked = Object.entries<Question<unknown>>(questions);
  const [answer] = await sqlPlannedOnce<{ [Name in keyof Rows]: Rows[Name][] }>(
    tenant,
    textOf(asked),
    asked.flatMap(([, { values }]) => values),
  );
  if (answer === undefined) throw new Error('a statement of questions answers one row');
  return answer;
}

/** The statements of questions that were asked together, by their names and texts; both come from code. */
const together = new Map<string, string>();

function textOf(asked: readonly (readonly [string, Question<unknown>])[]): string {
  const name = asked.map(([column, { text }]) => `${column}\n${text}`).join('\n');
  const known = together.get(name);
  if (known !== undefined) return known;
  let first = 0;
  const columns = asked.map(([column, { text, values }]) => {
    const before = first;
    first += values.length;
    const own = text.replace(/\$(\d+)/g, (_all, place: string) => `$${before + Number(place)}`);
    return `(select coalesce(json_agg(q), '[]') from (${own}) q) as "${column}"`;
  });
  const made = `select ${columns.join(',\n')}`;
  together.set(name, made);
  return made;
}

/** Names of statements by their texts, which come from code. */
const names = new Map<string, string>();

/**
 * Like `sql`, with a statement that is planned once a connection: for one that is sent often and whose plan does not depend on its values. A
 * statement with `select *` in its answer must not be kept, since a migration could change what it answers.
 */
export function sqlPlannedOnce<Row>(
  tenant: Tenant,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  let name = names.get(text);
  if (name === undefined) {
    name = `kept_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    names.set(text, name);
  }
  return preparedSql<Row>(tenant, name, text, values);
}
