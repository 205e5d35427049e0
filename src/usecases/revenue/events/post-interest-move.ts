import { type Decimal, dec, sum, toPlainString, ZERO } from '@/core/money/decimal';
import { minorUnits } from '@/core/money/minor-units';
import type { ContractState } from '@/core/revenue/contracts/contract-state';
import type { ContractEvent } from '@/core/revenue/contracts/events';
import {
  type InterestAccount,
  type InterestBalances,
  interestShifts,
  sidesOfIncome,
} from '@/core/revenue/contracts/postings/interest-days';
import type { InterestPosition } from '@/core/revenue/contracts/postings/interest-position';
import {
  carriedThrough,
  isResidue,
  type MovedInterest,
  transferLines,
  worthOf,
} from '@/core/revenue/contracts/postings/interest-worth';
import type { ContractRow } from '@/db/revenue/contracts/contracts';
import { appendEntry } from '@/db/revenue/runs/entries';
import { insertInterestMove, interestByDay, NOTHING } from '@/db/revenue/runs/interest-moves';
import { recognisedByDay } from '@/db/revenue/runs/movements-of-runs';
import { lockPosition } from '@/db/revenue/runs/positions';
import { postingAccounts } from '@/db/stores/structure/accounts';
import type { OpenPeriod } from '@/db/stores/structure/open-periods';
import { subsidiaryOrRoot } from '@/db/stores/structure/root-subsidiary';
import type { Tenant } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import type { Context } from '../../kit/define';
import { ensureContractPolicy } from '../setup/ensure-policy';
import { accountOf, interestAccounts } from '../setup/policy-rules';
import { bookingDay, rateFor } from './booking-rules';
import { type Booking, postMoveOf } from './post-move';

/** The side of a financing: interest the customer pays, or interest accrued on what it paid in advance. */
type Side = keyof InterestPosition;
const SIDES: { readonly [side in Side]: readonly InterestAccount[] } = {
  income: ['accrued', 'unearned'],
  advance: ['advance'],
};

/** One contract's interest while it is moved: what was moved so far, and the accounts it belongs in. */
interface Interest {
  readonly moved: MovedInterest[];
  readonly accounts: { readonly [account in InterestAccount]: string | undefined };
}

/**
 * The interest of a contract and its accounts: those it already stands in, otherwise those of its policy, otherwise the control
 * accounts of the chart.
 */
async function interestOf(tenant: Tenant, contract: ContractRow): Promise<Interest> {
  const rows = await interestByDay(tenant, contract.id);
  const policy = await ensureContractPolicy(tenant, contract.policyId, contract.contractDate);
  const named = interestAccounts(policy, await postingAccounts(tenant));
  const last = (column: 'accruedAccountId' | 'unearnedAccountId' | 'advanceAccountId') =>
    rows.findLast((row) => row[column] !== null)?.[column] ?? undefined;
  return {
    moved: rows.map(({ on, accrued, unearned, advance, accruedBase, unearnedBase, advanceBase }) => ({
      ...{ on, accrued: dec(accrued), unearned: dec(unearned), advance: dec(advance) },
      base: { accrued: dec(accruedBase), unearned: dec(unearnedBase), advance: dec(advanceBase) },
    })),
    accounts: {
      accrued: last('accruedAccountId') ?? named.ACCRUED_INTEREST,
      unearned: last('unearnedAccountId') ?? named.UNEARNED_INTEREST,
      advance: last('advanceAccountId') ?? named.ADVANCE_INTEREST,
    },
  };
}

/** The part of a contract's interest that is in separate accounts, and the sides that have such accounts. */
export async function interestOfContract(
  tenant: Tenant,
  contract: ContractRow,
): Promise<{ interest: InterestPosition; sides: readonly Side[] }> {
  const interest = await interestOf(tenant, contract);
  const of = (account: InterestAccount) => sum(interest.moved.map((one) => one[account]));
  return {
    interest: { income: of('unearned').minus(of('accrued')), advance: of('advance') },
    sides: sidesOf(interest),
  };
}

