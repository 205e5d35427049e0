import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { contend } from '@/testing/contenders';
import { createDocument, postedDocument } from '@/testing/documents';
import { listChanges } from '@/usecases/audit/list-changes';
import { runForOutput } from '@/usecases/kit/run';
import { applyModification } from '@/usecases/revenue/contracts/modifications/apply-modification';
import { decideTreatment } from '@/usecases/revenue/contracts/modifications/decide-treatment';
import { replaceFact } from '@/usecases/revenue/events/replace-fact';
import { reverseRun } from '@/usecases/revenue/runs/reverse-run';
import { cancelTransaction } from '@/usecases/transactions/posting/cancel-transaction';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { fingerprint } from '../support/fingerprint';
import { back, balances, inTwoYears, modificationOf, on, point, rule, xAndY, z } from './separate-orders';

afterAll(closeConnections);

describe('a separate contract (606-10-25-12)', () => {
  it('606-10-25-12: becomes a separate contract without being asked for: its liability is not netted with the asset of the other, and both contracts and the audit trail name each other', async () => {
    const { books, id } = await xAndY();
    const before = await books.read(id);
    const { contract: own, treatment } = await books.modify(id, z());
    expect(treatment).toBe('separate');
    const first = await books.read(id);
    const { id: eventId } = await modificationOf(books, id);
    expect(own.contract.id).not.toBe(id);
    expect(own.separatedFrom).toEqual({ id, contractNumber: first.contract.contractNumber, eventId });
    expect([own.contract.separatedFromId, own.contract.separatedById]).toEqual([id, eventId]);
    expect(first.separateContracts).toMatchObject([
      { id: own.contract.id, contractStatus: 'ACTIVE', transactionPrice: '300.00', eventId, isVoid: false },
    ]);
    const { events: _told, separateContracts: _made, contract: _row, ...figures } = first;
    expect(before).toMatchObject({ ...figures, contract: { transactionPrice: '1000.00' } });
    const { rows } = await runForOutput(listChanges, books.org.callAs('auditor'), { recordId: id, limit: 1 });
    expect(rows[0]?.after).toMatchObject({ ownContractId: own.contract.id, treatment: 'separate' });
    await books.tell(own.contract.id, { kind: 'payment', ...on('2026-02-10'), amount: '300' });
    await books.runThrough('2026-01', '2026-02');
    // An asset of 500 and a liability of 300; netted they would be an asset of 200.
    expect(await balances(books)).toEqual([
      ['1310', '500'],
      ['2310', '-300'],
    ]);
    await books.tiesOut();
  });

  it('606-10-25-12: stays within the contract it was agreed with only where the caller says so, and is netted with it', async () => {
    const { books, id } = await xAndY();
    const { contract } = await books.modify(id, z({ ownContract: false }));
    expect([contract.contract.id, contract.contract.transactionPrice]).toEqual([id, '1300.00']);
    expect(contract.separateContracts).toEqual([]);
    await books.tell(id, { kind: 'payment', ...on('2026-02-10'), amount: '300' });
    await books.runThrough('2026-01', '2026-02');
    expect(await balances(books)).toEqual([
      ['1310', '200'],
      ['2310', '0'],
    ]);
  });

  it('606-10-25-12: is refused under another treatment and for a change that is more than an addition, and nothing changes; its revenue reduces its own liability', async () => {
    const { books, id } = await xAndY();
    const before = await fingerprint(books.org.organizationId);
    const asked = (more: object) => books.modify(id, z({ ownContract: true, ...more }));
    await expect(asked({ treatment: 'prospective' })).rejects.toMatchObject({
      refusal: { code: 'INVALID_INPUT', data: { issues: [{ path: ['ownContract'] }] } },
    });
    const priced = { treatment: 'separate', priceChange: '-10' };
    await expect(asked(priced)).rejects.toMatchObject(rule('TREATMENT_IMPOSSIBLE'));
    expect(await fingerprint(books.org.organizationId)).toEqual(before);
    const { contract: own } = await asked({});
    const { customerId } = (await books.read(id)).contract;
    expect(own.contract).toMatchObject({ customerId, contractDate: '2026-02-01', contractStatus: 'ACTIVE' });
    await books.tell(own.contract.id, { kind: 'payment', ...on('2026-02-10'), amount: '300' });
    await books.tell(own.contract.id, { kind: 'delivery', ...on('2026-03-01'), key: 'Z' });
    await books.runThrough('2026-01', '2026-03');
    expect(await balances(books)).toEqual([
      ['1310', '500'],
      ['2310', '0'],
    ]);
    await books.tiesOut();
  });

  it('recorded by two at once becomes two separate contracts where they add different obligations; the second is refused for the same obligation, and for the same version', async () => {
    const { books, id } = await xAndY();
    const w = { ...point('W', '40'), price: '40', distinct: true };
    const race = (...changes: readonly [change: object, expectedVersion?: number][]) =>
      contend(
        (holder) => holder.query('select 1 from revenue_contracts where id = $1 for update', [id]),
        changes.map(
          ([change, expectedVersion]) =>
            () =>
              runForOutput(applyModification, books.org.callAs('revenue', { expectedVersion }), {
                id,
                ...z(),
                ...change,
              }),
        ),
      );
    const same = await race([{}], [{}]);
    const won = same.filter(({ status }) => status === 'fulfilled');
    expect(won).toHaveLength(1);
    expect(same.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: rule('ALREADY_SEPARATE', { key: 'Z' }),
    });
    expect((await books.read(id)).separateContracts).toHaveLength(1);
    const others = await race([{ additions: [w] }], [{ additions: [{ ...w, key: 'V' }] }]);
    expect(others.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect((await books.read(id)).separateContracts.map(({ transactionPrice }) => transactionPrice)).toEqual([
      '300.00',
      '40.00',
      '40.00',
    ]);
    const { version } = (await books.read(id)).contract;
    const stale = await race(
      [{ additions: [{ ...w, key: 'U' }] }, version],
      [{ additions: [{ ...w, key: 'T' }] }, version],
    );
    expect(stale.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(stale.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { refusal: { code: 'STALE_VERSION' } },
    });
    expect((await books.read(id)).separateContracts).toHaveLength(4);
    await books.tiesOut();
  });

  it('when voided, is withdrawn: nothing of it was ever earned or planned, both contracts say so, and it may be agreed again', async () => {
    const { books, id } = await xAndY();
    // Earned by days from before it was agreed, so that merely ending it on its first day would leave a part of it.
    const service = {
      ...point('Z', '300'),
      pattern: { kind: 'RATABLE' as const, start: '2026-01-15', end: '2026-06-30' },
      price: '300',
      distinct: true,
    };
    const { contract: own } = await books.modify(id, z({ additions: [service] }));
    const { id: eventId } = await modificationOf(books, id);
    const first = await back(books, eventId);
    expect(first.separateContracts).toMatchObject([
      { contractStatus: 'TERMINATED', transactionPrice: '0.00', isVoid: true },
    ]);
    const withdrawn = await books.read(own.contract.id);
    expect(withdrawn.contract).toMatchObject({ contractStatus: 'TERMINATED', transactionPrice: '0.00' });
    await books.runThrough('2026-01', '2026-02');
    expect(await balances(books)).toEqual([
      ['1310', '500'],
      ['2310', '0'],
    ]);
    await books.proves('2026-01-31: Dr CONTRACT_ASSET 500, Cr REVENUE 500');
    const before = await fingerprint(books.org.organizationId);
    const end = withdrawn.events.at(-1)?.event.id ?? '';
    await expect(back(books, end)).rejects.toMatchObject(
      rule('SEPARATION_VOIDED', { modificationId: eventId }),
    );
    await expect(back(books, eventId)).rejects.toMatchObject(rule('ALREADY_VOIDED'));
    expect(await fingerprint(books.org.organizationId)).toEqual(before);
    const again = await books.modify(id, z());
    expect(again.contract.contract).toMatchObject({ contractStatus: 'ACTIVE', transactionPrice: '300.00' });
  });

  it('cannot be voided, replaced or decided away while it has a fact, a document or a posting of its own, and nothing changes; it can once they are undone', async () => {
    const { books, id } = await xAndY();
    const { contract: own } = await books.modify(id, z());
    const ownId = own.contract.id;
    const { id: eventId } = await modificationOf(books, id);
    const refusedWith = async (uses: object) => {
      const before = await fingerprint(books.org.organizationId);
      const refusal = rule('SEPARATE_CONTRACT_IN_USE', { contractId: ownId, ...uses });
      await expect(back(books, eventId)).rejects.toMatchObject(refusal);
      await expect(
        runForOutput(replaceFact, books.org.callAs('revenue'), {
          id: eventId,
          reason: 'It was a payment',
          event: { kind: 'payment', ...on('2026-02-01'), amount: '1' },
        }),
      ).rejects.toMatchObject(refusal);
      await expect(
        runForOutput(decideTreatment, books.org.callAs('revenue'), {
          id: eventId,
          treatment: 'prospective',
          reason: 'It was agreed as one',
        }),
      ).rejects.toMatchObject(refusal);
      expect(await fingerprint(books.org.organizationId)).toEqual(before);
    };
    const delivered = await books.tell(ownId, { kind: 'delivery', ...on('2026-02-10'), key: 'Z' });
    const fact = delivered.events.at(-1)?.event.id ?? '';
    await refusedWith({ facts: [fact], posted: [] });
    await books.run('2026-01');
    const run = await books.run('2026-02');
    await back(books, fact);
    // The void is not posted yet: what the run posted is still in the ledger.
    await refusedWith({ facts: [], posted: ['Z'] });
    await runForOutput(reverseRun, books.org.callAs('controller'), {
      id: run.id,
      contractIds: [ownId],
      reason: 'Z was never ordered',
    });
    await books.run('2026-02');
    const draft = await createDocument(books.org, {
      revenueContractId: ownId,
      transactionDate: '2026-02-20',
      lines: [{ unitPrice: '300' }],
    });
    await refusedWith({ facts: [], posted: [], documents: [draft.transactionNumber] });
    await runForOutput(cancelTransaction, books.org.callAs('accountant'), {
      id: draft.id,
      reason: 'Not sold',
    });
    const { separateContracts } = await back(books, eventId);
    expect(separateContracts).toMatchObject([{ id: ownId, transactionPrice: '0.00', isVoid: true }]);
    await books.tiesOut();
  });

  it('is not added to the first contract as well, and nothing changes', async () => {
    const { books, id } = await xAndY();
    await books.modify(id, z());
    const before = await fingerprint(books.org.organizationId);
    for (const treatment of ['separate', 'prospective'] as const) {
      await expect(books.modify(id, z({ ownContract: false, treatment }))).rejects.toMatchObject(
        rule('ALREADY_SEPARATE', { key: 'Z' }),
      );
    }
    expect(await fingerprint(books.org.organizationId)).toEqual(before);
  });

  it('cannot be voided while it has interest in the ledger, and nothing changes; it can once the run is reversed', async () => {
    const { books, id } = await xAndY();
    const { contract: own } = await books.modify(id, inTwoYears());
    await books.run('2026-01');
    const run = await books.run('2026-02');
    expect(await books.balance('7100')).toBe('-0.8');
    const { id: eventId } = await modificationOf(books, id);
    const before = await fingerprint(books.org.organizationId);
    await expect(back(books, eventId)).rejects.toMatchObject({
      refusal: {
        message: expect.stringContaining('postings of a run, which is reversed for it first'),
        data: { rule: 'SEPARATE_CONTRACT_IN_USE', documents: [], posted: [] },
      },
    });
    expect(await fingerprint(books.org.organizationId)).toEqual(before);
    await runForOutput(reverseRun, books.org.callAs('controller'), {
      id: run.id,
      contractIds: [own.contract.id],
      reason: 'Z was never ordered',
    });
    const { separateContracts } = await back(books, eventId);
    expect(separateContracts).toMatchObject([{ transactionPrice: '0.00', isVoid: true }]);
    await books.tiesOut();
  });

  it('an invoice of its own prevents that until it is reversed', async () => {
    const { books, id } = await xAndY();
    const { contract: own } = await books.modify(id, z());
    const made = await postedDocument(books.org, {
      revenueContractId: own.contract.id,
      transactionDate: '2026-02-20',
      lines: [{ unitPrice: '300' }],
    });
    const { id: eventId } = await modificationOf(books, id);
    await expect(back(books, eventId)).rejects.toMatchObject(
      rule('SEPARATE_CONTRACT_IN_USE', { documents: [made.transactionNumber] }),
    );
    await runForOutput(reverseTransaction, books.org.callAs('controller'), {
      id: made.id,
      reversalReason: 'Not sold',
      reversalDate: '2026-02-21',
    });
    const first = await back(books, eventId);
    expect(first.separateContracts).toMatchObject([{ isVoid: true, transactionPrice: '0.00' }]);
    expect((await books.read(own.contract.id)).balances).toMatchObject({
      billed: '0.00',
      receivable: '0.00',
    });
    await books.tiesOut();
  });

  it('what was agreed is stored once, in the part of the fact that names the other contract, so that nothing counts it for the first', async () => {
    const { books, id } = await xAndY();
    await books.modify(id, z());
    const fact = await modificationOf(books, id);
    expect(fact.apart?.terms.additions?.map(({ key, price }) => [key, price])).toEqual([['Z', '300']]);
    for (const name of ['additions', 'variable', 'royalties', 'financing', 'obligations']) {
      expect(fact).not.toHaveProperty(name);
    }
  });
});
