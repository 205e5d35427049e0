import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { surfaceC } from '@/surfaces/c/surface';
import { type Door, doorFor } from '@/testing/door';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { MET } from '../../revenue/books';
import { fingerprint } from '../../support/fingerprint';

let org: TestOrganization;
let door: Door;
beforeAll(async () => {
  org = await foundTestOrganization({ today: '2026-12-31' });
  door = doorFor(surfaceC, org.principals.controller);
});
afterAll(closeConnections);

// biome-ignore lint/suspicious/noExplicitAny: a client reads untyped JSON.
type Read = any;
async function call(method: string, path: string, body?: unknown): Promise<{ status: number; body: Read }> {
  const sent = await door.send(method, `/api/v1/revenue${path}`, body === undefined ? {} : { body });
  return { status: sent.status, body: sent.json };
}

async function contract(pattern: object): Promise<string> {
  const { body } = await call('POST', '/contracts', {
    customerId: org.ids.customer,
    contractDate: '2026-01-01',
    price: { fixed: '1000' },
    obligations: [{ key: 'work', ssp: '1000', pattern }],
    criteria: MET,
  });
  await call('POST', `/contracts/${body.contract.id}/activate`, {});
  return body.contract.id;
}

describe('Losses and contract costs on surface C', () => {
  test('an estimate of 1,300 for 1,000 shows the loss, a run posts the provision, and the estimate can be voided', async () => {
    const id = await contract({ kind: 'PROGRESS' });
    const costs = {
      kind: 'costs',
      effectiveDate: '2026-02-28',
      key: 'work',
      costToDate: '260',
      totalCost: '1300',
    };
    const recorded = await call('POST', `/contracts/${id}/events`, {
      event: { ...costs, scope: 'CONSTRUCTION' },
    });
    expect(recorded).toMatchObject({
      status: 201,
      body: { losses: [{ key: null, expectedLoss: '300.00', provision: '240.00', posted: '0.00' }] },
    });
    const run = await call('POST', '/runs', { period: '2026-02' });
    expect(run.body.proposal.provisions).toEqual([{ currencyCode: 'USD', rows: 1, amount: '240.00' }]);
    expect((await call('POST', `/runs/${run.body.id}/post`, {})).status).toBe(200);
    expect((await call('GET', `/contracts/${id}`)).body.losses).toMatchObject([{ posted: '240.00' }]);
    const estimate = {
      kind: 'costEstimate',
      effectiveDate: '2026-03-15',
      key: 'work',
      totalCost: '1040',
      evidence: 'Steel is cheaper',
    };
    const again = await call('POST', `/contracts/${id}/events`, { event: estimate });
    expect(again.body.losses).toMatchObject([{ provision: '30.00', posted: '240.00' }]);
    const voided = await call('POST', `/events/${again.body.eventId}/void`, { reason: 'Another site' });
    expect([voided.status, voided.body.losses[0].provision]).toEqual([200, '240.00']);
  });

  test('605-35-15-2: a first estimate that does not name the kind of work is refused with the reason, so that no loss is left unprovided; so is voiding the one that named it', async () => {
    const id = await contract({ kind: 'PROGRESS' });
    const costs = { kind: 'costs', key: 'work', costToDate: '260', totalCost: '1300' };
    const tell = (event: object) => call('POST', `/contracts/${id}/events`, { event });
    const before = await fingerprint(org.organizationId);
    const unsaid = await tell({ ...costs, effectiveDate: '2026-02-28' });
    expect([unsaid.status, unsaid.body.details.rule]).toEqual([400, 'LOSS_SCOPE_UNSAID']);
    expect(unsaid.body.message).toContain('CONSTRUCTION, PRODUCTION or OTHER');
    expect(await fingerprint(org.organizationId)).toEqual(before);
    const said = await tell({ ...costs, effectiveDate: '2026-02-28', scope: 'OTHER' });
    expect(said).toMatchObject({ status: 201, body: { losses: [{ provision: '0.00' }] } });
    // Later estimates are for the same work; one dated earlier is not.
    expect((await tell({ ...costs, effectiveDate: '2026-03-31', costToDate: '650' })).status).toBe(201);
    const known = await fingerprint(org.organizationId);
    expect((await tell({ ...costs, effectiveDate: '2026-01-31' })).body.details.rule).toBe(
      'LOSS_SCOPE_UNSAID',
    );
    const voided = await call('POST', `/events/${said.body.eventId}/void`, { reason: 'Of another site' });
    expect([voided.status, voided.body.details.rule]).toEqual([400, 'LOSS_SCOPE_UNSAID']);
    expect(await fingerprint(org.organizationId)).toEqual(known);
    const instead = { ...costs, effectiveDate: '2026-02-28', costToDate: '300', scope: 'CONSTRUCTION' };
    const replaced = await call('POST', `/events/${said.body.eventId}/replace`, {
      reason: 'It is a building',
      event: instead,
    });
    // Half is performed by the end of March: of the loss of 300, 150.00 are still to come.
    expect(replaced.body.losses).toMatchObject([{ expectedLoss: '300.00', provision: '150.00' }]);
  });

  test('a scope that does not exist and an estimate without evidence are refused with 400 by field, and nothing is recorded', async () => {
    const id = await contract({ kind: 'PROGRESS' });
    const estimate = { kind: 'costEstimate', effectiveDate: '2026-03-15', key: 'work', totalCost: '1300' };
    for (const [body, field] of [
      [{ ...estimate, scope: 'BRIDGES', evidence: 'Quotes' }, 'scope'],
      [estimate, 'evidence'],
    ] as const) {
      const answer = await call('POST', `/contracts/${id}/events`, { event: body });
      expect(answer.status).toBe(400);
      expect(JSON.stringify(answer.body.details)).toContain(field);
    }
    expect((await call('GET', `/contracts/${id}`)).body.losses).toEqual([]);
  });

  test('a cost is shown with its contract, its end is re-estimated with evidence, and its impairment test returns the loss', async () => {
    const id = await contract({ kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' });
    const made = await call('POST', '/contract-costs', {
      contractId: id,
      kind: 'OBTAIN',
      amount: '1200',
      incurredOn: '2026-01-05',
      contractMonths: 12,
      evidence: 'Commission plan 2026',
    });
    const { id: cost } = made.body.cost;
    expect((await call('GET', `/contracts/${id}`)).body.costs).toMatchObject([
      { key: cost, capitalized: '1200.00', carrying: '1200.00', end: '2026-12-31' },
    ]);
    expect(
      await call('POST', `/contract-costs/${cost}/term`, { date: '2026-02-01', end: '2027-12-31' }),
    ).toMatchObject({ status: 400 });
    const term = { date: '2026-02-01', end: '2027-12-31', evidence: 'Two of three renew' };
    expect((await call('POST', `/contract-costs/${cost}/term`, term)).status).toBe(200);
    const test = await call('POST', `/contract-costs/${cost}/impair`, {
      date: '2026-03-01',
      expectedConsideration: '600',
    });
    // 1,200 less 100 of January and 47.83 of February (1,100 over 23 months) is 1,052.17.
    expect(test.body).toMatchObject({ loss: '452.17', cost: { impaired: '452.17' } });
    expect((await call('GET', `/contracts/${id}`)).body.costs).toMatchObject([{ end: '2027-12-31' }]);
  });
});
