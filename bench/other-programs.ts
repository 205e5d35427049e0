import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { trialBalanceReport } from '@/usecases/reports/show-trial-balance';
import { approveTransaction } from '@/usecases/transactions/approve-transaction';
import { createTransaction } from '@/usecases/transactions/create-transaction';
import { postTransaction } from '@/usecases/transactions/post-transaction';
import { reverseTransaction } from '@/usecases/transactions/reverse-transaction';
import { randomFrom } from '../e2e/support/sample';
import { journalText } from './support/journal-text';
import { installed, outputOf } from './support/peers';

/** Documents in the quarter; a fixed seed makes them the same everywhere. */
const DOCUMENTS = 300;
const SEED = 606;

/**
 * Compares the books with other programs: a random quarter of documents of every kind, created, approved, posted and sometimes
 * reversed through the use-cases, exported, and balanced again by hledger and by ledger. Every account must agree to the
 * cent. Returns a sentence on what it compared; throws on the first difference.
 */
export async function compareWithOtherPrograms(): Promise<string> {
  const programs: string[] = [];
  for (const program of ['hledger', 'ledger']) if (await installed(program)) programs.push(program);
  if (programs.length === 0)
    throw new Error('neither hledger nor ledger is installed (Debian has both); nothing was compared.');
  const organization = await foundTestOrganization({ name: 'A random quarter' });
  await randomQuarter(organization);
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'daybook-bench-')), 'quarter.journal');
  fs.writeFileSync(file, await journalText(organization));
  const ours = await ourBalances(organization);
  const done: string[] = [];
  for (const program of programs) {
    const theirs = await balancesOf(program, file);
    for (const code of new Set([...ours.keys(), ...theirs.keys()])) {
      const [mine, other] = [ours.get(code) ?? 0n, theirs.get(code) ?? 0n];
      if (mine !== other)
        throw new Error(`account ${code}: Daybook says ${mine} cents, ${program} says ${other}`);
    }
    done.push(`${program}: ${theirs.size} accounts equal to the cent`);
  }
  return done.join('; ');
}

async function randomQuarter(organization: TestOrganization): Promise<void> {
  const chance = randomFrom(SEED);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(chance() * items.length)] as T;
  const { ids } = organization;
  const amount = () =>
    `${1 + Math.floor(chance() * 9_999)}.${String(Math.floor(chance() * 100)).padStart(2, '0')}`;
  const day = () =>
    `2026-${pick(['07', '08', '09'])}-${String(1 + Math.floor(chance() * 28)).padStart(2, '0')}`;
  const kinds = [
    { kind: 'INVOICE', entityId: ids.customer, entityType: 'CUSTOMER' },
    { kind: 'CREDIT_MEMO', entityId: ids.customer, entityType: 'CUSTOMER' },
    { kind: 'CUSTOMER_PAYMENT', entityId: ids.customer, entityType: 'CUSTOMER' },
    { kind: 'VENDOR_BILL', entityId: ids.vendor, entityType: 'VENDOR' },
    { kind: 'VENDOR_CREDIT', entityId: ids.vendor, entityType: 'VENDOR' },
    { kind: 'VENDOR_PAYMENT', entityId: ids.vendor, entityType: 'VENDOR' },
    { kind: 'EXPENSE_REPORT', entityId: ids.employee, entityType: 'EMPLOYEE' },
  ] as const;
  for (let count = 0; count < DOCUMENTS; count += 1) {
    const { kind, ...entity } = pick(kinds);
    const taxed = kind === 'INVOICE' || kind === 'VENDOR_BILL';
    const foreign = chance() < 0.3;
    const lines = Array.from({ length: 1 + Math.floor(chance() * 4) }, (_, index) => ({
      lineNumber: index + 1,
      lineType: 'ITEM',
      description: `Line ${index + 1}`,
      quantity: String(1 + Math.floor(chance() * 9)),
      unitPrice: amount(),
      ...(taxed && chance() < 0.5 ? { taxCodeId: ids.taxCode } : {}),
    }));
    const transactionDate = day();
    const made = await runForOutput(createTransaction, organization.callAs('admin'), {
      transaction: {
        transactionTypeId: ids.types[kind],
        subsidiaryId: ids.rootSubsidiary,
        ...entity,
        transactionDate,
        currencyCode: foreign ? 'EUR' : 'USD',
        ...(foreign ? { exchangeRate: `1.${String(Math.floor(chance() * 10_000)).padStart(4, '0')}` } : {}),
        memo: `Random ${count}`,
      },
      lines,
    });
    await runForOutput(approveTransaction, organization.callAs('admin'), { id: made.id });
    await runForOutput(postTransaction, organization.callAs('admin'), {
      id: made.id,
      postingDate: transactionDate,
    });
    if (chance() < 0.08) {
      await runForOutput(reverseTransaction, organization.callAs('admin'), {
        id: made.id,
        reversalReason: 'Entered twice',
        reversalDate: '2026-09-30',
      });
    }
  }
}

const cents = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(`${whole}${fraction.padEnd(2, '0').slice(0, 2)}`);
};

async function ourBalances(organization: TestOrganization): Promise<Map<string, bigint>> {
  const report = await runForOutput(trialBalanceReport, organization.callAs('admin'), { asOf: '2026-09-30' });
  return new Map(
    report.rows
      .map((row) => [row.code, cents(row.debitBalance) - cents(row.creditBalance)] as const)
      .filter(([, balance]) => balance !== 0n),
  );
}

async function balancesOf(program: string, file: string): Promise<Map<string, bigint>> {
  const args =
    program === 'hledger'
      ? ['-f', file, 'balance', '--flat', '--no-total', '--format', '%(account) %(total)']
      : [
          '-f',
          file,
          'balance',
          '--flat',
          '--no-total',
          '--balance-format',
          '%(account) %(quantity(display_total))\n',
        ];
  const found = new Map<string, bigint>();
  for (const line of (await outputOf(program, args)).split('\n')) {
    const [, code, balance] = /^\s*A:(\S+)\s+(-?[\d.]+)/.exec(line) ?? [];
    if (code !== undefined && balance !== undefined && cents(balance) !== 0n) found.set(code, cents(balance));
  }
  return found;
}
