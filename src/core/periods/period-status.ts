import { granted, type Outcome, refused } from '../outcome';
import type { RefusalData } from '../refusals';
import type { AccountingDate } from './calendar';

/** OPEN → SOFT_CLOSED → CLOSED → LOCKED; one step at a time (accounting.md 1). */
export const PERIOD_STATUSES = ['OPEN', 'SOFT_CLOSED', 'CLOSED', 'LOCKED'] as const;
export type PeriodStatus = (typeof PERIOD_STATUSES)[number];

/** The status as it reads in a sentence. */
export const PERIOD_WORDS: Readonly<Record<PeriodStatus, string>> = {
  OPEN: 'open',
  SOFT_CLOSED: 'soft-closed',
  CLOSED: 'closed',
  LOCKED: 'locked',
};

export type PeriodMove = {
  readonly from: PeriodStatus;
  readonly to: PeriodStatus;
  /** Required to reopen a period. */
  readonly reason: string | null;
  /** The statuses of the period before and after in the same subsidiary; null where there is none. */
  readonly previous: PeriodStatus | null;
  readonly next: PeriodStatus | null;
};

const rank = (status: PeriodStatus): number => PERIOD_STATUSES.indexOf(status);

/**
 * Moves a period one step. Refuses with INVALID_STATUS_TRANSITION any other move, every move out of LOCKED, closing a
 * period further than the one before it, and reopening it while the one after it is closed further (periods close in
 * sequence); with INVALID_INPUT reopening without a reason.
 */
export function movePeriod(move: PeriodMove): Outcome<PeriodStatus> {
  const { from, to } = move;
  const step = rank(to) - rank(from);
  const no = (message: string) => refused('INVALID_STATUS_TRANSITION', message, { from, to });
  if (from === 'LOCKED') return no('A locked period stays locked.');
  if (Math.abs(step) !== 1)
    return no(
      `A period changes status one step at a time, not from ${PERIOD_WORDS[from]} to ${PERIOD_WORDS[to]}.`,
    );
  if (step === 1) {
    return move.previous !== null && rank(move.previous) < rank(to)
      ? no(`The preceding period must be ${PERIOD_WORDS[to]} first; it is ${PERIOD_WORDS[move.previous]}.`)
      : granted(to);
  }
  if (move.next !== null && rank(move.next) > rank(to)) {
    return no(`The following period must be reopened first; it is ${PERIOD_WORDS[move.next]}.`);
  }
  if (move.reason === null || move.reason.trim() === '') {
    const issue = { path: ['reason'], message: 'is required to reopen a period' };
    return refused('INVALID_INPUT', 'Reopening a period requires a reason.', { issues: [issue] });
  }
  return granted(to);
}

export type PostingPeriod = { readonly label: string; readonly status: PeriodStatus };

/**
 * Whether an entry may be dated in the period: OPEN for everyone; SOFT_CLOSED for holders of gl.period.postSoftClosed
 * (the result says so, and the overridable check SOFT_CLOSED_PERIOD still applies).
 * Refuses with PERIOD_NOT_OPEN otherwise, and where no period covers the date.
 */
export function checkPeriod(
  period: PostingPeriod | null,
  posting: {
    readonly date: AccountingDate;
    readonly subsidiaryId: string;
    readonly mayPostSoftClosed: boolean;
  },
): Outcome<'OPEN' | 'SOFT_CLOSED'> {
  const { date, subsidiaryId } = posting;
  if (period?.status === 'OPEN') return granted('OPEN');
  if (period?.status === 'SOFT_CLOSED' && posting.mayPostSoftClosed) return granted('SOFT_CLOSED');
  return periodNotOpen({
    date,
    period: period?.label ?? null,
    status: period?.status ?? 'NONE',
    subsidiaryId,
  });
}

/** The refusal of a date in a period that does not accept postings, or in no period. */
export function periodNotOpen(data: RefusalData['PERIOD_NOT_OPEN']): Outcome<never> {
  const message =
    data.period === null
      ? `No fiscal period covers ${data.date}. Generate the fiscal year first or use another date.`
      : `Period ${data.period} is ${wordsOf(data.status)}. Use a date in an open period or reopen it.`;
  return refused('PERIOD_NOT_OPEN', message, data);
}

const wordsOf = (status: string) => (isPeriodStatus(status) ? PERIOD_WORDS[status] : status);

/** True for one of the four status names. */
export function isPeriodStatus(name: string): name is PeriodStatus {
  return (PERIOD_STATUSES as readonly string[]).includes(name);
}
