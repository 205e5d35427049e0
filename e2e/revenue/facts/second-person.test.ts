import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { surfaceC } from '@/surfaces/c/surface';
import { contend, holdRow } from '@/testing/contenders';
import { doorFor } from '@/testing/door';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import type { Call } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import { approveRequest, rejectRequest } from '@/usecases/revenue/approvals/approve-request';
import { listApprovals } from '@/usecases/revenue/approvals/list-approvals';
import { requestApproval } from '@/usecases/revenue/approvals/request-approval';
import { activateContract } from '@/usecases/revenue/contracts/activate-contract';
import { createCost } from '@/usecases/revenue/contracts/costs/cost-records';
import { createContract } from '@/usecases/revenue/contracts/create-contract';
import { getContract } from '@/usecases/revenue/contracts/get-contract';
import { applyModification } from '@/usecases/revenue/contracts/modifications/apply-modification';
import { decideTreatment } from '@/usecases/revenue/contracts/modifications/decide-treatment';
import { updateContract } from '@/usecases/revenue/contracts/update-contract';
import { recordEvent } from '@/usecases/revenue/events/record-event';
import { createRun } from '@/usecases/revenue/runs/create-run';
import { postRun } from '@/usecases/revenue/runs/post-run';
import { reverseRun } from '@/usecases/revenue/runs/reverse-run';
import { fingerprint } from '../../support/fingerprint';
import { MET } from '../books';

let org: TestOrganization;
/** Two people with the same role, so that only their identity tells them apart, and an API client that the first one issued. */
let ann: Call;
let ben: Call;
let annsClient: Call;

const SELF = { refusal: { code: 'FORBIDDEN', data: { reason: 'SELF_APPROVAL' } } };
const SECOND = { refusal: { code: 'FORBIDDEN', data: { reason: 'SECOND_PERSON' } } };

async function policy(how: 'off' | 'enforce', threshold: string | null = '1000') {
  await withOwner((owner) =>
    owner.query(
      'update organizations set segregation_of_duties = $1, segregation_threshold = $2 where id = $3',
      [how, threshold, org.organizationId],
    ),
  );
}

beforeAll(async () => {
  org = await foundTestOrganization({ today: '2026-03-31' });
  ann = org.callAs('controller');
  ben = org.callAs('admin');
  const clientId = newId();
  await withOwner((owner) =>
    owner.query(
      `insert into api_clients (organization_id, id, name, client_id, secret_hash, roles, created_by)
       values ($1, $2, 'Robot', $3, 'x', '{controller}', $4)`,
      [org.organizationId, clientId, clientId, org.principals.controller.actor.id],
    ),
  );
  const actor = { kind: 'api_client' as const, id: clientId, name: 'Robot' };
  annsClient = { ...ann, principal: { ...ann.principal, actor } };
  await policy('enforce');
});
afterAll(closeConnections);