/** The sides that have accounts of their own. Where one is missing, the interest of its side stays in the position of the contract. */
const sidesOf = ({ accounts }: Interest): readonly Side[] =>
  (['income', 'advance'] as const).filter((side) =>
    SIDES[side].every((account) => accounts[account] !== undefined),
  );

/**
 * Posts interest that accrued (above zero expense, below zero income; reversed the other way around) against the account it stands
 * in until it is billed, or earned as revenue (606-10-32-20), by what stands there on that day. Answers false where the organization has
 * no such accounts: then it belongs to the position of the contract.
 */
export async function postAccruedInterest(
  context: Context,
  contract: ContractRow,
  { amount, isIncome }: { readonly amount: Decimal; readonly isIncome: boolean },
  at: Booking,
): Promise<boolean> {
  const interest = await interestOf(context.tenant, contract);
  const side = isIncome ? 'income' : 'advance';
  if (!sidesOf(interest).includes(side)) return false;
  const policy = await ensureContractPolicy(context.tenant, contract.policyId, contract.contractDate);
  const against = accountOf(policy, isIncome ? 'INTEREST_INCOME' : 'INTEREST_EXPENSE');
  const change = isIncome ? accrualOf(interest, amount, at) : { ...NO_CHANGE, advance: amount };
  const places = await basePlaces(context.tenant, contract);
  await moveInterest(context, contract, interest, { change, accounts: SIDES[side], against, places }, at);
  return true;
}

/** The places of amounts in the base currency of a contract's subsidiary, at most the four that are stored. */
async function basePlaces(tenant: Tenant, { subsidiaryId, currencyCode }: ContractRow): Promise<number> {
  const subsidiary = await subsidiaryOrRoot(tenant, subsidiaryId);
  return Math.min(4, minorUnits(subsidiary?.baseCurrency ?? currencyCode));
}

const NO_CHANGE: InterestBalances = { accrued: ZERO, unearned: ZERO, advance: ZERO };

/** How the accounts of income change with what accrued, by what stands there on its day. */
function accrualOf({ moved }: Interest, amount: Decimal, { postingDate }: Booking): InterestBalances {
  const stands = (account: InterestAccount) => carriedThrough(moved, account, postingDate).amount;
  const [accrued, unearned] = [stands('accrued'), stands('unearned')];
  const after = sidesOfIncome(unearned.minus(accrued).plus(amount));
  return {
    ...NO_CHANGE,
    accrued: after.accrued.minus(accrued),
    unearned: after.unearned.minus(unearned),
  };
}

/** Why interest moves: a fact, or without one a run. */
interface Cause {
  readonly fact: Pick<ContractEvent, 'id' | 'effectiveDate'> | null;
  readonly memo: string;
}

/**
 * Posts the difference between the interest that belongs in accounts of its own and what stands there, day by day, out of or back into
 * the position of the contract (`interestShifts`): interest in a bill, interest on an advance that was earned, all of it when the
 * contract ends, and what a fact recorded late or voided changes on the days after it. Each on its day, or on the first open one;
 * what lies beyond the last open period waits for the next fact or run. Does nothing where nothing differs, or the organization has
 * no such accounts. The caller holds the contract and the periods. Refuses RATE_MISSING.
 */
export async function settleInterest(
  context: Context,
  contract: ContractRow,
  { interestDays }: Pick<ContractState, 'interestDays'>,
  open: readonly OpenPeriod[],
  { fact, memo }: Cause,
): Promise<void> {
  const { tenant } = context;
  const { subsidiaryId, currencyCode } = contract;
  if ((await lockPosition(tenant, contract.id)) === null) return;
  const interest = await interestOf(tenant, contract);
  const named = sidesOf(interest).flatMap((side) => SIDES[side]);
  if (named.length === 0) return;
  const recognised = await recognisedByDay(tenant, contract.id);
  const booked = (on: string) =>
    open.some(({ endDate }) => endDate >= on) ? bookingDay(on, open, subsidiaryId) : null;
  const shifts = interestShifts(
    {
      days: interestDays,
      recognised: recognised.map(({ on, amount }) => ({ on, amount: dec(amount) })),
      posted: interest.moved,
    },
    booked,
  );
  let places: number | undefined;
  const factDay = fact === null ? null : booked(fact.effectiveDate);
  for (const { on, ...change } of shifts) {
    const accounts = named.filter(
      (account) => !change[account].isZero() || isResidue(carriedThrough(interest.moved, account, on)),
    );
    if (accounts.length === 0) continue;
    const at = {
      postingDate: on,
      rate: await rateFor(tenant, subsidiaryId, currencyCode, on),
      memo,
      // What it changes on a later day takes effect on that day.
      eventId: on === factDay ? (fact?.id ?? null) : null,
    };
    // Asked for once, and only where something is moved.
    places ??= await basePlaces(tenant, contract);
    await moveInterest(context, contract, interest, { change, accounts, against: null, places }, at);
  }
}

