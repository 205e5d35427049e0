import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { trialBalanceReport } from '@/usecases/reports/show-trial-balance';
import { createTransaction } from '@/usecases/transactions/create-transaction';
import { approveTransaction } from '@/usecases/transactions/posting/approve-transaction';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { randomFrom } from '../e2e/support/sample';
import { journalText } from './support/journal-text';
import { installed, outputOf } from './support/peers';

/** Documents in the year; a fixed seed makes them the same everywhere. */
const DOCUMENTS = Number(process.env.DAYBOOK_FAULT_DOCUMENTS ?? '300');
const SEED = 606;
/** A fiscal year of the books, so that none of its results has moved to retained earnings by its last day. */
const YEAR = 2025;
const LAST_DAY = `${YEAR}-12-31`;
/** Adds up the exported journal without any of them, for the small volume of `npm test` on a machine that has none. */
const BY_HAND = 'added up line by line';

/**
 * Compares the books with other programs: a random year of documents of every kind, created, approved, posted and sometimes
 * reversed through the use-cases, exported, and balanced again by hledger, ledger and beancount, as far as they are installed, and by a
 * plain sum of its lines. Every account must agree to the cent. Returns a sentence on what it compared; throws on the first
 * difference, and where none of the programs is installed unless only the small volume was asked for.
 */
export async function compareWithOtherPrograms(): Promise<string> {
  const programs: string[] = [];
  for (const program of ['hledger', 'ledger', 'bean-query'])
    if (await installed(program)) programs.push(program);
  if (programs.length === 0 && process.env.DAYBOOK_FAULT_REDUCED !== '1')
    throw new Error(
      'none of hledger, ledger and beancount is installed (Debian has them); nothing was compared.',
    );
  const organization = await foundTestOrganization({ name: 'A random year' });
  await randomYear(organization);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'daybook-bench-'));
  const file = path.join(folder, 'year.journal');
  const journal = await journalText(organization);
  fs.writeFileSync(file, journal);
  fs.writeFileSync(beancountOf(file), beancountText(journal));
  const ours = await ourBalances(organization);
  const done: string[] = [];
  for (const program of [BY_HAND, ...programs]) {
    const theirs = program === BY_HAND ? sumsOf(journal) : await balancesOf(program, file);
    for (const code of new Set([...ours.keys(), ...theirs.keys()])) {
      const [mine, other] = [ours.get(code) ?? 0n, theirs.get(code) ?? 0n];
      if (mine !== other)
        throw new Error(`account ${code}: Daybook says ${mine} cents, ${program} says ${other}`);
    }
    done.push(`${program}: ${theirs.size} accounts equal to the cent`);
  }
  fs.rmSync(folder, { recursive: true });
  return `${DOCUMENTS} documents; ${done.join('; ')}`;
}

async function randomYear(organization: TestOrganization): Promise<void> {
  const chance = randomFrom(SEED);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(chance() * items.length)] as T;
  const { ids } = organization;
  const amount = () =>
    `${1 + Math.floor(chance() * 9_999)}.${String(Math.floor(chance() * 100)).padStart(2, '0')}`;
  const dayFrom = (month: number, least: number) =>
    `${YEAR}-${String(month).padStart(2, '0')}-${String(least + Math.floor(chance() * (29 - least))).padStart(2, '0')}`;
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
    const month = 1 + Math.floor(chance() * 12);
    const transactionDate = dayFrom(month, 1);
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
        // In the month of the document or in a later one.
        reversalDate: chance() < 0.5 ? dayFrom(month, Number(transactionDate.slice(8))) : LAST_DAY,
      });
    }
  }
}

const cents = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(`${whole}${fraction.padEnd(2, '0').slice(0, 2)}`);
};

async function ourBalances(organization: TestOrganization): Promise<Map<string, bigint>> {
  const report = await runForOutput(trialBalanceReport, organization.callAs('admin'), { asOf: LAST_DAY });
  return new Map(
    report.rows
      .map((row) => [row.code, cents(row.debitBalance) - cents(row.creditBalance)] as const)
      .filter(([, balance]) => balance !== 0n),
  );
}

/** Balances in cents of the accounts of a journal, without those that are zero. */
function sumsOf(journal: string): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const [, code = '', amount = ''] of journal.matchAll(/^ +A:(\S+) +(-?[\d.]+) /gm)) {
    sums.set(code, (sums.get(code) ?? 0n) + cents(amount));
  }
  return new Map([...sums].filter(([, sum]) => sum !== 0n));
}

const beancountOf = (file: string) => `${file}.beancount`;

/** The same journal as beancount writes it: accounts are opened, and begin with a letter under one of five roots. */
function beancountText(journal: string): string {
  const codes = new Set([...journal.matchAll(/^ +A:(\S+)/gm)].map(([, code]) => code));
  const opened = [...codes].map((code) => `${YEAR}-01-01 open Assets:A${code}`);
  const entries = journal
    .replaceAll(/^(\d{4}-\d{2}-\d{2}) (\S+)$/gm, '$1 * "$2"')
    .replaceAll(/^ +A:(\S+)/gm, '  Assets:A$1');
  return `${opened.join('\n')}\n${entries}`;
}

async function balancesOf(program: string, file: string): Promise<Map<string, bigint>> {
  if (program === 'bean-query') return beancountBalances(file);
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

async function beancountBalances(file: string): Promise<Map<string, bigint>> {
  // Exits with 1 where an entry does not balance.
  await outputOf('bean-check', [beancountOf(file)]);
  const query = 'select account, sum(number) group by account';
  const found = new Map<string, bigint>();
  for (const line of (await outputOf('bean-query', ['-q', '-f', 'csv', beancountOf(file), query])).split(
    '\n',
  )) {
    const [, code, balance] = /^Assets:A(\S+?)\s*,\s*(-?[\d.]+)/.exec(line) ?? [];
    if (code !== undefined && balance !== undefined && cents(balance) !== 0n) found.set(code, cents(balance));
  }
  return found;
}
