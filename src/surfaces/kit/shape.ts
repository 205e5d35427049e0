import { z } from 'zod';
import { amountText } from '@/core/money/currency';
import { dec, toPlainString } from '@/core/money/decimal';
import { toJsonNumber } from '@/core/money/json-number';
import { isPart, type Part } from './shape-parts';

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
  decimals: z.array(decimal),
  /** Free-form data of the caller. */
  custom: z.record(z.string(), z.unknown()),
  /** JSON shown exactly as it was stored: terms and answers in the form in which the caller sent them. */
  stored: z.unknown(),
} as const;

type Kind = keyof typeof KINDS;
type FieldKind = Kind | `${Kind}?`;

/** What the record must hold for a field of the kind. */
interface Held extends Record<Kind, unknown> {
  id: string;
  text: string;
  amount: string;
  digits: string;
  decimal: string;
  figure: string;
  number: string;
  day: string;
  moment: Date | string;
  count: number;
  flag: boolean;
  active: string;
  ids: readonly string[];
  texts: readonly string[];
  decimals: readonly string[];
  custom: Readonly<Record<string, unknown>>;
  stored: unknown;
}

/** The record's name for `transaction_number`: `transactionNumber`. */
type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** What a use-case returns. */
export type OutputOf<Verb extends { run(context: never, input: never): Promise<unknown> }> = Awaited<
  ReturnType<Verb['run']>
>;

/** The record's name for a field: the same, or in camel case. */
type Own<Row, Name extends string> = Name extends keyof Row ? Name : Camel<Name>;

/** A schema, by the one member that its type can be told by: compared whole, each schema's type costs as much as a file. */
interface AnySchema {
  readonly _zod: object;
}

/** How a field is described: a kind, a part with fields of its own or a schema, and the source of its value when that has another name. */
type Described = FieldKind | AnySchema | Part<never>;
type Source<Row> = (keyof Row & string) | ((row: Row) => unknown);
type From<Row> = readonly [Described, Source<Row>];
type Fields<Row> = Readonly<Record<string, Described | From<Row>>>;

/** The values a field of that description can show. A schema shows what it is given; a list of words, any text. */
type Takes<Field> = Field extends `${infer Inner extends Kind}?`
  ? Held[Inner] | null | undefined
  : Field extends Kind
    ? Held[Field]
    : Field extends Part<infer Value>
      ? Value
      : unknown;

/** What a source gives. */
type Given<Row, Where> = Where extends keyof Row
  ? Row[Where]
  : Where extends (row: Row) => infer Value
    ? Value
    : never;

/**
 * A field must show something the record has: under its own name, or from the source it gives. It must be able to show every value the
 * source can have, null and undefined too. Otherwise it does not compile.
 */
type Known<Row, Table extends Fields<Row>> = {
  [Name in keyof Table]: string extends Name
    ? Table[Name]
    : Table[Name] extends readonly [infer What, infer Where]
      ? Given<Row, Where> extends Takes<What>
        ? Table[Name]
        : readonly [FieldOf<Given<Row, Where>>, Where]
      : Own<Row, Name & string> extends keyof Row
        ? Row[Own<Row, Name & string>] extends Takes<Table[Name]>
          ? Table[Name]
          : FieldOf<Row[Own<Row, Name & string>]>
        : From<Row>;
};

/** The fields that can show a value: for the message of a table that does not compile. */
type FieldOf<Value> =
  // In brackets, so that a value that may be null is judged whole, and not its parts one by one.
  { [Name in FieldKind]: [Value] extends [Takes<Name>] ? Name : never }[FieldKind] | Part<Value> | AnySchema;

export interface Shape<Row, Name extends string> {
  readonly schema: z.ZodObject;
  /** The record's fields under their names on the surface. `currencyCode`: the currency of its amounts. */
  present(row: Row, currencyCode?: string): { [Each in Name]: unknown };
  /** The same as JSON text, its lists in pieces (see Part). */
  pieces(row: Row, currencyCode?: string): Iterable<string>;
  /** Selects some of the fields, in the order given. */
  pick<Names extends Name>(...names: readonly Names[]): Shape<Row, Names>;
}

