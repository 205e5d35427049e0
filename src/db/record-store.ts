import { Prisma } from './generated/client';
import { COLUMNS } from './generated/columns';
import {
  type ChangedFields,
  type Changes,
  type Filter,
  type ModelName,
  type NewFields,
  type Order,
  type Plain,
  plainRow,
  type StoredOrder,
  type StoredRow,
  type StoredWhere,
  type Where,
} from './record-row';
import { keptCount } from './stores/record-counts';
import { records, type Tenant } from './tenancy';

export interface Page<Row> {
  readonly rows: Row[];
  readonly total: number;
}

export interface ListQuery<Row, Condition = Filter<Row>> {
  readonly where?: Condition;
  readonly orderBy?: Order<Row> | readonly Order<Row>[];
  readonly skip?: number;
  readonly take?: number;
}

/** The methods of one model of the record client that the store uses, typed as the client is. */
interface Delegate<Model extends ModelName> {
  findFirst(args: { where: StoredWhere<Model> }): Promise<StoredRow<Model> | null>;
  findMany(args: {
    where: StoredWhere<Model>;
    orderBy?: StoredOrder<Model>;
    skip?: number;
    take?: number;
  }): Promise<StoredRow<Model>[]>;
  count(args: { where: StoredWhere<Model> }): Promise<number>;
  create(args: { data: NewFields<Model> }): Promise<StoredRow<Model>>;
  updateManyAndReturn(args: {
    where: StoredWhere<Model>;
    data: ChangedFields<Model>;
  }): Promise<StoredRow<Model>[]>;
  deleteMany(args: { where: StoredWhere<Model> }): Promise<{ count: number }>;
}

/** Days in the client's form; SQL NULL, not JSON null, where a JSON column is set to null. `undefined` is left out. */
function storedFields<Model extends ModelName>(model: Model, fields: Changes<Model>) {
  const days: readonly string[] = COLUMNS[model].days;
  const json: readonly string[] = COLUMNS[model].json;
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => {
        if (value === null && json.includes(key)) return [key, Prisma.DbNull];
        return [key, days.includes(key) ? storedDay(value) : value];
      }),
  );
}

/** The same for a filter, including days inside conditions and filters inside `OR` and `AND`. */
function storedFilter<Model extends ModelName>(model: Model, filter: Where<Model>): StoredWhere<Model> {
  const days: readonly string[] = COLUMNS[model].days;
  const stored: unknown = Object.fromEntries(
    Object.entries(filter).map(([key, value]) => {
      // The client treats `undefined` as no condition at all, and would find, change or delete everything.
      if (value === undefined) throw new Error(`the filter of ${model} asks for ${key} without a value`);
      if (key === 'OR' || key === 'AND')
        return [key, (value as readonly Where<Model>[]).map((one) => storedFilter(model, one))];
      return [key, days.includes(key) ? storedDay(value) : value];
    }),
  );
  return stored as StoredWhere<Model>;
}

function storedDay(value: unknown): unknown {
  if (typeof value === 'string') return new Date(`${value}T00:00:00Z`);
  if (Array.isArray(value)) return value.map(storedDay);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, storedDay(inner)]));
}

/** The ordinary verbs over one table of tenant records. Every query filters by organization, in addition to row security. */
export interface RecordStore<Model extends ModelName> {
  find(tenant: Tenant, id: string): Promise<Plain<Model> | null>;
  findWhere(tenant: Tenant, where: Where<Model>): Promise<Plain<Model> | null>;
  list(tenant: Tenant, query?: ListQuery<Plain<Model>, Where<Model>>): Promise<Plain<Model>[]>;
  count(tenant: Tenant, where?: Where<Model>): Promise<number>;
  /** A page of a list, and how many records there are. The order names each record's place, as by its id, so that pages do not overlap. */
  page(tenant: Tenant, query: ListQuery<Plain<Model>, Where<Model>>): Promise<Page<Plain<Model>>>;
  insert(tenant: Tenant, data: Changes<Model>): Promise<Plain<Model>>;
  /** Null when the record no longer exists, or is not at `expectedVersion` when one is given. */
  update(
    tenant: Tenant,
    id: string,
    data: Changes<Model>,
    expectedVersion?: number,
  ): Promise<Plain<Model> | null>;
  /** The guarded form: changes the record only while `where` also holds, so that only one of two concurrent callers succeeds. */
  updateWhere(
    tenant: Tenant,
    id: string,
    where: Where<Model>,
    data: Changes<Model>,
  ): Promise<Plain<Model> | null>;
  /** False when the record no longer exists, or is not at `expectedVersion` when one is given. */
  remove(tenant: Tenant, id: string, expectedVersion?: number): Promise<boolean>;
}

/**
 * The same page of so many records, counted from the end that is nearer: the last page of a long list is then read as fast as the first, by the
 * index of its order. Reversed, its rows come last first.
 */
export function fromNearerEnd<Row, Condition>(
  query: ListQuery<Row, Condition>,
  total: number,
): ListQuery<Row, Condition> & { readonly isReversed: boolean } {
  const { skip = 0, take, orderBy } = query;
  const rows = Math.max(0, Math.min(take ?? total, total - skip));
  const behind = total - skip - rows;
  if (take === undefined || orderBy === undefined || skip <= behind) return { ...query, isReversed: false };
  const orders = Array.isArray(orderBy) ? (orderBy as readonly Order<Row>[]) : [orderBy as Order<Row>];
  return {
    ...query,
    orderBy: orders.map(reversed),
    skip: Math.max(0, behind),
    take: rows,
    isReversed: true,
  };
}

