import { z } from 'zod';
import { openDifferences, type PairDifference } from '@/core/intercompany/differences';
import { toAmountString } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import { type PairRow, type PairSide, readPairs } from '@/db/reports/intercompany/pairs';
import { readUnpaired, type UnpairedRow } from '@/db/reports/intercompany/unpaired';
import { defineUseCase } from '../kit/define';
import { anId, day } from '../kit/fields';

/** A document between two subsidiaries with its mirror; amounts at the scale of their currency. */
export interface PairView extends PairRow {
  /** The differences no one accepted. */
  readonly open: readonly PairDifference[];
}

export interface PairList {
  readonly pairs: readonly PairView[];
  /** Documents between subsidiaries that are in no pair; on the first page only. */
  readonly unpaired: readonly UnpairedRow[];
  /** The last pair's id when there may be more. */
  readonly next: string | null;
}

const sideView = (side: PairSide | null): PairSide | null =>
  side === null ? null : { ...side, amount: toAmountString(dec(side.amount), side.currencyCode) };

/** A pair as every door and screen shows it. */
export function pairView(row: PairRow): PairView {
  return {
    ...row,
    source: sideView(row.source),
    mirror: sideView(row.mirror),
    open: openDifferences(row.differences, row.acceptedDifferences),
  };
}

const PAGE = 100;

/**
 * Documents between subsidiaries with their mirrors, the newest first, and what each pair disagrees in. A caller confined to one of
 * the two companies sees that company's document; what the two disagree in is told to those who see both.
 */
export const listPairs = defineUseCase({
  name: 'intercompany.pairs',
  permission: 'gl.report.read',
  mode: 'report',
  input: z.object({
    subsidiaryId: anId.optional(),
    /** Only the pairs of this document. */
    documentId: anId.optional(),
    /** Only those with a difference that no one accepted. */
    onlyOpen: z.boolean().default(false),
    from: day.optional(),
    to: day.optional(),
    after: anId.optional(),
  }),
  async run({ tenant }, input): Promise<PairList> {
    const { documentId, after, subsidiaryId, to } = input;
    // A range without a beginning begins with the books.
    const from = input.from ?? (to === undefined ? undefined : '1900-01-01');
    const rows = await readPairs(tenant, { ...input, from, limit: PAGE });
    const unpaired =
      documentId !== undefined || after !== undefined
        ? []
        : await readUnpaired(tenant, { subsidiaryId, from, to, limit: PAGE });
    return {
      pairs: rows.map(pairView),
      unpaired: unpaired.map((one) => ({
        ...one,
        amount: toAmountString(dec(one.amount), one.currencyCode),
      })),
      next: rows.length === PAGE ? (rows.at(-1)?.id ?? null) : null,
    };
  },
});
