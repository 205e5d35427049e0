import { afterAll, describe, expect, it } from 'vitest';
import { systemPrincipal } from '@/auth/principal';
import { closeConnections } from '@/db/client';
import { surfaceC } from '@/surfaces/c/surface';
import { contend, holdWrites } from '@/testing/contenders';
import { approvedDocument, createDocument, documentBody, postedDocument } from '@/testing/documents';
import { doorFor } from '@/testing/door';
import { mirrorMissing, mirrorWaiting } from '@/usecases/intercompany/mirror-documents';
import { setSisterAccounts } from '@/usecases/intercompany/set-accounts';
import { setParty } from '@/usecases/intercompany/set-parties';
import { runForOutput } from '@/usecases/kit/run';
import { createTransaction } from '@/usecases/transactions/create-transaction';
import { getTransaction } from '@/usecases/transactions/get-transaction';
import { approveAndPostTransactions } from '@/usecases/transactions/posting/approve-and-post';
import { fingerprint } from '../../support/fingerprint';
import { blockers, foundGroup, type Group, invoice, setGroup } from './group';

// Proves the law documents/note-intercompany of prisma/sql.

afterAll(closeConnections);

const get = ({ org }: Group, id: string) => runForOutput(getTransaction, org.callAs('viewer'), { id });
const confined = ({ org }: Group, subsidiaryId: string) =>
  org.callAs('admin', { principal: { ...org.principals.admin, subsidiaryScope: [subsidiaryId] } });

