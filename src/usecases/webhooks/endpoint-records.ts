import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { refuse } from '@/core/refusals';
import {
  answerOnceEarlierChangesEnd,
  type WebhookEndpointRecord,
  webhookDeliveries,
  webhookEndpoints,
} from '@/db/stores/webhooks';
import { env } from '@/lib/env';
import { outboundProblem } from '@/lib/outbound';
import { byId, refuseNotFound } from '@/usecases/kit/crud';
import { defineUseCase } from '@/usecases/kit/define';
import { recordStatus } from '@/usecases/kit/fields';
import { demandEverywhere } from '@/usecases/kit/reach';

const eventTypes = z
  .array(
    z
      .string()
      .regex(/^[A-Za-z][\w.-]*(\.\*)?$/)
      .max(100),
  )
  .max(100);

export type ShownEndpoint = Omit<WebhookEndpointRecord, 'secret'>;

/** The signing secret is shown only once, when it is created. */
const shown = ({ secret: _secret, ...endpoint }: WebhookEndpointRecord): ShownEndpoint => endpoint;

/**
 * The endpoints that receive the organization's events. An endpoint receives those of every subsidiary, so callers
 * confined to some are refused FORBIDDEN by each of these verbs.
 */
export const listWebhookEndpoints = defineUseCase({
  name: 'webhooks.list',
  permission: 'org.credential.read',
  mode: 'read',
  input: z.object({}),
  async run({ tenant, principal }) {
    demandEverywhere(principal, 'org.credential.read');
    const all = await webhookEndpoints.list(tenant, { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
    return all.map(shown);
  },
});

/**
 * Adds an endpoint; returns it with its secret, once. No event types: all of them; `noun.*`: all of a noun. It receives every change that ends
 * after the answer (interface/decisions.md, "Events and audit").
 */
export const createWebhookEndpoint = defineUseCase({
  name: 'webhooks.create',
  permission: 'org.credential.write',
  mode: 'write',
  secretAnswer: true,
  input: z.object({ url: z.string().max(2000), eventTypes: eventTypes.default([]) }),
  async run(context, input) {
    demandEverywhere(context.principal, 'org.credential.write');
    demandOutbound(input.url);
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const made = await webhookEndpoints.insert(context.tenant, { ...input, secret });
    context.record({ noun: 'webhook endpoint', recordId: made.id, after: shown(made) });
    answerOnceEarlierChangesEnd(context.tenant);
    return { ...shown(made), secret };
  },
});

/** Changes an endpoint's URL, event types or state. Made active again, it receives what a new one does. */
export const updateWebhookEndpoint = defineUseCase({
  name: 'webhooks.update',
  permission: 'org.credential.write',
  mode: 'write',
  input: z.object({
    id: z.guid(),
    url: z.string().max(2000).optional(),
    eventTypes: eventTypes.optional(),
    recordStatus: recordStatus.optional(),
  }),
  async run(context, { id, ...data }) {
    demandEverywhere(context.principal, 'org.credential.write');
    const before =
      (await webhookEndpoints.find(context.tenant, id)) ?? refuseNotFound('webhook endpoint', id);
    if (data.url !== undefined) demandOutbound(data.url);
    const after =
      (await webhookEndpoints.update(context.tenant, id, data, context.expectedVersion)) ??
      refuseNotFound('webhook endpoint', id);
    const [was, is] = [shown(before), shown(after)];
    context.record({ noun: 'webhook endpoint', recordId: id, before: was, after: is });
    if (is.recordStatus === 'active' && was.recordStatus !== 'active')
      answerOnceEarlierChangesEnd(context.tenant);
    return is;
  },
});

/** Removes an endpoint and its pending deliveries. */
export const removeWebhookEndpoint = defineUseCase({
  name: 'webhooks.remove',
  permission: 'org.credential.write',
  mode: 'write',
  input: byId,
  async run(context, { id }) {
    demandEverywhere(context.principal, 'org.credential.write');
    const before =
      (await webhookEndpoints.find(context.tenant, id)) ?? refuseNotFound('webhook endpoint', id);
    await webhookEndpoints.remove(context.tenant, id);
    context.record({ noun: 'webhook endpoint', recordId: id, before: shown(before) });
    return shown(before);
  },
});

/** The latest deliveries to an endpoint, newest first. */
export const listWebhookDeliveries = defineUseCase({
  name: 'webhooks.deliveries',
  permission: 'org.credential.read',
  mode: 'read',
  input: z.object({ endpointId: z.guid(), limit: z.int().min(1).max(200).default(50) }),
  run({ tenant, principal }, { endpointId, limit }) {
    demandEverywhere(principal, 'org.credential.read');
    return webhookDeliveries.list(tenant, {
      where: { endpointId },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: limit,
    });
  },
});

function demandOutbound(url: string): void {
  const problem = outboundProblem(url, env().DAYBOOK_WEBHOOKS_ALLOW_PRIVATE === '1');
  if (problem === null) return;
  refuse('INVALID_INPUT', `url: ${problem}`, { issues: [{ path: ['url'], message: problem }] });
}
