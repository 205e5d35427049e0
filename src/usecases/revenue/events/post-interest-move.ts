import { type Decimal, dec, toPlainString, ZERO } from '@/core/money/decimal';
import { minorUnits } from '@/core/money/minor-units';
import type { ContractState } from '@/core/revenue/contracts/contract-state';
import {
  bearsInterest,
  type InterestPosition,
  interestPosition,
} from '@/core/revenue/contracts/postings/interest-position';
import type { ContractRow } from '@/db/revenue/contracts/contracts';
import { appendEntry } from '@/db/revenue/runs/entries';
import {
  type InterestStanding,
  insertInterestMove,
  interestStanding,
  NOTHING,
} from '@/db/revenue/runs/interest-moves';
import { lockPosition } from '@/db/revenue/runs/positions';
import { postingAccounts } from '@/db/stores/structure/accounts';
import { subsidiaryOrRoot } from '@/db/stores/structure/root-subsidiary';
import type { Tenant } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import type { Context } from '../../kit/define';
import { ensureContractPolicy } from '../setup/ensure-policy';
import { accountOf, interestAccounts } from '../setup/policy-rules';
import { type Booking, postMoveOf } from './post-move';

/** The side of a financing: interest the customer pays, or interest accrued on what it paid in advance. */
type Side = keyof InterestPosition;
type Account = 'accrued' | 'unearned' | 'advance';
const SIDES: { readonly [side in Side]: readonly Account[] } = {
  income: ['accrued', 'unearned'],
  advance: ['advance'],
};

/** One contract's interest while it is moved: its balance, and the accounts it belongs in. */
interface Interest {
  readonly standing: InterestStanding;
  readonly accounts: { readonly [account in Account]: string | undefined };
}

/**
 * The interest of a contract and its accounts: those it already stands in, otherwise those of its policy, otherwise the control
 * accounts of the chart.
 */
async function interestOf(tenant: Tenant, contract: ContractRow): Promise<Interest> {
  const standing = await interestStanding(tenant, contract.id);
  const policy = await ensureContractPolicy(tenant, contract.policyId, contract.contractDate);
  const named = interestAccounts(policy, await postingAccounts(tenant));
  return {
    standing,
    accounts: {
      accrued: standing.accruedAccountId ?? named.ACCRUED_INTEREST,
      unearned: standing.unearnedAccountId ?? named.UNEARNED_INTEREST,
      advance: standing.advanceAccountId ?? named.ADVANCE_INTEREST,
    },
  };
}

/** The part of a contract's interest that is in separate accounts, and the sides that have such accounts. */
export async function interestOfContract(
  tenant: Tenant,
  contract: ContractRow,
): Promise<{ interest: InterestPosition; sides: readonly Side[] }> {
  const interest = await interestOf(tenant, contract);
  const sides = (['income', 'advance'] as const).filter((side) => isNamed(interest, side));
  return { interest: standsOf(interest.standing), sides };
}

/** Where an account of a side is missing, its interest stays in the position of the contract. */
const isNamed = ({ accounts }: Interest, side: Side) =>
  SIDES[side].every((account) => accounts[account] !== undefined);

/**
 * Posts interest that accrued (above zero expense, below zero income; reversed the other way around) against the account it stands
 * in until it is billed, or earned as revenue (606-10-32-20). Answers false where the organization has no such accounts: then it
 * belongs to the position of the contract.
 */
export async function postAccruedInterest(
  context: Context,
  contract: ContractRow,
  { amount, isIncome }: { readonly amount: Decimal; readonly isIncome: boolean },
  at: Booking,
): Promise<boolean> {
  const interest = await interestOf(context.tenant, contract);
  const side = isIncome ? 'income' : 'advance';
  if (!isNamed(interest, side)) return false;
  const policy = await ensureContractPolicy(context.tenant, contract.policyId, contract.contractDate);
  const against = accountOf(policy, isIncome ? 'INTEREST_INCOME' : 'INTEREST_EXPENSE');
  await moveInterest(context, contract, { interest, side, amount, against }, at);
  return true;
}

/**
 * Posts the difference between the interest that belongs in accounts of its own by now and what stands there, out of or back into
 * the position of the contract: interest in a bill, interest on an advance that was earned, and all of it when the contract ends.
 * Does nothing where nothing differs, or the organization has no such accounts. Answers whether it posted.
 */
