import { billDue } from '@/usecases/subscriptions/bill-due';
import { billSubscription } from '@/usecases/subscriptions/bill-subscription';
import { cancelSubscription } from '@/usecases/subscriptions/cancel-subscription';
import { changeSubscription } from '@/usecases/subscriptions/change-subscription';
import { moveSubscription } from '@/usecases/subscriptions/move-subscription';
import { planBilling } from '@/usecases/subscriptions/plan-billing';
import { renewSubscription } from '@/usecases/subscriptions/renew-subscription';
import { setBillingSchedule } from '@/usecases/subscriptions/set-billing-schedule';
import { showBillingSchedule } from '@/usecases/subscriptions/show-billing-schedule';
import {
  listSubscriptionItems,
  subscriptionItemVerbs,
} from '@/usecases/subscriptions/subscription-item-records';
import { subscriptionVerbs } from '@/usecases/subscriptions/subscription-records';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

export const subscriptionsRouter = createTrpcRouter({
  create: procedureFor(subscriptionVerbs.create),
  get: procedureFor(subscriptionVerbs.get),
  page: procedureFor(subscriptionVerbs.page),
  update: procedureFor(subscriptionVerbs.update),
  remove: procedureFor(subscriptionVerbs.remove),
  move: procedureFor(moveSubscription),
  bill: procedureFor(billSubscription),
  plan: procedureFor(planBilling),
  billDue: procedureFor(billDue),
  showSchedule: procedureFor(showBillingSchedule),
  setSchedule: procedureFor(setBillingSchedule),
  change: procedureFor(changeSubscription),
  renew: procedureFor(renewSubscription),
  cancel: procedureFor(cancelSubscription),
  items: procedureFor(listSubscriptionItems),
  addItem: procedureFor(subscriptionItemVerbs.create),
  updateItem: procedureFor(subscriptionItemVerbs.update),
  removeItem: procedureFor(subscriptionItemVerbs.remove),
});
