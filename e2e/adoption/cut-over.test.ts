import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemPrincipal } from '@/auth/principal';
import { closeConnections } from '@/db/client';
import { takeFolder } from '@/jobs/cut-over-command';
import { csvOf } from '@/lib/csv';
import { newId } from '@/lib/ids';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { assignDifference } from '@/usecases/cut-over/assign-difference';
import { type CutOverProof, showProof } from '@/usecases/cut-over/show-proof';
import type { Call, UseCase } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import { wholeOpenItems } from '@/usecases/reports/list-open-items';
import { trialBalanceReport } from '@/usecases/reports/show-trial-balance';
import { approveTransaction } from '@/usecases/transactions/posting/approve-transaction';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { COMPANY, type CompanyFiles, madeUpCompany, money } from './company';
import { cents, rowsOf, sumOf } from './sums';

const UNEXPLAINED = COMPANY.unexplained;
let company: CompanyFiles;
let folder: string;
let books: TestOrganization;
let call: Call;
let proof: CutOverProof;
const said: string[] = [];

const take = () =>
  takeFolder(call, { folder, cutOverDate: company.cutOverDate, say: (line) => said.push(line) });
const ask = <Input, Output>(useCase: UseCase<Input, Output>, input: unknown) =>
  runForOutput(useCase, books.callAs('admin'), input);

beforeAll(async () => {
  company = madeUpCompany(COMPANY);
  folder = mkdtempSync(path.join(tmpdir(), 'adoption-'));
  for (const [name, rows] of Object.entries(company.files)) {
    writeFileSync(path.join(folder, `${name}.csv`), csvOf(rows));
  }
  books = await foundTestOrganization({ today: '2026-02-10' });
  call = {
    principal: systemPrincipal(books.organizationId),
    surface: 'job',
    requestId: newId(),
    clock: books.clock,
  };
  proof = await take();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await closeConnections();
});

describe('a company of many accounts, open items and contracts, taken over from files', () => {
  it('has every account at its balance in the trial balance file, except where a subledger says otherwise', async () => {
    const report = await ask(trialBalanceReport, { asOf: company.cutOverDate, includeZero: true });
    const balances = new Map(
      report.rows.map((row) => [row.code, cents(row.debitBalance) - cents(row.creditBalance)]),
    );
    const differing: string[] = [];
    for (const [code = '', debit = '', credit = ''] of rowsOf(company, 'trial-balance')) {
      const stated = cents(debit) - cents(credit);
      if ((balances.get(code) ?? 0n) !== stated) differing.push(code);
    }
    // Receivables: planted. Contracts: recomputed by days, where the earlier system counted months.
    expect(differing).toEqual(['1210', '1310', '2310']);
    expect(report.totals.totalDebits).toBe(report.totals.totalCredits);
  });

  it('has every open item of its files, aging by its own due date and open in its own amount', async () => {
    for (const [side, file, control] of [
      ['RECEIVABLE', 'receivables', 1n],
      ['PAYABLE', 'payables', 1n],
    ] as const) {
      const { items } = (await ask(wholeOpenItems, { side, asOf: company.cutOverDate })) as {
        items: readonly { currencyCode: string; openAmount: string; dueDate: string | null }[];
      };
      for (const currency of ['USD', 'EUR']) {
        const own = items.filter((item) => item.currencyCode === currency);
        expect(money(own.reduce((total, item) => total + cents(item.openAmount), 0n) * control)).toBe(
          money(
            sumOf(
              rowsOf(company, file).filter((row) => row[4] === currency),
              6,
            ),
          ),
        );
      }
      expect(items).toHaveLength(rowsOf(company, file).length);
      const due = rowsOf(company, file).map((row) => row[3]);
      expect(items.map(({ dueDate }) => dueDate).sort()).toEqual([...due].sort());
    }
  });

  it('carries contracts over with exactly what the earlier system had deferred, and explains each recomputed difference', () => {
    const carried = proof.contracts.filter(({ way }) => way === 'CARRY_OVER');
    expect(carried).toHaveLength(COMPANY.contracts - COMPANY.recomputed);
    expect(carried.filter(({ explanation }) => explanation !== null)).toEqual([]);
    const rows = rowsOf(company, 'contracts').filter((row) => row[4] === 'carry over');
    const deferred = carried.reduce((total, one) => total + cents(one.deferred), 0n);
    expect(money(deferred)).toBe(money(sumOf(rows, 3) - sumOf(rows, 7)));
    const recomputed = proof.contracts.filter(({ way }) => way === 'RECOMPUTE');
    expect(recomputed).toHaveLength(COMPANY.recomputed);
    const differing = recomputed.filter(({ explanation }) => explanation !== null);
    expect(differing.length).toBeGreaterThan(0);
    expect(differing.every(({ explanation }) => /by its terms/i.test(explanation ?? ''))).toBe(true);
    // Contract by contract, they add up to the differences in the accounts of deferred revenue and contract assets.
    const accounts = proof.accounts.filter(({ code }) => code === '2310' || code === '1310');
    const off = differing.reduce((total, one) => total + cents(one.difference), 0n);
    expect(money(off)).toBe(money(accounts.reduce((total, one) => total + cents(one.difference), 0n)));
  });

  it('lists what no document explains, and is proved once a person has assigned it and the entries are posted', async () => {
    const receivable = proof.accounts.find(({ code }) => code === '1210');
    expect(receivable?.difference).toBe(money(UNEXPLAINED));
    expect(proof.isProved).toBe(false);
    expect(proof.controls.every(({ difference }) => /^0\.?0*$/.test(difference))).toBe(true);
    for (const code of ['1210', '2310']) {
      const accountId = proof.accounts.find((one) => one.code === code)?.accountId;
      const { transactionId } = await ask(assignDifference, {
        id: proof.cutOver.id,
        accountId,
        toAccountId: books.account('6900'),
        reason: 'Written off at the cut-over.',
      });
      await ask(approveTransaction, { id: transactionId });
      await ask(postTransaction, { id: transactionId, postingDate: company.cutOverDate });
    }
    const after = await ask(showProof, { id: proof.cutOver.id });
    expect(after.missing).toEqual([]);
    expect(after.isProved).toBe(true);
    const clearing = after.accounts.find(({ isClearing }) => isClearing);
    expect(clearing?.balance).toBe('0.00');
  });

  it('is unchanged when the same folder is taken over again', async () => {
    const before = await ask(showProof, { id: proof.cutOver.id });
    said.length = 0;
    await take();
    expect(said).toHaveLength(Object.keys(company.files).length);
    expect(said.filter((line) => !line.endsWith('already imported.'))).toEqual([]);
    const after = await ask(showProof, { id: proof.cutOver.id });
    expect(after.accounts).toEqual(before.accounts);
    expect(after.contracts).toEqual(before.contracts);
  });

  it('has books that pass every check', async () => {
    expect(await runForOutput(verifyBooks, books.callAs('auditor'), {})).toMatchObject({ breaches: [] });
  });
});
