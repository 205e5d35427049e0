import { type CarriedRole, carriedRole, journalBases } from '@/core/fx/carried-journals';
import { carried } from '@/core/fx/contract-bases';
import { type Decimal, dec, toPlainString, ZERO } from '@/core/money/decimal';
import { minorUnits } from '@/core/money/minor-units';
import type { ContractJournalLine } from '@/core/revenue/contracts/events';
import { linesOf } from '@/core/revenue/contracts/postings/interest-worth';
import type { ContractRow } from '@/db/revenue/contracts/contracts';
import { carriedStanding, insertCarriedMoves } from '@/db/revenue/runs/carried-moves';
import { appendEntry } from '@/db/revenue/runs/entries';
import { fxAccount } from '@/db/stores/documents/settlements';
import { subsidiaryOrRoot } from '@/db/stores/structure/root-subsidiary';
import type { Tenant } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import type { Context } from '../../kit/define';
import { ensureContractPolicy } from '../setup/ensure-policy';
import { accountOf } from '../setup/policy-rules';
import { actorOf, postContractJournal } from './post-journal';
import type { Booking } from './post-move';

/** What a line moves in an account that is carried, in the currency of the contract and in base currency: debits above zero. */
interface Moved {
  readonly role: CarriedRole;
  readonly accountId: string;
  readonly amount: Decimal;
  readonly worth: Decimal;
}

/**
 * What a contract has in accounts that leave at what they are carried at, while it moves them; null where its currency is the base
 * currency, in which an amount is its own worth.
 */
export interface CarriedAccounts {
  readonly currency: string;
  /** Moves an account by an amount, debits above zero, at the rate of a day; answers what that is in base currency. */
  move(role: CarriedRole, accountId: string, amount: Decimal, rate: string): Decimal;
  /** Stores what was moved, with its entry. */
  store(at: Pick<Booking, 'postingDate' | 'rate'>, entryId: string): Promise<void>;
}

/** The accounts of a contract that the caller holds. */
export async function carriedAccounts(
  tenant: Tenant,
  contract: ContractRow,
): Promise<CarriedAccounts | null> {
  const { id: contractId, subsidiaryId, currencyCode } = contract;
  const currency = (await subsidiaryOrRoot(tenant, subsidiaryId))?.baseCurrency ?? currencyCode;
  if (currency === currencyCode) return null;
  const stands = new Map(
    (await carriedStanding(tenant, contractId)).map(({ role, accountId, amount, base }) => [
      `${role} ${accountId}`,
      { amount: dec(amount), base: dec(base) },
    ]),
  );
  const moved: Moved[] = [];
  return {
    currency,
    move(role, accountId, amount, rate) {
      const name = `${role} ${accountId}`;
      const before = stands.get(name) ?? { amount: ZERO, base: ZERO };
      const worth = carried(before.amount, before.base, amount, dec(rate), currency);
      stands.set(name, { amount: before.amount.plus(amount), base: before.base.plus(worth) });
      moved.push({ role, accountId, amount, worth });
      return worth;
    },
    async store({ postingDate, rate }, entryId) {
      await insertCarriedMoves(
        tenant,
        moved.splice(0).map(({ role, accountId, amount, worth }) => ({
          ...{ id: newId(), contractId, subsidiaryId, currencyCode, role, accountId, postingDate, entryId },
          ...{ amount: toPlainString(amount), base: toPlainString(worth), exchangeRate: rate },
        })),
      );
    },
  };
}

/**
 * Posts one of a contract's own journals on a day. In a foreign currency goods to be recovered and what is owed to suppliers leave at what
 * they are carried at (`journalBases`), all else is at the rate of the day. The caller holds the contract.
 */
export async function postCarriedJournal(
  context: Context,
  contract: ContractRow,
  at: Omit<Booking, 'eventId'>,
  journal: readonly ContractJournalLine[],
): Promise<void> {
  const { tenant } = context;
  const { postingDate, rate, memo } = at;
  const { subsidiaryId, currencyCode } = contract;
  const policy = await ensureContractPolicy(tenant, contract.policyId, contract.contractDate);
  const lines = journal.map(({ account, debit, credit }) => ({
    role: carriedRole(account),
    ...{ accountId: accountOf(policy, account), debit, credit },
  }));
  const common = {
    subsidiaryId,
    currencyCode,
    postingDate,
    rate,
    sourceKind: 'REVENUE_EVENT',
    memo,
  } as const;
  const isCarried = lines.some(({ role }) => role !== null);
  const accounts = isCarried ? await carriedAccounts(tenant, contract) : null;
  if (accounts === null) {
    await postContractJournal(context, {
      ...common,
      lines: lines.map(({ role: _role, ...line }) => line),
    });
    return;
  }
  const { currency } = accounts;
  const sides = lines.map(({ role, accountId, debit, credit }) => {
    const amount = dec(debit).minus(credit);
    return { role, amount, worth: role === null ? null : accounts.move(role, accountId, amount, rate) };
  });
  const bases = journalBases(sides, { rate, currency });
  const places = { rate, places: minorUnits(currency) };
  const { exchange } = bases;
  const result = exchange.isZero()
    ? null
    : ((await fxAccount(tenant, exchange.isNegative() ? 'REALIZED_GAIN' : 'REALIZED_LOSS')) ??
      accountOf(policy, 'EXCHANGE'));
  const entryId = newId();
  await appendEntry(tenant, {
    ...{ entryId, ...common, actorId: actorOf(context) },
    lines: [
      ...lines.flatMap(({ accountId }, index) =>
        linesOf(
          accountId,
          { amount: sides[index]?.amount ?? ZERO, base: bases.sides[index] ?? ZERO },
          places,
        ),
      ),
      ...(result === null ? [] : linesOf(result, { amount: ZERO, base: exchange }, places)),
    ],
  });
  await accounts.store(at, entryId);
}
