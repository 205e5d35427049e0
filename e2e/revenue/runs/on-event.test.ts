import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { runForOutput } from '@/usecases/kit/run';
import { importEvents } from '@/usecases/revenue/events/import-events';
import { recordEvent } from '@/usecases/revenue/events/record-event';
import { verifyRevenue } from '@/usecases/revenue/reports/verify-revenue';
import { type Books, openBooks } from '../books';

// Proves the law revenue/post-event-rows of prisma/sql.

afterAll(closeConnections);

const sold = (books: Books) =>
  books.contract({
    contractDate: '2026-01-01',
    price: { fixed: '1200' },
    obligations: [
      { key: 'goods', ssp: '600', pattern: { kind: 'POINT' } },
      {
        key: 'care',
        ssp: '600',
        pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31', method: 'EVEN_PERIODS' },
      },
      { key: 'calls', ssp: '0', pattern: { kind: 'USAGE' } },
    ],
  });
const holds = async ({ org }: Books) =>
  expect((await runForOutput(verifyRevenue, org.callAs('auditor'), {})).holds).toBe(true);

describe('revenue posted on its event', () => {
  it('is posted at once to the ledger, and the month’s run never posts it again (606-10-25-30)', async () => {
    const books = await openBooks();
    const { contract } = await sold(books);
    const event = { kind: 'delivery', effectiveDate: '2026-01-20', key: 'goods' } as const;
    const ask = (more: object = {}) =>
      runForOutput(recordEvent, books.org.callAs('revenue', more), {
        id: contract.id,
        event,
        reference: 'DN-1',
        post: true,
      });
    const tried = await ask({ dryRun: true });
    const lines = (recorded: typeof tried) =>
      recorded.entries.map((entry) => entry.lines.map((l) => [l.accountCode, l.debit, l.credit]));
    expect(lines(tried)).toEqual([
      [
        ['1310', '600.00', '0.00'],
        ['4100', '0.00', '600.00'],
      ],
    ]);
    expect(await books.entries()).toEqual([]);
    const reported = await ask();
    expect(lines(reported)).toEqual(lines(tried));
    expect(reported.entries[0]?.postingDate).toBe('2026-01-20');
    expect(reported.balances).toMatchObject({ recognised: '600.00', contractAsset: '600.00' });
    expect((await ask()).runId).toBeNull();
    expect(await books.balance('4100')).toBe('-600');

    const run = await books.run('2026-01');
    expect(run.postedRows).toBe(1);
    expect(await books.balance('4100')).toBe('-650');
    expect((await books.entries()).at(-1)).toEqual(['1310 50', '4100 -50']);
    await holds(books);
  });

  it('leaves other revenue of the contract to the run of its month, and posts revenue recorded without posting on request', async () => {
    const books = await openBooks();
    const { contract } = await sold(books);
    const ask = (post: boolean) =>
      runForOutput(recordEvent, books.org.callAs('revenue'), {
        id: contract.id,
        event: { kind: 'usage', effectiveDate: '2026-03-10', key: 'calls', amount: '40' },
        reference: 'U-1',
        post,
      });
    expect((await ask(false)).runId).toBeNull();
    expect(await books.balance('4100')).toBe('0');
    expect((await ask(true)).runId).not.toBeNull();
    expect(await books.balance('4100')).toBe('-40');
    // January is still the next month to run.
    await expect(books.run('2026-02')).rejects.toMatchObject({
      refusal: { data: { rule: 'PERIOD_SKIPPED' } },
    });
    await holds(books);
  });

  it('posts what that event made alone; what another event left open stays open', async () => {
    const books = await openBooks();
    const { contract } = await sold(books);
    const use = (reference: string, amount: string, post: boolean) =>
      runForOutput(recordEvent, books.org.callAs('revenue'), {
        id: contract.id,
        event: { kind: 'usage', effectiveDate: '2026-03-10', key: 'calls', amount },
        reference,
        post,
      });
    await use('U-1', '40', false);
    expect((await use('U-2', '5', true)).runId).not.toBeNull();
    expect(await books.balance('4100')).toBe('-5');
    expect((await use('U-1', '40', true)).runId).not.toBeNull();
    expect(await books.balance('4100')).toBe('-45');
    await holds(books);
  });

  it('needs the permission of a run, and waits while the obligation is on hold', async () => {
    const books = await openBooks();
    const { contract } = await sold(books);
    await books.tell(contract.id, {
      kind: 'hold',
      effectiveDate: '2026-01-01',
      key: 'goods',
      reason: 'dispute',
    });
    const ask = (role: 'revenue' | 'auditor') =>
      runForOutput(recordEvent, books.org.callAs(role), {
        id: contract.id,
        event: { kind: 'delivery', effectiveDate: '2026-01-20', key: 'goods' },
        post: true,
      });
    await expect(ask('auditor')).rejects.toMatchObject({ refusal: { code: 'FORBIDDEN' } });
    expect((await ask('revenue')).runId).toBeNull();
    expect(await books.balance('4100')).toBe('0');
    // The month's run skips it too, while posting what else is due of the contract.
    expect((await books.run('2026-01')).postedRows).toBe(1);
    expect(await books.balance('4100')).toBe('-50');
    await holds(books);
  });
});

