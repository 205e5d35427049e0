import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { runForOutput } from '@/usecases/kit/run';
import { explainFigure } from '@/usecases/revenue/reports/explain-figure';
import { contractBalancesReport } from '@/usecases/revenue/reports/report-balances';
import { openBooks } from '../books';
import { deliver, pays, point, term } from '../facts/judged';
import { beginsFirst, databaseNow, slowly } from '../histories/moments';

// Proves the law revenue/known-through of prisma/sql.

afterAll(closeConnections);

describe('a contract as known at an earlier time', () => {
  it('has its price, balances and explanations as they were given then, whatever was recorded and run later', async () => {
    const books = await openBooks();
    const { org } = books;
    const before = await databaseNow(books);
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '1200' },
      obligations: [
        { key: 'service', ssp: '1200', pattern: term('2026-01-01', '2026-12-31') },
        point('goods', '600'),
      ],
    });
    await books.tell(
      contract.id,
      { kind: 'invoice', effectiveDate: '2026-01-05', amount: '900' },
      deliver('2026-01-20', 'goods'),
    );
    await books.run('2026-01');
    const ask = async (knownAsOf?: string) => {
      const reasons = [];
      for (const figure of [
        'transactionPrice',
        'revenue',
        'recognized',
        'remaining',
        'deferred',
        'contractAsset',
      ] as const) {
        const asked = { contractId: contract.id, figure, ...(knownAsOf === undefined ? {} : { knownAsOf }) };
        const { data } = await runForOutput(explainFigure, org.callAs('auditor'), asked);
        reasons.push({ ...data, inputs: data.inputs.filter(({ name }) => name !== 'known as of') });
      }
      const view = await books.read(contract.id, knownAsOf);
      const { balances, schedule, versions, movements } = view;
      // Each balance on the page is the sum shown in its explanation.
      const amounts = reasons.map(({ figure: { amount } }) => amount);
      expect([amounts[2], amounts[3]]).toEqual([balances.recognised, balances.remaining]);
      return { reasons, balances, schedule, versions, movements, price: view.contract.transactionPrice };
    };
    const draft = await books.read(contract.id, before);
    expect(draft.contract.contractStatus).toBe('DRAFT');
    expect(draft.schedule).toEqual([]);
    expect(draft.balances).toMatchObject({ billed: '0.00', recognised: '0.00', deferred: '0.00' });
    const then = await ask();
    const moment = await databaseNow(books);
    await books.modify(contract.id, {
      date: '2026-02-01',
      reason: 'More of it',
      additions: [{ ...point('more', '300'), price: '240', distinct: true }],
    });
    await books.tell(
      contract.id,
      { kind: 'invoice', effectiveDate: '2026-02-05', amount: '540' },
      pays('2026-02-10', '900'),
    );
    await books.run('2026-02');
    expect((await ask()).price).toBe('1440.00');
    expect(await ask(moment)).toEqual(then);
    const { data } = await runForOutput(explainFigure, org.callAs('auditor'), {
      contractId: contract.id,
      figure: 'deferred',
      knownAsOf: moment,
    });
    expect(data.inputs).toContainEqual({ name: 'known as of', value: moment });
    expect(then.balances).not.toEqual((await ask()).balances);
  });
});

describe('two facts recorded for one contract at the same time', () => {
  it('become known in the order in which they are recorded: the transaction that began first and recorded second is retried', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '100' },
      obligations: [point('goods', '100')],
    });
    const first = await beginsFirst(books, contract.id, pays('2026-01-20', '40'));
    const between = await databaseNow(books);
    await books.record(contract.id, { kind: 'invoice', effectiveDate: '2026-01-10', amount: '60' });
    const after = await databaseNow(books);
    first.go();
    expect(await first.done).toBe(2);
    const { events } = await books.read(contract.id);
    const told = events.map(({ event, recordedAt }) => [event.kind, recordedAt] as const);
    expect(told.map(([kind]) => kind)).toEqual(['created', 'activated', 'invoice', 'payment']);
    const moments = told.map(([, recordedAt]) => recordedAt);
    expect(moments).toEqual([...moments].sort());
    const known = async (knownAsOf: string) => {
      const { balances } = await books.read(contract.id, knownAsOf);
      return [balances.billed, balances.paid];
    };
    // Otherwise the payment would be known between the two, before the bill that was recorded earlier.
    expect(await known(between)).toEqual(['0.00', '0.00']);
    expect(await known(after)).toEqual(['60.00', '0.00']);
  });

  it('are not retried where none was recorded in between', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '100' },
      obligations: [point('goods', '100')],
    });
    const { go, done } = await beginsFirst(books, contract.id, deliver('2026-01-20', 'goods'));
    go();
    expect(await done).toBe(1);
  });
});

describe('a report as of a time at which something was still being recorded', () => {
  it('is cut back to before that and says so; its figures for that time never change', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '100' },
      obligations: [point('goods', '100')],
    });
    const before = await databaseNow(books);
    const report = (knownAsOf: string) =>
      runForOutput(contractBalancesReport, books.org.callAs('auditor'), { asOf: '2026-01', knownAsOf });
    const { end, done } = await slowly(books, contract.id);
    const asked = await databaseNow(books);
    const during = await report(asked);
    end();
    await done;
    const named = during.knownAsOf ?? '';
    expect(before < named && named < asked, `${before} < ${named} < ${asked}`).toBe(true);
    // The recording in progress counts as known from before `asked`: without the cut this
    // report would have changed by now.
    const after = await report(asked);
    expect(after.knownAsOf).toBe(asked);
    expect({ ...after, knownAsOf: named }).not.toEqual(during);
    expect(await report(named)).toEqual(during);
    expect((await books.read(contract.id, named)).schedule).toEqual([]);
    expect((await books.read(contract.id, asked)).schedule).toHaveLength(1);
  });

  it('is not affected by work in another organization', async () => {
    const [books, others] = [await openBooks(), await openBooks()];
    const { contract } = await others.contract({
      contractDate: '2026-01-01',
      price: { fixed: '100' },
      obligations: [point('goods', '100')],
    });
    const { end, done } = await slowly(others, contract.id);
    const asked = await databaseNow(books);
    const { knownAsOf } = await runForOutput(contractBalancesReport, books.org.callAs('auditor'), {
      asOf: '2026-01',
      knownAsOf: asked,
    });
    end();
    await done;
    expect(knownAsOf).toBe(asked);
  });

  it('for a future time is a report as of now', async () => {
    const books = await openBooks();
    const start = await databaseNow(books);
    const { knownAsOf } = await runForOutput(contractBalancesReport, books.org.callAs('auditor'), {
      asOf: '2026-01',
      knownAsOf: '2199-01-01T00:00:00Z',
    });
    const end = await databaseNow(books);
    expect(start < (knownAsOf ?? '') && (knownAsOf ?? '') < end).toBe(true);
  });
});
