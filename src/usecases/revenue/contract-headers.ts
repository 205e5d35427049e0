import { z } from 'zod';
import { revenueContractHeaders, streamRevenueContractHeaders } from '@/db/stores/revenue-contract-headers';
import { crud } from '@/usecases/kit/crud';
import { demandDraftFor, demandDraftToRemove, placeOfDraft } from '@/usecases/kit/draft-records';
import { codeText, currencyCode, day, lineText, longText, recordStatus } from '@/usecases/kit/fields';
import { nextRecordCode } from '@/usecases/kit/record-code';
import { defineRecordStream } from '@/usecases/kit/record-list';
import { defineRecordPage } from '@/usecases/kit/record-page';
import { demandEnd } from '@/usecases/subscriptions/subscription-records';

/** What a caller may say about a revenue contract's header; price, status and schedules are the engine's. */
export const contractHeaderFields = z.object({
  contractNumber: codeText.optional(),
  name: lineText.nullish(),
  customerId: z.guid().nullish(),
  subsidiaryId: z.guid().optional(),
  currencyCode: currencyCode.optional(),
  /** Omitted on create: today. */
  contractDate: day.optional(),
  startDate: day.nullish(),
  endDate: day.nullish(),
  subscriptionId: z.guid().nullish(),
  notes: longText.nullish(),
  recordStatus: recordStatus.optional(),
});

/** What an active contract has agreed on; it changes by modification, not here (ASC 606-10-25-10). */
const AGREED = [
  'contractNumber',
  'customerId',
  'subsidiaryId',
  'currencyCode',
  'contractDate',
  'startDate',
  'endDate',
] as const;

/** The headers of revenue contracts as records (surface B `revenue`). */
export const contractHeaderVerbs = {
  ...crud({
    noun: 'revenue contract',
    plural: 'revenue',
    store: revenueContractHeaders,
    read: 'revenue.read',
    write: 'revenue.write',
    create: contractHeaderFields,
    update: contractHeaderFields,
    async prepareCreate(context, input) {
      const { tenant, clock } = context;
      const isTaken = async (contractNumber: string) =>
        (await revenueContractHeaders.findWhere(tenant, { contractNumber })) !== null;
      demandEnd(input.startDate ?? null, input.endDate ?? null);
      return {
        ...input,
        ...(await placeOfDraft(context, 'revenue.write', input)),
        contractNumber: input.contractNumber ?? (await nextRecordCode(tenant, 'REV', isTaken)),
        contractDate: input.contractDate ?? clock.today(),
      };
    },
    prepareUpdate(_context, before, input) {
      demandDraftFor(before, before.contractStatus, input, AGREED);
      demandEnd(
        input.startDate === undefined ? before.startDate : input.startDate,
        input.endDate === undefined ? before.endDate : input.endDate,
      );
      return input;
    },
    subsidiaryOf: (row) => row.subsidiaryId,
    guardRemove: async (_context, before) =>
      demandDraftToRemove('revenue contract', before.id, before.contractStatus),
  }),
  page: defineRecordPage({
    name: 'revenue.page',
    permission: 'revenue.read',
    ofSubsidiaries: true,
    store: revenueContractHeaders,
    searchIn: ['contractNumber', 'name'],
    sortBy: ['contractNumber', 'contractDate', 'name', 'transactionPrice', 'contractStatus', 'createdAt'],
  }),
  stream: defineRecordStream({
    name: 'revenue.stream',
    permission: 'revenue.read',
    ofSubsidiaries: true,
    store: revenueContractHeaders,
    stream: streamRevenueContractHeaders,
  }),
};