/** A shape of which only the record type matters. */
export interface AnyShape<Row> {
  readonly schema: z.ZodObject;
  present(row: Row, currencyCode?: string): Readonly<Record<string, unknown>>;
}

/**
 * The fields of a record on a surface: their names there, each with its kind. One table defines both the schema and the
 * presenter, so the reference always matches the answers. A field is read from the record's field of the same name (in
 * camel case), or from the source the table gives. What has fields itself is a shape of its own, alone or in a list (`shape-parts`).
 */
export const shapeOf =
  <Row extends object>() =>
  <const Table extends Fields<Row>>(fields: Table & Known<Row, Table>): Shape<Row, keyof Table & string> =>
    made<Row, keyof Table & string>(fields);

function made<Row extends object, Name extends string>(fields: Fields<Row>): Shape<Row, Name> {
  const list = Object.entries(fields).map(([name, described]) => fieldOf<Row>(name, described));
  return {
    schema: z.object(Object.fromEntries(list.map(({ name, schema }) => [name, schema]))),
    present(row, currencyCode = '') {
      const shown: Record<string, unknown> = {};
      for (const { name, read, show, canBeAbsent } of list) {
        const value = read(row);
        if (value === undefined && canBeAbsent) continue;
        shown[name] = value === null || value === undefined ? null : show(value, currencyCode);
      }
      return shown as { [Each in Name]: unknown };
    },
    *pieces(row, currencyCode = '') {
      let before = '{';
      for (const { name, read, show, canBeAbsent, pieces } of list) {
        const value = read(row);
        if (value === undefined && canBeAbsent) continue;
        const isThere = value !== null && value !== undefined;
        const start = `${before}${JSON.stringify(name)}:`;
        if (isThere && pieces !== undefined) {
          yield start;
          yield* pieces(value, currencyCode);
        } else {
          const text = JSON.stringify(isThere ? show(value, currencyCode) : null);
          // A value that JSON has no word for is left out, as it is of an object.
          if (text === undefined) continue;
          yield start + text;
        }
        before = ',';
      }
      yield before === '{' ? '{}' : '}';
    },
    pick: <Names extends Name>(...names: readonly Names[]) =>
      made<Row, Names>(Object.fromEntries(names.map((name) => [name, fields[name] as Described]))),
  };
}

function fieldOf<Row>(name: string, described: Described | From<Row>) {
  const [what, from] = isPair<Row>(described) ? described : [described, camel(name) as Source<Row>];
  const read = typeof from === 'function' ? from : (row: Row): unknown => row[from];
  const { schema, show } = shownAs(what);
  const part = isPart(what) ? what : undefined;
  const pieces = part?.pieces as Pieces | undefined;
  return { name, schema, read, show, pieces, canBeAbsent: part?.canBeAbsent === true };
}

function isPair<Row>(described: Described | From<Row>): described is From<Row> {
  return Array.isArray(described);
}

/** One value of a kind, for what takes a part: a value that can be absent, or values under keys. */
export function value<Of extends Kind>(kind: Of): Part<Held[Of]> {
  const { show } = shownAs(kind);
  return { schema: KINDS[kind], present: (held, currencyCode = '') => show(held, currencyCode) };
}

type Show = (value: unknown, currencyCode: string) => unknown;
type Pieces = (value: unknown, currencyCode: string) => Iterable<string>;
const asIs: Show = (value) => value;

/** The schema of a field, and how a value that is there is shown. */
function shownAs(what: Described): { readonly schema: z.ZodType; readonly show: Show } {
  if (typeof what !== 'string') {
    if (!isPart(what)) return { schema: what as z.ZodType, show: asIs };
    return { schema: what.schema, show: (value, currencyCode) => what.present(value as never, currencyCode) };
  }
  const nullable = what.endsWith('?');
  const kind = (nullable ? what.slice(0, -1) : what) as Kind;
  return { schema: nullable ? KINDS[kind].nullable() : KINDS[kind], show: SHOWN[kind] ?? asIs };
}

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
