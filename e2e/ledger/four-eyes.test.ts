import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { documentBody } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import type { Call } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import { createTransaction } from '@/usecases/transactions/create-transaction';
import { approveTransaction } from '@/usecases/transactions/posting/approve-transaction';
import { transactionGlImpact } from '@/usecases/transactions/posting/gl-impact';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { updateTransaction } from '@/usecases/transactions/update-transaction';
import { fingerprint } from '../support/fingerprint';

/** Proves the laws documents/person-behind and documents/is-own-work of prisma/sql, by which the database knows who someone is. */
let org: TestOrganization;
beforeAll(async () => {
  org = await foundTestOrganization();
  await withOwner((owner) =>
    owner.query(`update organizations set segregation_of_duties = 'enforce' where id = $1`, [
      org.organizationId,
    ]),
  );
});
afterAll(closeConnections);

const documentOf = (role: 'accountant' | 'controller') =>
  runForOutput(createTransaction, org.callAs(role), documentBody(org));

/** An API client issued with this credential, and a call by it. */
async function clientOf(issuer: Call): Promise<Call> {
  const id = newId();
  await withOwner((owner) =>
    owner.query(
      `insert into api_clients (organization_id, id, name, client_id, secret_hash, roles, created_by)
       values ($1, $2, 'Robot', $3, 'x', '{admin}', $4)`,
      [org.organizationId, id, id, issuer.principal.actor.id],
    ),
  );
  return { ...issuer, principal: { ...issuer.principal, actor: { kind: 'api_client', id, name: 'Robot' } } };
}

async function refusedOwn(work: () => Promise<unknown>) {
  const before = await fingerprint(org.organizationId);
  await expect(work()).rejects.toMatchObject({
    refusal: { code: 'FORBIDDEN', data: { reason: 'SELF_APPROVAL' } },
  });
  expect(await fingerprint(org.organizationId)).toEqual(before);
}

test('the person who changed a document neither approves nor posts it, although someone else created it', async () => {
  const { id } = await documentOf('accountant');
  await runForOutput(updateTransaction, org.callAs('controller'), { id, transaction: { memo: 'corrected' } });
  await runForOutput(updateTransaction, org.callAs('accountant'), { id, transaction: { memo: 'again' } });
  await refusedOwn(() => runForOutput(approveTransaction, org.callAs('controller'), { id }));
  await runForOutput(approveTransaction, org.callAs('admin'), { id });
  await refusedOwn(() => runForOutput(postTransaction, org.callAs('controller'), { id }));
  await refusedOwn(() => runForOutput(postTransaction, org.callAs('accountant'), { id }));
  expect((await runForOutput(postTransaction, org.callAs('admin'), { id })).status).toBe('POSTED');
});

test('the entry that approval shows warns exactly those who may not approve it, before they try', async () => {
  const { id } = await documentOf('accountant');
  await runForOutput(updateTransaction, org.callAs('controller'), { id, transaction: { memo: 'corrected' } });
  const told = async (role: 'controller' | 'accountant' | 'admin') => {
    const { blockedBy } = await runForOutput(transactionGlImpact, org.callAs(role), { id });
    return blockedBy?.code === 'FORBIDDEN' ? blockedBy.data.reason : null;
  };
  expect([await told('controller'), await told('accountant'), await told('admin')]).toEqual([
    'SELF_APPROVAL',
    'SELF_APPROVAL',
    null,
  ]);
  await refusedOwn(() => runForOutput(approveTransaction, org.callAs('controller'), { id }));
  await runForOutput(approveTransaction, org.callAs('admin'), { id });
});

test('an API client counts as the person who issued it, even through a client that issued the client', async () => {
  const person = org.callAs('controller');
  const client = await clientOf(person);
  const clientsClient = await clientOf(client);
  const { id } = await documentOf('controller');
  for (const call of [client, clientsClient]) {
    await refusedOwn(() => runForOutput(approveTransaction, call, { id }));
  }
  await runForOutput(approveTransaction, org.callAs('admin'), { id });
  for (const call of [client, clientsClient])
    await refusedOwn(() => runForOutput(postTransaction, call, { id }));
  const robots = await documentOf('accountant');
  await runForOutput(updateTransaction, clientsClient, {
    id: robots.id,
    transaction: { memo: 'by a robot' },
  });
  await refusedOwn(() => runForOutput(approveTransaction, person, { id: robots.id }));
  const stranger = await clientOf(org.callAs('admin'));
  await runForOutput(approveTransaction, stranger, { id: robots.id });
});
