import { afterAll, describe, expect, it } from 'vitest';
import { systemPrincipal } from '@/auth/principal';
import { closeConnections } from '@/db/client';
import { surfaceC } from '@/surfaces/c/surface';
import { approvedDocument, createDocument, documentBody, postedDocument } from '@/testing/documents';
import { doorFor } from '@/testing/door';
import { revaluePeriod } from '@/usecases/fx/revalue-period';
import { acceptDifferences } from '@/usecases/intercompany/accept-differences';
import { mirrorMissing, mirrorWaiting } from '@/usecases/intercompany/mirror-documents';
import { pairDocuments } from '@/usecases/intercompany/pair-documents';
import { setSisterAccounts } from '@/usecases/intercompany/set-accounts';
import { setParty } from '@/usecases/intercompany/set-parties';
import { intercompanyBalances } from '@/usecases/intercompany/show-balances';
import { runForOutput } from '@/usecases/kit/run';
import { listPeriods } from '@/usecases/periods/list-periods';
import { periodBlockers } from '@/usecases/periods/period-blockers';
import { consolidation } from '@/usecases/reports/show-consolidation';
import { tieOutControls } from '@/usecases/reports/tie-out-controls';
import { cancelTransaction } from '@/usecases/transactions/cancel-transaction';
import { createTransaction } from '@/usecases/transactions/create-transaction';
import { getTransaction } from '@/usecases/transactions/get-transaction';
import { removeTransaction } from '@/usecases/transactions/remove-transaction';
import { reverseTransaction } from '@/usecases/transactions/reverse-transaction';
import { updateTransaction } from '@/usecases/transactions/update-transaction';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { fingerprint } from '../support/fingerprint';
import { foundGroup, type Group, invoice, setGroup } from './group';

afterAll(closeConnections);

const get = ({ org }: Group, id: string) => runForOutput(getTransaction, org.callAs('viewer'), { id });
const confined = ({ org }: Group, subsidiaryId: string) =>
  org.callAs('admin', { principal: { ...org.principals.admin, subsidiaryScope: [subsidiaryId] } });

async function blockers(group: Group, subsidiaryId: string, label: string) {
  const periods = await runForOutput(listPeriods, group.org.callAs('viewer'), { subsidiaryId });
  const id = periods.find((one) => one.label === label)?.id ?? '';
  const found = await runForOutput(periodBlockers, group.org.callAs('viewer'), { id });
  return found.filter(({ blocker }) => blocker === 'INTERCOMPANY').map(({ message }) => message);
}

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
      // Who prepared the invoice prepared the bill: with four eyes, someone else approves both.
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

  it('told twice, or by many at once, makes one mirror', async () => {
    const group = await foundGroup();
    const { org, stands } = group;
    const drafts = await Promise.all(
      [1, 2, 3].map(() =>
        createDocument(org, { entityId: stands.de.customer, transactionDate: '2026-03-06' }),
      ),
    );
    await Promise.allSettled([
      ...drafts.flatMap(({ id }) => [group.approve(id), group.approve(id)]),
      runForOutput(mirrorMissing, org.callAs('accountant'), {}),
    ]);
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

  it('of a mirror, or of a document with nobody in the group, makes none', async () => {
    const group = await foundGroup();
    await postedDocument(group.org, { transactionDate: '2026-03-10' });
    await invoice(group);
    await group.approve((await group.mirror()).id);
    expect(await group.pairs()).toHaveLength(1);
  });

  it('stays approved where no mirror can be made, and the pair says why; once that is settled, the mirror is made', async () => {
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
    expect(await runForOutput(mirrorMissing, org.callAs('accountant'), {})).toEqual({ made: 1, waiting: 0 });
    expect(await group.pairs()).toMatchObject([{ hasMirror: true, problem: null }]);
    expect(accounts.charge).toBeTruthy();
  });

  it('approved before anything was set is listed without a pair, and gets its mirror when asked', async () => {
    const group = await foundGroup(false);
    await invoice(group);
    expect(await group.pairs()).toEqual([]);
    await setGroup(group);
    expect(await blockers(group, group.de, '2026-03')).toEqual([expect.stringContaining('no mirror')]);
    expect(await runForOutput(mirrorMissing, group.org.callAs('accountant'), {})).toEqual({
      made: 1,
      waiting: 0,
    });
    expect(await group.pairs()).toHaveLength(1);
  });
});

