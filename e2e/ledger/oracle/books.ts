/**
 * A minimal general ledger: one thread, whole cents, no database. The real one must answer every command in the same
 * way and end with the same balances (docs/house.md, "Chance argues with an oracle").
 */
export type Word = 'ok' | string;

/** The months used: three that can be closed, and one that stays open. */
export const DAYS = ['2025-01-15', '2025-02-15', '2025-03-15', '2026-11-20'] as const;
const CLOSABLE = 3;

export type Command =
  | {
      readonly verb: 'create';
      readonly cents: readonly (readonly [account: number, amount: number])[];
      readonly month: number;
    }
  | { readonly verb: 'submit' | 'approve' | 'cancel'; readonly document: number }
  | { readonly verb: 'post' | 'reverse'; readonly document: number; readonly month: number }
  | { readonly verb: 'soften' | 'close' | 'lock' | 'reopen'; readonly month: number };

interface Document {
  status: string;
  readonly cents: readonly (readonly [number, number])[];
  readonly month: number;
  postedIn: number;
  readonly isReversal: boolean;
}

const STEPS = ['OPEN', 'SOFT_CLOSED', 'CLOSED', 'LOCKED'];
const UNPOSTED = ['DRAFT', 'PENDING_APPROVAL', 'APPROVED'];
const NO = 'INVALID_STATUS_TRANSITION';

export class Oracle {
  readonly documents: Document[] = [];
  readonly periods: number[] = Array.from({ length: CLOSABLE }, () => 0);
  readonly balances = new Map<number, number>();
  entries = 0;

  run(command: Command): Word {
    switch (command.verb) {
      case 'create':
        return this.create(command.cents, command.month);
      case 'submit':
        return this.move(command.document, ['DRAFT'], 'PENDING_APPROVAL');
      case 'approve':
        return this.move(command.document, ['DRAFT', 'PENDING_APPROVAL'], 'APPROVED');
      case 'cancel':
        return this.move(command.document, UNPOSTED, 'CANCELLED');
      case 'post':
        return this.post(command.document, command.month);
      case 'reverse':
        return this.reverse(command.document, command.month);
      case 'soften':
        return this.step(command.month, 1);
      case 'close':
        return this.step(command.month, 2);
      case 'lock':
        return this.step(command.month, 3);
      case 'reopen':
        return this.reopen(command.month);
    }
  }

  /** The status of a month: the last one is always open. */
  statusOf(month: number): string {
    return STEPS[this.periods[month] ?? 0] ?? 'OPEN';
  }

  private create(cents: Document['cents'], month: number): Word {
    this.documents.push({ status: 'DRAFT', cents, month, postedIn: -1, isReversal: false });
    return 'ok';
  }

  private move(index: number, from: readonly string[], to: string): Word {
    const document = this.documents[index];
    if (document === undefined) return 'NOT_FOUND';
    if (!from.includes(document.status)) return NO;
    document.status = to;
    return 'ok';
  }

  private post(index: number, month: number): Word {
    const document = this.documents[index];
    if (document === undefined) return 'NOT_FOUND';
    if (['POSTED', 'CLOSED'].includes(document.status)) return 'ALREADY_POSTED';
    if (document.status !== 'APPROVED') return NO;
    const sides = document.cents.filter(([, amount]) => amount !== 0);
    if (sides.length < 2 || sides.reduce((sum, [, amount]) => sum + amount, 0) !== 0) return 'NOT_BALANCED';
    if ((this.periods[month] ?? 0) >= 2) return 'PERIOD_NOT_OPEN';
    this.book(document, month, 1);
    return 'ok';
  }

  private reverse(index: number, month: number): Word {
    const document = this.documents[index];
    if (document === undefined) return 'NOT_FOUND';
    if (document.status !== 'POSTED' || document.isReversal) return NO;
    if (month < document.postedIn) return 'REVERSAL_BEFORE_POSTING';
    if (this.statusOf(month) !== 'OPEN') return 'PERIOD_NOT_OPEN';
    document.status = 'REVERSED';
    const mirror: Document = { ...document, month, isReversal: true };
    this.documents.push(mirror);
    this.book(mirror, month, -1);
    return 'ok';
  }

  private book(document: Document, month: number, sign: number): void {
    document.status = 'POSTED';
    document.postedIn = month;
    this.entries += 1;
    for (const [account, amount] of document.cents) {
      this.balances.set(account, (this.balances.get(account) ?? 0) + sign * amount);
    }
  }

  private step(month: number, to: number): Word {
    const before = month === 0 ? to : (this.periods[month - 1] ?? 0);
    if (this.periods[month] !== to - 1 || before < to) return NO;
    if (to === 2 && this.documents.some((one) => one.month === month && UNPOSTED.includes(one.status)))
      return NO;
    this.periods[month] = to;
    if (to === 3) this.closeDocuments(month);
    return 'ok';
  }

  private closeDocuments(month: number): void {
    for (const document of this.documents) {
      if (document.status === 'POSTED' && document.postedIn <= month) document.status = 'CLOSED';
    }
  }

  private reopen(month: number): Word {
    const now = this.periods[month] ?? 0;
    const after = this.periods[month + 1] ?? 0;
    if (now === 0 || now === 3 || after > now - 1) return NO;
    this.periods[month] = now - 1;
    return 'ok';
  }
}
