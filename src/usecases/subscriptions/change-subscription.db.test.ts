import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { contend, holdWrites, valuesOf } from '@/testing/contenders';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import type { Call } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import { billDue } from './bill-due';
import { billSubscription } from './bill-subscription';
import { cancelSubscription } from './cancel-subscription';
import { changeSubscription } from './change-subscription';
import { moveSubscription } from './move-subscription';
import { planBilling } from './plan-billing';
import { renewSubscription } from './renew-subscription';
import { listSubscriptionItems, subscriptionItemVerbs } from './subscription-item-records';
import { subscriptionVerbs } from './subscription-records';

let organization: TestOrganization;
let call: Call;

beforeAll(async () => {
  organization = await foundTestOrganization({ today: '2026-11-16' });
  call = organization.callAs('admin');
});
afterAll(closeConnections);

const refusal = (code: string) => ({ refusal: { code } });

/** A subscription for 100.00 a month from November 1, active. */
async function monthly(more: object = {}) {
  const { id, subscriptionNumber } = await runForOutput(subscriptionVerbs.create, call, {
    name: 'Platform',
    customerId: organization.ids.customer,
    startDate: '2026-11-01',
    billingFrequency: 'MONTHLY',
    ...more,
  });
  const item = await runForOutput(subscriptionItemVerbs.create, call, {
    subscriptionId: id,
    description: 'Seats',
    quantity: '10',
    unitPrice: '10',
  });
  await runForOutput(moveSubscription, call, { id, verb: 'activate' });
  return { id, subscriptionNumber, itemId: item.id };
}
const itemsOf = async (subscriptionId: string) =>
  (await runForOutput(listSubscriptionItems, call, { subscriptionId })).map((item) => [
    item.quantity,
    item.startDate,
    item.endDate,
  ]);
const to = (quantity: string) => ({ quantity, unitPrice: '10', description: 'Seats' });

describe('a change in the middle of a billing period', () => {
  test('bills the difference for the days that remain, and the new terms from the next period', async () => {
    const { id, itemId } = await monthly();
    await runForOutput(billSubscription, call, { id });
    const changed = await runForOutput(changeSubscription, call, {
      id,
      onDay: '2026-11-16',
      changes: [{ subscriptionItemId: itemId, to: to('16') }],
    });
    expect(changed).toMatchObject({
      period: { start: '2026-11-01', end: '2026-11-30' },
      difference: '30.00',
      document: { kind: 'INVOICE', status: 'DRAFT', totalAmount: '30.00', subscriptionId: id },
    });
    expect(await itemsOf(id)).toEqual([
      ['10', '2026-11-01', '2026-11-30'],
      ['16', '2026-12-01', null],
    ]);
    const next = await runForOutput(billSubscription, call, { id, onDay: '2026-12-01' });
    expect(next.totalAmount).toBe('160.00');
  });

  test('a downgrade is credited, and a dry run shows the effect and changes nothing', async () => {
    const { id, itemId } = await monthly();
    const asked = {
      id,
      onDay: '2026-11-16',
      changes: [{ subscriptionItemId: itemId, to: null }, { to: { unitPrice: '60', description: 'Basic' } }],
    };
    const shown = await runForOutput(changeSubscription, { ...call, dryRun: true }, asked);
    expect(shown).toMatchObject({ difference: '-20.00', document: { kind: 'CREDIT_MEMO' } });
    expect(await itemsOf(id)).toEqual([['10', '2026-11-01', null]]);
    const changed = await runForOutput(changeSubscription, call, asked);
    expect(changed.document).toMatchObject({ kind: 'CREDIT_MEMO', totalAmount: '20.00' });
    expect(changed.document?.lines.map(({ lineType, lineAmount }) => [lineType, lineAmount])).toEqual([
      ['SERVICE', '50.00'],
      ['DISCOUNT', '30.00'],
    ]);
  });

  test('an item changes once a period, and a day before the current period is refused; neither changes anything', async () => {
    const { id, itemId } = await monthly({ startDate: '2026-10-01' });
    const change = (onDay: string) =>
      runForOutput(changeSubscription, call, {
        id,
        onDay,
        changes: [{ subscriptionItemId: itemId, to: to('12') }],
      });
    await expect(change('2026-10-20')).rejects.toMatchObject(refusal('INVALID_INPUT'));
    expect(await itemsOf(id)).toEqual([['10', '2026-10-01', null]]);
    await change('2026-11-10');
    const after = await itemsOf(id);
    await expect(change('2026-11-20')).rejects.toMatchObject(refusal('INVALID_INPUT'));
    expect(await itemsOf(id)).toEqual(after);
  });

  test('of two changes at once one wins', async () => {
    const { id, itemId } = await monthly();
    const settled = await contend(
      holdWrites(organization.organizationId),
      ['20', '30'].map(
        (quantity) => () =>
          runForOutput(changeSubscription, call, {
            id,
            onDay: '2026-11-16',
            changes: [{ subscriptionItemId: itemId, to: to(quantity) }],
          }),
      ),
    );
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await itemsOf(id)).toHaveLength(2);
  });
});

