import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { surfaceC } from '@/surfaces/c/surface';
import { type Door, doorFor } from '@/testing/door';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { MET } from '../../revenue/books';

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
async function contract(price: object, ssp: string, pattern: object = { kind: 'POINT' }): Promise<string> {
  const { body } = await call('POST', '/contracts', {
    customerId: org.ids.customer,
    contractDate: '2026-01-01',
    price,
    obligations: [{ key: 'goods', ssp, pattern }],
    criteria: MET,
  });
  await call('POST', `/contracts/${body.contract.id}/activate`, {});
  return body.contract.id;
}

describe('Financing and questions about a contract in force on surface C', () => {
  test('the plan that is computed before anything is stored is the plan the contract accrues', async () => {
    // 4,000 in advance at 6% a year: 240.00 and 254.40, a price of 4,494.40 (Example 29 in cents).
    const financing = { kind: 'ADVANCE', monthsPerPeriod: 12, periods: 2, ratePerPeriod: '0.06' };
    const plan = await call('POST', '/financing', {
      currencyCode: 'USD',
      contractDate: '2026-01-01',
      fixed: '4000',
      financing,
    });
    expect(plan).toMatchObject({
      status: 200,
      body: {
        ratePerPeriod: '0.06',
        interest: '-494.40',
        price: '4494.40',
        installments: [],
        periods: [
          { period: 1, end: '2026-12-31', opening: '4000.00', interest: '240.00', closing: '4240.00' },
          { period: 2, end: '2027-12-31', opening: '4240.00', interest: '254.40', closing: '4494.40' },
        ],
      },
    });
    expect(plan.body.rows).toHaveLength(24);
    const id = await contract({ fixed: '4000', financing }, '4494.40');
    const recorded = await call('POST', `/contracts/${id}/events`, {
      event: { kind: 'accrual', effectiveDate: '2026-01-31' },
    });
    expect(recorded.body.contract.transactionPrice).toBe(plan.body.price);
    expect(recorded.body.balances).toMatchObject({
      advanceInterest: plan.body.rows[0].amount,
      deferred: '0.00',
    });
    const report = await call('GET', '/reports/contract-balances?from=2026-01&to=2026-01');
    expect(report.body.interest).toEqual({
      opening: { accrued: '0.00', unearned: '0.00', onAdvances: '0.00' },
      closing: { accrued: '0.00', unearned: '0.00', onAdvances: plan.body.rows[0].amount },
    });
  });

  test('payments that do not add up to the price are refused with 400 by their rule, and a field that is not known by its name', async () => {
    const asked = {
      currencyCode: 'USD',
      contractDate: '2026-01-01',
      fixed: '121',
      financing: { kind: 'ARREARS', monthsPerPeriod: 12, periods: 2, ratePerPeriod: '0.1', payment: '60' },
    };
    const wrong = await call('POST', '/financing', asked);
    expect([wrong.status, wrong.body.details.rule]).toEqual([400, 'FINANCING_PAYMENTS']);
    const typed = await call('POST', '/financing', { ...asked, fixedPrice: '121' });
    expect(typed.status).toBe(400);
    expect(JSON.stringify(typed.body)).toContain('fixedPrice');
  });

  test('a contract paid three years ahead asks whether that is financing, the expedient is refused, and an answer is kept with its evidence', async () => {
    const id = await contract({ fixed: '300' }, '300', {
      kind: 'RATABLE',
      start: '2026-01-01',
      end: '2028-12-31',
    });
    const billed = await call('POST', `/contracts/${id}/events`, {
      event: { kind: 'invoice', effectiveDate: '2026-01-01', amount: '300' },
    });
    expect(billed.body.financingQuestion).toMatchObject({ kind: 'ADVANCE', from: '2026-01-01' });
    const answer = (reason: string) =>
      call('POST', `/contracts/${id}/events`, {
        event: {
          kind: 'judgement',
          effectiveDate: '2026-01-02',
          answers: [{ question: 'SIGNIFICANT_FINANCING', answer: false, reason }],
          evidence: 'The discount for paying ahead is that of any other year',
        },
      });
    const refused = await answer('WITHIN_A_YEAR');
    expect([refused.status, refused.body.details.rule, refused.body.details.paragraph]).toEqual([
      400,
      'FINANCING_CONTRADICTED',
      '606-10-32-18',
    ]);
    expect((await answer('OTHER_PURPOSE')).body.financingQuestion).toBeNull();
    const { body } = await call('GET', `/contracts/${id}/judgments?topic=FINANCING`);
    expect(JSON.stringify(body)).toContain('The discount for paying ahead');
  });
});
