import { z } from 'zod';
import { amountText } from '@/core/money/currency';
import { dec, toPlainString } from '@/core/money/decimal';
import { toJsonNumber } from '@/core/money/json-number';

const text = z.string();
const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);

/** The kinds of fields, each with its schema in the reference. A trailing `?`: may be null. */
const KINDS = {
  id: z.guid(),
  text,
  /** A decimal string, shown at the scale of the record's currency. */
  amount: decimal,
  /** A decimal string, shown with the digits it needs. */
  digits: decimal,
  /** A decimal string the use-case has already formatted. */
  decimal,
  /** The same, where the reference describes it only as text. */
  figure: text,
  /** An exact decimal as a JSON number, where the contract requires one. */
  number: z.number(),
  day: z.iso.date(),
  moment: z.iso.datetime(),
  count: z.int(),
  flag: z.boolean(),
  /** True when the record's status is ACTIVE. */
  active: z.boolean(),
  ids: z.array(z.guid()),
  texts: z.array(text),
  /** Free-form data of the caller. */
  custom: z.record(z.string(), z.unknown()),
} as const;

type Kind = keyof typeof KINDS;
type FieldKind = Kind | `${Kind}?`;

/** The record's name for `transaction_number`: `transactionNumber`. */
type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** How a field is described: a kind or its own schema, and the source of its value when that has another name. */
type Described = FieldKind | z.ZodType;
type Source<Row> = (keyof Row & string) | ((row: Row) => unknown);
type From<Row> = readonly [Described, Source<Row>];
type Fields<Row> = Readonly<Record<string, Described | From<Row>>>;

/** A field whose name the record does not have must give the source of its value; otherwise it does not compile. */
type Known<Row, Given extends Fields<Row>> = {
  [Name in keyof Given]: string extends Name
    ? Given[Name]
    : Camel<Name & string> extends keyof Row
      ? Given[Name]
      : From<Row>;
};

type SchemaOf<Field> = Field extends readonly [infer Inner, unknown]
  ? SchemaOf<Inner>
  : Field extends z.ZodType
    ? Field
    : Field extends `${infer Inner extends Kind}?`
      ? z.ZodNullable<(typeof KINDS)[Inner]>
      : Field extends Kind
        ? (typeof KINDS)[Field]
        : never;

export interface Shape<Row, Given extends Fields<Row>> {
  readonly schema: z.ZodObject<{ [Name in keyof Given]: SchemaOf<Given[Name]> }>;
  /** The record's fields under their names on the surface. `currencyCode`: the currency of its amounts. */
  present(row: Row, currencyCode?: string): { [Name in keyof Given]: unknown };
  /** Selects some of the fields, in the order given. */
  pick<Names extends keyof Given & string>(...names: readonly Names[]): Shape<Row, Pick<Given, Names>>;
}

/** A shape of which only the record type matters. */
export interface AnyShape<Row> {
  readonly schema: z.ZodObject;
  present(row: Row, currencyCode?: string): Readonly<Record<string, unknown>>;
}

/**
 * The fields of a record on a surface: their names there, each with its kind. One table defines both the schema and the
 * presenter, so the reference always matches the answers. A field is read from the record's field of the same name (in
 * camel case), or from the source the table gives.
 */
export const shapeOf =
  <Row extends object>() =>
  <const Given extends Fields<Row>>(fields: Given & Known<Row, Given>): Shape<Row, Given> =>
    made<Row, Given>(fields);

function made<Row extends object, Given extends Fields<Row>>(fields: Given): Shape<Row, Given> {
  const list = Object.entries(fields).map(([name, described]) => fieldOf<Row>(name, described));
  const schemas = Object.fromEntries(list.map(({ name, schema }) => [name, schema]));
  return {
    schema: z.object(schemas) as unknown as Shape<Row, Given>['schema'],
    present(row, currencyCode = '') {
      const shown: Record<string, unknown> = {};
      for (const { name, read, show } of list) {
        const value = read(row) ?? null;
        shown[name] = value === null ? null : show(value, currencyCode);
      }
      return shown as { [Name in keyof Given]: unknown };
    },
    pick: <Names extends keyof Given & string>(...names: readonly Names[]) =>
      made<Row, Pick<Given, Names>>(
        Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<Given, Names>,
      ),
  };
}

function fieldOf<Row>(name: string, described: Described | From<Row>) {
  const [what, from] = isPair<Row>(described) ? described : [described, camel(name) as Source<Row>];
  const read = typeof from === 'function' ? from : (row: Row): unknown => row[from];
  if (typeof what !== 'string') return { name, schema: what, read, show: asIs };
  const nullable = what.endsWith('?');
  const kind = (nullable ? what.slice(0, -1) : what) as Kind;
  return { name, schema: nullable ? KINDS[kind].nullable() : KINDS[kind], read, show: SHOWN[kind] ?? asIs };
}

function isPair<Row>(described: Described | From<Row>): described is From<Row> {
  return Array.isArray(described);
}

type Show = (value: unknown, currencyCode: string) => unknown;
const asIs: Show = (value) => value;

/** The kinds whose values are formatted; moments become text when the answer is serialized. */
const SHOWN: Partial<Record<Kind, Show>> = {
  amount: (value, currencyCode) => amountText(String(value), currencyCode),
  digits: (value) => toPlainString(dec(String(value))),
  number: (value) => toJsonNumber(String(value)),
  active: (value) => value === 'active',
};

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
