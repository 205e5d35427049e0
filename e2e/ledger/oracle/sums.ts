/** A ledger line as plain figures; amounts in ten-thousandths, so that whole numbers add up. */
export interface PlainLine {
  readonly subsidiary: string;
  readonly account: string;
  readonly period: string;
  readonly fiscalYear: number;
  readonly isAdjustment: boolean;
  /** First and last day of the period. */
  readonly from: string;
  readonly to: string;
  readonly date: string;
  readonly currency: string;
  readonly debit: bigint;
  readonly credit: bigint;
  readonly baseDebit: bigint;
  readonly baseCredit: bigint;
  /** Class, department, location, project. */
  readonly dimensions: readonly (string | null)[];
}

export interface Sums {
  debit: bigint;
  credit: bigint;
  baseDebit: bigint;
  baseCredit: bigint;
  lines: number;
}

/** The sums of all lines by key, one line after the other. */
export function sumsBy(lines: readonly PlainLine[], key: (line: PlainLine) => string): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const line of lines) {
    const name = key(line);
    const sum = sums.get(name) ?? { debit: 0n, credit: 0n, baseDebit: 0n, baseCredit: 0n, lines: 0 };
    sum.debit += line.debit;
    sum.credit += line.credit;
    sum.baseDebit += line.baseDebit;
    sum.baseCredit += line.baseCredit;
    sum.lines += 1;
    sums.set(name, sum);
  }
  return sums;
}

export interface BalanceQuestion {
  readonly asOf: string;
  /** The day whose fiscal year is "this year". */
  readonly yearAt: string;
  /** Subsidiaries and the factor of each, in hundredths. */
  readonly factors: ReadonlyMap<string, bigint>;
  readonly dimensions: readonly (string | null)[];
  readonly adjustment: 'counts' | 'left-out' | 'is-the-period';
  readonly accounts: readonly string[] | null;
}

export interface PlainPeriod {
  readonly subsidiary: string;
  readonly fiscalYear: number;
  readonly isAdjustment: boolean;
  readonly from: string;
  readonly to: string;
}

/**
 * The movements of each account up to the end of a day (debit and credit, base currency): before the fiscal year, within it, and in the
 * day's own period. A 13th period counts from its last day on. Amounts in millionths.
 */
export function balancesUpTo(
  lines: readonly PlainLine[],
  periods: readonly PlainPeriod[],
  { asOf, yearAt, factors, dimensions, adjustment, accounts }: BalanceQuestion,
): Map<string, readonly bigint[]> {
  const yearOf = new Map<string, number>();
  for (const { subsidiary, isAdjustment, from, fiscalYear } of periods) {
    if (isAdjustment || from > yearAt) continue;
    yearOf.set(subsidiary, Math.max(fiscalYear, yearOf.get(subsidiary) ?? 0));
  }
  const found = new Map<string, bigint[]>();
  for (const line of lines) {
    const factor = factors.get(line.subsidiary);
    if (factor === undefined || (accounts !== null && !accounts.includes(line.account))) continue;
    if (dimensions.some((wanted, place) => wanted !== null && line.dimensions[place] !== wanted)) continue;
    if ((line.isAdjustment ? line.to : line.date) > asOf) continue;
    const endsToday = line.isAdjustment && line.to === asOf;
    if (adjustment === 'left-out' && endsToday) continue;
    const isPeriod =
      adjustment === 'is-the-period' ? endsToday : !line.isAdjustment && line.from <= asOf && asOf <= line.to;
    const isBefore = line.fiscalYear < (yearOf.get(line.subsidiary) ?? 0);
    const sums = found.get(line.account) ?? [0n, 0n, 0n, 0n, 0n, 0n];
    for (const [place, counts] of [isBefore, !isBefore, isPeriod].entries()) {
      if (!counts) continue;
      sums[2 * place] = (sums[2 * place] ?? 0n) + line.baseDebit * factor;
      sums[2 * place + 1] = (sums[2 * place + 1] ?? 0n) + line.baseCredit * factor;
    }
    found.set(line.account, sums);
  }
  return found;
}
