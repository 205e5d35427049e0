import { z } from 'zod';
import { type Planned, periodsDue } from '@/core/billing/billing-plan';
import type { BillingPeriod } from '@/core/billing/subscription';
import { RefusalError } from '@/core/refusals';
import { type BilledSubscription, billedSubscriptions } from '@/db/stores/subscriptions';
import { withSavepoint } from '@/db/transaction';
import { type Context, defineUseCase } from '../kit/define';
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
 * that is refused does not hold up the others and is reported with the reason. Told twice it bills nothing twice.
 */
export const billDue = defineUseCase({
  name: 'subscriptions.billDue',
  permission: 'billing.write',
  mode: 'sql',
  input: z.object(portion),
  async run(context, { after, limit }): Promise<BillingRun> {
    const { tenant, clock } = context;
    const found = await billedSubscriptions(tenant, { after: after ?? null, limit: limit + 1 });
    const rows = found.slice(0, limit);
    const run = {
      billed: [] as BillingRun['billed'][number][],
      refused: [] as BillingRun['refused'][number][],
    };
    for (const row of rows) {
      const { subscriptionNumber } = row;
      for (const period of periodsDue(row as BilledSubscription & Planned, clock.today(), MOST_PERIODS)) {
        const outcome = await billed(context, row.id, period);
        if (typeof outcome === 'string') {
          run.refused.push({ subscriptionNumber, message: outcome });
          break;
        }
        run.billed.push({ subscriptionNumber, ...outcome });
      }
    }
    return { ...run, nextAfter: found.length > limit ? (rows.at(-1)?.subscriptionNumber ?? null) : null };
  },
});

/** The invoice of one period, or the sentence of the refusal, which leaves nothing behind. */
async function billed(context: Context, id: string, period: BillingPeriod) {
  try {
    const { id: invoiceId, transactionNumber: invoiceNumber } = await withSavepoint(context.tenant, () =>
      billSubscription.run(context, { id, onDay: period.start }),
    );
    return { invoiceId, invoiceNumber };
  } catch (error) {
    if (error instanceof RefusalError) return error.refusal.message;
    throw error;
  }
}
