import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { contend, holdRow } from '@/testing/contenders';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { activityVerbs, listActivities } from '@/usecases/activities/activity-records';
import { customerVerbs } from '@/usecases/customers/customer-records';
import type { Call } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import { convertToLead } from '@/usecases/prospects/convert-to-lead';
import { createProspect, getProspect } from '@/usecases/prospects/prospect-records';
import { convertLead } from './convert-lead';
import { leadVerbs } from './lead-records';

let org: TestOrganization;
let call: Call;

beforeAll(async () => {
  org = await foundTestOrganization();
  call = org.callAs('sales');
});
afterAll(closeConnections);

const lead = () =>
  runForOutput(leadVerbs.create, call, { name: 'Ada', company: 'Engines', email: 'ada@example.test' });
const refusal = (code: string) => ({ refusal: { code } });

describe('a lead', () => {
  test('becomes a customer once, and refers to it', async () => {
    const { id } = await lead();
    const made = await runForOutput(convertLead, call, { id, into: 'customer' });
    expect(made).toMatchObject({ into: 'customer', name: 'Engines' });
    expect(await runForOutput(leadVerbs.get, call, { id })).toMatchObject({
      leadStatus: 'converted',
      convertedCustomerId: made.id,
    });
    expect(await runForOutput(customerVerbs.get, call, { id: made.id })).toMatchObject({
      companyName: 'Engines',
      contactEmail: 'ada@example.test',
    });
    for (const into of ['customer', 'prospect'] as const)
      await expect(runForOutput(convertLead, call, { id, into })).rejects.toMatchObject(
        refusal('ALREADY_CONVERTED'),
      );
  });

  test('becomes a prospect unless it was made from one, and nothing is created when it is refused', async () => {
    const { id } = await lead();
    const made = await runForOutput(convertLead, call, { id, into: 'prospect' });
    expect(await runForOutput(getProspect, call, { id: made.id })).toMatchObject({
      name: 'Ada',
      company: 'Engines',
      prospectStatus: 'contacted',
    });
    const prospect = await runForOutput(createProspect, call, { name: 'Grace' });
    const from = await runForOutput(convertToLead, call, { id: prospect.id });
    await expect(runForOutput(convertLead, call, { id: from.id, into: 'prospect' })).rejects.toMatchObject(
      refusal('ALREADY_CONVERTED'),
    );
    expect((await runForOutput(leadVerbs.get, call, { id: from.id })).leadStatus).toBe('new');
    const customer = await runForOutput(convertLead, call, { id: from.id, into: 'customer' });
    expect(await runForOutput(customerVerbs.get, call, { id: customer.id })).toMatchObject({
      prospectId: prospect.id,
    });
  });

  test('of simultaneous conversions one wins, and one customer is made', async () => {
    const { id } = await lead();
    const count = async () => (await runForOutput(customerVerbs.page, call, { page: 1, limit: 1 })).total;
    const before = await count();
    const settled = await contend(
      holdRow('leads', call.principal.organizationId, id),
      Array.from({ length: 4 }, () => () => runForOutput(convertLead, call, { id, into: 'customer' })),
    );
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await count()).toBe(before + 1);
  });
});

describe('activities', () => {
  test('belong to one lead or prospect; open ones come first', async () => {
    const { id } = await lead();
    const add = (summary: string, happensOn: string, isDone: boolean) =>
      runForOutput(activityVerbs.create, call, {
        leadId: id,
        activityKind: 'CALL',
        summary,
        happensOn,
        isDone,
      });
    await add('Called', '2026-11-02', true);
    const open = await add('Send an offer', '2026-11-01', false);
    const listed = async () =>
      (await runForOutput(listActivities, call, { leadId: id })).map(({ summary }) => summary);
    expect(await listed()).toEqual(['Send an offer', 'Called']);
    await runForOutput(activityVerbs.update, call, { id: open.id, data: { isDone: true } });
    expect(await listed()).toEqual(['Called', 'Send an offer']);
    const more = { activityKind: 'NOTE', summary: 'x', happensOn: '2026-11-01' } as const;
    await expect(runForOutput(activityVerbs.create, call, more)).rejects.toMatchObject(
      refusal('INVALID_INPUT'),
    );
    const prospect = await runForOutput(createProspect, call, { name: 'Both' });
    await expect(
      runForOutput(activityVerbs.create, call, { ...more, leadId: id, prospectId: prospect.id }),
    ).rejects.toMatchObject(refusal('INVALID_INPUT'));
    expect(await listed()).toHaveLength(2);
  });
});
