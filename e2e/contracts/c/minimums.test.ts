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

const YEAR = { start: '2026-01-01', end: '2026-12-31', every: 'YEAR', amount: '1200' };
const tiers = [{ upTo: null, unitPrice: '1' }];
const draft = (fixed: string, pattern: object, more: object = {}) => ({
  customerId: org.ids.customer,
  contractDate: '2026-01-01',
  price: { fixed },
  obligations: [{ key: 'calls', pattern, ...more }],
  criteria: MET,
});

describe('Committed minimums on surface C', () => {
  test('use of a minimum of 1,200 of which 960 are expected earns 1.25 each, and an estimate is made and voided', async () => {
    const minimum = { ...YEAR, expected: '960' };
    const { body } = await call('POST', '/contracts', draft('1200', { kind: 'USAGE', tiers, minimum }));
    const { id } = body.contract;
    await call('POST', `/contracts/${id}/activate`, {});
    const recorded = (event: object) => call('POST', `/contracts/${id}/events`, { event });
    const used = await recorded({
      kind: 'usage',
      effectiveDate: '2026-01-15',
      key: 'calls',
      quantity: '240',
    });
    expect(used.status).toBe(201);
    expect(used.body.obligations[0].commitments).toEqual([
      {
        start: '2026-01-01',
        end: '2026-12-31',
        minimum: '1200.00',
        carriedIn: '0.00',
        used: '240.00',
        beyond: '0.00',
        unused: '960.00',
        due: '1200.00',
        billed: '0.00',
        toBill: '1200.00',
      },
    ]);
    const bill = { kind: 'invoice', effectiveDate: '2026-01-20', amount: '500' };
    const items = [{ key: 'calls', from: '2026-01-01', amount: '450' }];
    const { status, body: billed } = await recorded({ ...bill, items });
    expect([status, billed.obligations[0].commitments[0]]).toMatchObject([
      201,
      { due: '1200.00', billed: '450.00', toBill: '750.00' },
    ]);
    const wrong = await recorded({ ...bill, items: [{ ...items[0], from: '2026-02-01' }] });
    expect([wrong.status, wrong.body.details.rule]).toEqual([400, 'UNKNOWN_COMMITMENT_PERIOD']);
    const earned = (read: Read) =>
      read.schedule
        .filter(({ amount }: { amount: string }) => Number(amount) !== 0)
        .map(({ period, amount }: { period: string; amount: string }) => [period, amount]);
    expect(earned(used.body)).toContainEqual(['2026-01', '300.00']);
    const estimate = { kind: 'useEstimate', effectiveDate: '2026-02-01', key: 'calls', expected: '1200' };
    expect((await recorded(estimate)).status).toBe(400);
    const again = await recorded({ ...estimate, evidence: 'Use of the last quarter' });
    expect(earned(again.body)).toContainEqual(['2026-02', '-60.00']);
    const voided = await call('POST', `/events/${again.body.eventId}/void`, { reason: 'Another customer' });
    expect([voided.status, voided.body.balances.remaining]).toEqual([200, '1200.00']);
  });

  test('a change of the minimum is compared and applied as a modification whose price follows from it', async () => {
    const monthly = { ...YEAR, every: 'MONTH', amount: '100' };
    const { body } = await call(
      'POST',
      '/contracts',
      draft('1200', { kind: 'USAGE', tiers, minimum: monthly }),
    );
    const { id } = body.contract;
    await call('POST', `/contracts/${id}/activate`, {});
    const changed = { ...monthly, changes: [{ from: '2026-07-01', amount: '150' }] };
    const asked = {
      date: '2026-07-01',
      obligations: [{ key: 'calls', pattern: { kind: 'USAGE', tiers, minimum: changed } }],
    };
    const more = { key: 'texts', price: '1100', ssp: '1100', distinct: true };
    const short = {
      date: '2026-07-01',
      additions: [{ ...more, pattern: { kind: 'USAGE', tiers, minimum: YEAR } }],
    };
    const before = (await call('GET', `/contracts/${id}`)).body;
    const refused = await call('POST', `/contracts/${id}/modifications`, { ...short, reason: 'texts' });
    expect([refused.status, refused.body.details.rule]).toEqual([400, 'MINIMUM_NOT_IN_PRICE']);
    expect((await call('GET', `/contracts/${id}`)).body).toEqual(before);
    const compared = await call('POST', `/contracts/${id}/modifications?dryRun=true`, asked);
    expect(compared.body.outcomes.prospective.allocation).toMatchObject([
      { key: 'calls', before: '1200.00', after: '1500.00', catchUp: '0.00' },
    ]);
    const applied = await call('POST', `/contracts/${id}/modifications`, {
      ...asked,
      reason: 'a larger plan',
    });
    expect([applied.status, (await call('GET', `/contracts/${id}`)).body.contract.transactionPrice]).toEqual([
      200,
      '1500.00',
    ]);
  });

  test('minimums that the price does not include, that are not disclosed, do not end with a period or lack a method are refused with 400, and nothing changes', async () => {
    const before = await fingerprint(org.organizationId);
    const refused = async (body: object) => {
      const sent = await call('POST', '/contracts', body);
      expect(sent.status, JSON.stringify(sent.body)).toBe(400);
      return sent.body.details.rule ?? JSON.stringify(sent.body.details);
    };
    const usage = (minimum: object) => ({ kind: 'USAGE', tiers, minimum });
    expect(await refused(draft('1000', usage(YEAR)))).toBe('MINIMUM_NOT_IN_PRICE');
    expect(await refused(draft('1200', usage(YEAR), { expedient: 'VARIABLE' }))).toBe('MINIMUM_DISCLOSED');
    expect(await refused(draft('1200', usage({ ...YEAR, end: '2026-11-30' })))).toContain(
      'commitment periods',
    );
    expect(await refused(draft('1200', usage({ ...YEAR, method: 'ROYALTIES' })))).toContain('royalties');
    const functional = {
      kind: 'LICENCE',
      intellectualProperty: 'FUNCTIONAL',
      start: '2026-01-01',
      end: '2026-12-31',
    };
    const guaranteed = { every: 'TERM', amount: '1200', method: 'ESTIMATE', expected: '2000' };
    expect(await refused(draft('1200', { ...functional, minimum: guaranteed }))).toContain('functional');
    expect(await fingerprint(org.organizationId)).toEqual(before);
  });
});
