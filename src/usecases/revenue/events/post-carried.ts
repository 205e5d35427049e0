import type { JournalRole } from '@/core/fx/carried-journals';
import { type Decimal, dec, sum, toPlainString, ZERO } from '@/core/money/decimal';
import { minorUnits } from '@/core/money/minor-units';
import type { ContractJournal } from '@/core/revenue/contracts/contract-state';
import {
  carriedFacts,
  type FactMove,
  type JournalFact,
} from '@/core/revenue/contracts/postings/carried-facts';
import { linesOf } from '@/core/revenue/contracts/postings/interest-worth';
import type { ContractRow } from '@/db/revenue/contracts/contracts';
import { carriedStanding, factsOfJournals, insertCarriedMoves } from '@/db/revenue/runs/carried-moves';
import { appendEntry } from '@/db/revenue/runs/entries';
import { fxAccount } from '@/db/stores/documents/settlements';
import type { OpenPeriod } from '@/db/stores/structure/open-periods';
import { subsidiaryOrRoot } from '@/db/stores/structure/root-subsidiary';
import type { Tenant } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import type { Context } from '../../kit/define';
import { ensureContractPolicy } from '../setup/ensure-policy';
import { accountOf } from '../setup/policy-rules';
import { bookingDay, rateFor } from './booking-rules';
import { actorOf, postContractJournal } from './post-journal';
import type { Booking } from './post-move';

/**
 * What a contract owes its suppliers, while it moves next to its position; null where its currency is the base currency, in which an
 * amount is its own worth.
 */
export interface OwedToSuppliers {
  /** Moves the account by an amount, debits above zero, at the rate of a day; answers what that is in base currency. */
  move(accountId: string, amount: Decimal, rate: string): Decimal;
  /** Stores what was moved, with its entry. */
  store(at: Pick<Booking, 'postingDate' | 'rate'>, entryId: string): Promise<void>;
}

/** What a contract that the caller holds owes its suppliers. */
export async function owedToSuppliers(
  tenant: Tenant,
  contract: ContractRow,
): Promise<OwedToSuppliers | null> {
  const currency = await foreignBase(tenant, contract);
  if (currency === null) return null;
  const carried = carriedFacts(currency);
  for (const { role, accountId, amount, base } of await carriedStanding(tenant, contract.id, []))
    carried.know({ role, accountId, amount: dec(amount), base: dec(base) }, null);
  const role: JournalRole = 'SUPPLIER_PAYABLE';
  const moved: { accountId: string; amount: Decimal; base: Decimal }[] = [];
  return {
    move(accountId, amount, rate) {
      const base = carried.move(role, accountId, amount, rate);
      moved.push({ accountId, amount, base });
      return base;
    },
    async store({ postingDate, rate }, entryId) {
      const { id: contractId, subsidiaryId, currencyCode } = contract;
      await insertCarriedMoves(
        tenant,
        moved.splice(0).map(({ accountId, amount, base }) => ({
          ...{ id: newId(), contractId, subsidiaryId, currencyCode, role, accountId, postingDate, entryId },
          ...{ eventId: null, causeId: null, ratedOn: null, exchangeRate: rate },
          ...{ amount: toPlainString(amount), base: toPlainString(base) },
        })),
      );
    },
  };
}

/** The base currency of a contract in another; null: of one in its own. */
async function foreignBase(
  tenant: Tenant,
  { subsidiaryId, currencyCode }: Pick<ContractRow, 'subsidiaryId' | 'currencyCode'>,
): Promise<string | null> {
  const currency = (await subsidiaryOrRoot(tenant, subsidiaryId))?.baseCurrency ?? currencyCode;
  return currency === currencyCode ? null : currency;
}

/** What journals are posted for: the fact that is recorded last, all that are, and the open periods. */
interface Recording {
  readonly causeId: string;
  readonly recorded: readonly string[];
  readonly open: readonly OpenPeriod[];
}

/**
 * Posts what a contract's own journals differ by, each on the day of its fact or the first open one after it. In a foreign currency
 * they come to what they would had the facts been recorded in their order (`carriedFacts`). The caller holds the contract.
 * Refuses RATE_MISSING.
 */
export async function postFactJournals(
  context: Context,
  contract: ContractRow,
  journals: readonly ContractJournal[],
  recording: Recording,
): Promise<void> {
  if (journals.length === 0) return;
  const { tenant } = context;
  const { subsidiaryId, currencyCode } = contract;
  const policy = await ensureContractPolicy(tenant, contract.policyId, contract.contractDate);
  const currency = await foreignBase(tenant, contract);
  if (currency !== null) {
    const accountOfRole = (role: JournalRole) => accountOf(policy, role);
    const moves = await movesOf(context, contract, journals, { ...recording, currency, accountOfRole });
    for (const own of moves) {
      const fallback = accountOf(policy, 'EXCHANGE');
      await postMoves(context, contract, own, { ...recording, currency, fallback });
    }
    return;
  }
  for (const { on, memo, lines } of journals) {
    const postingDate = bookingDay(on, recording.open, subsidiaryId);
    await postContractJournal(context, {
      ...{ subsidiaryId, currencyCode, postingDate, rate: '1', sourceKind: 'REVENUE_EVENT', memo },
      lines: lines.map(({ account, debit, credit }) => ({
        accountId: accountOf(policy, account),
        debit,
        credit,
      })),
    });
  }
}

