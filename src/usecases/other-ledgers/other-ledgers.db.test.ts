import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { rowsOfCsv } from '@/lib/csv';
import { contend, holdWrites } from '@/testing/contenders';
import { journalLines, postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { otherLedgerVerbs } from './ledger-records';
import { markBatchSent, undoLedgerBatch } from './move-batch';
import { listReadBacks, readBackTrialBalance } from './read-back';
import { listLedgerBatches, readBatchFile } from './read-batches';
import { sealLedgerBatch } from './seal-batch';
import { listLedgerCodes, setLedgerCodes, takeOwnCodes } from './set-ledger-codes';

let org: TestOrganization;
beforeAll(async () => {
  org = await foundTestOrganization();
});
afterAll(closeConnections);

const call = () => org.callAs('controller', { surface: 'trpc' });
const today = () => org.clock.today();
const month = () => `${today().slice(0, 7)}-01`;
let made = 0;
/** A ledger with our own codes, unless others are given. */
async function newLedger(fields: object = {}, coded = true) {
  made += 1;
  const input = { code: `L${made}`, name: `Ledger ${made}`, startsOn: month(), ...fields };
  const ledger = await runForOutput(otherLedgerVerbs.create, call(), input);
  if (coded) await runForOutput(takeOwnCodes, call(), { ledgerId: ledger.id });
  return ledger;
}
const seal = (ledgerId: string) => runForOutput(sealLedgerBatch, call(), { ledgerId, throughDate: today() });
const journal = (amount: string) =>
  postedDocument(org, {
    kind: 'JOURNAL',
    lines: journalLines(org, [
      ['1110', amount],
      ['4300', `-${amount}`],
    ]),
  });
async function fileOf(id: string, part = 1) {
  const file = await runForOutput(readBatchFile, call(), { id, part });
  return { ...file, text: file.stretch?.text ?? '' };
}
/** Σ of a column of a file. */
const cents = (rows: readonly string[][], column: number) =>
  rows.slice(1).reduce((total, row) => total + BigInt((row[column] || '0').replace('.', '')), 0n);
const entriesOf = (batchId: string) =>
  withTenantSql({ organizationId: org.principals.admin.organizationId, userId: null }, async (tenant) =>
    sql<{ entry_id: string }>(
      tenant,
      'select entry_id from ledger_batch_entries where organization_id = $1::uuid and batch_id = $2::uuid and is_live',
      [tenant.organizationId, batchId],
    ).then((rows) => rows.map(({ entry_id: id }) => id)),
  );

describe('batches for another ledger', () => {
  test('are numbered without gaps, hold every entry once, and a reversal goes into the next one', async () => {
    const ledger = await newLedger({ format: 'NETSUITE', summary: 'ENTRY' });
    const first = await journal('100.00');
    const batch = await seal(ledger.id);
    expect(batch).toMatchObject({ batchNumber: 1, batchStatus: 'SEALED' });
    expect(await entriesOf(batch.id)).toContain(first.posted.glTransactionId);
    await expect(seal(ledger.id)).rejects.toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
    await runForOutput(reverseTransaction, call(), { id: first.id, reversalReason: 'Wrong' });
    const next = await seal(ledger.id);
    expect(next).toMatchObject({ batchNumber: 2, entryCount: 1, lineCount: 2 });
    expect(await entriesOf(next.id)).not.toContain(first.posted.glTransactionId);
    const { rows } = await runForOutput(listLedgerBatches, call(), { ledgerId: ledger.id });
    expect(rows.map(({ batchNumber }) => batchNumber)).toEqual([2, 1]);
  });

  test('of two made at once, one takes the entries and the other finds nothing left', async () => {
    const ledger = await newLedger();
    await journal('10.00');
    const both = await contend(
      holdWrites(org.organizationId),
      [1, 2].map(() => () => seal(ledger.id)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { total } = await runForOutput(listLedgerBatches, call(), { ledgerId: ledger.id });
    expect(total).toBe(1);
  });

  test('with accounts that have no code are refused by name, and nothing is kept', async () => {
    const ledger = await newLedger({}, false);
    await expect(seal(ledger.id)).rejects.toMatchObject({
      refusal: {
        code: 'CODES_MISSING',
        data: {
          missing: expect.arrayContaining([expect.objectContaining({ kind: 'ACCOUNT', code: '1110' })]),
        },
      },
    });
    const { total } = await runForOutput(listLedgerBatches, call(), { ledgerId: ledger.id });
    expect(total).toBe(0);
  });

  test('have files whose hash was kept, in the other ledger’s codes, and stay as they are when the codes change', async () => {
    const ledger = await newLedger({ format: 'NETSUITE', summary: 'ENTRY' });
    const ledgerId = ledger.id;
    await runForOutput(setLedgerCodes, call(), {
      ledgerId,
      codes: [{ kind: 'ACCOUNT', ownCode: '4300', code: '40-100 Sales' }],
    });
    await journal('77.70');
    const batch = await seal(ledgerId);
    const { text, fileName } = await fileOf(batch.id);
    expect(fileName).toBe('daybook-batch-0001.csv');
    expect(createHash('sha256').update(text).digest('hex')).toBe(batch.contentHash);
    const rows = rowsOfCsv(text) ?? [];
    expect(rows[0]?.slice(0, 8)).toEqual([
      'External ID',
      'Date',
      'Subsidiary',
      'Currency',
      'Memo',
      'Account',
      'Debit',
      'Credit',
    ]);
    expect(rows.some((row) => row[5] === '40-100 Sales' && row[7] === '77.70')).toBe(true);
    expect(cents(rows, 6)).toBe(cents(rows, 7));
    expect(rows).toHaveLength(batch.lineCount + 1);
    await runForOutput(setLedgerCodes, call(), {
      ledgerId,
      codes: [{ kind: 'ACCOUNT', ownCode: '4300', code: 'Other' }],
    });
    expect((await fileOf(batch.id)).text).toBe(text);
  });

  test('summed by month have one net line for each account, and an entry with its reversal nets to zero', async () => {
    const [before, ledger] = [await newLedger({ summary: 'MONTH' }), await newLedger({ summary: 'MONTH' })];
    await seal(before.id);
    await seal(ledger.id);
    await journal('5.00');
    await journal('6.00');
    const gone = await journal('1000.00');
    await runForOutput(reverseTransaction, call(), {
      id: gone.id,
      reversalReason: 'Wrong',
      reversalDate: today(),
    });
    const batch = await seal(ledger.id);
    expect(batch).toMatchObject({ batchNumber: 2, entryCount: 4, lineCount: 2 });
    const rows = rowsOfCsv((await fileOf(batch.id)).text) ?? [];
    const figures = rows.slice(1).map((row) => [row[6], row[7], row[8]]);
    expect(figures).toEqual([
      ['1110', '11.00', '0.00'],
      ['4300', '0.00', '11.00'],
    ]);
  });

  test('are sent once, by name, and only what was not sent is undone; its number stays and its entries go into the next', async () => {
    const ledger = await newLedger();
    const batch = await seal(ledger.id);
    const entries = await entriesOf(batch.id);
    const undone = await runForOutput(undoLedgerBatch, call(), { id: batch.id, reason: 'Wrong codes' });
    expect(undone).toMatchObject({ batchStatus: 'UNDONE', undoneByName: org.users.controller.name });
    expect(await entriesOf(batch.id)).toEqual([]);
    const again = await seal(ledger.id);
    expect(again.batchNumber).toBe(2);
    expect((await entriesOf(again.id)).sort()).toEqual(entries.sort());
    const sent = await runForOutput(markBatchSent, call(), { id: again.id });
    expect(sent).toMatchObject({ batchStatus: 'SENT', sentByName: org.users.controller.name });
    for (const attempt of [
      () => runForOutput(undoLedgerBatch, call(), { id: again.id, reason: 'Too late' }),
      () => runForOutput(markBatchSent, call(), { id: again.id }),
      () => runForOutput(markBatchSent, call(), { id: batch.id }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ refusal: { code: 'INVALID_STATUS_TRANSITION' } });
    }
    expect(await entriesOf(again.id)).toHaveLength(entries.length);
  });

  test('for Xero say the tax rate and come in files of at most 300 lines', async () => {
    await expect(newLedger({ format: 'XERO' })).rejects.toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
    const ledger = await newLedger({ format: 'XERO', summary: 'DAY', taxRate: 'Tax Exempt' });
    const batch = await seal(ledger.id);
    expect(batch.partStarts).toEqual([1]);
    const rows = rowsOfCsv((await fileOf(batch.id)).text) ?? [];
    expect(rows.slice(1).every((row) => row[4] === 'Tax Exempt')).toBe(true);
    expect(cents(rows, 5)).toBe(0n);
    await expect(fileOf(batch.id, 2)).rejects.toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
  });
});

describe('codes of another ledger', () => {
  test('are given by our own codes; a record that does not exist, or is given twice, is named and nothing changes', async () => {
    const { id: ledgerId } = await newLedger({}, false);
    const before = await runForOutput(listLedgerCodes, call(), { ledgerId });
    const codes = [
      { kind: 'ACCOUNT', ownCode: '1110', code: 'A' },
      { kind: 'ACCOUNT', ownCode: '1110', code: 'B' },
      { kind: 'ACCOUNT', ownCode: 'nobody', code: 'C' },
    ];
    await expect(runForOutput(setLedgerCodes, call(), { ledgerId, codes })).rejects.toMatchObject({
      refusal: {
        code: 'INVALID_INPUT',
        data: { issues: [{ path: ['codes', '1'] }, { path: ['codes', '2'] }] },
      },
    });
    expect(await runForOutput(listLedgerCodes, call(), { ledgerId })).toEqual(before);
    await runForOutput(setLedgerCodes, call(), { ledgerId, codes: codes.slice(0, 1) });
    await runForOutput(takeOwnCodes, call(), { ledgerId, kinds: ['ACCOUNT'] });
    const now = await runForOutput(listLedgerCodes, call(), { ledgerId });
    expect(now.find(({ ownCode }) => ownCode === '1110')?.code).toBe('A');
    expect(now.find(({ ownCode }) => ownCode === '4300')?.code).toBe('4300');
  });
});

describe('a trial balance read back', () => {
  test('is equal where the other ledger has what was sent, and names what differs or is missing', async () => {
    const ledger = await newLedger({ startsOn: '2000-01-01' });
    const batch = await seal(ledger.id);
    await runForOutput(markBatchSent, call(), { id: batch.id });
    const rows = rowsOfCsv((await fileOf(batch.id)).text) ?? [];
    const theirs = rows
      .slice(1)
      .map((row) => ({ code: row[6] ?? '', debit: row[7] ?? '0', credit: row[8] ?? '0' }));
    // Posted since and not sent: the other ledger cannot have it.
    await journal('3.00');
    const ask = (answered: readonly object[]) =>
      runForOutput(readBackTrialBalance, call(), { ledgerId: ledger.id, asOf: today(), rows: answered });
    const equal = await ask(theirs);
    expect(equal.lines.filter(({ state }) => state !== 'EQUAL')).toEqual([]);
    expect(equal.lines.find(({ code }) => code === '4300')).toMatchObject({ unsent: '-3.00' });
    const wrong = await ask([
      ...theirs.filter(({ code }) => code !== '4300'),
      { code: 'X-1', debit: '5' },
      { code: '1110', debit: '0.01' },
    ]);
    const states = new Map(wrong.lines.map(({ code, state }) => [code, state]));
    expect([states.get('4300'), states.get('X-1'), states.get('1110')]).toEqual([
      'MISSING_THERE',
      'MISSING_HERE',
      'DIFFERS',
    ]);
    expect(wrong.lines.find(({ code }) => code === '1110')?.difference).toBe('0.01');
    const kept = await runForOutput(listReadBacks, call(), { ledgerId: ledger.id });
    expect(kept.map(({ differingCount }) => differingCount)).toEqual([3, 0]);
  });
});
