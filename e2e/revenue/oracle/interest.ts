import type { Financing } from '../histories/happened';
import { day, total } from './held';

type Dated = { readonly at: number; readonly amount: number };
/** A payment; `after`: the amount billed without naming an obligation when it was agreed; `keys`: the obligations it was agreed for. */
type Payment = Dated & { readonly after: number; readonly keys: readonly string[] };

/** The last day of a number of months from a day; where the month is too short, the day before its last. */
function lastOf(start: string, months: number): number {
  const [year = 0, month = 0, date = 0] = start.split('-').map(Number);
  const inMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return Date.UTC(year, month - 1 + months, Math.min(date, inMonth)) / 86_400_000 - 1;
}

/** The present value of payments on the first day. */
const worth = ({ payments }: Financing, rate: number) =>
  total(payments.map(({ at, amount }) => amount / (1 + rate) ** at));

/** The rate per period: as agreed, or the one at which the present value of the payments is the cash price. */
function rateOf(financing: Financing): number {
  const { kind, rate, cash = 0, periods, payments } = financing;
  if (rate !== undefined) return rate;
  if (kind === 'ADVANCE') return (cash / total(payments.map(({ amount }) => amount))) ** (1 / periods) - 1;
  let [low, high] = [0, 10];
  for (let step = 0; step < 200; step += 1) {
    const middle = (low + high) / 2;
    if (worth(financing, middle) > cash) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * The interest of a contract (606-10-32-20): it accrues on the amount outstanding, month by month at the effective rate: expense on what
 * the customer paid in advance, income on what it pays later.
 */
export class Interest {
  private readonly rows: Dated[] = [];
  private readonly payments: Payment[] = [];
  /** Amounts billed by the obligation that the bills name. */
  private readonly named = new Map<string, number>();
  private readonly stated = { income: 0, expense: 0 };
  private through = Number.NEGATIVE_INFINITY;

  constructor(stated: readonly Readonly<{ on: string; amount: number }>[]) {
    this.rows.push(...stated.map(({ on, amount }) => ({ at: day(on), amount })));
  }

  /**
   * Adds a financing of obligations when `billed` has been billed. Returns the price less the payments: positive by the interest on an
   * advance, negative by the interest included in later payments.
   */
  agree(financing: Financing, billed: number, keys: readonly string[]): number {
    const after = this.unnamed(billed);
    const { kind, start, months, periods, payments, cash } = financing;
    const isAhead = kind === 'ADVANCE';
    const rate = rateOf(financing);
    let owed = isAhead ? total(payments.map(({ amount }) => amount)) : (cash ?? worth(financing, rate));
    const first = owed;
    for (let period = 1; period <= periods; period += 1) {
      const grown = (month: number) => owed * (1 + rate) ** (month / months);
      for (let month = 1; month <= months; month += 1) {
        const by = grown(month) - grown(month - 1);
        this.rows.push({
          at: lastOf(start, (period - 1) * months + month),
          amount: isAhead ? by : -by,
        });
      }
      const paid = isAhead
        ? 0
        : total(payments.filter(({ at }) => at === period).map(({ amount }) => amount));
      owed = grown(months) - paid;
    }
    if (isAhead) return owed - first;
    for (const { at, amount } of payments) {
      this.payments.push({ at: lastOf(start, at * months), amount, after, keys });
    }
    return first - total(payments.map(({ amount }) => amount));
  }

  /** Records a bill and the obligation it names, if any. */
  bill({ amount, key }: { readonly amount: number; readonly key?: string }): void {
    if (key !== undefined) this.named.set(key, amount + (this.named.get(key) ?? 0));
  }

  /** The part of the billed amount that does not name an obligation. */
  private unnamed(billed: number): number {
    return Math.max(0, billed - total([...this.named.values()]));
  }

  /** Records interest that a fact states: expense above zero, income below. */
  state(amount: number): void {
    if (amount > 0) this.stated.expense += amount;
    else this.stated.income -= amount;
  }

  accrueThrough(at: number): void {
    this.through = at;
  }

  private by(at: number, sign: 1 | -1): number {
    return total(
      this.rows.filter((row) => row.at <= at && row.amount * sign > 0).map(({ amount }) => amount * sign),
    );
  }

  get expense(): number {
    return this.by(this.through, 1) + this.stated.expense;
  }

  get income(): number {
    return this.by(this.through, -1) + this.stated.income;
  }

  /**
   * The interest included in what was billed. Bills that name an obligation cover the payments agreed for it. Other bills cover the
   * payments in order of date, except payments agreed after the bill. Each payment includes the interest accrued since the one before, the
   * last one the rest.
   */
  billed(amount: number): number {
    if (this.payments.length === 0) return Math.min(this.income, Math.max(0, amount));
    const inOrder = [...this.payments].sort((a, b) => a.at - b.at);
    const left = new Map(this.named);
    const free = this.unnamed(amount);
    let [covered, reached, found] = [0, 0, 0];
    for (const [index, payment] of inOrder.entries()) {
      const isLast = index === inOrder.length - 1;
      const since = this.by(isLast ? Number.POSITIVE_INFINITY : payment.at, -1) - covered;
      const share = isLast ? since : Math.min(since, payment.amount);
      covered += share;
      let open = payment.amount;
      for (const key of payment.keys) {
        const own = Math.min(open, left.get(key) ?? 0);
        left.set(key, (left.get(key) ?? 0) - own);
        open -= own;
      }
      const from = Math.max(reached, payment.after);
      const paid = payment.amount - open + Math.max(0, Math.min(open, free - from));
      found += (share * paid) / payment.amount;
      reached = from + open;
    }
    return found;
  }

  /** Interest on an advance is earned in the proportion in which the price is, and never before it has accrued. */
  performed(part: number): number {
    const all = Math.max(this.by(Number.POSITIVE_INFINITY, 1), this.expense);
    return Math.min(this.expense, all * Math.max(0, Math.min(1, part)));
  }
}
