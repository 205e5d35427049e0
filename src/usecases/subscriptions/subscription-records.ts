import { z } from 'zod';
import { BILLING_FREQUENCIES, RENEWALS } from '@/core/billing/subscription';
import { refuse } from '@/core/refusals';
import { streamSubscriptions, subscriptions } from '@/db/stores/sales/subscriptions';
import { crud } from '@/usecases/kit/crud';
import { demandDraftFor, demandDraftToRemove, placeOfDraft } from '@/usecases/kit/draft-records';
import { codeText, currencyCode, day, lineText, recordStatus } from '@/usecases/kit/fields';
import { nextRecordCode } from '@/usecases/kit/record-code';
import { defineRecordStream } from '@/usecases/kit/record-list';
import { defineRecordPage } from '@/usecases/kit/record-page';

/** The subscription fields a caller may set; all optional, since it starts as an empty draft. */
export const subscriptionFields = z.object({
  subscriptionNumber: codeText.optional(),
  name: lineText.nullish(),
  customerId: z.guid().nullish(),
  subsidiaryId: z.guid().optional(),
  currencyCode: currencyCode.optional(),
  priceListId: z.guid().nullish(),
  /** Omitted on create: today. */
  startDate: day.optional(),
  endDate: day.nullish(),
  termMonths: z.int().min(1).max(1200).nullish(),
  billingFrequency: z.enum(BILLING_FREQUENCIES).optional(),
  renewal: z.enum(RENEWALS).optional(),
  recordStatus: recordStatus.optional(),
});

/** The agreed terms, which cannot change while a subscription is active. */
const AGREED = ['customerId', 'subsidiaryId', 'currencyCode', 'startDate'] as const;

/** Subscriptions. Their status changes only through `move-subscription.ts`. */
export const subscriptionVerbs = {
  ...crud({
    noun: 'subscription',
    plural: 'subscriptions',
    store: subscriptions,
    read: 'billing.read',
    write: 'billing.write',
    create: subscriptionFields,
    update: subscriptionFields,
    async prepareCreate(context, input) {
      const { tenant, clock } = context;
      const isTaken = async (subscriptionNumber: string) =>
        (await subscriptions.findWhere(tenant, { subscriptionNumber })) !== null;
      const startDate = input.startDate ?? clock.today();
      demandEnd(startDate, input.endDate ?? null);
      return {
        ...input,
        ...(await placeOfDraft(context, input)),
        subscriptionNumber: input.subscriptionNumber ?? (await nextRecordCode(tenant, 'SUBSC', isTaken)),
        startDate,
      };
    },
    prepareUpdate(_context, before, input) {
      demandDraftFor(before, before.subscriptionStatus, input, AGREED);
      demandEnd(
        input.startDate ?? before.startDate,
        input.endDate === undefined ? before.endDate : input.endDate,
      );
      return input;
    },
    guardRemove: async (_context, before) =>
      demandDraftToRemove('subscription', before.id, before.subscriptionStatus),
  }),
  page: defineRecordPage({
    name: 'subscriptions.page',
    permission: 'billing.read',
    store: subscriptions,
    searchIn: ['subscriptionNumber', 'name'],
    indexed: 'subscription',
    sortBy: ['subscriptionNumber', 'name', 'startDate', 'endDate', 'subscriptionStatus', 'createdAt'],
  }),
  stream: defineRecordStream({
    name: 'subscriptions.stream',
    permission: 'billing.read',
    store: subscriptions,
    stream: streamSubscriptions,
  }),
};

/** Refuses INVALID_INPUT when it ends before it begins. */
export function demandEnd(startDate: string | null, endDate: string | null): void {
  if (startDate === null || endDate === null || startDate <= endDate) return;
  const message = 'must not be before startDate';
  refuse('INVALID_INPUT', `endDate: ${message}`, { issues: [{ path: ['endDate'], message }] });
}