/** A fact with a journal, and the day of its rate. */
type RatedFact = JournalFact & { readonly ratedOn: string };

/** What journals of a contract differ by in both currencies, fact by fact. */
async function movesOf(
  { tenant }: Context,
  contract: ContractRow,
  journals: readonly ContractJournal[],
  at: Recording & { readonly currency: string; readonly accountOfRole: (role: JournalRole) => string },
): Promise<(FactMove & { readonly fact: RatedFact })[][]> {
  const { id, subsidiaryId, currencyCode } = contract;
  const ids = [...new Set(journals.map(({ eventId }) => eventId))];
  const carried = carriedFacts(at.currency);
  const rated = new Map<string, { ratedOn: string; rate: string }>();
  for (const { fact, role, accountId, amount, base } of await carriedStanding(tenant, id, ids)) {
    carried.know({ role, accountId, amount: dec(amount), base: dec(base) }, fact);
    if (fact !== null) rated.set(fact.eventId, fact);
  }
  const facts = new Map((await factsOfJournals(tenant, id, ids)).map((one) => [one.eventId, one]));
  const moved: Omit<FactMove, 'base'>[] = [];
  for (const { eventId, on, memo, lines } of journals) {
    const fact = facts.get(eventId) ?? { eventId, kind: 'journal', effectiveDate: on, seq: 0 };
    let known = rated.get(eventId);
    if (known === undefined) {
      // What was recorded before and had no journal is at the rate of its own day, as it would have been booked.
      const ratedOn = at.recorded.includes(eventId) ? bookingDay(on, at.open, subsidiaryId) : on;
      known = { ratedOn, rate: await rateFor(tenant, subsidiaryId, currencyCode, ratedOn) };
      rated.set(eventId, known);
    }
    const { rate } = known;
    for (const { account: role, debit, credit } of lines) {
      const amount = dec(debit).minus(credit);
      moved.push({ fact: { ...fact, memo, rate }, role, accountId: at.accountOfRole(role), amount });
    }
  }
  const byFact = new Map<string, (FactMove & { readonly fact: RatedFact })[]>();
  for (const { fact, ...move } of carried.change(moved)) {
    const name = `${fact.eventId} ${fact.memo}`;
    const ratedOn = rated.get(fact.eventId)?.ratedOn ?? fact.effectiveDate;
    byFact.set(name, [...(byFact.get(name) ?? []), { ...move, fact: { ...fact, ratedOn } }]);
  }
  return [...byFact.values()];
}

/** Posts what the journal of one fact moves, with the gain or loss of exchange that balances it, and keeps the moves. */
async function postMoves(
  context: Context,
  contract: ContractRow,
  moves: readonly (FactMove & { readonly fact: RatedFact })[],
  at: Recording & { readonly currency: string; readonly fallback: string },
): Promise<void> {
  const { tenant } = context;
  const { id: contractId, subsidiaryId, currencyCode } = contract;
  const [first] = moves;
  if (first === undefined) return;
  const { eventId, effectiveDate, memo, rate, ratedOn } = first.fact;
  const postingDate = bookingDay(effectiveDate, at.open, subsidiaryId);
  const places = { rate, places: minorUnits(at.currency) };
  const exchange = sum(moves.map(({ base }) => base)).negated();
  const result = exchange.isZero()
    ? null
    : ((await fxAccount(tenant, exchange.isNegative() ? 'REALIZED_GAIN' : 'REALIZED_LOSS')) ?? at.fallback);
  const entryId = newId();
  await appendEntry(tenant, {
    ...{ entryId, subsidiaryId, currencyCode, postingDate, rate, memo },
    ...{ sourceKind: 'REVENUE_EVENT', actorId: actorOf(context) },
    lines: [
      ...moves.flatMap((move) => linesOf(move.accountId, move, places)),
      ...(result === null ? [] : linesOf(result, { amount: ZERO, base: exchange }, places)),
    ],
  });
  await insertCarriedMoves(
    tenant,
    moves.map(({ role, accountId, amount, base }) => ({
      ...{ id: newId(), contractId, subsidiaryId, currencyCode, role, accountId, postingDate, entryId },
      ...{ eventId, causeId: at.causeId, ratedOn, exchangeRate: rate },
      ...{ amount: toPlainString(amount), base: toPlainString(base) },
    })),
  );
}
