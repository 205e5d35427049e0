import type { Decimal } from '@prisma/client/runtime/client';
import type { Prisma } from './generated/client';
import { COLUMNS } from './generated/columns';

type Models = Prisma.TypeMap['model'];
/** A table of records, by the name the Prisma schema gives its model. */
export type ModelName = keyof Models & keyof typeof COLUMNS;
type StoredRow<Model extends ModelName> = Models[Model]['payload']['scalars'];

/** Columns that are days, not moments: such a field travels as `YYYY-MM-DD`. */
type DayColumn<Model extends ModelName> = (typeof COLUMNS)[Model]['days'][number];

/** What a JSON column holds as far as the types know; the use-case that wrote it knows more. */
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

/** A row as the rest of the house sees it: decimals and bigints as strings, days as `YYYY-MM-DD`, moments as Date. */
export type Plain<Model extends ModelName> = {
  [Key in keyof StoredRow<Model>]: PlainValue<
    StoredRow<Model>[Key],
    Key extends DayColumn<Model> ? true : false
  >;
};

/** What the store fills in by itself, or the database keeps. */
type Kept = 'organizationId' | 'version' | 'createdAt' | 'updatedAt';

/** Fields to write; one that is `undefined` is left alone, or to its default. */
export type Changes<Model extends ModelName> = {
  readonly [Key in Exclude<keyof Plain<Model>, Kept>]?: Plain<Model>[Key] | undefined;
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

/** Which records: every field given must fit, and one of `OR`. A field that is `undefined` would filter nothing: it is refused. */
export type Filter<Row> = {
  readonly [Key in keyof Row]?: Condition<Row[Key]>;
} & {
  readonly OR?: readonly Filter<Row>[];
  readonly AND?: readonly Filter<Row>[];
};

/** The same, and whether there is a row of another table beside the record. */
export type Where<Model extends ModelName> = Filter<Plain<Model>> & {
  readonly [Key in keyof Models[Model]['payload']['objects']]?: { readonly isNot: null };
};

export type Order<Row> = {
  readonly [Key in keyof Row]?: 'asc' | 'desc' | { sort: 'asc' | 'desc'; nulls: 'first' | 'last' };
};

/** A row of the record client or of SQL, as the rest of the house sees it. */
export function plainRow<Model extends ModelName>(model: Model, row: object): Plain<Model> {
  const days: readonly string[] = COLUMNS[model].days;
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, plainField(value, days.includes(key))]),
  ) as Plain<Model>;
}

function plainField(value: unknown, isDay: boolean): unknown {
  if (value instanceof Date) return isDay ? value.toISOString().slice(0, 10) : value;
  if (typeof value === 'bigint') return value.toString();
  if (value !== null && typeof value === 'object' && 'toFixed' in value) return (value as Decimal).toFixed();
  return value;
}