describe('a document between two subsidiaries', () => {
  it('makes its mirror when it is approved: a bill against an invoice, in the other base currency, as a draft', async () => {
    // Dr receivable 1,200.00 USD / Cr income in the parent; in Berlin 1,200.00 USD at 1/1.20 are 1,000.00 EUR.
    const group = await foundGroup();
    const made = await invoice(group);
    const mirror = await get(group, (await group.mirror()).id);
    expect(mirror).toMatchObject({
      kind: 'VENDOR_BILL',
      status: 'DRAFT',
      subsidiaryId: group.de,
      entityId: group.stands.us.vendor,
      transactionDate: '2026-03-10',
      currencyCode: 'USD',
      totalAmount: '1200.00',
      baseCurrencyCode: 'EUR',
      baseTotalAmount: '1000.00',
      referenceNumber: made.transactionNumber,
      // The person who prepared the invoice counts as preparer of the bill: with four eyes, someone else approves both.
      createdBy: made.createdBy,
    });
    expect(mirror.lines).toMatchObject([{ accountId: group.accounts.charge, lineAmount: '1200.00' }]);
    const [pair] = await group.pairs();
    expect(pair).toMatchObject({ source: { id: made.id }, mirror: { id: mirror.id }, open: ['ONE_POSTED'] });
  });

  it('mirrors what is due from as what is due to, and every other kind by its counterpart', async () => {
    const group = await foundGroup();
    const { accounts, org, stands } = group;
    const journal = await postedDocument(org, {
      kind: 'JOURNAL',
      transactionDate: '2026-03-05',
      lines: [
        { unitPrice: '500.00', accountId: accounts.from },
        { unitPrice: '-500.00', accountId: org.account('1110') },
      ],
    });
    const mirror = await get(group, (await group.mirror()).id);
    expect(mirror.lines).toMatchObject([
      { accountId: accounts.to, lineAmount: '-500.00' },
      { accountId: accounts.charge, lineAmount: '500.00' },
    ]);
    expect(journal.id).not.toBe(mirror.id);
    const kinds = [
      ['VENDOR_BILL', stands.de.vendor, 'INVOICE'],
      ['CREDIT_MEMO', stands.de.customer, 'VENDOR_CREDIT'],
      ['CUSTOMER_PAYMENT', stands.de.customer, 'VENDOR_PAYMENT'],
      ['VENDOR_PAYMENT', stands.de.vendor, 'CUSTOMER_PAYMENT'],
      ['VENDOR_CREDIT', stands.de.vendor, 'CREDIT_MEMO'],
    ] as const;
    for (const [kind, entityId, mirrored] of kinds) {
      const { id } = await approvedDocument(org, { kind, entityId, transactionDate: '2026-03-06' });
      const [pair] = await group.pairs({ documentId: id });
      expect(pair?.mirror, kind).toMatchObject({ kind: mirrored, status: 'DRAFT', amount: '100.00' });
    }
  });

  it('makes one mirror, even when asked twice or by many at once', async () => {
    const group = await foundGroup();
    const { org, stands } = group;
    const drafts = await Promise.all(
      [1, 2, 3].map(() =>
        createDocument(org, { entityId: stands.de.customer, transactionDate: '2026-03-06' }),
      ),
    );
    // Those who approve at once share one transaction; whoever posts as well has one each.
    const screen = org.callAs('controller', { surface: 'trpc' });
    await contend<unknown>(
      holdWrites(org.organizationId),
      [
        ...drafts.flatMap(({ id }) => [
          () => group.approve(id),
          () => runForOutput(approveAndPostTransactions, screen, { items: [{ id }] }),
        ]),
        () => runForOutput(mirrorMissing, org.callAs('accountant'), {}),
      ],
      { waiting: 4 },
    );
    await mirrorWaiting(systemPrincipal(org.organizationId));
    await runForOutput(mirrorMissing, org.callAs('accountant'), {});
    const pairs = await group.pairs();
    expect(pairs).toHaveLength(3);
    expect(new Set(pairs.map(({ mirror }) => mirror?.id)).size).toBe(3);
  });

  it('created as approved, alone or in a batch, is mirrored with it', async () => {
    const group = await foundGroup();
    const body = documentBody(group.org, { entityId: group.stands.de.customer, status: 'APPROVED' });
    await Promise.all([1, 2].map(() => runForOutput(createTransaction, group.org.callAs('admin'), body)));
    expect(await group.pairs()).toMatchObject([
      { mirror: { kind: 'VENDOR_BILL' } },
      { mirror: { kind: 'VENDOR_BILL' } },
    ]);
  });

  it('makes none for a mirror or for a document with no one in the group', async () => {
    const group = await foundGroup();
    await postedDocument(group.org, { transactionDate: '2026-03-10' });
    await invoice(group);
    await group.approve((await group.mirror()).id);
    expect(await group.pairs()).toHaveLength(1);
  });

  it('stays approved where no mirror can be made, and the pair says why; once that is resolved, the mirror is made', async () => {
    const group = await foundGroup();
    const { org, us, de, accounts, stands } = group;
    const none = {
      dueFromAccountId: null,
      dueToAccountId: null,
      incomeAccountId: null,
      chargeAccountId: null,
    };
    await runForOutput(setSisterAccounts, org.callAs('admin'), { subsidiaryId: de, sisterId: us, ...none });
    await approvedDocument(org, { entityId: stands.de.customer, transactionDate: '2026-03-06' });
    expect(await group.pairs()).toMatchObject([
      {
        hasMirror: false,
        problem: expect.stringContaining('not set'),
        open: expect.arrayContaining(['NO_MIRROR']),
      },
    ]);
    await setGroup(group);
    expect(await runForOutput(mirrorMissing, org.callAs('accountant'), {})).toMatchObject({
      made: 1,
      waiting: 0,
    });
    expect(await group.pairs()).toMatchObject([{ hasMirror: true, problem: null }]);
    expect(accounts.charge).toBeTruthy();
  });

  it('approved before the settings existed is listed without a pair, and gets its mirror on request', async () => {
    const group = await foundGroup(false);
    await invoice(group);
    expect(await group.pairs()).toEqual([]);
    await setGroup(group);
    expect(await blockers(group, group.de, '2026-03')).toEqual([expect.stringContaining('no mirror')]);
    expect(await runForOutput(mirrorMissing, group.org.callAs('accountant'), {})).toMatchObject({
      made: 1,
      waiting: 0,
    });
    expect(await group.pairs()).toHaveLength(1);
  });
});

