import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemPrincipal } from '@/auth/principal';
import type { Role } from '@/core/permissions';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { fixedClock } from '@/testing/clock';
import { contend, holdWrites, valuesOf } from '@/testing/contenders';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { listAllJobs } from '@/usecases/jobs/list-jobs';
import { retryJob } from '@/usecases/jobs/retry-job';
import { startJob } from '@/usecases/jobs/start-job';
import type { Call, UseCase } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import { moveSubscription } from '@/usecases/subscriptions/move-subscription';
import { scheduleBilling } from '@/usecases/subscriptions/schedule-billing';
import { setBillingSchedule } from '@/usecases/subscriptions/set-billing-schedule';
import { showBillingSchedule } from '@/usecases/subscriptions/show-billing-schedule';
import { subscriptionItemVerbs } from '@/usecases/subscriptions/subscription-item-records';
import { subscriptionVerbs } from '@/usecases/subscriptions/subscription-records';
import { takeTurn } from './take-turn';

// The clock of these books is set by hand: "06:00 on the 1st" comes when the test says so. They lie in years to come, because the moment of
// an activation is the database's own.

let org: TestOrganization;
const clock = fixedClock('2041-03-10T09:00:00Z');
beforeAll(async () => {
  org = await foundTestOrganization({ today: '2041-03-10' });
});
afterAll(closeConnections);

const as = (role: Role, more: Partial<Call> = {}) => org.callAs(role, { clock, ...more });
const ask = <Input, Output>(useCase: UseCase<Input, Output>, input: unknown, role: Role = 'admin') =>
  runForOutput(useCase, as(role), input);
const set = (change: object = {}, role: Role = 'admin') =>
  ask(setBillingSchedule, { isOn: true, dayOfMonth: 1, hour: 6, outcome: 'DRAFT', ...change }, role);
/** What a server does at its rounds. */
const round = () =>
  runForOutput(
    scheduleBilling,
    { principal: systemPrincipal(org.organizationId), surface: 'job', requestId: newId(), clock },
    {},
  );
const work = async () => {
  for (let more = true; more; ) {
    await takeTurn(org.organizationId, { stopping: new AbortController().signal });
    more = (await jobs()).some(({ jobState }) => jobState === 'QUEUED' || jobState === 'RUNNING');
  }
};
const jobs = async () => {
  const { rows } = await ask(listAllJobs, {});
  return rows.filter(({ kind }) => kind === 'subscriptions.billScheduled');
};

const invoices = () =>
  withTenantReport({ organizationId: org.principals.admin.organizationId, userId: null }, (tenant) =>
    sql<{ reference: string; status: string; total: string }>(
      tenant,
      `select reference_number as reference, transaction_status as status, total_amount::numeric(20, 2)::text as total
       from business_transactions where kind = 'INVOICE' order by reference_number`,
    ),
  );

async function monthly(startDate: string, itemFrom = startDate): Promise<string> {
  const { id, subscriptionNumber } = await ask(subscriptionVerbs.create, {
    name: 'Platform',
    customerId: org.ids.customer,
    startDate,
    billingFrequency: 'MONTHLY',
  });
  await ask(subscriptionItemVerbs.create, {
    subscriptionId: id,
    description: 'Seats',
    quantity: '10',
    unitPrice: '10',
    startDate: itemFrom,
  });
  await ask(moveSubscription, { id, verb: 'activate' });
  return subscriptionNumber;
}

