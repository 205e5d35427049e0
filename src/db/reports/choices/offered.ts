import { sql, type Tenant } from '../../tenancy';

/** What a field that chooses one record asks for. */
export interface Asked {
  /** What is typed: the records that it means, the likeliest first. '' asks for the first of all. */
  readonly typed: string;
  /** These records instead, whether active or not: what was chosen, by which older records are named. */
  readonly ids: readonly string[];
  /** The records that each of these texts names, or could. */
  readonly texts: readonly string[];
}

/** What a field is offered. */
export interface Offered<Row> {
  readonly rows: readonly Row[];
  /** There are more than these: the others are found by what is typed. */
  readonly isPart: boolean;
}

/** A kind of record that can be offered. */
export interface Offer {
  /** The noun of prisma/sql/sales/choose-records; null for a kind of which no books have many, offered by its first rows alone. */
  readonly noun: 'customer' | 'vendor' | 'employee' | 'item' | 'project' | null;
  /** A query of all records of the kind, of the organization $1, with `id`, `record_status` and what `columns` and `order` name. */
  readonly from: string;
  readonly columns: string;
  readonly order: string;
}

/** So many records of a kind are loaded whole, and looked through in the browser. */
const FEW = 500;
/** So many are read for a text that names one. */
const NAMED = 4;
/** So many are offered for what is typed, and before anything is, where there are more than FEW. */
const LIKELY = 60;

/** The records that are offered. `values` are the parameters of the query from $4 on. */
export async function offeredRecords<Row extends object>(
  tenant: Tenant,
  { noun, from, columns, order }: Offer,
  { typed, ids, texts }: Asked,
  values: readonly unknown[] = [],
): Promise<Offered<Row>> {
  const read = (text: string, second: unknown, third: unknown) =>
    sql<Row>(tenant, text, [tenant.organizationId, second, third, ...values]);
  if (ids.length > 0) {
    const named = `select ${columns} from (${from}) r where r.id = any ($2::uuid[]) order by ${order} limit $3::int`;
    return { rows: await read(named, ids, ids.length), isPart: false };
  }
  if (texts.length > 0 && noun !== null) {
    const named = `select ${columns} from (select distinct m.id from unnest($2::text[]) t (words)
        cross join lateral unnest(daybook_choose_records('${noun}', t.words, $3::int)) m (id)) u
      cross join lateral (select r.* from (${from}) r where r.id = u.id offset 0) r order by ${order}`;
    return { rows: await read(named, texts, NAMED), isPart: false };
  }
  if (typed.trim() !== '' && noun !== null) {
    const meant = `select ${columns}
      from unnest(daybook_choose_records('${noun}', $2, $3::int)) with ordinality u (id, place)
      cross join lateral (select r.* from (${from}) r where r.id = u.id offset 0) r order by u.place`;
    const rows = await read(meant, typed, LIKELY + 1);
    return { rows: rows.slice(0, LIKELY), isPart: rows.length > LIKELY };
  }
  const first = `select ${columns} from (${from}) r where r.record_status = $2 order by ${order} limit $3::int`;
  const rows = await read(first, 'active', FEW + 1);
  const isPart = rows.length > FEW;
  return { rows: isPart ? rows.slice(0, noun === null ? FEW : LIKELY) : rows, isPart };
}