describe('a caller confined to one of the two companies', () => {
  it('leaves the mirror to background work, which creates it as a draft for those who may see the other company', async () => {
    const group = await foundGroup();
    const { org, us, de, stands } = group;
    const body = documentBody(org, {
      entityId: stands.de.customer,
      status: 'APPROVED',
      transactionDate: '2026-03-06',
    });
    const made = await runForOutput(createTransaction, confined(group, us), body);
    expect(await group.pairs()).toMatchObject([{ source: { id: made.id }, hasMirror: false, problem: null }]);
    await mirrorWaiting(systemPrincipal(org.organizationId));
    await mirrorWaiting(systemPrincipal(org.organizationId));
    const mirror = await group.mirror();
    expect(await runForOutput(getTransaction, confined(group, de), { id: mirror.id })).toMatchObject({
      status: 'DRAFT',
    });
    const answer = await runForOutput(
      (await import('@/usecases/intercompany/list-pairs')).listPairs,
      confined(group, us),
      {},
    );
    expect(answer.pairs).toMatchObject([{ source: { id: made.id }, mirror: null, hasMirror: true }]);
    expect(JSON.stringify(answer)).not.toContain(mirror.id);
  });
});

describe('the settings', () => {
  it('refuse accounts that consolidation would not eliminate, and one account for two sisters; nothing changes', async () => {
    const group = await foundGroup();
    const { org, us, de, accounts, stands } = group;
    const before = await fingerprint(org.organizationId);
    const four = {
      dueFromAccountId: accounts.from,
      dueToAccountId: accounts.to,
      incomeAccountId: accounts.income,
      chargeAccountId: accounts.charge,
    };
    const set = (changes: object) =>
      runForOutput(setSisterAccounts, org.callAs('admin'), {
        subsidiaryId: us,
        sisterId: de,
        ...four,
        ...changes,
      });
    for (const changes of [
      { dueFromAccountId: org.account('1240') },
      { dueToAccountId: accounts.payable },
      { incomeAccountId: accounts.from },
      { chargeAccountId: null },
      { sisterId: us },
    ]) {
      await expect(set(changes), JSON.stringify(changes)).rejects.toMatchObject({
        refusal: { code: 'INVALID_INPUT' },
      });
    }
    const party = (changes: object) =>
      runForOutput(setParty, org.callAs('admin'), {
        subsidiaryId: us,
        customerId: stands.us.customer,
        vendorId: stands.us.vendor,
        ...changes,
      });
    for (const changes of [
      { receivableAccountId: org.account('1210') },
      { payableAccountId: accounts.receivable },
      { customerId: stands.de.customer },
    ]) {
      await expect(party(changes), JSON.stringify(changes)).rejects.toMatchObject({
        refusal: { code: 'INVALID_INPUT' },
      });
    }
    expect(await fingerprint(org.organizationId)).toEqual(before);
  });

  it('and the pairs are read and written over REST', async () => {
    const group = await foundGroup();
    await invoice(group);
    const door = doorFor(surfaceC, group.org.principals.admin);
    const settings = await door.send('GET', '/api/v1/intercompany/settings');
    expect(settings.json).toMatchObject({ parties: [{}, {}], accounts: [{}, {}] });
    const listed = await door.send('GET', '/api/v1/intercompany/pairs?onlyOpen=true');
    expect(listed.json).toMatchObject({ pairs: [{ open: ['ONE_POSTED'] }], unpaired: [], next: null });
    const { id } = (listed.json as { pairs: { id: string }[] }).pairs[0] ?? { id: '' };
    const accepted = await door.send('POST', `/api/v1/intercompany/pairs/${id}/accept`, {
      body: { reason: 'Berlin posts in July' },
    });
    expect(accepted.json).toMatchObject({ open: [], acceptedReason: 'Berlin posts in July' });
    const balances = await door.send('GET', '/api/v1/intercompany/balances?asOf=2026-03-31');
    expect(balances.json).toMatchObject({ holds: false });
  });
});