const OTHER = { asc: 'desc', desc: 'asc', first: 'last', last: 'first' } as const;
type Direction = 'asc' | 'desc' | { readonly sort: 'asc' | 'desc'; readonly nulls: 'first' | 'last' };

/** The same order from its end; empty values are last where they were first. */
const reversed = <Row>(order: Order<Row>): Order<Row> =>
  Object.fromEntries(
    Object.entries(order as Readonly<Record<string, Direction | undefined>>).map(([column, direction]) => [
      column,
      typeof direction === 'object'
        ? { sort: OTHER[direction.sort], nulls: OTHER[direction.nulls] }
        : direction && OTHER[direction],
    ]),
  ) as Order<Row>;

/**
 * The same rows as one list. Where the empty values of the first column come at the end at which its index does not have them, the empty and the others are
 * read apart, each in the order of the index, which is the column and the id: as one list they would be sorted.
 */
async function listInParts<Row, Condition>(
  store: {
    readonly list: (tenant: Tenant, query: ListQuery<Row, Condition>) => Promise<Row[]>;
    readonly count: (tenant: Tenant, where?: Condition) => Promise<number>;
  },
  tenant: Tenant,
  query: ListQuery<Row, Condition>,
): Promise<Row[]> {
  const orders = [query.orderBy ?? []].flat() as Readonly<Record<string, Direction | undefined>>[];
  const [column, direction] = Object.entries(orders[0] ?? {})[0] ?? [];
  const { skip = 0, take } = query;
  if (column === undefined || typeof direction !== 'object' || take === undefined)
    return store.list(tenant, query);
  // An index has empty values after all others: first when it is read backward.
  if ((direction.nulls === 'last') === (direction.sort === 'asc')) return store.list(tenant, query);
  const orderBy = [{ [column]: direction.sort }, ...orders.slice(1)] as unknown as readonly Order<Row>[];
  const part = (condition: object | null) =>
    ({ AND: [query.where ?? {}, { [column]: condition }] }) as unknown as Condition;
  const parts = [part({ not: null }), part(null)];
  const [first, second] = direction.nulls === 'last' ? parts : parts.reverse();
  const rows = await store.list(tenant, { where: first as Condition, orderBy, skip, take });
  if (rows.length === take) return rows;
  const before = rows.length > 0 || skip === 0 ? skip : await store.count(tenant, first);
  const rest = { skip: Math.max(0, skip - before), take: take - rows.length };
  return [...rows, ...(await store.list(tenant, { where: second as Condition, orderBy, ...rest }))];
}

/** Creates the store for one model, typed from the Prisma schema; its queries stay in src/db. */
export function recordStore<Model extends ModelName>(model: Model): RecordStore<Model> {
  const name = `${model.charAt(0).toLowerCase()}${model.slice(1)}` as Uncapitalize<Model>;
  const delegate = (tenant: Tenant) => records(tenant)[name] as unknown as Delegate<Model>;
  // Every model that has a store has an id; those that are changed under a version have that too.
  const byId = (id: string, version?: number): Where<Model> =>
    ({ id, ...(version === undefined ? {} : { version }) }) as unknown as Where<Model>;
  const own = (tenant: Tenant, where: Where<Model> = {}) => ({
    ...storedFilter(model, where),
    organizationId: tenant.organizationId,
  });

  const changeOne = async (tenant: Tenant, where: Where<Model>, data: Changes<Model>) => {
    const [row] = await delegate(tenant).updateManyAndReturn({
      where: own(tenant, where),
      data: storedFields(model, data) as ChangedFields<Model>,
    });
    return row === undefined ? null : plainRow(model, row);
  };

  const findOne = async (tenant: Tenant, where: Where<Model>) => {
    const row = await delegate(tenant).findFirst({ where: own(tenant, where) });
    return row === null ? null : plainRow(model, row);
  };

  const store: RecordStore<Model> = {
    find: (tenant, id) => findOne(tenant, byId(id)),
    findWhere: findOne,
    async list(tenant, { where, orderBy, ...rest } = {}) {
      const rows = await delegate(tenant).findMany({
        where: own(tenant, where),
        ...(orderBy === undefined ? {} : { orderBy: orderBy as StoredOrder<Model> }),
        ...rest,
      });
      return rows.map((row) => plainRow(model, row));
    },
    count: async (tenant, where) =>
      (await keptCount(tenant, COLUMNS[model].table, where ?? {})) ??
      delegate(tenant).count({ where: own(tenant, where) }),
    async page(tenant, query) {
      // Run in sequence, because inside a transaction there is only one connection.
      const total = await store.count(tenant, query.where);
      const { isReversed, ...nearer } = fromNearerEnd(query, total);
      // Beyond the last record there is nothing to look for; among many others, looking would go through all of them.
      if (nearer.take === 0 || (nearer.skip ?? 0) >= total) return { rows: [], total };
      const rows = await listInParts<Plain<Model>, Where<Model>>(store, tenant, nearer);
      return { rows: isReversed ? rows.reverse() : rows, total };
    },
    async insert(tenant, data) {
      const row = await delegate(tenant).create({
        data: { ...storedFields(model, data), organizationId: tenant.organizationId } as NewFields<Model>,
      });
      return plainRow(model, row);
    },
    update: (tenant, id, data, expectedVersion) => changeOne(tenant, byId(id, expectedVersion), data),
    updateWhere: (tenant, id, where, data) => changeOne(tenant, { ...where, ...byId(id) }, data),
    async remove(tenant, id, expectedVersion) {
      const { count } = await delegate(tenant).deleteMany({
        where: own(tenant, byId(id, expectedVersion)),
      });
      return count > 0;
    },
  };
  return store;
}
