import type { Decimal } from '@prisma/client/runtime/client';
import { Prisma } from './generated/client';
import { records, type Tenant } from './tenancy';

/**
 * Columns that are days, not moments. A name means the same in every table, so one list serves all:
 * such a field travels as `YYYY-MM-DD`.
 */
const DAYS = [
  'startDate',
  'endDate',
  'validFrom',
  'validTo',
  'rateDate',
  'postingDate',
  'transactionDate',
  'dueDate',
  'reversalDate',
  'appliedOn',
  'cancelledOn',
  'contractDate',
  'requestedOn',
  'approvedOn',
  'committedOn',
  'orderDate',
  'expectedDate',
] as const;
type DayField = (typeof DAYS)[number];
const DAY_FIELDS: ReadonlySet<string> = new Set(DAYS);

/** JSON columns: the record client wants to be told that null is the database's NULL, not JSON's. */
const JSON_FIELDS: ReadonlySet<string> = new Set([
  'customFields',
  'address',
  'billingAddress',
  'shippingAddress',
]);

/** What a JSON column holds as far as the types know; the use-case that wrote it knows more. */
export type JsonData = Readonly<Record<string, unknown>> | null;

type PlainValue<Key, Value> = [Prisma.JsonValue] extends [Value]
  ? JsonData
  : Value extends Decimal | bigint
    ? string
    : Value extends Date
      ? Key extends DayField
        ? string
        : Date
      : Value;

/** A row as the rest of the house sees it: decimals and bigints as strings, days as `YYYY-MM-DD`, moments as Date. */
export type Plain<Row> = { [Key in keyof Row]: PlainValue<Key, Row[Key]> };

/** Fields to write; one that is `undefined` is left alone. */
type Writable<Row> = {
  [Key in Exclude<keyof Row, 'organizationId' | 'version' | 'createdAt' | 'updatedAt'>]?:
    | PlainValue<Key, Row[Key]>
    | undefined;
};

export interface Page<Row> {
  readonly rows: Row[];
  readonly total: number;
}

export interface ListQuery {
  readonly where?: object;
  readonly orderBy?: object | readonly object[];
  readonly skip?: number;
  readonly take?: number;
}

interface Delegate {
  findFirst(args: object): Promise<unknown>;
  findMany(args: object): Promise<unknown[]>;
  count(args: object): Promise<number>;
  create(args: object): Promise<unknown>;
  updateManyAndReturn(args: object): Promise<unknown[]>;
  deleteMany(args: object): Promise<{ count: number }>;
}

type Delegates = ReturnType<typeof records>;
export type ModelName = {
  [Key in keyof Delegates]: Delegates[Key] extends { findFirst: unknown } ? Key : never;
}[keyof Delegates];

/** Converts one row from the record client. */
export function plainRow<Row>(row: unknown): Plain<Row> {
  return Object.fromEntries(
    Object.entries(row as object).map(([key, value]) => [key, plainField(key, value)]),
  ) as Plain<Row>;
}

function plainField(key: string, value: unknown): unknown {
  if (value instanceof Date) return DAY_FIELDS.has(key) ? value.toISOString().slice(0, 10) : value;
  if (typeof value === 'bigint') return value.toString();
  if (value !== null && typeof value === 'object' && 'toFixed' in value) return (value as Decimal).toFixed();
  return value;
}

function storedFields(data: object): object {
  return Object.fromEntries(
    Object.entries(data)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, storedField(key, value)]),
  );
}

function storedField(key: string, value: unknown): unknown {
  if (value === null && JSON_FIELDS.has(key)) return Prisma.DbNull;
  return DAY_FIELDS.has(key) && typeof value === 'string' ? new Date(`${value}T00:00:00Z`) : value;
}

/** The ordinary verbs over one table of tenant records. Every query names the organization; row security asks again. */
export interface RecordStore<Row> {
  find(tenant: Tenant, id: string): Promise<Plain<Row> | null>;
  findWhere(tenant: Tenant, where: object): Promise<Plain<Row> | null>;
  list(tenant: Tenant, query?: ListQuery): Promise<Plain<Row>[]>;
  count(tenant: Tenant, where?: object): Promise<number>;
  page(tenant: Tenant, query: ListQuery): Promise<Page<Plain<Row>>>;
  insert(tenant: Tenant, data: Writable<Row>): Promise<Plain<Row>>;
  /** Null when the record is gone, or no longer at `expectedVersion` when one is given. */
  update(
    tenant: Tenant,
    id: string,
    data: Writable<Row>,
    expectedVersion?: number,
  ): Promise<Plain<Row> | null>;
  /** The guarded form: changes the record only while `where` holds too; tells who won a race. */
  updateWhere(tenant: Tenant, id: string, where: object, data: Writable<Row>): Promise<Plain<Row> | null>;
  remove(tenant: Tenant, id: string): Promise<boolean>;
}

/** Makes the store of one model. `Row` is the generated row type; it does not leave src/db except as `Plain<Row>`. */
export function recordStore<Row>(model: ModelName): RecordStore<Row> {
  const delegate = (tenant: Tenant) => records(tenant)[model] as unknown as Delegate;
  const own = (tenant: Tenant, where: object = {}) => ({ ...where, organizationId: tenant.organizationId });

  const store: RecordStore<Row> = {
    find: (tenant, id) => store.findWhere(tenant, { id }),
    async findWhere(tenant, where) {
      const row = await delegate(tenant).findFirst({ where: own(tenant, where) });
      return row === null ? null : plainRow<Row>(row);
    },
    async list(tenant, { where, ...rest } = {}) {
      const rows = await delegate(tenant).findMany({ where: own(tenant, where), ...rest });
      return rows.map((row) => plainRow<Row>(row));
    },
    count: (tenant, where) => delegate(tenant).count({ where: own(tenant, where) }),
    async page(tenant, query) {
      // One after the other: inside a transaction there is only one connection anyway.
      const rows = await store.list(tenant, query);
      return { rows, total: await store.count(tenant, query.where) };
    },
    async insert(tenant, data) {
      const row = await delegate(tenant).create({
        data: { ...storedFields(data), organizationId: tenant.organizationId },
      });
      return plainRow<Row>(row);
    },
    update: (tenant, id, data, expectedVersion) =>
      store.updateWhere(tenant, id, expectedVersion === undefined ? {} : { version: expectedVersion }, data),
    async updateWhere(tenant, id, where, data) {
      const [row] = await delegate(tenant).updateManyAndReturn({
        where: own(tenant, { ...where, id }),
        data: storedFields(data),
      });
      return row === undefined ? null : plainRow<Row>(row);
    },
    async remove(tenant, id) {
      const { count } = await delegate(tenant).deleteMany({ where: own(tenant, { id }) });
      return count > 0;
    },
  };
  return store;
}