const terms = (price: string) => ({
  customerId: org.ids.customer,
  contractDate: '2026-01-01',
  price: { fixed: price },
  obligations: [
    { key: 'point', ssp: price, pattern: { kind: 'POINT' } },
    { key: 'year', ssp: price, pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' } },
  ],
  criteria: MET,
});
const draft = async (call: Call, price: string) =>
  (await runForOutput(createContract, call, terms(price))).id;
const active = async (price = '12000') => {
  const id = await draft(ann, price);
  await runForOutput(activateContract, ben, { id });
  return id;
};
const payment = (id: string, amount: string) => ({
  id,
  event: { kind: 'payment', effectiveDate: '2026-03-05', amount },
});
/** Expects this refusal, and no row of the organization to change. */
async function refused(work: () => Promise<unknown>, like: object) {
  const before = await fingerprint(org.organizationId);
  await expect(work()).rejects.toMatchObject(like);
  expect(await fingerprint(org.organizationId)).toEqual(before);
}

describe('where duties are segregated, from the threshold upward', () => {
  test('a contract is activated by someone who neither drafted nor changed it, nor by their API client', async () => {
    const id = await draft(ann, '12000');
    await refused(() => runForOutput(activateContract, ann, { id }), SELF);
    await refused(() => runForOutput(activateContract, annsClient, { id }), SELF);
    await runForOutput(updateContract, ben, { id, data: { name: 'Renamed' } });
    await refused(() => runForOutput(activateContract, ben, { id }), SELF);
    const third = org.callAs('revenue');
    expect((await runForOutput(activateContract, third, { id })).contract.contractStatus).toBe('ACTIVE');
    const small = await draft(ann, '999.99');
    expect((await runForOutput(activateContract, ann, { id: small })).contract.contractStatus).toBe('ACTIVE');
  });

  test('an event is refused until it is requested and approved by another person, and is then recorded under the person who prepared it', async () => {
    const id = await active();
    await runForOutput(recordEvent, ann, payment(id, '999.99'));
    await refused(() => runForOutput(recordEvent, ann, payment(id, '1000')), SECOND);
    await refused(() => runForOutput(recordEvent, ben, payment(id, '1000')), SECOND);
    const request = await runForOutput(requestApproval, ann, {
      verb: 'revenue.events.record',
      input: payment(id, '1000'),
      reason: 'the bank statement of 5 March',
    });
    expect(request).toMatchObject({
      approvalStatus: 'PENDING',
      baseAmount: expect.stringMatching(/^1000\.0/),
    });
    const before = await runForOutput(getContract, ben, { id });
    expect(before.balances.paid).toBe('999.99');
    await refused(() => runForOutput(approveRequest, ann, { id: request.id }), SELF);
    await refused(() => runForOutput(approveRequest, annsClient, { id: request.id }), SELF);
    const done = await runForOutput(approveRequest, ben, { id: request.id, comment: 'seen' });
    expect(done).toMatchObject({ approvalStatus: 'APPROVED', comment: 'seen' });
    expect((await runForOutput(getContract, ben, { id })).balances.paid).toBe('1999.99');
    const claim = { organizationId: org.principals.admin.organizationId, userId: null };
    const [fact] = await withTenantSql(claim, (tenant) =>
      sql<{ by: string }>(
        tenant,
        `select recorded_by as by from revenue_events where contract_id = $1::uuid order by seq desc limit 1`,
        [id],
      ),
    );
    expect(fact?.by).toBe(org.principals.controller.actor.id);
    await refused(() => runForOutput(approveRequest, ben, { id: request.id }), {
      refusal: { code: 'INVALID_STATUS_TRANSITION' },
    });
  });

  test('a modification, a termination, a journal, a void and a contract cost need the second person too', async () => {
    const id = await active();
    const recorded = await runForOutput(recordEvent, ann, payment(id, '10'));
    await policy('enforce', null);
    const asked = [
      {
        verb: 'revenue.modifications.apply',
        input: {
          id,
          date: '2026-03-01',
          priceChange: '-600',
          reason: 'a discount was agreed',
          answers: { priceAtSsp: false, remainingDistinct: 'ALL' },
        },
      },
      {
        verb: 'revenue.events.record',
        input: {
          id,
          event: {
            kind: 'journal',
            effectiveDate: '2026-03-01',
            memo: 'cost of goods',
            lines: [
              { account: 'COST_OF_SALES', debit: '5000' },
              { account: 'INVENTORY', credit: '5000' },
            ],
          },
        },
      },
      { verb: 'revenue.events.void', input: { id: recorded.eventId, reason: 'of another customer' } },
      {
        verb: 'revenue.costs.create',
        input: {
          contractId: id,
          kind: 'OBTAIN',
          amount: '5000',
          incurredOn: '2026-01-05',
          contractMonths: 12,
        },
      },
      {
        verb: 'revenue.contracts.terminate',
        input: { id, effectiveDate: '2026-03-31', reason: 'the customer left' },
      },
    ];
    const door = doorFor(surfaceC, org.principals.controller);
    for (const { verb, input } of asked) {
      const sent = await door.send('POST', '/api/v1/revenue/approvals', { body: { verb, input } });
      expect(sent.status, sent.text).toBe(201);
      const { approval } = sent.json as { approval: { id: string } };
      const path = `/api/v1/revenue/approvals/${approval.id}/approve`;
      expect((await door.send('POST', path, { body: {} })).status).toBe(403);
      const other = await doorFor(surfaceC, org.principals.admin).send('POST', path, { body: {} });
      expect(other.status, `${verb} ${other.text}`).toBe(200);
    }
    await refused(
      () =>
        runForOutput(createCost, ann, {
          contractId: id,
          kind: 'OBTAIN',
          amount: '5000',
          incurredOn: '2026-01-05',
          contractMonths: 12,
        }),
      SECOND,
    );
    await policy('enforce');
  });

  test('what is added as a separate contract needs the second person, at once or decided afterward', async () => {
    const id = await active();
    const added = (key: string) => ({
      id,
      date: '2026-03-01',
      additions: [{ key, ssp: '5000', price: '5000', distinct: true, pattern: { kind: 'POINT' as const } }],
      reason: 'ordered at its own price',
    });
    await policy('off');
    await runForOutput(applyModification, ann, { ...added('within'), ownContract: false });
    await policy('enforce');
    await refused(() => runForOutput(applyModification, ann, added('apart')), SECOND);
    const { events } = await runForOutput(getContract, ann, { id });
    const within = events.findLast(({ event }) => event.kind === 'modification')?.event.id ?? '';
    const decided = { id: within, treatment: 'separate' as const, reason: 'looked at again' };
    await refused(() => runForOutput(decideTreatment, ann, decided), SECOND);
  });

  test('one that is sent back does nothing; where its verb refuses by then, it stays waiting', async () => {
    const id = await active();
    const ask = () =>
      runForOutput(requestApproval, ann, { verb: 'revenue.events.record', input: payment(id, '2000') });
    const first = await ask();
    await runForOutput(rejectRequest, ben, { id: first.id, comment: 'not on the statement' });
    expect((await runForOutput(getContract, ben, { id })).balances.paid).toBe('0.00');
    const delivered = {
      verb: 'revenue.events.record',
      input: { id, event: { kind: 'delivery', effectiveDate: '2026-03-05', key: 'point' } },
    };
    const [one, two] = [
      await runForOutput(requestApproval, ann, delivered),
      await runForOutput(requestApproval, ann, delivered),
    ];
    await runForOutput(approveRequest, ben, { id: one.id });
    await refused(() => runForOutput(approveRequest, ben, { id: two.id }), {
      refusal: { code: 'REVENUE_RULE' },
    });
    const { rows } = await runForOutput(listApprovals, ben, { contractId: id });
    expect(rows.map((row) => row.id)).toEqual([two.id]);
  });

  test('of two who approve at once, one succeeds', async () => {
    const id = await active();
    const request = await runForOutput(requestApproval, ann, {
      verb: 'revenue.events.record',
      input: payment(id, '3000'),
    });
    const both = await contend(
      holdRow('revenue_approvals', org.organizationId, request.id),
      [1, 2].map(() => () => runForOutput(approveRequest, ben, { id: request.id })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await runForOutput(getContract, ben, { id })).balances.paid).toBe('3000.00');
  });

  test('a request with invalid input, without effect, or by someone who may not make it is refused', async () => {
    const id = await active();
    const ask = (call: Call, verb: string, input: object) =>
      refused(() => runForOutput(requestApproval, call, { verb, input }), { refusal: expect.anything() });
    await ask(ann, 'revenue.events.record', { id, event: { kind: 'payment', effectiveDate: '2026-03-05' } });
    await ask(ann, 'revenue.events.record', { ...payment(id, '2000'), colour: 'red' });
    await ask(ann, 'revenue.events.record', payment(newId(), '2000'));
    await ask(ann, 'revenue.runs.create', { period: '2026-01' });
    await ask(org.callAs('approver'), 'revenue.events.record', payment(id, '2000'));
  });

  test('a run is posted by someone who did not propose it, and so is a reversal', async () => {
    await active();
    for (const period of ['2026-01']) {
      const proposed = await runForOutput(createRun, ann, { period });
      await refused(() => runForOutput(postRun, ann, { id: proposed.id }), SELF);
      await refused(() => runForOutput(postRun, annsClient, { id: proposed.id }), SELF);
      const { runs } = await runForOutput(listApprovals, ben, {});
      expect(runs.map(({ id }) => id)).toContain(proposed.id);
      expect((await runForOutput(postRun, ben, { id: proposed.id })).runStatus).toBe('POSTED');
      const waiting = await runForOutput(reverseRun, ann, { id: proposed.id, reason: 'a wrong month' });
      expect(waiting.runStatus).toBe('PREVIEW');
      await refused(() => runForOutput(postRun, ann, { id: waiting.id }), SELF);
      expect((await runForOutput(postRun, ben, { id: waiting.id })).runStatus).toBe('POSTED');
    }
  });
});

test('without the policy nothing waits: one person does all of it, and the queue shows no runs', async () => {
  await policy('off');
  const id = await draft(ann, '12000');
  await runForOutput(activateContract, ann, { id });
  await runForOutput(recordEvent, ann, payment(id, '5000'));
  const proposed = await runForOutput(createRun, ann, { period: '2026-01' });
  expect((await runForOutput(listApprovals, ann, {})).runs).toEqual([]);
  expect((await runForOutput(postRun, ann, { id: proposed.id })).runStatus).toBe('POSTED');
  const reversal = await runForOutput(reverseRun, ann, { id: proposed.id, reason: 'a wrong month' });
  expect(reversal.runStatus).toBe('POSTED');
});
