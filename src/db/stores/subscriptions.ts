import type { Subscription, SubscriptionItem } from '../generated/client';
import { type Plain, recordStore } from '../record-store';
import { recordStream } from '../record-stream';

export type SubscriptionRecord = Plain<Subscription>;
export type SubscriptionItemRecord = Plain<SubscriptionItem>;

/** Subscriptions: what a customer is billed for again and again. */
export const subscriptions = recordStore<Subscription>('subscription');

export const streamSubscriptions = recordStream<Subscription>('subscriptions');

/** Their lines. */
export const subscriptionItems = recordStore<SubscriptionItem>('subscriptionItem');
