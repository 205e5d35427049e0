import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { surfaceC } from '@/surfaces/c/surface';
import { approvedDocument, documentBody, type TestDocument } from '@/testing/documents';
import { doorFor } from '@/testing/door';
import type { TestOrganization } from '@/testing/organization';
import { type MirrorsMade, mirrorMissing } from '@/usecases/intercompany/mirror-documents';
import { setSisterAccounts } from '@/usecases/intercompany/set-accounts';
import { setParty } from '@/usecases/intercompany/set-parties';
import { runForOutput } from '@/usecases/kit/run';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { createTransactionBatch } from '@/usecases/transactions/create-batch';
import { cancelTransaction } from '@/usecases/transactions/posting/cancel-transaction';
import { fingerprint } from '../../support/fingerprint';
import { foundGroup, type Group, setGroup } from './group';

afterAll(closeConnections);

const NO_ACCOUNTS = 'The accounts between the two companies are not set.';

const mirror = ({ org }: Group, after?: string): Promise<MirrorsMade> =>
  runForOutput(mirrorMissing, org.callAs('accountant'), { after });

/** The accounts of Berlin with the parent: set, or removed. */
const setBerlin = ({ org, us, de, accounts }: Group, isSet: boolean) => {
  const of = (id: string) => (isSet ? id : null);
  return runForOutput(setSisterAccounts, org.callAs('admin'), {
    ...{ subsidiaryId: de, sisterId: us },
    ...{ dueFromAccountId: of(accounts.from), dueToAccountId: of(accounts.to) },
    ...{ incomeAccountId: of(accounts.income), chargeAccountId: of(accounts.charge) },
  });
};

/** A third company, with the accounts a mirror in its books needs. */
async function foundLyon({ org, us, accounts }: Group): Promise<string> {
  const admin = org.callAs('admin');
  const { id } = await runForOutput(createSubsidiary, admin, {
    ...{ name: 'Lyon', code: 'FR', parentId: us, baseCurrency: 'USD' },
  });
  await runForOutput(setSisterAccounts, admin, {
    ...{ subsidiaryId: id, sisterId: us, dueFromAccountId: accounts.from, dueToAccountId: accounts.to },
    ...{ incomeAccountId: accounts.income, chargeAccountId: accounts.charge },
  });
  return id;
}

/** Documents created and approved in one call: one at a time, each would take two. */
async function approvedTogether(org: TestOrganization, documents: readonly TestDocument[]): Promise<void> {
  const items = documents.map((document) => documentBody(org, { ...document, status: 'APPROVED' }));
  await runForOutput(createTransactionBatch, org.callAs('controller'), { items, mode: 'all' });
}

/** 203 invoices to Berlin, whose mirrors cannot be made, and two younger ones to Lyon, all approved before the settings. */
async function blocked(): Promise<Group & { readonly lyon: string }> {
  const group = await foundGroup(false);
  const { org, stands } = group;
  const lyon = await foundLyon(group);
  const toBerlin = { entityId: stands.de.customer, transactionDate: '2026-03-06' };
  await approvedTogether(org, [
    ...Array.from({ length: 203 }, () => toBerlin),
    ...['2026-04-02', '2026-04-03'].map((transactionDate) => ({ transactionDate })),
  ]);
  await setGroup(group);
  await setBerlin(group, false);
  await runForOutput(setParty, org.callAs('admin'), {
    ...{ subsidiaryId: lyon, customerId: org.ids.customer, vendorId: null },
    receivableAccountId: group.accounts.receivable,
  });
  return { ...group, lyon };
}

const lyonPairs = async (group: Group) =>
  (await group.pairs({ onlyOpen: false, from: '2026-04-01' })).filter(({ hasMirror }) => hasMirror);

describe('mirrors that are missing', () => {
  it('are made although more than one call can try before them cannot be made, which are named with the reason', async () => {
    const group = await blocked();
    const first = await mirror(group);
    expect(first).toEqual({
      ...{ made: 0, waiting: 200, next: expect.any(String) },
      refused: [{ reason: NO_ACCOUNTS, count: 200, examples: expect.any(Array) }],
    });
    expect(first.refused[0]?.examples).toHaveLength(5);
    const second = await mirror(group, first.next ?? undefined);
    expect(second).toMatchObject({
      made: 2,
      waiting: 3,
      refused: [{ reason: NO_ACCOUNTS, count: 3 }],
      next: null,
    });
    expect(await lyonPairs(group)).toHaveLength(2);

    // Again from the beginning, all that is left is tried once: what was tried longest ago first.
    const again = await mirror(group);
    const rest = await mirror(group, again.next ?? undefined);
    expect([again, rest]).toMatchObject([
      { made: 0, waiting: 200 },
      { made: 0, waiting: 3, next: null },
    ]);
    // Once the reason is gone, none is left.
    await setBerlin(group, true);
    const made = await mirror(group);
    expect(await mirror(group, made.next ?? undefined)).toMatchObject({ made: 3, next: null });
    const before = await fingerprint(group.org.organizationId);
    expect(await mirror(group)).toEqual({ made: 0, waiting: 0, refused: [], next: null });
    expect(await fingerprint(group.org.organizationId)).toEqual(before);
  }, 120_000);

  it('are made by whoever calls again without a cursor, too', async () => {
    const group = await blocked();
    const door = doorFor(surfaceC, group.org.principals.accountant);
    const call = async () => (await door.send('POST', '/api/v1/intercompany/mirrors', { body: {} })).json;
    expect(await call()).toMatchObject({ made: 0, waiting: 200, refused: [{ reason: NO_ACCOUNTS }] });
    expect(await call()).toMatchObject({ made: 2, waiting: 198 });
    expect(await call()).toMatchObject({ made: 0, waiting: 200 });
    expect(await lyonPairs(group)).toHaveLength(2);
    const wrong = await door.send('POST', '/api/v1/intercompany/mirrors', { body: { after: 'yesterday' } });
    expect(wrong.status).toBe(400);
  }, 120_000);

  it('of a document that was canceled meanwhile are not made, and it waits no longer', async () => {
    const group = await foundGroup();
    const { org, stands } = group;
    await setBerlin(group, false);
    const document = { entityId: stands.de.customer, transactionDate: '2026-03-06' };
    const [first, second] = [await approvedDocument(org, document), await approvedDocument(org, document)];
    await runForOutput(cancelTransaction, org.callAs('accountant'), { id: first.id, reason: 'Wrong' });
    await setBerlin(group, true);
    expect(await mirror(group)).toEqual({ made: 1, waiting: 0, refused: [], next: null });
    expect(await mirror(group)).toEqual({ made: 0, waiting: 0, refused: [], next: null });
    expect(await group.pairs()).toMatchObject([
      { source: { id: second.id }, hasMirror: true },
      { source: { id: first.id }, hasMirror: false, open: [], problem: expect.stringContaining('canceled') },
    ]);
  });

  it('between companies outside the caller’s reach keep none waiting that is within it', async () => {
    const group = await blocked();
    const { org, us, lyon } = group;
    const principal = { ...org.principals.admin, subsidiaryScope: [us, lyon] };
    const confined = (after?: string) =>
      runForOutput(mirrorMissing, org.callAs('admin', { principal }), { after });
    const first = await confined();
    expect(first).toEqual({ made: 0, waiting: 0, refused: [], next: expect.any(String) });
    expect(await confined(first.next ?? undefined)).toEqual({ made: 2, waiting: 0, refused: [], next: null });
    expect(await lyonPairs(group)).toHaveLength(2);
  }, 120_000);
});
