import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { contend } from '@/testing/contenders';
import { openRestClient, type Read, type RestClient } from '../../contracts/c/rest-client';
import { fingerprint } from '../../support/fingerprint';

let client: RestClient;
beforeAll(async () => {
  client = await openRestClient();
});
afterAll(closeConnections);

const YEAR = { start: '2026-01-01', end: '2026-12-31' };
const even = { kind: 'RATABLE', ...YEAR, method: 'EVEN_PERIODS' };
const service = () =>
  client.contract({ price: { fixed: '1200' }, obligations: [{ key: 'A', ssp: '1200', pattern: even }] });

const replaced = (factId: string, event: object) =>
  client.call('POST', `/revenue/events/${factId}/replace`, { reason: 'Typed wrong', event });
async function replace(factId: string, event: object): Promise<Read> {
  const { status, body } = await replaced(factId, event);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
/** Expects a refusal by a rule and no change. */
async function refused(factId: string, event: object): Promise<Read> {
  const before = await fingerprint(client.org.organizationId);
  const { status, body } = await replaced(factId, event);
  expect(status, JSON.stringify(body)).toBe(400);
  expect(await fingerprint(client.org.organizationId)).toEqual(before);
  return body.details.rule ?? body.details.issues;
}
async function done(path: string, body: object): Promise<Read> {
  const sent = await client.call('POST', path, body);
  expect(sent.status, JSON.stringify(sent.body)).toBeLessThan(300);
  return sent.body;
}
const lastOf = ({ events }: Read, kind: string): string =>
  events.findLast(({ event }: Read) => event.kind === kind).event.id;
/** The state of a contract without its IDs and those of its facts. */
async function standsOf(id: string) {
  const { balances, obligations, costs } = await client.read(id);
  return {
    balances,
    months: await client.months(id),
    obligations: obligations.map(({ key, description, allocated, recognised }: Read) => {
      return { key, description, allocated, recognised };
    }),
    costs: costs.map(({ capitalized, amortized, impaired, carrying, end }: Read) => {
      return { capitalized, amortized, impaired, carrying, end };
    }),
  };
}
const modification = (change: object) => ({
  kind: 'modification',
  reason: 'As agreed with the customer',
  ...change,
});
const spent = (amount: string) => ({ amount, incurredOn: '2026-01-01', contractMonths: 12 });

describe('a fact of any kind is replaced in one act, over REST', () => {
  it('a modification ends as if it had been recorded correctly: 90.00 more from April instead of 900.00, after April was run', async () => {
    const [id, right] = [await service(), await service()];
    // 1,200 in even months is 100.00; 90 more over nine months makes 110.00 (606-10-25-13(a)).
    const change = (priceChange: string) => ({
      date: '2026-04-01',
      priceChange,
      answers: { remainingDistinct: 'ALL' },
    });
    await client.modify(id, change('900'));
    await client.modify(right, change('90'));
    await client.run('2026-01', '2026-02', '2026-03', '2026-04');
    expect((await client.months(id))['2026-04']).toBe('200.00');
    const wrong = lastOf(await client.read(id), 'modification');
    const after = await replace(wrong, modification(change('90')));
    expect(after.contract.transactionPrice).toBe('1290.00');
    const instead = lastOf(after, 'modification');
    expect(after.events.at(-2).event).toMatchObject({ kind: 'voided', of: wrong, by: instead });
    await client.run('2026-04');
    expect(await standsOf(id)).toEqual(await standsOf(right));
    expect((await client.months(id))['2026-05']).toBe('110.00');
  });

  it('a modification that adds the obligation of the wrong one has it as agreed, even after that one was voided', async () => {
    const [id, right, again] = [await service(), await service(), await service()];
    const change = (price: string, description: string) => ({
      date: '2026-07-01',
      treatment: 'prospective',
      additions: [
        { key: 'extra', description, price, ssp: price, distinct: true, pattern: { kind: 'POINT' } },
      ],
      answers: { priceAtSsp: false },
    });
    await client.modify(id, change('6000', 'Trainning'));
    await client.modify(again, change('6000', 'Trainning'));
    await client.modify(right, change('600', 'Training'));
    await replace(lastOf(await client.read(id), 'modification'), modification(change('600', 'Training')));
    await done(`/revenue/events/${lastOf(await client.read(again), 'modification')}/void`, {
      reason: 'Typed wrong',
    });
    await client.modify(again, change('600', 'Training'));
    const expected = await standsOf(right);
    expect(await standsOf(id)).toEqual(expected);
    expect(await standsOf(again)).toEqual(expected);
    expect(expected.obligations[1]).toMatchObject({ key: 'extra', description: 'Training' });
  });

  it('a separate contract is withdrawn with the modification that made it, and another takes its place; where it is in use, the whole replacement is refused', async () => {
    const id = await service();
    const change = (price: string) => ({
      date: '2026-07-01',
      additions: [{ key: 'storage', price, ssp: price, distinct: true, pattern: { kind: 'POINT' } }],
      answers: { priceAtSsp: true },
      treatment: 'separate',
    });
    const { contract: made } = await client.modify(id, change('28500'));
    const wrong = lastOf(await client.read(id), 'modification');
    await client.tell(made.contract.id, { kind: 'payment', effectiveDate: '2026-07-02', amount: '10' });
    expect(await refused(wrong, modification(change('2850')))).toBe('SEPARATE_CONTRACT_IN_USE');
    const payment = lastOf(await client.read(made.contract.id), 'payment');
    await done(`/revenue/events/${payment}/void`, { reason: 'Paid for another contract' });
    const { separateContracts } = await replace(wrong, modification(change('2850')));
    expect(separateContracts).toMatchObject([
      { id: made.contract.id, transactionPrice: '0.00', isVoid: true },
      { transactionPrice: '2850.00', isVoid: false },
    ]);
    const own = await client.read(separateContracts[1].id);
    expect(own.separatedFrom).toMatchObject({ id, eventId: lastOf(await client.read(id), 'modification') });
    expect((await client.read(made.contract.id)).contract.contractStatus).toBe('TERMINATED');
  });

  it('a modification that a later fact depends on is refused as a whole, and replaced where the later fact remains valid', async () => {
    const id = await service();
    const change = (key: string, price: string) => ({
      date: '2026-07-01',
      treatment: 'prospective',
      additions: [{ key, price, ssp: '600', distinct: true, pattern: { kind: 'POINT' } }],
      answers: { priceAtSsp: false },
    });
    await client.modify(id, change('extra', '500'));
    await client.tell(id, { kind: 'delivery', effectiveDate: '2026-08-01', key: 'extra' });
    const wrong = lastOf(await client.read(id), 'modification');
    expect(await refused(wrong, modification(change('other', '500')))).toBe('UNKNOWN_OBLIGATION');
    const { contract } = await replace(wrong, modification(change('extra', '600')));
    expect(contract.transactionPrice).toBe('1800.00');
  });

  it('a termination: 60 of what was billed ahead is refunded instead of 600', async () => {
    const [id, right] = [await service(), await service()];
    for (const one of [id, right]) {
      await client.tell(one, { kind: 'invoice', effectiveDate: '2026-01-02', amount: '1200' });
    }
    const end = (refund: string) => ({
      effectiveDate: '2026-07-01',
      refund,
      reason: 'The customer gave notice',
    });
    await done(`/revenue/contracts/${id}/terminate`, end('600'));
    await done(`/revenue/contracts/${right}/terminate`, end('60'));
    const { contract } = await replace(lastOf(await client.read(id), 'termination'), {
      kind: 'termination',
      ...end('60'),
    });
    // 600.00 is earned by the end of June, and of the 600 billed ahead 540 are kept: 1,140.00.
    expect(contract).toMatchObject({ contractStatus: 'TERMINATED', transactionPrice: '1140.00' });
    expect(await standsOf(id)).toEqual(await standsOf(right));
  });

  it('a contract cost: 1,200 instead of 12,000; one with a recorded impairment test is refused as a whole', async () => {
    const [id, right] = [await service(), await service()];
    const cost = (contractId: string, amount: string) =>
      done('/revenue/contract-costs', { contractId, kind: 'OBTAIN', ...spent(amount) });
    const { cost: wrong } = await cost(id, '12000');
    await cost(right, '1200');
    const fact = lastOf(await client.read(id), 'cost');
    const instead = { kind: 'cost', costKind: 'OBTAIN', ...spent('1200') };
    await done(`/revenue/contract-costs/${wrong.id}/impair`, {
      date: '2026-03-01',
      expectedConsideration: '100',
    });
    expect(await refused(fact, instead)).toBe('UNKNOWN_COST');
    const test = lastOf(await client.read(id), 'costTest');
    await done(`/revenue/events/${test}/void`, { reason: 'Of another contract' });
    const { costs } = await replace(fact, instead);
    expect(costs).toMatchObject([{ capitalized: '1200.00', carrying: '1200.00' }]);
    expect(await standsOf(id)).toEqual(await standsOf(right));
  });

  it('a test and an end of a contract cost, for the cost they were recorded for', async () => {
    const id = await service();
    const { cost } = await done('/revenue/contract-costs', {
      contractId: id,
      kind: 'OBTAIN',
      ...spent('1200'),
    });
    // Carried at the beginning of March: 1,000.00. Of 100 still to come 900.00 are lost, of 1,000 nothing (340-40-35-3).
    await done(`/revenue/contract-costs/${cost.id}/impair`, {
      date: '2026-03-01',
      expectedConsideration: '100',
    });
    expect((await client.read(id)).costs[0].impaired).toBe('900.00');
    const tested = await replace(lastOf(await client.read(id), 'costTest'), {
      kind: 'costTest',
      date: '2026-03-01',
      expectedConsideration: '1000',
    });
    expect(tested.costs[0].impaired).toBe('0.00');
    const term = (end: string) => ({ date: '2026-03-01', end, evidence: 'Churn of the last year' });
    await done(`/revenue/contract-costs/${cost.id}/term`, term('2027-12-31'));
    const ended = await replace(lastOf(await client.read(id), 'costTerm'), {
      kind: 'costTerm',
      ...term('2026-06-30'),
    });
    expect(ended.costs[0].end).toBe('2026-06-30');
    // An impairment test that replaces a modification does not name a cost.
    await client.modify(id, { date: '2026-08-01', priceChange: '10', answers: { remainingDistinct: 'ALL' } });
    const change = lastOf(await client.read(id), 'modification');
    expect(
      await refused(change, { kind: 'costTest', date: '2026-03-01', expectedConsideration: '1' }),
    ).toMatchObject([{ field: 'event.costId' }]);
  });

  it('once: of two at the same time one replaces it, the other finds it void', async () => {
    const id = await service();
    await client.modify(id, {
      date: '2026-04-01',
      priceChange: '900',
      answers: { remainingDistinct: 'ALL' },
    });
    const wrong = lastOf(await client.read(id), 'modification');
    const instead = modification({
      date: '2026-04-01',
      priceChange: '90',
      answers: { remainingDistinct: 'ALL' },
    });
    const outcomes = await contend(
      (holder) => holder.query('select 1 from revenue_contracts where id = $1 for update', [id]),
      [() => replaced(wrong, instead), () => replaced(wrong, instead)],
    );
    const both = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(both.find(({ status }) => status === 400)?.body.details.rule).toBe('ALREADY_VOIDED');
    expect((await client.read(id)).contract.transactionPrice).toBe('1290.00');
  });

  test('unknown fields of a replacement are refused by name, and the fact stays', async () => {
    const id = await service();
    await client.modify(id, {
      date: '2026-04-01',
      priceChange: '900',
      answers: { remainingDistinct: 'ALL' },
    });
    const wrong = lastOf(await client.read(id), 'modification');
    const before = await fingerprint(client.org.organizationId);
    const { status } = await replaced(wrong, modification({ date: '2026-04-01', priceChnge: '90' }));
    expect(status).toBe(400);
    expect(await fingerprint(client.org.organizationId)).toEqual(before);
  });
});
