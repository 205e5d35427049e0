import { z } from 'zod';
import { toAmountString } from '@/core/money/currency';
import { dec, toPlainString } from '@/core/money/decimal';

const text = z.string();
const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);

/** What a field can be, and the schema it has in the reference. A trailing `?`: may be null. */
const KINDS = {
  id: z.guid(),
  text,
  /** A decimal string at the currency's scale. */
  amount: decimal,
  /** A decimal string with its own digits. */
  digits: decimal,
  day: z.iso.date(),
  moment: z.iso.datetime(),
  count: z.int(),
  flag: z.boolean(),
  ids: z.array(z.guid()),
  texts: z.array(text),
} as const;

type Kind = keyof typeof KINDS;
export type FieldKind = Kind | `${Kind}?`;

export interface Shape {
  readonly schema: z.ZodObject;
  /** The record's fields under their names on this surface. */
  present(record: object, currencyCode: string): Record<string, unknown>;
}

/**
 * The fields of a record on surface D: snake_case names, each with its kind. One table makes both the schema and the
 * presenter, so the reference cannot say anything else than the answer. A field is read from the camelCase name of the
 * record, or from the one given.
 */
export function shape(fields: Readonly<Record<string, FieldKind | readonly [FieldKind, string]>>): Shape {
  const list = Object.entries(fields).map(([name, described]) => {
    const [kind, from] = typeof described === 'string' ? [described, camel(name)] : described;
    const nullable = kind.endsWith('?');
    return { name, from, nullable, kind: (nullable ? kind.slice(0, -1) : kind) as Kind };
  });
  return {
    schema: z.object(
      Object.fromEntries(
        list.map(({ name, kind, nullable }) => [name, nullable ? KINDS[kind].nullable() : KINDS[kind]]),
      ),
    ),
    present: (record, currencyCode) =>
      Object.fromEntries(
        list.map(({ name, from, kind }) => {
          const value = (record as Record<string, unknown>)[from] ?? null;
          return [name, value === null ? null : shown(kind, value, currencyCode)];
        }),
      ),
  };
}

function shown(kind: Kind, value: unknown, currencyCode: string): unknown {
  if (kind === 'amount') return toAmountString(dec(String(value)), currencyCode);
  if (kind === 'digits') return toPlainString(dec(String(value)));
  return value instanceof Date ? value.toISOString() : value;
}

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
