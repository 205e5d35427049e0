import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { contend, holdRow, wordsOf } from '@/testing/contenders';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import type { Call } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { billSubscription } from './bill-subscription';
import { moveSubscription } from './move-subscription';
import { subscriptionItemVerbs } from './subscription-item-records';
import { subscriptionVerbs } from './subscription-records';

let organization: TestOrganization;
let call: Call;

beforeAll(async () => {
  organization = await foundTestOrganization();
  call = organization.callAs('admin');
});
afterAll(closeConnections);

const draft = (more: object = {}) =>
  runForOutput(subscriptionVerbs.create, call, {
    name: 'Platform',
    customerId: organization.ids.customer,
    startDate: '2026-10-31',
    billingFrequency: 'MONTHLY',
    ...more,
  });
const addItem = (subscriptionId: string, more: object = {}) =>
  runForOutput(subscriptionItemVerbs.create, call, {
    subscriptionId,
    description: 'Seats',
    quantity: '3',
    unitPrice: '33.33',
    ...more,
  });
const move = (id: string, verb: string) => runForOutput(moveSubscription, call, { id, verb });
const refusal = (code: string) => ({ refusal: { code } });

describe('a subscription', () => {
  test('is activated only with a customer and an item, and only once', async () => {
    const { id } = await draft({ customerId: null });
    await expect(move(id, 'activate')).rejects.toMatchObject({
      refusal: { code: 'INCOMPLETE_DOCUMENT', data: { missing: ['customerId', 'items'] } },
    });
    await runForOutput(subscriptionVerbs.update, call, {
      id,
      data: { customerId: organization.ids.customer },
    });
    await addItem(id);
    expect((await move(id, 'activate')).subscriptionStatus).toBe('ACTIVE');
    await expect(move(id, 'activate')).rejects.toMatchObject(refusal('INVALID_STATUS_TRANSITION'));
    const cancelled = await move(id, 'cancel');
    expect(cancelled).toMatchObject({ subscriptionStatus: 'CANCELLED', cancelledOn: call.clock.today() });
  });

  test('is cancelled once, even with many simultaneous cancellations', async () => {
    const { id } = await draft();
    const outcomes = await contend(
      holdRow('subscriptions', organization.organizationId, id),
      Array.from({ length: 6 }, () => () => move(id, 'cancel')),
    );
    expect(wordsOf(outcomes).sort()).toEqual([...Array<string>(5).fill('INVALID_STATUS_TRANSITION'), 'won']);
  });

  test('cannot be moved into another subsidiary by a caller who does not reach that one', async () => {
    const { id, subsidiaryId } = await draft();
    const branch = await runForOutput(createSubsidiary, call, { name: 'Branch', code: 'B' });
    const confined = {
      ...call,
      principal: { ...call.principal, subsidiaryScope: [organization.ids.rootSubsidiary] },
    };
    const away = { id, data: { subsidiaryId: branch.id } };
    await expect(runForOutput(subscriptionVerbs.update, confined, away)).rejects.toMatchObject(
      refusal('FORBIDDEN'),
    );
    expect(await runForOutput(subscriptionVerbs.get, call, { id })).toMatchObject({
      subsidiaryId,
      version: 1,
    });
    await runForOutput(subscriptionVerbs.update, call, away);
  });

  test('that is active keeps its agreed terms: customer, price, items', async () => {
    const { id } = await draft();
    const item = await addItem(id);
    await move(id, 'activate');
    await expect(
      runForOutput(subscriptionVerbs.update, call, { id, data: { customerId: null } }),
    ).rejects.toMatchObject(refusal('INVALID_STATUS_TRANSITION'));
    await expect(
      runForOutput(subscriptionItemVerbs.update, call, { id: item.id, data: { unitPrice: '1' } }),
    ).rejects.toMatchObject(refusal('INVALID_STATUS_TRANSITION'));
    await expect(runForOutput(subscriptionItemVerbs.remove, call, { id: item.id })).rejects.toMatchObject(
      refusal('INVALID_STATUS_TRANSITION'),
    );
    await expect(runForOutput(subscriptionVerbs.remove, call, { id })).rejects.toMatchObject(
      refusal('IN_USE'),
    );
    const ended = await runForOutput(subscriptionItemVerbs.update, call, {
      id: item.id,
      data: { endDate: '2026-11-30' },
    });
    expect(ended.endDate).toBe('2026-11-30');
  });

  test('bills each period once: a draft invoice with its items, and discounts on separate lines', async () => {
    const { id, subscriptionNumber } = await draft();
    await addItem(id);
    await addItem(id, { description: 'Support', quantity: '1', unitPrice: '99.99', discountPercent: '12.5' });
    await expect(runForOutput(billSubscription, call, { id })).rejects.toMatchObject(
      refusal('INVALID_STATUS_TRANSITION'),
    );
    await move(id, 'activate');
    const invoice = await runForOutput(billSubscription, call, { id, onDay: '2026-11-15' });
    expect(invoice).toMatchObject({
      kind: 'INVOICE',
      status: 'DRAFT',
      entityId: organization.ids.customer,
      subscriptionId: id,
      transactionDate: '2026-10-31',
      referenceNumber: `${subscriptionNumber} 2026-10-31`,
      subtotalAmount: '199.98',
      discountAmount: '12.50',
      totalAmount: '187.48',
    });
    expect(invoice.lines.map((line) => [line.lineType, line.lineAmount])).toEqual([
      ['SERVICE', '99.99'],
      ['SERVICE', '99.99'],
      ['DISCOUNT', '12.50'],
    ]);
    await expect(runForOutput(billSubscription, call, { id, onDay: '2026-11-29' })).rejects.toMatchObject(
      refusal('DUPLICATE'),
    );
    const next = await runForOutput(billSubscription, call, { id, onDay: '2026-11-30' });
    expect(next.transactionDate).toBe('2026-11-30');
    await expect(runForOutput(billSubscription, call, { id, onDay: '2026-10-30' })).rejects.toMatchObject(
      refusal('INVALID_INPUT'),
    );
  });

  test('is invoiced once for a period, even with many simultaneous billings', async () => {
    const { id } = await draft();
    await addItem(id);
    await move(id, 'activate');
    const settled = await contend(
      holdRow('subscriptions', organization.organizationId, id),
      Array.from(
        { length: 6 },
        () => () => runForOutput(billSubscription, call, { id, onDay: '2026-12-05' }),
      ),
    );
    expect(settled.filter(({ status }) => status === 'fulfilled').length).toBe(1);
  });
});
