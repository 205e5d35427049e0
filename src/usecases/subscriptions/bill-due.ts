import { z } from 'zod';
import { type Planned, periodsDue } from '@/core/billing/billing-plan';
import type { BillingOutcome } from '@/core/billing/billing-schedule';
import type { BillingPeriod } from '@/core/billing/subscription';
import { RefusalError } from '@/core/refusals';
import { later } from '@/core/revenue/days';
import { type BilledSubscription, billedSubscriptions } from '@/db/stores/sales/subscriptions';
import { withSavepoint } from '@/db/transaction';
import { type Change, type Context, defineUseCase } from '../kit/define';
import { submitTransaction } from '../transactions/posting/submit-transaction';
import { billSubscription } from './bill-subscription';
import { MOST_PERIODS, portion } from './plan-billing';

export interface BillingRun {
  readonly billed: readonly {
    readonly subscriptionNumber: string;
    readonly invoiceId: string;
    readonly invoiceNumber: string;
  }[];
  readonly refused: readonly { readonly subscriptionNumber: string; readonly message: string }[];
  /** The subscription to continue after; null when all are done. */
  readonly nextAfter: string | null;
}

/**
 * Drafts the invoices of every period that has begun and is not billed, for a portion of the subscriptions by number. One
 * that is refused does not hold up the others and is reported with the reason. Called twice, it bills nothing twice.
 */
export const billDue = defineUseCase({
  name: 'subscriptions.billDue',
  permission: 'billing.write',
  mode: 'sql',
  input: z.object(portion),
  async run(context, { after, limit }): Promise<BillingRun> {
    const through = context.clock.today();
    const asked = { after: after ?? null, limit, through, outcome: 'DRAFT' } as const;
    const { done: _done, ...run } = await billPortion(context, asked);
    return run;
  },
});

/** Which subscriptions are billed, up to which day, and what becomes of the invoices. */
export interface BillingPortion {
  readonly after: string | null;
  readonly limit: number;
  /** Periods that have begun by this day are due. */
  readonly through: string;
  readonly outcome: BillingOutcome;
}

/** Bills a portion of the subscriptions within the caller's transaction, a savepoint for each invoice. `done` counts subscriptions. */
export async function billPortion(
  context: Context,
  { after, limit, through, outcome }: BillingPortion,
): Promise<BillingRun & { readonly done: number }> {
  // The scheduler bills through the day of the organization's time zone, whatever day is fixed.
  const today = later(context.clock.today(), through);
  const found = await billedSubscriptions(context.tenant, { after, limit: limit + 1, today });
  const rows = found.slice(0, limit);
  const run = {
    billed: [] as BillingRun['billed'][number][],
    refused: [] as BillingRun['refused'][number][],
  };
  for (const row of rows) {
    const { subscriptionNumber } = row;
    for (const period of periodsDue(row as BilledSubscription & Planned, through, MOST_PERIODS)) {
      const answer = await billed(context, row.id, period, outcome);
      if (typeof answer === 'string') {
        run.refused.push({ subscriptionNumber, message: answer });
        break;
      }
      run.billed.push(...answer.map((invoice) => ({ subscriptionNumber, ...invoice })));
    }
  }
  const nextAfter = found.length > limit ? (rows.at(-1)?.subscriptionNumber ?? null) : null;
  return { ...run, nextAfter, done: rows.length };
}

/** The invoices of one period, or the sentence of the refusal, which stores nothing. */
async function billed(context: Context, id: string, period: BillingPeriod, outcome: BillingOutcome) {
  const changes: Change[] = [];
  // What is recorded for an invoice that is refused in the end is undone with it.
  const own: Context = { ...context, expectedVersion: undefined, record: (change) => changes.push(change) };
  try {
    const invoices = await withSavepoint(context.tenant, async () => {
      const { besides, ...first } = await billSubscription.run(own, { id, onDay: period.start });
      const drafted = [first, ...besides];
      if (outcome === 'SUBMIT') for (const one of drafted) await submitTransaction.run(own, { id: one.id });
      return drafted;
    });
    for (const change of changes) context.record(change);
    return invoices.map(({ id: invoiceId, transactionNumber: invoiceNumber }) => ({
      invoiceId,
      invoiceNumber,
    }));
  } catch (error) {
    if (error instanceof RefusalError) return error.refusal.message;
    throw error;
  }
}
