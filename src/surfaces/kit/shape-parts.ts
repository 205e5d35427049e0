import { z } from 'zod';

/** A part of a record that has fields itself: a shape, or what the functions below make of one. */
export interface Part<Value, Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  /** A value as the surface shows it; null and undefined never come here. */
  present(value: Value, currencyCode?: string): unknown;
  /** The same as JSON text, in pieces: a list of any length is shown and written some hundred records at a time, each when it is asked for. */
  pieces?(value: Value, currencyCode?: string): Iterable<string>;
  /** The field is left out of the answer where the record has no value. */
  readonly canBeAbsent?: true;
}

export function isPart(what: unknown): what is Part<never> {
  return typeof what === 'object' && what !== null && 'present' in what;
}

/** A list of records, shown as a list. */
interface Rows<Row, Schema extends z.ZodType> extends Part<readonly Row[], z.ZodArray<Schema>> {
  present(rows: readonly Row[], currencyCode?: string): readonly unknown[];
}

/** Records of a list that are written in one piece. */
const ROWS_AT_ONCE = 500;

/** A list of records. */
export const rowsOf = <Row, Schema extends z.ZodType>(row: Part<Row, Schema>): Rows<Row, Schema> => {
  const present = (rows: readonly Row[], currencyCode?: string) =>
    rows.map((one) => row.present(one, currencyCode));
  return {
    schema: z.array(row.schema),
    present,
    *pieces(rows, currencyCode) {
      for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
        const text = JSON.stringify(present(rows.slice(at, at + ROWS_AT_ONCE), currencyCode));
        yield (at === 0 ? '[' : ',') + text.slice(1, -1);
      }
      yield rows.length === 0 ? '[]' : ']';
    },
  };
};

/** A record that may be null. */
export const orNull = <Row, Schema extends z.ZodType>(row: Part<Row, Schema>) =>
  ({
    schema: row.schema.nullable(),
    present: (value, currencyCode) => (value === null ? null : row.present(value as Row, currencyCode)),
  }) satisfies Part<Row | null> as Part<Row | null, z.ZodNullable<Schema>>;

/** A record that the answer leaves out where there is none. */
export const optional = <Row, Schema extends z.ZodType>(row: Part<Row, Schema>) =>
  ({
    schema: row.schema.optional(),
    present: (value, currencyCode) => row.present(value as Row, currencyCode),
    canBeAbsent: true,
  }) satisfies Part<Row | undefined> as Part<Row | undefined, z.ZodOptional<Schema>>;

/** Records under keys that the answer does not fix, such as currencies or periods. */
export const keyed = <Row, Schema extends z.ZodType>(row: Part<Row, Schema>) =>
  ({
    schema: z.record(z.string(), row.schema),
    present: (rows, currencyCode) =>
      Object.fromEntries(Object.entries(rows).map(([key, one]) => [key, row.present(one, currencyCode)])),
  }) satisfies Part<Readonly<Record<string, Row>>> as Part<
    Readonly<Record<string, Row>>,
    z.ZodRecord<z.ZodString, Schema>
  >;

/**
 * A record of many kinds, such as a fact of a contract: the fields that all kinds have are described, and the record is shown as it was
 * stored, with those of its own kind.
 */
export const asStored = <Row, Shown extends z.ZodRawShape>(shared: Part<Row, z.ZodObject<Shown>>) =>
  ({
    schema: z.looseObject(shared.schema.shape),
    present: (row) => row,
  }) as Part<Row, z.ZodObject<Shown, z.core.$loose>>;

/** A word of a closed list, shown as it is. */
export const words = <Schema extends z.ZodType<string>>(schema: Schema) =>
  ({ schema, present: (word) => word }) as Part<string, Schema>;

/** A record or a list under one name, as most answers carry it: `{ contract: … }`, `{ data: […] }`. */
export const named = <Name extends string, Row, Schema extends z.ZodType>(
  name: Name,
  row: Part<Row, Schema>,
) =>
  ({
    schema: z.object({ [name]: row.schema }),
    present: (value, currencyCode) => ({ [name]: row.present(value as Row, currencyCode) }),
  }) as Part<Row, z.ZodObject<{ [Only in Name]: Schema }>>;

/** A part that is defined further down, such as the same part again, where a record has records of its own kind. */
export const later = <Row>(part: () => Part<Row>): Part<Row> => ({
  schema: z.lazy(() => part().schema),
  present: (value, currencyCode) => part().present(value, currencyCode),
});

/** A part that the reference describes once, under a name of its own. */
export const titled = <Row, Schema extends z.ZodType>(id: string, part: Part<Row, Schema>) =>
  ({ schema: part.schema.meta({ id }), present: part.present }) as Part<Row, Schema>;