export async function settleInterest(
  context: Context,
  contract: ContractRow,
  state: ContractState,
  at: () => Promise<Booking>,
): Promise<boolean> {
  if (!bearsInterest(state)) {
    // What a voided fact had added is reversed too.
    const { accruedAccountId, unearnedAccountId, advanceAccountId } = await interestStanding(
      context.tenant,
      contract.id,
    );
    if ([accruedAccountId, unearnedAccountId, advanceAccountId].every((one) => one === null)) return false;
  }
  const position = await lockPosition(context.tenant, contract.id);
  if (position === null) return false;
  const target = interestPosition(state, dec(position.recognised));
  let hasPosted = false;
  for (const side of ['income', 'advance'] as const) {
    const interest = await interestOf(context.tenant, contract);
    if (!isNamed(interest, side)) continue;
    const amount = target[side].minus(standsOf(interest.standing)[side]);
    if (amount.isZero()) continue;
    await moveInterest(context, contract, { interest, side, amount, against: null }, await at());
    hasPosted = true;
  }
  return hasPosted;
}

const standsOf = ({ accrued, unearned, advance }: InterestStanding): InterestPosition => ({
  income: dec(unearned).minus(accrued),
  advance: dec(advance),
});

interface Moved {
  readonly interest: Interest;
  readonly side: Side;
  /** Above zero what is owed in performance or was billed ahead grows; below zero what is still to be billed. */
  readonly amount: Decimal;
  /** The account of interest income or expense; null: the position of the contract. */
  readonly against: string | null;
}

/** Moves the interest of one side: for each of its accounts an entry and a row in the subledger, and a movement of the position. */
async function moveInterest(
  context: Context,
  contract: ContractRow,
  moved: Moved,
  at: Booking,
): Promise<void> {
  const { interest, side, amount, against } = moved;
  const subsidiary = await subsidiaryOrRoot(context.tenant, contract.subsidiaryId);
  const places = Math.min(4, minorUnits(subsidiary?.baseCurrency ?? contract.currencyCode));
  for (const change of changesOf(interest.standing, side, amount, { rate: at.rate, places })) {
    const accountId = interest.accounts[change.account];
    if (accountId === undefined) throw new Error('interest is moved only where it has accounts');
    await moveAccount(context, contract, { ...change, accountId, against }, at);
  }
}

async function moveAccount(
  context: Context,
  contract: ContractRow,
  { account, by, base, accountId, against }: Change & { accountId: string; against: string | null },
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
      lines: [
        lineOf(against, credit.by.negated(), credit.base.negated()),
        lineOf(accountId, credit.by, credit.base),
      ].sort((one, other) => Number(one.debit === '0') - Number(other.debit === '0')),
    });
  }
  const amounts = { ...NOTHING, [account]: toPlainString(by), [`${account}Base`]: toPlainString(base) };
  await insertInterestMove(tenant, {
    ...{ id, contractId: contract.id, subsidiaryId, currencyCode, entryId },
    kind: against === null ? 'SHIFT' : 'ACCRUAL',
    postingDate: at.postingDate,
    eventId: at.eventId,
    ...amounts,
    [`${account}AccountId`]: accountId,
  });
}

const lineOf = (accountId: string, credit: Decimal, base: Decimal) => {
  const isCredit = credit.gt(ZERO);
  const [size, worth] = [toPlainString(credit.abs()), toPlainString(isCredit ? base : base.negated())];
  return {
    accountId,
    debit: isCredit ? '0' : size,
    credit: isCredit ? size : '0',
    baseDebit: isCredit ? '0' : worth,
    baseCredit: isCredit ? worth : '0',
  };
};

interface Change {
  readonly account: Account;
  readonly by: Decimal;
  readonly base: Decimal;
}

/** How the accounts of a side change when its balance does: one account for each sign of it. */
function changesOf(
  standing: InterestStanding,
  side: Side,
  amount: Decimal,
  worth: { readonly rate: string; readonly places: number },
): Change[] {
  const change = (account: Account, carried: string, carriedBase: string, by: Decimal) =>
    by.isZero() ? [] : [{ account, by, base: baseOf(dec(carried), dec(carriedBase), by, worth) }];
  if (side === 'advance') return change('advance', standing.advance, standing.advanceBase, amount);
  const before = dec(standing.unearned).minus(standing.accrued);
  const after = before.plus(amount);
  const above = (value: Decimal) => (value.gt(ZERO) ? value : ZERO);
  return [
    ...change(
      'accrued',
      standing.accrued,
      standing.accruedBase,
      above(after.negated()).minus(standing.accrued),
    ),
    ...change('unearned', standing.unearned, standing.unearnedBase, above(after).minus(standing.unearned)),
  ];
}

/** What a balance grows by is worth the rate of the day; what it loses, its part of what it is carried at. */
function baseOf(
  carried: Decimal,
  carriedBase: Decimal,
  by: Decimal,
  { rate, places }: { readonly rate: string; readonly places: number },
): Decimal {
  const isGrowth = carried.isZero() || carried.gt(ZERO) === by.gt(ZERO);
  if (isGrowth) return by.times(rate).toDecimalPlaces(places);
  if (carried.plus(by).isZero()) return carriedBase.negated();
  return carriedBase.times(by).div(carried).toDecimalPlaces(places);
}
