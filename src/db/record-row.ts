import type { Decimal } from '@prisma/client/runtime/client';
import type { Prisma } from './generated/client';
import { COLUMNS } from './generated/columns';

type Models = Prisma.TypeMap['model'];
/** A table of records, by the name of its model in the Prisma schema. */
export type ModelName = keyof Models & keyof typeof COLUMNS;
/** A row as the record client returns it. */
export type StoredRow<Model extends ModelName> = Models[Model]['payload']['scalars'];

type Operations<Model extends ModelName> = Models[Model]['operations'];

/** A filter, an order and fields as the record client takes them: the types Prisma generates from the schema. */
export type StoredWhere<Model extends ModelName> = NonNullable<
  Operations<Model>['findMany']['args']['where']
>;
export type StoredOrder<Model extends ModelName> = NonNullable<
  Operations<Model>['findMany']['args']['orderBy']
>;
export type NewFields<Model extends ModelName> = Operations<Model>['create']['args']['data'];
export type ChangedFields<Model extends ModelName> = Operations<Model>['updateManyAndReturn']['args']['data'];

/** Columns that are days, not timestamps: such a field is `YYYY-MM-DD`. */
type DayColumn<Model extends ModelName> = (typeof COLUMNS)[Model]['days'][number];

/** The content of a JSON column, as far as it is typed here; the use-case that wrote it knows its exact shape. */
export type JsonData = Readonly<Record<string, unknown>> | null;

type PlainValue<Value, IsDay> = [Prisma.JsonValue] extends [Value]
  ? JsonData
  : Value extends Decimal | bigint
    ? string
    : Value extends Date
      ? IsDay extends true
        ? string
        : Date
      : Value;

/** A row as used outside src/db: decimals and bigints as strings, days as `YYYY-MM-DD`, timestamps as Date. */
export type Plain<Model extends ModelName> = {
  [Key in keyof StoredRow<Model>]: PlainValue<
    StoredRow<Model>[Key],
    Key extends DayColumn<Model> ? true : false
  >;
};

/** Fields that the store fills in or the database maintains. */
type Kept = 'organizationId' | 'version' | 'createdAt' | 'updatedAt';

/** Fields to write; one that is `undefined` keeps its value or gets its default. */
export type Changes<Model extends ModelName> = {
  readonly [Key in Exclude<keyof Plain<Model>, Kept>]?: Plain<Model>[Key] | undefined;
};

/** A table, by its name in the database. */
export type TableName = (typeof COLUMNS)[ModelName]['table'];

/** The model of a table. */
export type ModelOf<Table extends TableName> = {
  [Model in ModelName]: (typeof COLUMNS)[Model]['table'] extends Table ? Model : never;
}[ModelName];

/** What Prisma would have for a new row: its optional fields have a default or may be empty. */
type Creatable<Model extends ModelName> = Exclude<
  Operations<Model>['createMany']['args']['data'],
  readonly unknown[]
>;
type IsOptional<Row, Key extends keyof Row> = object extends Pick<Row, Key> ? true : false;

type NewValue<Value, IsDay> = [Prisma.JsonValue] extends [Value]
  ? unknown
  : Value extends readonly (infer Element)[]
    ? // Prisma has no lists that may be empty; some of ours may.
      readonly Element[] | null
    : Value extends Decimal
      ? string
      : Value extends bigint
        ? string | number
        : Value extends Date
          ? IsDay extends true
            ? string
            : Date | string
          : Value;

type NewField<Model extends ModelName, Key extends keyof StoredRow<Model>> = NewValue<
  StoredRow<Model>[Key],
  Key extends DayColumn<Model> ? true : false
>;

/** A row to insert as SQL takes it: what the table demands, and what it has a default for; the tenant gives the organization. */
export type NewRow<Model extends ModelName> = {
  readonly [Key in keyof StoredRow<Model> as Key extends 'organizationId'
    ? never
    : Key extends keyof Creatable<Model>
      ? IsOptional<Creatable<Model>, Key> extends true
        ? never
        : Key
      : never]: NewField<Model, Key>;
} & {
  readonly [Key in keyof StoredRow<Model> as Key extends 'organizationId' ? never : Key]?:
    | NewField<Model, Key>
    | undefined;
};

type Condition<Value> =
  | Value
  | {
      readonly in?: readonly NonNullable<Value>[];
      readonly not?: Value;
      readonly gt?: NonNullable<Value>;
      readonly gte?: NonNullable<Value>;
      readonly lt?: NonNullable<Value>;
      readonly lte?: NonNullable<Value>;
      readonly contains?: NonNullable<Value> & string;
      readonly mode?: 'insensitive';
    };

/** A filter: every given field must match, and one of `OR`. A field that is `undefined` would filter nothing, so it is refused. */
export type Filter<Row> = {
  readonly [Key in keyof Row]?: Condition<Row[Key]>;
} & {
  readonly OR?: readonly Filter<Row>[];
  readonly AND?: readonly Filter<Row>[];
};

/** The same, and whether a related row exists in another table. */
export type Where<Model extends ModelName> = Filter<Plain<Model>> & {
  readonly [Key in keyof Models[Model]['payload']['objects']]?: { readonly isNot: null };
};

export type Order<Row> = {
  readonly [Key in keyof Row]?: 'asc' | 'desc' | { sort: 'asc' | 'desc'; nulls: 'first' | 'last' };
};

/** A row from the record client or from SQL, in the form used outside src/db. */
export function plainRow<Model extends ModelName>(
  model: Model,
  row: StoredRow<Model> | Readonly<Record<string, unknown>>,
): Plain<Model> {
  const days: readonly string[] = COLUMNS[model].days;
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, plainField(value, days.includes(key))]),
  ) as Plain<Model>;
}

/** A value of a row in that form; a day as `YYYY-MM-DD`. */
export function plainField(value: unknown, isDay: boolean): unknown {
  if (value instanceof Date) return isDay ? value.toISOString().slice(0, 10) : value;
  if (typeof value === 'bigint') return value.toString();
  if (value !== null && typeof value === 'object' && 'toFixed' in value) return (value as Decimal).toFixed();
  return value;
}

const isDecimal = (value: object): value is { toFixed(): string } =>
  'toFixed' in value && 'isNaN' in value && typeof value.toFixed === 'function';

/** Turns what Prisma returns into plain data: decimals and bigints as strings. Dates stay Date. */
export function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  if (isDecimal(value)) return value.toFixed();
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}