describe('the end of a subscription', () => {
  test('days after the last one in a billed period are credited; in one that is not billed there is nothing to credit', async () => {
    const billed = await monthly();
    await runForOutput(billSubscription, call, { id: billed.id });
    const asked = { lastDay: '2026-11-15', credit: true };
    const cancelled = await runForOutput(cancelSubscription, call, { id: billed.id, ...asked });
    expect(cancelled).toMatchObject({
      credit: '50.00',
      document: { kind: 'CREDIT_MEMO', totalAmount: '50.00' },
      subscription: { subscriptionStatus: 'CANCELLED', cancelledOn: '2026-11-15' },
    });
    const plain = await runForOutput(cancelSubscription, call, { id: (await monthly()).id, ...asked });
    expect(plain).toMatchObject({ billedBy: null, document: null, credit: '0.00' });
    await expect(runForOutput(cancelSubscription, call, { id: billed.id, ...asked })).rejects.toMatchObject(
      refusal('INVALID_STATUS_TRANSITION'),
    );
  });

  test('in a period whose terms changed no credit is calculated; nothing changes, and it is cancelled without one', async () => {
    const { id, itemId } = await monthly();
    await runForOutput(billSubscription, call, { id });
    const changes = [{ subscriptionItemId: itemId, to: to('16') }];
    await runForOutput(changeSubscription, call, { id, onDay: '2026-11-16', changes });
    const asked = { id, lastDay: '2026-11-20' };
    await expect(runForOutput(cancelSubscription, call, { ...asked, credit: true })).rejects.toMatchObject(
      refusal('INVALID_INPUT'),
    );
    expect(await runForOutput(subscriptionVerbs.get, call, { id })).toMatchObject({
      subscriptionStatus: 'ACTIVE',
    });
    const cancelled = await runForOutput(cancelSubscription, call, asked);
    expect(cancelled.document).toBeNull();
  });

  test('a renewal begins the day after the end with raised prices; without an end there is nothing to renew', async () => {
    const { id } = await monthly({ endDate: '2026-12-31', termMonths: 2 });
    const renewed = await runForOutput(renewSubscription, call, { id, upliftPercent: '5' });
    expect(renewed).toMatchObject({
      from: '2027-01-01',
      items: [{ description: 'Seats', before: '10', after: '10.5' }],
      subscription: { endDate: '2027-02-28' },
    });
    expect(await itemsOf(id)).toEqual([
      ['10', '2026-11-01', '2026-12-31'],
      ['10', '2027-01-01', null],
    ]);
    const endless = await monthly();
    await expect(runForOutput(renewSubscription, call, { id: endless.id })).rejects.toMatchObject(
      refusal('INVALID_INPUT'),
    );
    expect(await itemsOf(endless.id)).toEqual([['10', '2026-11-01', null]]);
  });
});

describe('the billing run', () => {
  test('says what it will bill and why not, bills what is due, and bills nothing twice', async () => {
    const org = await foundTestOrganization({ today: '2027-01-20' });
    organization = org;
    call = org.callAs('admin');
    const due = await monthly({ subscriptionNumber: 'A-1' });
    await runForOutput(billSubscription, call, { id: due.id, onDay: '2026-11-01' });
    const paused = await monthly({ subscriptionNumber: 'A-2' });
    await runForOutput(moveSubscription, call, { id: paused.id, verb: 'pause' });
    const ended = await monthly({ subscriptionNumber: 'A-3', endDate: '2026-11-30' });
    await runForOutput(billSubscription, call, { id: ended.id, onDay: '2026-11-01' });
    const plan = async () =>
      (await runForOutput(planBilling, call, {})).rows.map(
        ({ subscriptionNumber, next, amount, why, due }) => [
          subscriptionNumber,
          next?.start ?? null,
          amount,
          why,
          due,
        ],
      );
    expect(await plan()).toEqual([
      ['A-1', '2026-12-01', '100.00', null, 2],
      ['A-2', null, null, 'PAUSED', 0],
      ['A-3', null, null, 'ENDED', 0],
    ]);
    const runs = valuesOf(
      await contend(
        holdWrites(call.principal.organizationId),
        [1, 2].map(() => () => runForOutput(billDue, call, {})),
      ),
    );
    expect(runs.flatMap(({ billed }) => billed).map(({ subscriptionNumber }) => subscriptionNumber)).toEqual([
      'A-1',
      'A-1',
    ]);
    expect((await plan())[0]).toEqual(['A-1', '2027-02-01', '100.00', null, 0]);
    expect(await runForOutput(billDue, call, {})).toEqual({ billed: [], refused: [], nextAfter: null });
  });

  test('continues from portion to portion', async () => {
    const first = await runForOutput(planBilling, call, { limit: 2 });
    expect(first.nextAfter).toBe('A-2');
    const rest = await runForOutput(planBilling, call, { limit: 2, after: 'A-2' });
    expect(rest.rows.map(({ subscriptionNumber }) => subscriptionNumber)).toEqual(['A-3']);
    expect(rest.nextAfter).toBeNull();
  });
});
