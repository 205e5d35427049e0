import { z } from 'zod';

/**
 * A part of a record that has fields itself: a shape, or what the functions below make of one. Its schema is for the reference and for judging
 * answers; no type is taken from it, because the types of a few hundred nested schemas would take longer to check than all else.
 */
export interface Part<Value> {
  readonly schema: z.ZodType;
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
interface Rows<Row> extends Part<readonly Row[]> {
  present(rows: readonly Row[], currencyCode?: string): readonly unknown[];
}

/** Records of a list that are written in one piece. */
const ROWS_AT_ONCE = 500;

/** A list of records. */
export const rowsOf = <Row>(row: Part<Row>): Rows<Row> => {
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
export const orNull = <Row>(row: Part<Row>): Part<Row | null> => ({
  schema: row.schema.nullable(),
  present: (value, currencyCode) => (value === null ? null : row.present(value, currencyCode)),
});

/** A record that the answer leaves out where there is none. */
export const optional = <Row>(row: Part<Row>): Part<Row | undefined> => ({
  schema: row.schema.optional(),
  present: (value, currencyCode) => row.present(value as Row, currencyCode),
  canBeAbsent: true,
});

/** A record whose amounts are in a currency of its own, not in that of the record it belongs to. */
export const inCurrencyOf = <Row>(row: Part<Row>, currencyOf: (row: Row) => string): Part<Row> => ({
  schema: row.schema,
  present: (value) => row.present(value, currencyOf(value)),
});

/** Records under keys that the answer does not fix, such as currencies or periods. */
export const keyed = <Row>(row: Part<Row>): Part<Readonly<Record<string, Row>>> => ({
  schema: z.record(z.string(), row.schema),
  present: (rows, currencyCode) =>
    Object.fromEntries(Object.entries(rows).map(([key, one]) => [key, row.present(one, currencyCode)])),
});

/**
 * A record of many kinds, such as a fact of a contract: the fields that all kinds have are described, and the record is shown as it was
 * stored, with those of its own kind.
 */
export const asStored = <Row>(shared: Part<Row> & { readonly schema: z.ZodObject }): Part<Row> => ({
  schema: z.looseObject(shared.schema.shape),
  present: (row) => row,
});

/** A word of a closed list, shown as it is. */
export const words = (schema: z.ZodType<string>): Part<string> => ({ schema, present: (word) => word });

/** A record or a list under one name, as most answers carry it: `{ contract: … }`, `{ data: […] }`. */
export const named = <Row>(name: string, row: Part<Row>): Part<Row> => ({
  schema: z.object({ [name]: row.schema }),
  present: (value, currencyCode) => ({ [name]: row.present(value, currencyCode) }),
});

/** A part that is defined further down, such as the same part again, where a record has records of its own kind. */
export const later = <Row>(part: () => Part<Row>): Part<Row> => ({
  schema: z.lazy(() => part().schema),
  present: (value, currencyCode) => part().present(value, currencyCode),
});

/** A part that the reference describes once, under a name of its own. */
export const titled = <Row>(id: string, part: Part<Row>): Part<Row> => ({
  schema: part.schema.meta({ id }),
  present: part.present,
});
