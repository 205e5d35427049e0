/**
 * A revenue contract in whole cents, derived only from the text of the standard: no engine, no decimals library, no
 * database. The contract has a term of days, one delivery, one project, and usage.
 */
export interface Happening {
  readonly kind:
    | 'invoice'
    | 'payment'
    | 'payout'
    | 'interest'
    | 'delivery'
    | 'progress'
    | 'usage'
    | 'estimateChange'
    | 'concession'
    | 'addition';
  /** Cents; for progress, hundredths of the whole. */
  readonly size: bigint;
  readonly key?: string;
}

export interface Terms {
  readonly fixed: bigint;
  /** Standalone prices of term, point and project. */
  readonly ssp: { readonly term: bigint; readonly point: bigint; readonly project: bigint };
  readonly start: string;
  readonly end: string;
}

const day = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
const PAID: ReadonlySet<string> = new Set(['payment', 'payout']);
const MONEY: ReadonlySet<string> = new Set([...PAID, 'invoice', 'concession', 'interest']);
const smaller = (a: bigint, b: bigint) => (a < b ? a : b);

export class ContractOracle {
  readonly terms: Terms;
  posted = 0n;
  /** What was billed, credited and paid, with its day: the order in which it was recorded does not matter. */
  private readonly money: (Happening & { readonly on: string })[] = [];
  /** Fixed consideration and later changes to it: allocated by standalone price at inception (606-10-32-31, 32-43). */
  private shared: bigint;
  private usage = 0n;
  private delivered = false;
  /** Measured on the latest day (606-10-25-31): a measure of an earlier day that is recorded later does not replace it. */
  private progress = { on: '', size: 0n };
  private added = new Map<string, { price: bigint; delivered: boolean }>();

  constructor(terms: Terms) {
    this.terms = terms;
    this.shared = terms.fixed;
  }

  /** A fact and the day it belongs to, in the order in which facts were recorded. */
  tell({ kind, size, key = '' }: Happening, on: string): void {
    if (MONEY.has(kind)) this.money.push({ kind, size, on });
    if (kind === 'concession') this.shared -= size;
    else if (kind === 'progress') {
      if (on >= this.progress.on) this.progress = { on, size };
    } else if (kind === 'usage') this.usage += size;
    else if (kind === 'estimateChange') this.shared += size;
    else if (kind === 'addition') this.added.set(key, { price: size, delivered: false });
    else if (key === 'point') this.delivered = true;
    else if (kind === 'delivery') {
      const one = this.added.get(key);
      if (one !== undefined) this.added.set(key, { ...one, delivered: true });
    }
  }

  /**
   * By day, and within a day what is billed before what is paid: what is owed, paid, and paid or due in excess of revenue.
   */
  private get standing(): { readonly receivable: bigint; readonly cash: bigint; readonly paidAhead: bigint } {
    let [receivable, cash, paidAhead] = [0n, 0n, 0n];
    const place = ({ kind, on }: { kind: string; on: string }) =>
      `${on} ${PAID.has(kind) ? 'paid' : 'billed'}`;
    const inOrder = [...this.money].sort((a, b) =>
      place(a) === place(b) ? 0 : place(a) < place(b) ? -1 : 1,
    );
    for (const { kind, size } of inOrder) {
      if (kind === 'invoice' || kind === 'concession') {
        const due = kind === 'invoice' ? size : -size;
        receivable += due;
        paidAhead += due;
      } else if (kind === 'payment') {
        const settled = smaller(size, receivable);
        receivable -= settled;
        paidAhead += size - settled;
        cash += size;
      } else if (kind === 'payout') {
        const credit = receivable < 0n ? smaller(size, -receivable) : 0n;
        receivable += credit;
        paidAhead -= size - credit;
        cash -= size;
      } else paidAhead += size;
    }
    return { receivable, cash, paidAhead };
  }

  get receivable(): bigint {
    return this.standing.receivable;
  }

  get cash(): bigint {
    return this.standing.cash;
  }

  /** Paid or due in excess of the amount earned: positive a contract liability, negative a contract asset. */
  get net(): bigint {
    return this.standing.paidAhead - this.posted;
  }

  get price(): bigint {
    return this.shared + this.usage + [...this.added.values()].reduce((sum, { price }) => sum + price, 0n);
  }

  /** Earned by the end of a day, in cents; exact except for the division. */
  earned(by: string): number {
    const { term, point, project } = this.terms.ssp;
    const whole = Number(term + point + project);
    const days = day(this.terms.end) - day(this.terms.start) + 1;
    const elapsed = Math.max(0, Math.min(days, day(by) - day(this.terms.start) + 1));
    const satisfied =
      (Number(term) * elapsed) / days +
      (this.delivered ? Number(point) : 0) +
      (Number(project) * Number(this.progress.size)) / 100;
    const others = [...this.added.values()].filter((one) => one.delivered);
    return (
      (Number(this.shared) * satisfied) / whole +
      Number(this.usage) +
      others.reduce((sum, { price }) => sum + Number(price), 0)
    );
  }

  /** A run posted this much revenue. */
  recognise(amount: bigint): void {
    this.posted += amount;
  }
}
