import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { approvedDocument, createDocument, postedDocument, type TestDocument } from '@/testing/documents';
import { accountVerbs } from '@/usecases/accounts/account-records';
import { listPairs } from '@/usecases/intercompany/list-pairs';
import { mirrorMissing } from '@/usecases/intercompany/mirror-documents';
import { pairDocuments } from '@/usecases/intercompany/pair-documents';
import { setSisterAccounts } from '@/usecases/intercompany/set-accounts';
import { intercompanyBalances } from '@/usecases/intercompany/show-balances';
import { runForOutput } from '@/usecases/kit/run';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { getTransaction } from '@/usecases/transactions/get-transaction';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { updateTransaction } from '@/usecases/transactions/update-transaction';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { fingerprint } from '../../support/fingerprint';
import { blockers, foundGroup, type Group, invoice, setGroup } from './group';

// Proves the laws documents/unpaired-of, documents/note-intercompany and documents/compare-pairs of prisma/sql for documents of any kind.

afterAll(closeConnections);

const get = ({ org }: Group, id: string) => runForOutput(getTransaction, org.callAs('viewer'), { id });

/** A bill of an outside vendor over 1,000.00 in the parent, of which 400.00 are for Berlin. */
const shared = ({ org, accounts }: Group): TestDocument => ({
  ...{ kind: 'VENDOR_BILL', transactionDate: '2026-03-10' },
  lines: [
    { unitPrice: '600.00', accountId: org.account('6900') },
    { unitPrice: '400.00', accountId: accounts.from, description: 'For Berlin' },
  ],
});

const balances = async ({ org }: Group) =>
  (await runForOutput(intercompanyBalances, org.callAs('viewer'), { asOf: '2026-12-31' })).balances.map(
    ({ ours, theirs, difference }) => [ours, theirs, difference].map((text) => text.replace('-', '')),
  );

describe('a document with a line on an account between two companies, of an outside counterparty', () => {
  it('is mirrored by a journal of what stands on that account; posted there, what the two owe cancels out', async () => {
    // Parent: Dr cost 600.00, due from Berlin 400.00 / Cr payable 1,000.00. Berlin: Dr charge 400.00 / Cr due to the parent 400.00.
    const group = await foundGroup();
    const { org, us, de, accounts } = group;
    const bill = await postedDocument(org, shared(group));
    expect(await blockers(group, us, '2026-03')).toEqual([expect.stringContaining('One is posted')]);
    expect(await balances(group)).toEqual([['400.00', '0.00', '400.00']]);
    const mirror = await get(group, (await group.mirror()).id);
    expect(mirror).toMatchObject({
      ...{ kind: 'JOURNAL', status: 'DRAFT', subsidiaryId: de, transactionDate: '2026-03-10' },
      referenceNumber: bill.transactionNumber,
      lines: [
        { accountId: accounts.to, lineAmount: '-400.00', description: 'For Berlin' },
        { accountId: accounts.charge, lineAmount: '400.00' },
      ],
    });
    await group.approve(mirror.id);
    await group.post(mirror.id, '2026-03-10');
    expect(await group.pairs()).toMatchObject([
      {
        byAccount: true,
        source: { id: bill.id, amount: '400.00' },
        mirror: { amount: '400.00' },
        differences: [],
      },
    ]);
    expect(await balances(group)).toEqual([['400.00', '400.00', '0.00']]);
    expect(await blockers(group, us, '2026-03')).toEqual([]);
    expect((await runForOutput(verifyBooks, org.callAs('auditor'), {})).breaches).toEqual([]);
    await runForOutput(reverseTransaction, org.callAs('accountant'), {
      ...{ id: bill.id, reversalReason: 'Wrong', reversalDate: '2026-03-20' },
    });
    expect(await group.pairs()).toMatchObject([{ open: ['ONE_WITHDRAWN'] }]);
  });

  it('of every kind is noted when it is approved', async () => {
    const group = await foundGroup();
    const { org, accounts } = group;
    for (const kind of ['EXPENSE_REPORT', 'INVOICE', 'CREDIT_MEMO', 'VENDOR_CREDIT'] as const) {
      const { id } = await approvedDocument(org, { ...shared(group), kind });
      const [pair] = await group.pairs({ documentId: id });
      expect(pair, kind).toMatchObject({ byAccount: true, mirror: { kind: 'JOURNAL', status: 'DRAFT' } });
      expect(pair?.source?.amount.replace('-', ''), kind).toBe('400.00');
      expect(pair?.differences, kind).toEqual([]);
    }
    const { id } = await approvedDocument(org, {
      ...{ kind: 'CUSTOMER_PAYMENT', transactionDate: '2026-03-10' },
      lines: [{ unitPrice: '100.00', accountId: accounts.from }],
    });
    expect(await group.pairs({ documentId: id })).toMatchObject([
      { byAccount: true, mirror: { kind: 'JOURNAL', amount: '100.00' }, differences: [] },
    ]);
  });

  it('posted before the settings is listed without a mirror with what stands between the two, blocks the close, and gets its mirror on request', async () => {
    const group = await foundGroup(false);
    const { org, us, de } = group;
    const bill = await postedDocument(org, shared(group));
    await setGroup(group);
    const { unpaired } = await runForOutput(listPairs, org.callAs('viewer'), {});
    expect(unpaired).toMatchObject([{ id: bill.id, sisterId: de, amount: '400.00', byAccount: true }]);
    expect(await blockers(group, us, '2026-03')).toEqual([expect.stringContaining('no mirror')]);
    const answer = await runForOutput(mirrorMissing, org.callAs('accountant'), {});
    expect(answer).toMatchObject({ made: 1, waiting: 0, next: null });
    expect(await group.pairs()).toMatchObject([{ byAccount: true, mirror: { kind: 'JOURNAL' } }]);
  });

  it('is paired by hand with the journal that Berlin entered, and with no other kind of document', async () => {
    const group = await foundGroup(false);
    const { org, de, accounts } = group;
    const bill = await postedDocument(org, shared(group));
    const other = await postedDocument(org, { kind: 'VENDOR_BILL', transactionDate: '2026-03-10' });
    const entered = await createDocument(org, {
      ...{ kind: 'JOURNAL', subsidiaryId: de, transactionDate: '2026-03-10' },
      lines: [
        { unitPrice: '-390.00', accountId: accounts.to },
        { unitPrice: '390.00', accountId: accounts.charge },
      ],
    });
    const [credited, sold] = [
      await createDocument(org, { kind: 'CREDIT_MEMO', subsidiaryId: de, transactionDate: '2026-03-10' }),
      await createDocument(org, {
        ...{ entityId: group.stands.de.customer, transactionDate: '2026-03-10' },
        lines: [{ unitPrice: '40.00', accountId: accounts.from }],
      }),
    ];
    await setGroup(group);
    const pair = (sourceId: string, mirrorId: string) =>
      runForOutput(pairDocuments, org.callAs('accountant'), { sourceId, mirrorId });
    const before = await fingerprint(org.organizationId);
    // A bill with no line on the account, a document that is not a journal, and an invoice to Berlin, which a bill mirrors.
    for (const [sourceId, mirrorId] of [
      [other.id, entered.id],
      [bill.id, credited.id],
      [sold.id, entered.id],
    ] as const) {
      await expect(pair(sourceId, mirrorId)).rejects.toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
    }
    expect(await fingerprint(org.organizationId)).toEqual(before);
    expect(await pair(bill.id, entered.id)).toMatchObject({
      ...{ byAccount: true, source: { amount: '400.00' }, mirror: { amount: '390.00' } },
      open: ['ONE_POSTED', 'AMOUNT'],
    });
  });
});

