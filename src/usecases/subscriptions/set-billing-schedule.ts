import { z } from 'zod';
import { BILLING_OUTCOMES, LAST_BILLING_DAY, lastScheduled } from '@/core/billing/billing-schedule';
import { refuse } from '@/core/refusals';
import { billingPlace, billingSchedule, storeBillingSchedule } from '@/db/stores/sales/billing-schedules';
import { newId } from '@/lib/ids';
import { localTime } from '@/lib/local-time';
import { expectVersion } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { demandEverywhere } from '../kit/reach';
import { demand } from '../kit/run';
import { type BillingScheduleView, scheduleView } from './billing-schedule-view';

/**
 * Sets when the organization bills its subscriptions automatically: on a day of each month or every day (`dayOfMonth` null), at an hour of
 * its time zone, as drafts or proposed for approval. It bills with the rights of whoever set it last. Switched on, it begins with the
 * next hour to come; changed while on, an hour that was missed is made up for. Refuses FORBIDDEN to callers that are not people, to those
 * confined to subsidiaries and, for SUBMIT, without gl.transaction.submit; STALE_VERSION.
 */
export const setBillingSchedule = defineUseCase({
  name: 'subscriptions.setSchedule',
  permission: 'billing.write',
  mode: 'sql',
  input: z.object({
    isOn: z.boolean(),
    dayOfMonth: z.int().min(1).max(LAST_BILLING_DAY).nullable(),
    hour: z.int().min(0).max(23),
    outcome: z.enum(BILLING_OUTCOMES),
  }),
  async run(context, asked): Promise<BillingScheduleView> {
    const { tenant, principal, clock } = context;
    const { actor } = principal;
    demandEverywhere(principal, 'billing.write');
    demand(principal, 'gl.transaction.create');
    if (asked.outcome === 'SUBMIT') demand(principal, 'gl.transaction.submit');
    if (actor.kind !== 'user' || actor.id === null) {
      refuse('FORBIDDEN', 'Only a person can have subscriptions billed by schedule.', {
        permission: 'a person',
      });
    }
    const before = await billingSchedule(tenant, true);
    if (before !== null) expectVersion(context, before);
    const { timeZone } = await billingPlace(tenant);
    const passed = lastScheduled(asked, localTime(clock.now(), timeZone));
    const after = await storeBillingSchedule(tenant, before?.id ?? newId(), {
      ...asked,
      settledThrough: before?.isOn === true ? before.settledThrough : passed,
      ownerId: actor.id,
      ownerName: actor.name,
    });
    context.record({
      noun: 'billing schedule',
      recordId: after.id,
      ...(before === null ? {} : { before: audited(before) }),
      after: audited(after),
    });
    return scheduleView(tenant, clock, after);
  },
});

const audited = ({
  isOn,
  dayOfMonth,
  hour,
  outcome,
  ownerName,
}: {
  readonly isOn: boolean;
  readonly dayOfMonth: number | null;
  readonly hour: number;
  readonly outcome: string;
  readonly ownerName: string;
}) => ({ isOn, dayOfMonth, hour, outcome, ownerName });
