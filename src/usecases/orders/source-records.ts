import { z } from 'zod';
import { IMPORTABLE } from '@/core/imports/importable';
import { DAY_STYLES } from '@/core/imports/written-day';
import { ASKED_FIELDS, ASKS, LINE_PATTERNS, type OrderSource } from '@/core/orders/order-source';
import { SOURCE_KINDS, type SourceKind } from '@/core/orders/source-kinds';
import { refuse } from '@/core/refusals';
import { SCHEDULE_METHODS } from '@/core/revenue/schedules/schedule-methods';
import { type OrderSourceRecord, orderSources, streamOrderSources } from '@/db/stores/sales/order-sources';
import { codedRecords, codedShape } from '../kit/coded-records';
import { anId, codeText, currencyCode, lineText, nameText } from '../kit/fields';

/** What a line of an order becomes. */
export const outcomeInput = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('OBLIGATION'),
    /** When it is satisfied: over the service period, on the date of the line, on delivery, or as it is used. */
    pattern: z.enum(LINE_PATTERNS),
    method: z.enum(SCHEDULE_METHODS).optional(),
    nature: z.enum(['GOODS', 'SERVICE']).optional(),
    /** The product whose standalone price is used; omitted: what the line charges. */
    productCode: codeText.optional(),
    revenueAccountId: anId.optional(),
  }),
  z.object({ kind: z.literal('INVOICE_LINE'), accountId: anId }),
  z.object({ kind: z.literal('NOTHING') }),
]);

const rule = z.object({
  name: nameText,
  /** All must be met; none: every line. */
  when: z
    .array(z.object({ field: z.enum(ASKED_FIELDS), ask: z.enum(ASKS), value: lineText.default('') }))
    .max(20)
    .default([]),
  outcome: outcomeInput,
});

const FIELD_NAMES = new Set(IMPORTABLE.orders.fields.map(({ name }) => name));

/** The fields of a source a caller may set. */
export const orderSourceFields = z.object({
  code: codedShape.code,
  name: codedShape.name,
  recordStatus: codedShape.recordStatus,
  /** The export its files are. Default: a plain table. It cannot change afterward. */
  kind: z.enum(SOURCE_KINDS).optional(),
  /** Whose contracts and invoices they become. It cannot change afterward. */
  subsidiaryId: z.guid().optional(),
  /** The source whose orders its rows are about, such as the invoices that balance transactions pay; null: its own. */
  ordersOfId: z.guid().nullish(),
  /** The field each column holds, by header; an empty field leaves a column out. */
  mapping: z
    .record(
      lineText,
      z.string().refine((name) => name === '' || FIELD_NAMES.has(name), 'is not a field of orders'),
    )
    .optional(),
  /** Defaults for what a file does not say. */
  defaults: z
    .object({
      currencyCode: currencyCode.optional(),
      days: z.enum(DAY_STYLES).optional(),
      isMinor: z.boolean().optional(),
      endIsExclusive: z.boolean().optional(),
      isBilled: z.boolean().optional(),
      pricesIncludeTax: z.boolean().optional(),
    })
    .optional(),
  /** In order: the first rule whose conditions a line meets says what it becomes. */
  rules: z.array(rule).max(500).optional(),
});

/** Where orders and bills come from: created and changed; one that took orders in is kept, and can be made inactive. */
export const orderSourceVerbs = codedRecords({
  records: 'order_sources',
  prefix: 'SOURCE',
  store: orderSources,
  stream: streamOrderSources,
  fields: orderSourceFields,
  async prepare({ tenant }, before, { kind, subsidiaryId, rules, ...input }) {
    const wrong = (field: string, message: string): never =>
      refuse('INVALID_INPUT', `${field}: ${message}`, { issues: [{ path: [field], message }] });
    if (before === null) {
      if (subsidiaryId === undefined) wrong('subsidiaryId', 'is required');
    } else {
      if (kind !== undefined && kind !== before.kind) wrong('kind', 'cannot change: add another source');
      if (subsidiaryId !== undefined && subsidiaryId !== before.subsidiaryId)
        wrong('subsidiaryId', 'cannot change: add another source');
    }
    const { ordersOfId } = input;
    if (ordersOfId !== undefined && ordersOfId !== null) {
      const home = await orderSources.find(tenant, ordersOfId);
      if (home === null || home.ordersOfId !== null || home.id === before?.id)
        wrong('ordersOfId', 'must be another source with orders of its own');
      if (home?.subsidiaryId !== (before?.subsidiaryId ?? subsidiaryId))
        wrong('ordersOfId', 'must belong to the same subsidiary');
    }
    return {
      ...input,
      // The record's type knows JSON as an object; a list is stored as it is.
      ...(rules === undefined ? {} : { rules: rules as unknown as Readonly<Record<string, unknown>> }),
      ...(before === null ? { kind: kind ?? 'TABLE', subsidiaryId: subsidiaryId ?? '' } : {}),
    };
  },
});

/** A source as the laws of core read it. */
export const sourceOf = (record: OrderSourceRecord): OrderSource => ({
  id: record.id,
  code: record.code,
  name: record.name,
  kind: record.kind as SourceKind,
  subsidiaryId: record.subsidiaryId,
  ordersOfId: record.ordersOfId,
  mapping: record.mapping as OrderSource['mapping'],
  defaults: record.defaults as OrderSource['defaults'],
  rules: record.rules as unknown as OrderSource['rules'],
});