describe('a pair', () => {
  it('loses the draft of its mirror when its source is canceled or reversed, and tells of one that is posted', async () => {
    const group = await foundGroup();
    const { org } = group;
    const approved = await approvedDocument(org, {
      entityId: group.stands.de.customer,
      transactionDate: '2026-03-06',
    });
    await runForOutput(cancelTransaction, org.callAs('accountant'), {
      id: approved.id,
      reason: 'Ordered by mistake',
    });
    const [canceled] = await group.pairs();
    expect(canceled).toMatchObject({ mirror: { status: 'CANCELLED' }, open: [] });

    const first = await invoice(group);
    await runForOutput(reverseTransaction, org.callAs('accountant'), {
      id: first.id,
      reversalReason: 'Wrong',
      reversalDate: '2026-03-20',
    });
    expect((await group.pairs())[0]).toMatchObject({
      source: { status: 'REVERSED' },
      mirror: { status: 'CANCELLED' },
      open: [],
    });

    const second = await invoice(group);
    const mirrorId = (await group.pairs())[0]?.mirror?.id ?? '';
    await group.approve(mirrorId);
    await group.post(mirrorId, '2026-03-12');
    expect((await group.pairs())[0]).toMatchObject({ open: [] });
    await runForOutput(reverseTransaction, org.callAs('accountant'), {
      id: second.id,
      reversalReason: 'Wrong',
      reversalDate: '2026-03-20',
    });
    expect((await group.pairs())[0]).toMatchObject({ mirror: { status: 'POSTED' }, open: ['ONE_WITHDRAWN'] });
    expect(await blockers(group, group.de, '2026-03')).toEqual([
      expect.stringContaining('canceled or reversed'),
    ]);
    await runForOutput(reverseTransaction, org.callAs('accountant'), {
      id: mirrorId,
      reversalReason: 'Followed',
      reversalDate: '2026-03-20',
    });
    expect((await group.pairs())[0]).toMatchObject({ open: [] });
  });

  it('keeps its source when the mirror is canceled or deleted, says so, and is not made again by itself', async () => {
    const group = await foundGroup();
    await invoice(group);
    await runForOutput(removeTransaction, group.org.callAs('accountant'), { id: (await group.mirror()).id });
    await mirrorWaiting(systemPrincipal(group.org.organizationId));
    expect(await group.pairs()).toMatchObject([
      {
        source: { status: 'POSTED' },
        hasMirror: false,
        problem: expect.stringContaining('deleted'),
        open: ['NO_MIRROR'],
      },
    ]);
  });

  it('lists each thing the two disagree in, at the close of both, until they agree or someone accepts it with a reason', async () => {
    const group = await foundGroup();
    const { org, us, de } = group;
    await invoice(group);
    const { id } = await group.mirror();
    await runForOutput(updateTransaction, org.callAs('accountant'), {
      id,
      lines: [
        {
          lineNumber: 1,
          lineType: 'SERVICE',
          description: 'Less',
          quantity: '1',
          unitPrice: '1100.00',
          accountId: org.account('6900'),
        },
      ],
    });
    expect((await group.pairs())[0]?.open).toEqual(['ONE_POSTED', 'AMOUNT', 'NOT_ELIMINATED']);
    await group.approve(id);
    await group.post(id, '2026-04-02');
    const [pair] = await group.pairs({ onlyOpen: true });
    expect(pair?.open).toEqual(['AMOUNT', 'PERIOD', 'NOT_ELIMINATED']);
    for (const [subsidiaryId, label] of [
      [us, '2026-03'],
      [de, '2026-04'],
    ] as const) {
      expect(await blockers(group, subsidiaryId, label)).toEqual([
        expect.stringContaining('amounts differ'),
        expect.stringContaining('different periods'),
        expect.stringContaining('not eliminated'),
      ]);
    }
    expect(await blockers(group, us, '2026-05')).toEqual([]);
    const verdict = await runForOutput(verifyBooks, org.callAs('auditor'), {});
    expect(verdict.breaches).toEqual([{ check: 'INTERCOMPANY', message: expect.stringContaining('AMOUNT') }]);
    const tied = await runForOutput(tieOutControls, org.callAs('viewer'), { asOf: '2026-04-30' });
    expect(tied).toMatchObject({
      holds: false,
      intercompany: [{ difference: expect.stringMatching(/^-?100\.00$/) }],
    });

    const before = await fingerprint(org.organizationId);
    const accept = (reason: string) =>
      runForOutput(acceptDifferences, org.callAs('controller'), { id: pair?.id ?? '', reason });
    await expect(accept(' ')).rejects.toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
    expect(await fingerprint(org.organizationId)).toEqual(before);
    await accept('Berlin disputes 100 and books in April');
    expect(await group.pairs({ onlyOpen: true })).toEqual([]);
    expect(await blockers(group, us, '2026-03')).toEqual([]);
    // What they come to disagree in later is asked again.
    await runForOutput(reverseTransaction, org.callAs('accountant'), {
      id,
      reversalReason: 'Wrong',
      reversalDate: '2026-04-20',
    });
    expect((await group.pairs({ onlyOpen: true }))[0]?.open).toEqual(['ONE_WITHDRAWN']);
  });

  it('of two that were entered by hand is found by the number one names, or told by hand, once', async () => {
    const group = await foundGroup(false);
    const { org, us, de, stands } = group;
    const bill = (referenceNumber: string, unitPrice: string) =>
      createDocument(org, {
        kind: 'VENDOR_BILL',
        subsidiaryId: de,
        entityId: stands.us.vendor,
        transactionDate: '2026-03-11',
        referenceNumber,
        lines: [{ unitPrice, accountId: group.accounts.charge }],
      });
    const first = await invoice(group);
    const named = await bill(first.transactionNumber, '1200.00');
    const second = await invoice(group, '70.00');
    const unnamed = await bill('their number', '70.00');
    await setGroup(group);
    await runForOutput(mirrorMissing, org.callAs('accountant'), {});
    const pairs = await group.pairs();
    const mirrorOf = (id: string) => pairs.find(({ source }) => source?.id === id)?.mirror?.id;
    expect(mirrorOf(first.id)).toBe(named.id);
    expect(mirrorOf(second.id)).not.toBe(unnamed.id);
    const tell = (sourceId: string, mirrorId: string) =>
      runForOutput(pairDocuments, org.callAs('accountant'), { sourceId, mirrorId });
    expect(await tell(second.id, unnamed.id)).toMatchObject({ mirror: { id: unnamed.id } });
    const before = await fingerprint(org.organizationId);
    await tell(second.id, unnamed.id);
    await expect(tell(first.id, second.id)).rejects.toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
    expect(await fingerprint(org.organizationId)).toEqual(before);
    await group.approve(named.id);
    await expect(tell(first.id, unnamed.id)).rejects.toMatchObject({ refusal: { code: 'IN_USE' } });
    expect(us).not.toBe(de);
  });

  it('is eliminated to zero on consolidation, also in two currencies after revaluation', async () => {
    // 1,200.00 USD from 10 March. Berlin owes 1,000.00 EUR at 1.20, at 1.25 on 31 March 960.00 EUR: 1,200.00 USD again.
    const group = await foundGroup();
    await invoice(group);
    const { id } = await group.mirror();
    await group.approve(id);
    await group.post(id, '2026-03-10');
    const { org, de } = group;
    const periods = await runForOutput(listPeriods, org.callAs('viewer'), { subsidiaryId: de });
    const march = periods.find(({ label }) => label === '2026-03')?.id ?? '';
    await runForOutput(revaluePeriod, org.callAs('controller'), { periodId: march });
    const report = await runForOutput(consolidation, org.callAs('viewer'), { asOf: '2026-03-31' });
    const rows = report.balanceSheet.sections.flatMap(({ rows: of }) => of);
    const line = (accountId: string) => rows.find((row) => row.line === accountId)?.figures;
    expect(line(group.accounts.receivable)).toMatchObject({
      subsidiaries: ['1200.00', '0.00'],
      consolidated: '0.00',
    });
    expect(line(group.accounts.payable)).toMatchObject({
      subsidiaries: ['0.00', '1200.00'],
      consolidated: '0.00',
    });
    expect(rows.find((row) => row.line === 'INTERCOMPANY_DIFFERENCE')).toBeUndefined();
    const balances = await runForOutput(intercompanyBalances, org.callAs('viewer'), { asOf: '2026-03-31' });
    expect(balances).toMatchObject({ holds: true, balances: [{ currencyCode: 'USD', difference: '0.00' }] });
  });
});

describe('a caller confined to one of the two companies', () => {
  it('leaves the mirror to the background work, which makes it as a draft for those who may see the other', async () => {
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
