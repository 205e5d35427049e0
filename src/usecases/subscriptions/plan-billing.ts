import { z } from 'zod';
import { type NotBilled, nextPeriod, type Planned, periodsDue } from '@/core/billing/billing-plan';
import { periodAmount } from '@/core/billing/proration';
import type { BillingPeriod } from '@/core/billing/subscription';
import { toAmountString } from '@/core/money/currency';
import { sum } from '@/core/money/decimal';
import { type BilledSubscription, billedSubscriptions, itemsInForce } from '@/db/stores/sales/subscriptions';
import type { Tenant } from '@/db/tenancy';
import { defineUseCase } from '../kit/define';
import { codeText } from '../kit/fields';

/** Periods of one subscription that one run bills at most; the next run bills the rest. */
export const MOST_PERIODS = 24;

/** What billing will do with a subscription. */
export interface BillingPlan extends BilledSubscription {
  /** The next period to bill; null when there is none. */
  readonly next: BillingPeriod | null;
  /** What it bills, before tax. */
  readonly amount: string | null;
  /** Why nothing is billed. */
  readonly why: NotBilled | null;
  /** Periods that have begun and are not billed. */
  readonly due: number;
}

/** A portion of the subscriptions, by number. */
export const portion = {
  /** The number of the last subscription of the portion before. */
  after: codeText.optional(),
  limit: z.int().min(1).max(100).default(50),
};

/** What billing will do with each active or paused subscription, by number: the next period, its amount, or why there is none. */
export const planBilling = defineUseCase({
  name: 'subscriptions.plan',
  permission: 'billing.read',
  mode: 'report',
  input: z.object(portion),
  async run({ tenant, clock }, { after, limit }): Promise<{ rows: BillingPlan[]; nextAfter: string | null }> {
    const today = clock.today();
    const found = await billedSubscriptions(tenant, { after: after ?? null, limit: limit + 1, today });
    const rows = found.slice(0, limit);
    const plans: BillingPlan[] = [];
    for (const row of rows) plans.push(await planOf(tenant, row, today));
    return {
      rows: plans,
      nextAfter: found.length > limit ? (rows.at(-1)?.subscriptionNumber ?? null) : null,
    };
  },
});

async function planOf(tenant: Tenant, row: BilledSubscription, today: string): Promise<BillingPlan> {
  const plan = row as BilledSubscription & Planned;
  const next = nextPeriod(plan);
  if (typeof next === 'string') return { ...row, next: null, amount: null, why: next, due: 0 };
  const items = await itemsInForce(tenant, row.id, next);
  if (items.length === 0) return { ...row, next, amount: null, why: 'NO_ITEMS', due: 0 };
  const amount = sum(items.map((item) => periodAmount(item, row.currencyCode)));
  const due = periodsDue(plan, today, MOST_PERIODS).length;
  return { ...row, next, amount: toAmountString(amount, row.currencyCode), why: null, due };
}
