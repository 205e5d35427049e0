import { toAmountString } from '@/core/money/currency';
import { type Decimal, type DecimalString, dec, sum, ZERO } from '@/core/money/decimal';
import type { GridPeriod, PeriodGrid } from '../../../periods/period-grid';
import { type DateString, earlier, lastDayOf, type PeriodString } from '../../days';
import { netPosition } from '../../journal';
import type { Treatment } from '../../modifications/modification';
import type { ContractState, RecognitionRow } from '../contract-state';
import type { ContractEvent, EventOf, ModificationTerms } from '../events';
import type { OpenPicture } from '../picture';
import { balancesAfter, type PostedBalances } from '../postings/balances-after';
import { rowDifferences } from '../postings/postings';

/** A row of a contract as it is stored, and whether a run posted it. */
export type LedgerRow = RecognitionRow & { readonly isPosted: boolean };

/** A contract as it is recorded and posted when a change of it is compared. */
export type StandingContract = {
  facts: readonly ContractEvent[];
  picture: OpenPicture;
  grid: PeriodGrid;
  rows: readonly LedgerRow[];
  posted: PostedBalances;
  /** The first open period of its books, and the last one that was run. */
  firstOpen: PeriodString;
  lastRun: PeriodString | null;
};

/**
 * What the page of a contract shows once a change is recorded and the runs through a period are posted; amounts in contract currency.
 */
export type ContractAfterRun = {
  /** That of the change, or the first open one, or the last one that was run, whichever is latest. */
  period: PeriodString;
  transactionPrice: DecimalString;
  billed: DecimalString;
  paid: DecimalString;
  receivable: DecimalString;
  contractAsset: DecimalString;
  deferred: DecimalString;
  refundLiability: DecimalString;
  accruedInterest: DecimalString;
  unearnedInterest: DecimalString;
  advanceInterest: DecimalString;
  recognised: DecimalString;
  remaining: DecimalString;
  /** What is provided for losses. */
  provision: DecimalString;
  /** What is carried of the costs of obtaining and fulfilling it. */
  costs: DecimalString;
  obligations: {
    key: string;
    allocated: DecimalString;
    recognised: DecimalString;
    remaining: DecimalString;
  }[];
};

/**
 * The figures of a contract after a change under one treatment and after the runs that follow it, interest of the whole period
 * included; computed by the functions that record and post, so that they are those of the contract's page then. A separate contract
 * leaves this one as it is, unless it stays part of it (`isOwn` false). Null where facts recorded for later days contradict the change,
 * which applying it refuses in words.
 */
export function contractAfterRun(
  standing: StandingContract,
  change: ComparedTerms,
  treatment: Treatment,
): ContractAfterRun | null {
  const { grid, facts, rows, posted, picture } = standing;
  const event = changeEvent(change, treatment);
  const period = lastPeriod(standing, change.date);
  const changed = picture.withFacts([...voidOf(change), event]);
  if (!changed.ok) return null;
  const accrual: ContractEvent = { id: 'accrual', kind: 'accrual', effectiveDate: period.endDate };
  const ended = changed.value.state.status === 'TERMINATED';
  // Where nothing accrues, an accrual is refused, and the run records none.
  const accrued = ended ? changed : changed.value.withFacts([accrual]);
  const after = accrued.ok ? accrued.value.state : changed.value.state;
  const due = dueRows(standing, after, period.key);
  const more = due.map(({ amount, end }) => ({ on: earlier(period.endDate, grid.on(end).endDate), amount }));
  const days = new Map([...facts, event, accrual].map(({ id, effectiveDate }) => [id, effectiveDate]));
  const stands = balancesAfter(picture.state, after, posted, { more, days });
  const text = (amount: Decimal) => toAmountString(amount, after.currencyCode);
  const { liability, asset } = netPosition(stands.net);
  const { income, advance } = stands.interest;
  const earned = [...rows.filter(({ isPosted }) => isPosted), ...due];
  const provided = after.costMonths.filter((one) => one.kind === 'PROVISION' && one.period <= period.key);
  return {
    period: period.key,
    transactionPrice: after.transactionPrice,
    billed: after.billed,
    paid: after.paid,
    receivable: text(stands.receivable),
    contractAsset: text(asset),
    deferred: text(liability),
    refundLiability: text(stands.refund),
    accruedInterest: text(income.lt(ZERO) ? income.negated() : ZERO),
    unearnedInterest: text(income.gt(ZERO) ? income : ZERO),
    advanceInterest: text(advance),
    recognised: text(stands.recognised),
    remaining: text(dec(after.transactionPrice).minus(stands.recognised)),
    provision: text(sum(provided.map(({ amount }) => dec(amount)))),
    costs: text(carriedCosts(after, period.key)),
    obligations: after.obligations.map(({ key, allocated }) => {
      const own = sum(earned.filter((row) => row.key === key).map(({ amount }) => dec(amount)));
      return { key, allocated, recognised: text(own), remaining: text(dec(allocated).minus(own)) };
    }),
  };
}

/** A change to compare. `isOwn`: a separate contract gets balances of its own; `instead`: the fact it replaces. */
type ComparedTerms = {
  readonly date: DateString;
  readonly terms: ModificationTerms;
  readonly isOwn: boolean;
  readonly instead?: ContractEvent | undefined;
};

function voidOf({ instead }: ComparedTerms): ContractEvent[] {
  if (instead === undefined) return [];
  const { id: of, effectiveDate } = instead;
  return [{ id: 'void', kind: 'voided', effectiveDate, of, by: 'change', reason: '' }];
}

function changeEvent({ date, terms, isOwn }: ComparedTerms, treatment: Treatment): EventOf<'modification'> {
  const decision = { id: 'change', effectiveDate: date, treatment, decidedFor: treatment, reason: '' };
  return treatment === 'separate' && isOwn
    ? { kind: 'modification', ...decision, apart: { contractId: '', terms } }
    : { kind: 'modification', ...decision, ...terms };
}

/** The last of the periods whose runs the figures contain. */
function lastPeriod({ grid, firstOpen, lastRun }: StandingContract, date: DateString): GridPeriod {
  const own = grid.on(date).key;
  const last = [own, firstOpen, lastRun ?? own].sort().at(-1) ?? own;
  return grid.on(lastDayOf(last));
}

/** What a run of a period posts of the contract: rows that are stored, and those by which the change differs from them. */
function dueRows(
  { rows, grid, firstOpen }: StandingContract,
  after: ContractState,
  period: PeriodString,
): readonly RecognitionRow[] {
  const held = new Set(after.obligations.flatMap(({ key, held: isHeld }) => (isHeld ? [key] : [])));
  const added = rowDifferences(after, rows, { grid, firstOpen, causeId: 'change', nextSeq: rows.length });
  const open = [...rows.filter(({ isPosted }) => !isPosted), ...added];
  return open.filter((row) => row.period <= period && !held.has(row.key));
}

function carriedCosts({ costs, costMonths }: ContractState, period: PeriodString): Decimal {
  return sum(
    costs.map(({ key, capitalized, impairments }) => {
      const expensed = costMonths.filter((one) => one.item === key && one.period <= period);
      const taken = [...expensed, ...impairments].map(({ amount }) => dec(amount));
      return dec(capitalized).minus(sum(taken));
    }),
  );
}