describe('billing by schedule', () => {
  let number: string;
  beforeAll(async () => {
    number = await monthly('2041-04-01');
  });

  it('is off until it is switched on, and then says when it comes and what it would make', async () => {
    expect(await ask(showBillingSchedule, {})).toEqual({ schedule: null, timeZone: 'UTC', next: null });
    expect(await round()).toEqual({ jobId: null });
    const shown = await set();
    expect(shown.next).toEqual({
      day: '2041-04-01',
      hour: 6,
      forecast: { invoices: 1, amounts: [{ currencyCode: 'USD', amount: '100.00' }], isMore: false },
    });
    expect(await ask(showBillingSchedule, {})).toEqual(shown);
    // The hour of March had passed when it was switched on.
    expect(await round()).toEqual({ jobId: null });
    expect(await invoices()).toEqual([]);
  });

  it('bills what is due when its hour comes, once, however many servers ask', async () => {
    clock.set('2041-04-01T05:59:00Z');
    expect(await round()).toEqual({ jobId: null });
    clock.set('2041-04-01T06:00:00Z');
    const asked = valuesOf(await contend(holdWrites(org.organizationId), [round, round, round]));
    expect(asked.filter(({ jobId }) => jobId !== null)).toHaveLength(1);
    await work();
    expect(await invoices()).toEqual([
      { reference: `${number} 2041-04-01`, status: 'DRAFT', total: '100.00' },
    ]);
    expect(await round()).toEqual({ jobId: null });
    const [job] = await jobs();
    expect(job).toMatchObject({ jobState: 'DONE', done: 1, total: 1, createdByName: 'admin of the test' });
  });

  it('makes up for hours that no server was there for by one run, which bills every period that began', async () => {
    clock.set('2041-06-03T12:00:00Z');
    expect((await round()).jobId).not.toBeNull();
    await work();
    expect((await invoices()).map(({ reference }) => reference)).toEqual([
      `${number} 2041-04-01`,
      `${number} 2041-05-01`,
      `${number} 2041-06-01`,
    ]);
    expect(await round()).toEqual({ jobId: null });
  });

  it('proposes the invoices for approval if requested', async () => {
    await set({ dayOfMonth: null, outcome: 'SUBMIT' });
    // What was missed of another hour while it was on is made up for.
    clock.set('2041-07-01T06:00:00Z');
    await round();
    await work();
    expect((await invoices()).at(-1)).toEqual({
      reference: `${number} 2041-07-01`,
      status: 'PENDING_APPROVAL',
      total: '100.00',
    });
  });

  it('a subscription that cannot be billed fails the job in words, holds up no other, and is billed when tried again', async () => {
    // What it bills begins later than it does.
    const bare = await monthly('2041-08-01', '2041-12-01');
    clock.set('2041-08-01T06:00:00Z');
    await round();
    await work();
    const [failed] = await jobs();
    expect(failed).toMatchObject({ jobState: 'FAILED', isRetryable: true });
    expect(failed?.problem).toContain(`1 subscription could not be billed; the others were. ${bare}:`);
    expect((await invoices()).map(({ reference }) => reference)).toContain(`${number} 2041-08-01`);
    const { schedule } = await ask(showBillingSchedule, {});
    expect(schedule?.runRefused).toMatchObject([{ subscriptionNumber: bare }]);
    const { rows } = await ask(subscriptionVerbs.page, { page: 1, limit: 50 });
    const subscriptionId = rows.find(({ subscriptionNumber }) => subscriptionNumber === bare)?.id;
    await ask(subscriptionItemVerbs.create, { subscriptionId, description: 'Seats', unitPrice: '7' });
    await ask(retryJob, { id: failed?.id });
    await work();
    expect((await jobs())[0]).toMatchObject({ jobState: 'DONE', problem: null });
    expect((await invoices()).find(({ reference }) => reference.startsWith(bare))).toMatchObject({
      total: '7.00',
    });
    // The other was billed before and is not billed again.
    expect((await invoices()).filter(({ reference }) => reference === `${number} 2041-08-01`)).toHaveLength(
      1,
    );
  });

  it('can be run at once by anyone who may bill, and then bills what has begun by today', async () => {
    const { schedule } = await ask(showBillingSchedule, {});
    clock.set('2041-09-01T01:00:00Z');
    await ask(startJob, { kind: 'subscriptions.billScheduled', recordId: schedule?.id }, 'accountant');
    await work();
    expect((await invoices()).map(({ reference }) => reference)).toContain(`${number} 2041-09-01`);
  });

  it('switched off it asks for nothing more, and switched on again it does not make up for the time it was off', async () => {
    await set({ isOn: false });
    const before = await invoices();
    clock.set('2041-10-15T06:00:00Z');
    expect(await round()).toEqual({ jobId: null });
    await set();
    expect(await round()).toEqual({ jobId: null });
    expect(await invoices()).toEqual(before);
    expect((await ask(showBillingSchedule, {})).next?.day).toBe('2041-11-01');
  });

  it('refuses a caller who may not bill or is confined, and a change over one that was not seen; nothing changes', async () => {
    const before = await ask(showBillingSchedule, {});
    const confined: Call = {
      ...as('admin'),
      principal: { ...org.principals.admin, subsidiaryScope: [org.ids.rootSubsidiary] },
    };
    const input = { isOn: true, dayOfMonth: 2, hour: 7, outcome: 'DRAFT' };
    for (const [call, code] of [
      [as('viewer'), 'FORBIDDEN'],
      [confined, 'FORBIDDEN'],
      [as('admin', { expectedVersion: (before.schedule?.version ?? 0) - 1 }), 'STALE_VERSION'],
      [as('admin', { principal: systemPrincipal(org.organizationId) }), 'FORBIDDEN'],
    ] as const) {
      await expect(runForOutput(setBillingSchedule, call, input)).rejects.toMatchObject({
        refusal: { code },
      });
    }
    expect(await ask(showBillingSchedule, {})).toEqual(before);
  });
});
