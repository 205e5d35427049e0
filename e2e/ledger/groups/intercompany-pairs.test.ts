import { afterAll, describe, expect, it } from 'vitest';
import { systemPrincipal } from '@/auth/principal';
import { closeConnections } from '@/db/client';
import { approvedDocument, createDocument } from '@/testing/documents';
import { revaluePeriod } from '@/usecases/fx/revalue-period';
import { acceptDifferences } from '@/usecases/intercompany/accept-differences';
import { mirrorMissing, mirrorWaiting } from '@/usecases/intercompany/mirror-documents';
import { pairDocuments } from '@/usecases/intercompany/pair-documents';
import { intercompanyBalances } from '@/usecases/intercompany/show-balances';
import { runForOutput } from '@/usecases/kit/run';
import { listPeriods } from '@/usecases/periods/list-periods';
import { consolidation } from '@/usecases/reports/show-consolidation';
import { tieOutControls } from '@/usecases/reports/tie-out-controls';
import { cancelTransaction } from '@/usecases/transactions/posting/cancel-transaction';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { removeTransaction } from '@/usecases/transactions/remove-transaction';
import { updateTransaction } from '@/usecases/transactions/update-transaction';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { fingerprint } from '../../support/fingerprint';
import { blockers, foundGroup, invoice, setGroup } from './group';

afterAll(closeConnections);

describe('a pair', () => {
  it('loses the draft of its mirror when its source is canceled or reversed, and warns of one that is posted', async () => {
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

  it('keeps its source when the mirror is canceled or deleted, says so, and is not created again automatically', async () => {
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

  it('lists each point on which the two disagree, at the close of both, until they agree or someone accepts it with a reason', async () => {
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
    // A later disagreement is asked about again.
    await runForOutput(reverseTransaction, org.callAs('accountant'), {
      id,
      reversalReason: 'Wrong',
      reversalDate: '2026-04-20',
    });
    expect((await group.pairs({ onlyOpen: true }))[0]?.open).toEqual(['ONE_WITHDRAWN']);
  });

  it('of two documents entered by hand is found by the number that one names, or matched by hand, once', async () => {
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
