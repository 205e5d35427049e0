import { type Decimal, type DecimalString, dec, sum, ZERO } from '@/core/money/decimal';
import type { DateString } from '../../days';
import type { ContractBalanceEvent, ContractState } from '../contract-state';
import { nothingStands, shiftOf, standsAfter } from './balance-shifts';
import { type InterestPosition, interestPosition } from './interest-position';
import { type PostedMove, waitingBalances } from './waiting-balances';

type Side = keyof InterestPosition;

/** What of a contract is posted: its movements, what runs earned by the day by which it was earned, and its interest in accounts of its own. */
export type PostedBalances = {
  moves: readonly PostedMove[];
  earned: readonly Earned[];
  interest: InterestPosition;
  /** The sides of interest that have accounts of their own; the others stay in the position. */
  sides: readonly Side[];
  /** Facts whose document keeps its own receivable. */
  documents: ReadonlySet<string>;
};

type Earned = { readonly on: DateString; readonly amount: DecimalString };

/** What stands of a contract in the ledger. `net`: contract liability less contract asset. */
export type StandingBalances = {
  net: Decimal;
  receivable: Decimal;
  refund: Decimal;
  interest: InterestPosition;
  recognised: Decimal;
};

/**
 * What will stand of a contract in the ledger once facts make the second picture of the first and a run earns `more`. What is posted
 * already stays, and what the two pictures differ by is added, as it is posted: balances by day (`balanceDifference`), bills that the
 * customer can still cancel as far as more is performed (`waitingBalances`), interest in its own accounts (`interestPosition`).
 * `days`: the days of all facts.
 */
export function balancesAfter(
  before: ContractState,
  after: ContractState,
  posted: PostedBalances,
  { more, days }: { readonly more: readonly Earned[]; readonly days: ReadonlyMap<string, DateString> },
): StandingBalances {
  const { moves, documents } = posted;
  const recognised = sum([...posted.earned, ...more].map(({ amount }) => dec(amount)));
  const interest = interestPosition(after, recognised);
  const flows = flowDifferences(before.balanceEvents, after.balanceEvents, documents);
  const now = {
    net: sum(moves.map(({ net }) => net)),
    receivable: sum(moves.map(({ receivable }) => receivable)),
    refund: sum(moves.map(({ refund }) => refund)),
  };
  const ofInterest = sum(
    (['income', 'advance'] as const).map((side) => {
      const accrued = accruedOn(side, after).minus(accruedOn(side, before));
      return posted.sides.includes(side)
        ? accrued.minus(interest[side]).plus(posted.interest[side])
        : accrued;
    }),
  );
  const waits = [...before.balanceEvents, ...after.balanceEvents].some(
    (event) => event.kind === 'DUE' && !event.unconditional,
  );
  const owed = waits
    ? waiting(after, posted, { flows, ofInterest, more, days })
    : {
        receivable: owedBy(after, documents).receivable.minus(owedBy(before, documents).receivable),
        refund: owedBy(after, documents).refund.minus(owedBy(before, documents).refund),
      };
  return {
    receivable: now.receivable.plus(owed.receivable),
    refund: now.refund.plus(owed.refund),
    net: sum([
      now.net,
      ...flows.map(({ amount }) => amount),
      ofInterest,
      owed.receivable,
      owed.refund.negated(),
      ...more.map(({ amount }) => dec(amount).negated()),
    ]),
    interest: {
      income: posted.sides.includes('income') ? interest.income : ZERO,
      advance: posted.sides.includes('advance') ? interest.advance : ZERO,
    },
    recognised,
  };
}

/** What the facts of a picture make due and refundable, folded by day. */
function owedBy(
  { balanceEvents }: Pick<ContractState, 'balanceEvents'>,
  documents: ReadonlySet<string>,
): { receivable: Decimal; refund: Decimal } {
  let stands = nothingStands;
  for (const event of [...balanceEvents].sort((a, b) => (a.on === b.on ? 0 : a.on < b.on ? -1 : 1))) {
    stands = standsAfter(stands, event, shiftOf(event, stands, documents.has(event.eventId)));
  }
  return stands;
}

/** What bills that the customer can still cancel make due beyond what is posted, once all of it is earned. */
function waiting(
  after: ContractState,
  { moves, earned, documents }: PostedBalances,
  {
    flows,
    ofInterest,
    more,
    days,
  }: {
    readonly flows: readonly Flow[];
    readonly ofInterest: Decimal;
    readonly more: readonly Earned[];
    readonly days: ReadonlyMap<string, DateString>;
  },
): { receivable: Decimal; refund: Decimal } {
  const last = [...more.map(({ on }) => on), ...days.values()].sort().at(-1) ?? after.inception;
  const added = [...flows, { on: last, eventId: null, amount: ofInterest }].map(
    ({ on, eventId, amount }): PostedMove => ({
      kind: 'DOCUMENT',
      ...{ on, eventId, amount, net: amount, receivable: ZERO, refund: ZERO, revenue: ZERO },
    }),
  );
  const { shifts } = waitingBalances(
    { events: after.balanceEvents, documents, days, earned: [...earned, ...more] },
    [...moves, ...added],
    (on) => on,
  );
  return {
    receivable: sum(shifts.map(({ receivable }) => receivable)),
    refund: sum(shifts.map(({ refund }) => refund)),
  };
}

/** Money, or what a document already posted, that went into the position on a day. */
type Flow = { on: DateString; eventId: string | null; amount: Decimal };

function flowDifferences(
  before: readonly ContractBalanceEvent[],
  after: readonly ContractBalanceEvent[],
  documents: ReadonlySet<string>,
): Flow[] {
  const flows = new Map<string, Flow>();
  const add = (event: ContractBalanceEvent, sign: 1 | -1) => {
    const { on, eventId } = event;
    const name = `${on} ${eventId}`;
    const amount = flowOf(event, documents.has(eventId)).times(sign);
    flows.set(name, { on, eventId, amount: amount.plus(flows.get(name)?.amount ?? ZERO) });
  };
  for (const event of before) add(event, -1);
  for (const event of after) add(event, 1);
  return [...flows.values()].filter(({ amount }) => !amount.isZero());
}

/** What a fact puts into the position, whatever of it settles a receivable or the refund liability. */
function flowOf(event: ContractBalanceEvent, isDocument: boolean): Decimal {
  const amount = dec(event.amount);
  switch (event.kind) {
    case 'DUE':
      return isDocument ? amount : ZERO;
    case 'CREDIT':
      return isDocument ? amount.negated() : ZERO;
    case 'PAYMENT':
      return amount;
    case 'PAYOUT':
    case 'SUPPLIER':
      return amount.negated();
    default:
      return ZERO;
  }
}

/** The interest of one side that has accrued: expense on an advance above zero, income on payments in arrears below. */
function accruedOn(side: Side, { balanceEvents }: Pick<ContractState, 'balanceEvents'>): Decimal {
  const amounts = balanceEvents.flatMap((event) => (event.kind === 'INTEREST' ? [dec(event.amount)] : []));
  return sum(amounts.filter((amount) => (side === 'income' ? amount.lt(ZERO) : amount.gt(ZERO))));
}
