import {
  createWebhookEndpoint,
  listWebhookDeliveries,
  listWebhookEndpoints,
  removeWebhookEndpoint,
  updateWebhookEndpoint,
} from '@/usecases/webhooks/endpoint-records';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** Webhook endpoints and their deliveries. */
export const webhooksRouter = createTrpcRouter({
  list: procedureFor(listWebhookEndpoints),
  create: procedureFor(createWebhookEndpoint),
  update: procedureFor(updateWebhookEndpoint),
  remove: procedureFor(removeWebhookEndpoint),
  deliveries: procedureFor(listWebhookDeliveries),
});
