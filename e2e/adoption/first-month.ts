import type { CompanyFiles } from './company';
import { cents, rowsOf, shareOf, sumOf } from './sums';

/** What happens in the first month apart from the contracts. */
export interface FirstMonth {
  /** The closing rate of the euro in ten thousandths of a dollar. */
  readonly euro: bigint;
  /** Cents of an invoice in dollars for the subscription, paid to the bank within the month. */
  readonly invoiced: bigint;
}

const FEBRUARY_DAYS = 28n;
/** The rate of the files, in ten thousandths. */
const EURO_OF_FILES = 11_000n;
const TEN_THOUSAND = 10_000n;

/** Net balances in cents by account code, debits above zero; deferred revenue and contract assets as one. */
export interface ExpectedBooks {
  readonly accounts: ReadonlyMap<string, bigint>;
  /** 2310 and 1310 together: which of the two a contract is in follows from its own balance. */
  readonly contracts: bigint;
  /** What February recognizes of contracts. */
  readonly recognized: bigint;
}

const monthOf = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
const JANUARY = monthOf('2025-01');
const DAY_MS = 86_400_000;
const daysFrom = (first: string, last: string) =>
  BigInt((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1n;

/** What a contract that was recomputed earned by the end of January and in February, by days, a month at a time. */
function recomputed(price: bigint, start: string, end: string): { january: bigint; february: bigint } {
  const whole = daysFrom(start, end);
  const months = Array.from({ length: monthOf(end) - monthOf(start) + 1 }, (_, at) => monthOf(start) + at);
  const shares = months.map((month) => {
    const [year, of] = [Math.floor(month / 12), month % 12];
    return shareOf(price, BigInt(new Date(Date.UTC(year, of + 1, 0)).getUTCDate()), whole);
  });
  // The last month takes the rounding difference.
  const before = shares.slice(0, -1).reduce((total, share) => total + share, 0n);
  shares[shares.length - 1] = price - before;
  const at = (month: number) => shares[month - monthOf(start)] ?? 0n;
  const january = months.reduce((total, month) => (month <= JANUARY ? total + at(month) : total), 0n);
  return { january, february: at(JANUARY + 1) };
}

/**
 * What the books of the made-up company must show at the end of February, computed from its files alone in whole cents, without
 * Daybook's code: its trial balance of January, where the subledgers contradict it, and what February adds.
 */
export function booksAfterFebruary(company: CompanyFiles, month: FirstMonth): ExpectedBooks {
  const stated = new Map(
    rowsOf(company, 'trial-balance').map(([code = '', debit = '', credit = '']) => [
      code,
      cents(debit) - cents(credit),
    ]),
  );
  const accounts = new Map(stated);
  const add = (code: string, amount: bigint) => accounts.set(code, (accounts.get(code) ?? 0n) + amount);

  let [billed, earned, february] = [0n, 0n, 0n];
  for (const row of rowsOf(company, 'contracts')) {
    const [price, recognized] = [cents(row[6] ?? ''), cents(row[7] ?? '')];
    const [start = '', end = ''] = [row[8], row[9]];
    billed += cents(row[3] ?? '');
    if (row[4] === 'recompute') {
      const own = recomputed(price, start, end);
      earned += own.january;
      february += own.february;
    } else {
      earned += recognized;
      const left = price - recognized;
      if (left !== 0n) february += shareOf(left, FEBRUARY_DAYS, daysFrom('2025-02-01', end));
    }
  }

  const euros = (file: string) =>
    sumOf(
      rowsOf(company, file).filter((row) => row[4] === 'EUR'),
      6,
    );
  const dollars = (file: string) =>
    sumOf(
      rowsOf(company, file).filter((row) => row[4] === 'USD'),
      6,
    );
  const carried = (file: string) => shareOf(euros(file), EURO_OF_FILES, TEN_THOUSAND);
  const revalued = (file: string) => shareOf(euros(file), month.euro, TEN_THOUSAND) - carried(file);

  // What no document or contract explains was assigned to an expense.
  const statedContracts = (stated.get('2310') ?? 0n) + (stated.get('1310') ?? 0n);
  const unexplained = (stated.get('1210') ?? 0n) - dollars('receivables') - carried('receivables');
  const assigned = unexplained + statedContracts + (billed - earned);
  add('6900', assigned);
  add('1210', -unexplained);

  // Gains are credits, losses debits; owing more euros than before is a loss.
  for (const gain of [revalued('receivables'), -revalued('payables')])
    add(gain > 0n ? '7210' : '8210', -gain);
  add('1210', revalued('receivables'));
  add('2110', -revalued('payables'));
  add('4100', -february - month.invoiced);
  add('1110', month.invoiced);
  accounts.delete('2310');
  accounts.delete('1310');
  return { accounts, contracts: earned + february - billed, recognized: february };
}
