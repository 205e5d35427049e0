import type { Decimal } from '@prisma/client/runtime/client';
import { Prisma } from '../../generated/client';
import type { Plain, StoredRow } from '../../record-row';
import { columnOf } from '../../row-from-sql';

type Row = StoredRow<'BusinessTransaction'>;
type Document = Plain<'BusinessTransaction'>;
type DecimalField = { [Key in keyof Row]: Row[Key] extends Decimal | null ? Key : never }[keyof Row];
type MomentField = {
  [Key in keyof Document]: Document[Key] extends Date | null ? Key : never;
}[keyof Document];

/** Decimals, of which JSON would make JavaScript numbers: they are read as text. The type names every one of the schema. */
const DECIMALS = {
  exchangeRate: true,
  subtotalAmount: true,
  taxAmount: true,
  discountAmount: true,
  totalAmount: true,
  baseTotalAmount: true,
  appliedAmount: true,
} as const satisfies Record<DecimalField, true>;

/** Moments, which JSON has as text. The type names every one of the schema. */
const MOMENTS = Object.keys({
  submittedAt: true,
  approvedAt: true,
  postedAt: true,
  cancelledAt: true,
  createdAt: true,
  updatedAt: true,
} satisfies Record<MomentField, true>) as MomentField[];

/**
 * A document as one column of JSON in the names of its record. It has fifty columns: describing and reading each apart took the application
 * longer than the database takes to write them as one.
 */
export const documentJson = (row: string): string => {
  const columns = Object.keys(Prisma.BusinessTransactionScalarFieldEnum).map(
    (field) => `${row}.${columnOf(field)}${field in DECIMALS ? '::text' : ''} as "${field}"`,
  );
  return `(select row_to_json(x) from (select ${columns.join(', ')}) x)`;
};

/** The record of a document that was read as JSON. */
export function documentFromJson(json: Readonly<Record<string, unknown>>): Document {
  const record: Record<string, unknown> = { ...json };
  for (const field of MOMENTS) {
    const text = record[field];
    if (text !== null) record[field] = new Date(text as string);
  }
  return record as Document;
}
