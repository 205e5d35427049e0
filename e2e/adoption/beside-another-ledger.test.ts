import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { rowsOfCsv } from '@/lib/csv';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { getImport } from '@/usecases/imports/get-import';
import { runImport } from '@/usecases/imports/run-import';
import type { UseCase } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import { listOrders } from '@/usecases/orders/list-orders';
import { orderSourceVerbs } from '@/usecases/orders/source-records';
import { uploadOrders } from '@/usecases/orders/upload-orders';
import { otherLedgerVerbs } from '@/usecases/other-ledgers/ledger-records';
import { markBatchSent } from '@/usecases/other-ledgers/move-batch';
import { readBackTrialBalance } from '@/usecases/other-ledgers/read-back';
import { readBatchFile } from '@/usecases/other-ledgers/read-batches';
import { sealLedgerBatch } from '@/usecases/other-ledgers/seal-batch';
import { listLedgerCodes, setLedgerCodes } from '@/usecases/other-ledgers/set-ledger-codes';
import { createRun } from '@/usecases/revenue/runs/create-run';
import { postRun } from '@/usecases/revenue/runs/post-run';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { money } from './company';
import { stripeCompany } from './stripe-company';

let books: TestOrganization;
const company = stripeCompany(300);
const day = '2026-01-31';

const ask = <Input, Output>(useCase: UseCase<Input, Output>, input: unknown) =>
  runForOutput(useCase, books.callAs('admin', { surface: 'trpc' }), input);

async function take(sourceId: string, [columns = [], ...rows]: readonly (readonly string[])[]) {
  const { id } = await ask(uploadOrders, { sourceId, fileName: 'export.csv', columns, rows });
  await ask(runImport, { id });
  return (await ask(getImport, { id })).counts;
}

const cents = (text: string) => BigInt(text === '' ? 0 : text.replace('.', ''));

let sourceId: string;
let balanceId: string;
beforeAll(async () => {
  books = await foundTestOrganization({ today: '2026-02-10' });
  const subsidiaryId = books.ids.rootSubsidiary;
  const stripe = {
    code: 'STRIPE',
    name: 'Stripe',
    kind: 'STRIPE_INVOICES',
    subsidiaryId,
    rules: [
      {
        name: 'Plans',
        when: [{ field: 'description', ask: 'CONTAINS', value: 'plan' }],
        outcome: { kind: 'OBLIGATION', pattern: 'OVER_PERIOD', method: 'EXACT_DAYS' },
      },
    ],
  };
  sourceId = (await ask(orderSourceVerbs.create, stripe)).id;
  const balance = {
    code: 'BAL',
    name: 'Balance',
    kind: 'STRIPE_BALANCE',
    subsidiaryId,
    ordersOfId: sourceId,
  };
  balanceId = (await ask(orderSourceVerbs.create, balance)).id;
});
afterAll(closeConnections);

describe('a company of 300 Stripe invoices that keeps its general ledger in NetSuite', () => {
  it('takes its files in: payments that came before their invoices, and the same files again, count once', async () => {
    const movements = await take(balanceId, company.movements);
    expect(movements).toMatchObject({ imported: company.movements.length - 1, failed: 0 });
    expect(await take(sourceId, company.invoices)).toMatchObject({ imported: 300, failed: 0 });
    await take(sourceId, company.invoices);
    await take(balanceId, company.movements);
    const orders = async (state: string) => (await ask(listOrders, { sourceId, state })).total;
    expect([await orders('MADE'), await orders('WAITING')]).toEqual([300, 0]);
  });

  it('sends its entries in a sealed batch and reads the trial balance back equal; each balance is the sum of the files', async () => {
    const run = await ask(createRun, { period: '2026-01' });
    await ask(postRun, { id: run.id });
    const ledger = await ask(otherLedgerVerbs.create, {
      code: 'NS',
      name: 'NetSuite',
      format: 'NETSUITE',
      summary: 'DAY',
      startsOn: '2026-01-01',
    });
    const own = await ask(listLedgerCodes, { ledgerId: ledger.id });
    const codes = own.map(({ kind, recordId, ownCode }) => ({ kind, recordId, code: `NS ${ownCode}` }));
    await ask(setLedgerCodes, { ledgerId: ledger.id, codes });
    const batch = await ask(sealLedgerBatch, { ledgerId: ledger.id, throughDate: day });
    await ask(markBatchSent, { id: batch.id });

    // What NetSuite has once it imported the file: the sum of each account, straight from the file's text.
    const there = new Map<string, bigint>();
    let isMore = true;
    for (let after: number | undefined; isMore; ) {
      const { stretch } = await ask(readBatchFile, {
        id: batch.id,
        ...(after === undefined ? {} : { after }),
      });
      const rows = rowsOfCsv(stretch?.text ?? '') ?? [];
      for (const row of rows.slice(after === undefined ? 1 : 0)) {
        const amount = cents(row[6] ?? '') - cents(row[7] ?? '');
        there.set(row[5] ?? '', (there.get(row[5] ?? '') ?? 0n) + amount);
      }
      isMore = stretch !== null;
      after = stretch?.lastLine ?? after;
    }
    const rows = [...there].map(([code, amount]) => ({
      code,
      [amount < 0n ? 'credit' : 'debit']: money(amount < 0n ? -amount : amount),
    }));
    const back = await ask(readBackTrialBalance, { ledgerId: ledger.id, asOf: day, rows });
    expect(back.differingCount).toBe(0);
    expect(back.equalCount).toBe(there.size);

    // The sums of the files, counted without any of the programs' own arithmetic.
    const { billed, paid, earned } = company.totals;
    expect(money(there.get('NS 1210') ?? 0n)).toBe(money(billed - paid));
    expect(money(there.get('NS 2310') ?? 0n)).toBe(money(earned - billed));
    const revenue = [...there]
      .filter(([code]) => code.startsWith('NS 4'))
      .reduce((sum, [, one]) => sum + one, 0n);
    expect(money(revenue)).toBe(money(-earned));
    expect([...there.values()].reduce((sum, one) => sum + one, 0n)).toBe(0n);
  });

  it('has books that verify', async () => {
    expect(await runForOutput(verifyBooks, books.callAs('auditor'), {})).toMatchObject({ breaches: [] });
  });
});