interface Move {
  readonly change: InterestBalances;
  /** The accounts to move. */
  readonly accounts: readonly InterestAccount[];
  /** The account of interest income or expense; null: the position of the contract. */
  readonly against: string | null;
  /** Of amounts in base currency. */
  readonly places: number;
}

/** Moves interest on a day: for each of its accounts an entry and a row in the subledger, and a movement of the position. */
async function moveInterest(
  context: Context,
  contract: ContractRow,
  { moved, accounts: ids }: Interest,
  { change, accounts, against, places }: Move,
  at: Booking,
): Promise<void> {
  for (const account of accounts) {
    const by = change[account];
    const carried = carriedThrough(moved, account, at.postingDate);
    const base = worthOf(carried, by, { rate: at.rate, places });
    if (by.isZero() && base.isZero()) continue;
    const accountId = ids[account];
    if (accountId === undefined) throw new Error('interest is moved only where it has accounts');
    await moveAccount(context, contract, { account, by, base, accountId, against, places }, at);
    moved.push({
      on: at.postingDate,
      ...{ ...NO_CHANGE, [account]: by },
      base: { ...NO_CHANGE, [account]: base },
    });
  }
}

async function moveAccount(
  context: Context,
  contract: ContractRow,
  { account, by, base, accountId, against, places }: Change & Pick<Move, 'against' | 'places'>,
  at: Booking,
): Promise<void> {
  const { tenant, principal } = context;
  const [id, entryId] = [newId(), newId()];
  const isAsset = account === 'accrued';
  // What the account is credited by; the other side is debited by it.
  const credit = isAsset ? { by: by.negated(), base: base.negated() } : { by, base };
  const { subsidiaryId, currencyCode } = contract;
  if (against === null) {
    const [left, documentBase] = [credit.by.negated(), credit.base.negated()].map(toPlainString);
    const move = { id, entryId, kind: 'FINANCING' as const, counterAccountId: accountId };
    await postMoveOf(context, contract, at, {
      ...move,
      amount: left ?? '0',
      documentBase: documentBase ?? '0',
    });
  } else {
    await appendEntry(tenant, {
      entryId,
      ...{ subsidiaryId, currencyCode, postingDate: at.postingDate, rate: at.rate },
      sourceKind: 'REVENUE_EVENT',
      sourceId: id,
      memo: at.memo,
      actorId: principal.actor.kind === 'user' ? principal.actor.id : null,
      lines: transferLines(
        { amount: credit.by, base: credit.base },
        { from: against, to: accountId },
        { rate: at.rate, places },
      ),
    });
  }
  const amounts = { ...NOTHING, [account]: toPlainString(by), [`${account}Base`]: toPlainString(base) };
  await insertInterestMove(tenant, {
    ...{ id, contractId: contract.id, subsidiaryId, currencyCode, entryId },
    kind: against === null ? 'SHIFT' : 'ACCRUAL',
    postingDate: at.postingDate,
    eventId: at.eventId,
    effectiveOn: at.effectiveOn ?? null,
    ...amounts,
    [`${account}AccountId`]: accountId,
  });
}

/** How an account changes. */
interface Change {
  readonly account: InterestAccount;
  readonly by: Decimal;
  readonly base: Decimal;
  readonly accountId: string;
}
