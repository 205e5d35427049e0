import { z } from 'zod';
import {
  FORMAT_FACTS,
  LEDGER_FORMATS,
  LEDGER_SUMMARIES,
  type LedgerFormat,
  SENT_DIMENSIONS,
} from '@/core/other-ledgers/formats';
import { refuse } from '@/core/refusals';
import { otherLedgers, streamOtherLedgers } from '@/db/stores/structure/other-ledgers';
import { codedRecords, codedShape } from '../kit/coded-records';
import { day, lineText } from '../kit/fields';

/** The fields of another ledger a caller may set. */
export const otherLedgerFields = z.object({
  code: codedShape.code,
  name: codedShape.name,
  recordStatus: codedShape.recordStatus,
  /** The program whose import file is written. Default: a plain table. */
  format: z.enum(LEDGER_FORMATS).optional(),
  /** What a journal is made of. Default: a fiscal month of a subsidiary. */
  summary: z.enum(LEDGER_SUMMARIES).optional(),
  /** The dimensions to include. Default: none. */
  dimensions: z.array(z.enum(SENT_DIMENSIONS)).max(SENT_DIMENSIONS.length).optional(),
  /** The subsidiary whose entries go there; null: those of every subsidiary. */
  subsidiaryId: z.guid().nullish(),
  /** The first day whose entries go there; before it the other ledger has them from elsewhere. */
  startsOn: day.optional(),
  /** Sage Intacct: the journal the entries go to. */
  journalCode: lineText.nullish(),
  /** Xero: the name of the tax rate of lines without tax. */
  taxRate: lineText.nullish(),
});

const NEEDS = {
  journalCode: 'is required for Sage Intacct: the journal the entries go to',
  taxRate: 'is required for Xero: the name of the tax rate of lines without tax',
} as const;

/** The ledgers that receive our entries: created and changed; one that has batches is kept, and can be made inactive. */
export const otherLedgerVerbs = codedRecords({
  records: 'other_ledgers',
  prefix: 'LEDGER',
  store: otherLedgers,
  stream: streamOtherLedgers,
  fields: otherLedgerFields,
  prepare({ clock }, before, input) {
    const format = input.format ?? (before?.format as LedgerFormat | undefined) ?? 'CSV';
    const { needs } = FORMAT_FACTS[format];
    const given = needs === null ? '' : (input[needs] === undefined ? before?.[needs] : input[needs])?.trim();
    if (needs !== null && !given) {
      refuse('INVALID_INPUT', `${needs}: ${NEEDS[needs]}`, {
        issues: [{ path: [needs], message: NEEDS[needs] }],
      });
    }
    const defaults = { format, summary: input.summary ?? 'MONTH', startsOn: input.startsOn ?? clock.today() };
    return {
      ...input,
      ...(before === null ? defaults : { format }),
      ...(input.dimensions === undefined ? {} : { dimensions: [...new Set(input.dimensions)] }),
    };
  },
});
