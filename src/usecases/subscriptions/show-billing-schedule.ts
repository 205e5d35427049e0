import { z } from 'zod';
import { billingSchedule } from '@/db/stores/sales/billing-schedules';
import { defineUseCase } from '../kit/define';
import { type BillingScheduleView, scheduleView } from './billing-schedule-view';

/** When the organization bills its subscriptions automatically, what the next run would create, and how the last one ended. */
export const showBillingSchedule = defineUseCase({
  name: 'subscriptions.showSchedule',
  permission: 'billing.read',
  mode: 'report',
  input: z.object({}),
  run: async ({ tenant, clock }): Promise<BillingScheduleView> =>
    scheduleView(tenant, clock, await billingSchedule(tenant)),
});
