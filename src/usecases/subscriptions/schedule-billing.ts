import { z } from 'zod';
import { lastScheduled } from '@/core/billing/billing-schedule';
import { insertJob, jobUnderWay } from '@/db/stores/background-jobs';
import { askForTurn } from '@/db/stores/job-queue';
import { beginBillingRun, billingPlace, billingSchedule } from '@/db/stores/sales/billing-schedules';
import { countBilled } from '@/db/stores/sales/subscriptions';
import { newId } from '@/lib/ids';
import { localTime } from '@/lib/local-time';
import { defineUseCase } from '../kit/define';

/**
 * Asks for the run whose hour has come, as a job of whoever set the schedule. Background work, any number of times and by any number of
 * servers: a day is asked for once, since the schedule is locked and remembers the day it is settled through. Hours that no server was
 * there for are made up for by one run of the latest of them. A run that is still under way is waited for.
 */
export const scheduleBilling = defineUseCase({
  name: 'subscriptions.askScheduled',
  permission: 'billing.write',
  mode: 'sql',
  input: z.object({}),
  async run(context): Promise<{ readonly jobId: string | null }> {
    const { tenant, clock } = context;
    const schedule = await billingSchedule(tenant, true);
    if (schedule === null || !schedule.isOn) return { jobId: null };
    const { timeZone, isClosed } = await billingPlace(tenant);
    const day = lastScheduled(schedule, localTime(clock.now(), timeZone));
    if (isClosed || day <= schedule.settledThrough) return { jobId: null };
    if ((await jobUnderWay(tenant, 'subscriptions.billScheduled', schedule.id)) !== null) {
      return { jobId: null };
    }
    await beginBillingRun(tenant, day, day);
    const jobId = newId();
    const title = `what is due on ${day}`;
    await insertJob(tenant, {
      id: jobId,
      kind: 'subscriptions.billScheduled',
      title,
      input: { recordId: schedule.id },
      total: await countBilled(tenant),
      createdBy: schedule.ownerId,
      createdByName: schedule.ownerName,
    });
    await askForTurn(tenant, jobId);
    context.record({
      noun: 'job',
      recordId: jobId,
      after: { kind: 'subscriptions.billScheduled', title, of: schedule.id },
    });
    return { jobId };
  },
});