describe('a document with a counterparty in the group and a line on an account between the two', () => {
  it('has that line on the opposite account in its mirror; where the two accounts do not cancel out, the amounts differ', async () => {
    const group = await foundGroup();
    const { org, accounts } = group;
    await invoice(group, '600.00', {
      lines: [
        { unitPrice: '600.00', accountId: accounts.income },
        { unitPrice: '400.00', accountId: accounts.from },
      ],
    });
    const { id } = await group.mirror();
    const mirror = await get(group, id);
    expect(mirror).toMatchObject({
      kind: 'VENDOR_BILL',
      lines: [{ accountId: accounts.charge }, { accountId: accounts.to, lineAmount: '400.00' }],
    });
    expect(await group.pairs()).toMatchObject([{ byAccount: false, differences: ['ONE_POSTED'] }]);
    const line = (lineNumber: number, unitPrice: string) => ({
      ...{ lineNumber, lineType: 'SERVICE', description: 'Charge', quantity: '1', unitPrice },
      accountId: accounts.charge,
    });
    await runForOutput(updateTransaction, org.callAs('accountant'), {
      ...{ id, lines: [line(1, '600.00'), line(2, '400.00')] },
    } as never);
    expect(await group.pairs()).toMatchObject([{ differences: ['ONE_POSTED', 'AMOUNT'] }]);
  });

  it('is between its company and a third too, where it is a mirror itself', async () => {
    const group = await foundGroup();
    const { org, us, de, accounts } = group;
    const admin = org.callAs('admin');
    const { id: fr } = await runForOutput(createSubsidiary, admin, {
      ...{ name: 'Lyon', code: 'FR', parentId: us, baseCurrency: 'EUR' },
    });
    const { id: dueFromLyon } = await runForOutput(accountVerbs.create, admin, {
      ...{ code: '1650', name: 'Due from Lyon', accountType: 'ASSET', elimination: 'INTERCOMPANY' },
    } as never);
    await runForOutput(setSisterAccounts, admin, {
      ...{ subsidiaryId: de, sisterId: fr, dueFromAccountId: dueFromLyon, dueToAccountId: dueFromLyon },
      ...{ incomeAccountId: accounts.income, chargeAccountId: accounts.charge },
    });
    const made = await invoice(group);
    const { id } = await group.mirror();
    await runForOutput(updateTransaction, org.callAs('accountant'), {
      ...{
        id,
        lines: [
          {
            lineNumber: 1,
            lineType: 'SERVICE',
            description: 'For Lyon',
            quantity: '1',
            unitPrice: '1200.00',
            accountId: dueFromLyon,
          },
        ],
      },
    } as never);
    await group.approve(id);
    const pairs = await group.pairs({ documentId: id });
    expect(pairs).toMatchObject([
      { byAccount: true, source: { id, amount: '1200.00' }, sisterId: fr, hasMirror: false },
      { byAccount: false, source: { id: made.id }, mirror: { id } },
    ]);
  });
});