describe('an upload of events', () => {
  it('records a month of usage as CSV once, however often it is sent, and posts it at once', async () => {
    const books = await openBooks();
    const [a, b] = [(await sold(books)).contract, (await sold(books)).contract];
    const csv = [
      'contract,kind,key,date,amount,reference',
      `${a.contractNumber},usage,calls,2026-01-31,"412.50",2026-01`,
      `${b.id},usage,calls,2026-01-31,20,2026-01`,
      `${a.contractNumber},delivery,goods,2026-01-15,,DN-7`,
    ].join('\r\n');
    const send = () => runForOutput(importEvents, books.org.callAs('revenue'), { csv, post: true });
    expect(await send()).toMatchObject({ recorded: 3, repeated: 0, refused: 0 });
    expect(await books.balance('4100')).toBe('-1032.5');
    expect(await send()).toMatchObject({ recorded: 0, repeated: 3, refused: 0 });
    expect(await books.balance('4100')).toBe('-1032.5');
    await holds(books);
  });

  it('is refused as a whole by its first invalid line, or line by line, as requested', async () => {
    const books = await openBooks();
    const { contract } = await sold(books);
    const usage = (key: string) => ({
      contractId: contract.id,
      event: { kind: 'usage', effectiveDate: '2026-01-31', key, amount: '10' },
    });
    const send = (mode: 'all' | 'each') =>
      runForOutput(importEvents, books.org.callAs('revenue'), {
        events: [usage('calls'), usage('nothing'), usage('calls')],
        mode,
        post: true,
      });
    await expect(send('all')).rejects.toMatchObject({
      refusal: { code: 'REVENUE_RULE', data: { rule: 'UNKNOWN_OBLIGATION', line: 2 } },
    });
    expect(await books.balance('4100')).toBe('0');
    expect(await send('each')).toMatchObject({
      recorded: 2,
      refused: 1,
      results: [{ outcome: 'RECORDED', posted: true }, { outcome: 'REFUSED', line: 2 }, { posted: true }],
    });
    expect(await books.balance('4100')).toBe('-20');
    await holds(books);
    for (const [csv, path] of [
      ['key,amount\nx,1', ['csv']],
      ['contract,date\nREV-1', ['csv', '1']],
      ['contract,key,date,ammount\nREV-1,calls,2026-01-31,5', ['csv', '1', 'ammount']],
      [
        `contract,key,date,amount\n${contract.contractNumber},calls,31.01.2026,1`,
        ['csv', '1', 'event', 'effectiveDate'],
      ],
      ['contract,"date', ['csv']],
    ] as const) {
      await expect(runForOutput(importEvents, books.org.callAs('revenue'), { csv })).rejects.toMatchObject({
        refusal: { code: 'INVALID_INPUT', data: { issues: [{ path }] } },
      });
    }
  });
});
