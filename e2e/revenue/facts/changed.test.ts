import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { surfaceC } from '@/surfaces/c/surface';
import { doorFor } from '@/testing/door';
import { runForOutput } from '@/usecases/kit/run';
import { changedReport } from '@/usecases/revenue/reports/report-changed';
import { openBooks } from '../books';
import { databaseNow } from '../histories/moments';
import { close, reverse } from '../histories/reversed-books';
import { bridges } from '../runs/bridged';

afterAll(closeConnections);

const project = {
  contractDate: '2026-01-01',
  endDate: '2026-12-31',
  price: { fixed: '1200' },
  obligations: [{ key: 'A', ssp: '1200', pattern: { kind: 'PROGRESS' as const } }],
};
const progress = (effectiveDate: string, share: string) =>
  ({ kind: 'progress', effectiveDate, key: 'A', progress: share }) as const;

/** February was closed before its progress was recorded: March posts 720.00, of which 300.00 belongs to February. */
async function lateFact() {
  const books = await openBooks();
  const { contract } = await books.contract(project);
  await books.runThrough('2026-01', '2026-02');
  await books.tell(contract.id, progress('2026-03-31', '0.6'));
  await close(books, '2026-02');
  const before = await databaseNow(books);
  const { events } = await books.tell(contract.id, progress('2026-02-28', '0.25'));
  return { books, contract, before, fact: events.at(-1)?.event.id };
}

describe('what changed since the close', () => {
  it('bridges a month from what belongs to it to what is posted in it, and lists the catch-up with its fact', async () => {
    const { books, contract, fact, before } = await lateFact();
    const ask = (more: object = {}) =>
      runForOutput(changedReport, books.org.callAs('auditor'), { from: '2026-02', to: '2026-03', ...more });
    const line = {
      contractId: contract.id,
      contractNumber: contract.contractNumber,
      naturalPeriod: '2026-02',
      bookedPeriod: '2026-03',
      amount: '300.00',
      causeId: fact,
      causeKind: 'progress',
      causeDate: '2026-02-28',
    };
    const waiting = await ask();
    expect(waiting.lines).toMatchObject([{ ...line, postedPeriod: null }]);
    expect(waiting.months).toMatchObject([
      { period: '2026-02', belongs: '300.00', notPosted: '300.00', posted: '0.00' },
      { period: '2026-03', belongs: '420.00', notPosted: '420.00', posted: '0.00' },
    ]);
    await books.run('2026-03');
    const posted = await ask();
    expect(posted.months).toEqual([
      {
        period: '2026-02',
        belongs: '300.00',
        postedElsewhere: '300.00',
        notPosted: '0.00',
        ofOtherMonths: '0.00',
        posted: '0.00',
        ledger: '0.00',
        difference: '0.00',
      },
      {
        period: '2026-03',
        belongs: '420.00',
        postedElsewhere: '0.00',
        notPosted: '0.00',
        ofOtherMonths: '300.00',
        posted: '720.00',
        ledger: '720.00',
        difference: '0.00',
      },
    ]);
    expect(posted.total).toMatchObject({ belongs: '720.00', posted: '720.00', difference: '0.00' });
    expect(posted.lines).toMatchObject([{ ...line, postedPeriod: '2026-03' }]);
    // As known before the fact was recorded, nothing has changed.
    expect((await ask({ knownAsOf: before })).lines).toEqual([]);
    await bridges(books, [contract.id]);
    await bridges(books, [contract.id], before);
  });

  it('lists what was reversed with a run and posted again in an open month, with the run, and what was performed before the contract', async () => {
    const books = await openBooks();
    const days = { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' } as const;
    const signed = await books.contract({
      ...project,
      contractDate: '2026-02-10',
      price: { fixed: '3650' },
      obligations: [{ key: 'A', ssp: '3650', pattern: days }],
    });
    const february = await books.run('2026-02');
    await close(books, '2026-02');
    const reversal = await reverse(books, february.id);
    await books.run('2026-03');
    const { lines } = await bridges(books, [signed.contract.id]);
    expect(
      lines.map(({ naturalPeriod, postedPeriod, amount, causeKind, causeRunNumber }) => [
        naturalPeriod,
        postedPeriod,
        amount,
        causeKind,
        causeRunNumber,
      ]),
    ).toEqual([['2026-01', '2026-02', '310.00', 'activated', null]]);
    // Reversed and posted again in March, the run's amounts are not a catch-up of that month.
    expect(reversal.period).toBe('2026-03');
  });

  it('is read over REST, as JSON and as a table, by those who may read revenue', async () => {
    const { books, contract } = await lateFact();
    await books.run('2026-03');
    const door = doorFor(surfaceC, books.org.principals.auditor);
    const path = '/api/v1/revenue/reports/changed?from=2026-02&to=2026-03';
    const { status, json } = await door.send('GET', path);
    expect(status).toBe(200);
    expect(json).toMatchObject({ lineCount: 1, total: { posted: '720.00', ledger: '720.00' } });
    const table = await door.send('GET', `${path}&format=csv`);
    expect(table.text.trim().split('\r\n').at(-1)).toContain(
      `${contract.contractNumber},${contract.id},2026-02,2026-03,2026-03,300.00,progress`,
    );
  });

  it('of books without contracts is empty', async () => {
    const books = await openBooks();
    const { lines, months } = await bridges(books, []);
    expect(lines).toEqual([]);
    expect(months.every(({ belongs, posted }) => belongs === '0.00' && posted === '0.00')).toBe(true);
  });
});
