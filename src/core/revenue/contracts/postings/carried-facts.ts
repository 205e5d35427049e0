import { isMonetary, isNonmonetary, type JournalRole } from '@/core/fx/carried-journals';
import { carried } from '@/core/fx/contract-bases';
import { roundToCurrency } from '@/core/money/currency';
import { type Decimal, dec, sum, ZERO } from '@/core/money/decimal';
import type { EventKind } from '../events';
import { comesBefore } from '../facts-in-order';

/** A fact with a journal: where it stands among the others of its contract, and the rate at which it was first booked. */
export interface JournalFact {
  readonly eventId: string;
  /** What its journal is called, of which it can have several. */
  readonly memo: string;
  readonly kind: EventKind;
  readonly effectiveDate: string;
  readonly seq: number;
  readonly rate: string;
}

/** What moves an account, debits above zero, in the currency of the contract and in base currency. */
export interface AccountMove {
  readonly role: JournalRole;
  readonly accountId: string;
  readonly amount: Decimal;
  readonly base: Decimal;
}

/** The same, of a fact. */
export interface FactMove extends AccountMove {
  readonly fact: JournalFact;
}

/** The journals of a contract in base currency, as its facts become known. */
export interface CarriedFacts {
  /** What was moved before: of a fact, or null: next to the position of the contract. */
  know(move: AccountMove, fact: JournalFact | null): void;
  /** Moves an account next to the position of the contract at a rate; answers what that is in base currency. */
  move(role: JournalRole, accountId: string, amount: Decimal, rate: string): Decimal;
  /**
   * What journals of facts differ by now; answers what is to be moved in base currency as well, fact by fact, also of other facts, whose
   * journals come to something else in base currency alone.
   */
  change(moves: readonly Omit<FactMove, 'base'>[]): FactMove[];
}

interface Account {
  readonly role: JournalRole;
  readonly accountId: string;
  amount: Decimal;
  base: Decimal;
}
interface Journal {
  readonly fact: JournalFact;
  readonly accounts: Account[];
}
type Standing = { amount: Decimal; base: Decimal };

/**
 * The journals of a contract's facts in base currency, in the order of the facts, whenever they were recorded: a fact recorded and voided
 * leaves what one never recorded leaves. All of a fact is at the rate of the day on which it was first booked. Nonmonetary accounts
 * leave at what they are carried at (ASC 830-10-45-18), and the difference goes where they go: inventory for goods that come back
 * (606-10-55-27), otherwise cost of sales. What is owed to a supplier is monetary and leaves at what it is carried at in the
 * order of recording; the difference is a gain or loss of exchange, which balances the journal (ASC 830-20-35-1).
 */
export function carriedFacts(currency: string): CarriedFacts {
  const journals = new Map<string, Journal>();
  /** Those with a nonmonetary account, in the order of their facts. */
  const inOrder: Journal[] = [];
  /** Next to the position, nonmonetary, and everything monetary. */
  const apart = new Map<string, Standing>();
  const owed = new Map<string, Standing>();

  const add = (places: Map<string, Standing>, place: string, { amount, base }: Standing) => {
    const before = places.get(place) ?? { amount: ZERO, base: ZERO };
    places.set(place, { amount: before.amount.plus(amount), base: before.base.plus(base) });
  };
  const leave = (
    places: Map<string, Standing>,
    { role, accountId, amount }: Omit<AccountMove, 'base'>,
    rate: string,
  ) => {
    const before = places.get(placeOf(role, accountId)) ?? { amount: ZERO, base: ZERO };
    const base = carried(before.amount, before.base, amount, dec(rate), currency);
    add(places, placeOf(role, accountId), { amount, base });
    return base;
  };
  const standingOf = (role: JournalRole) => (isMonetary(role) ? owed : apart);

  /** The journal of a fact and its account, which has moved nothing where they are new. */
  function accountOf(fact: JournalFact, { role, accountId }: Pick<AccountMove, 'role' | 'accountId'>) {
    const journal = journals.get(nameOf(fact)) ?? { fact, accounts: [] };
    journals.set(nameOf(fact), journal);
    let account = journal.accounts.find((one) => one.role === role && one.accountId === accountId);
    if (account === undefined) {
      account = { role, accountId, amount: ZERO, base: ZERO };
      if (isNonmonetary(role) && !journal.accounts.some((one) => isNonmonetary(one.role))) {
        const next = inOrder.findIndex((one) => isEarlier(fact, one.fact));
        inOrder.splice(next === -1 ? inOrder.length : next, 0, journal);
      }
      journal.accounts.push(account);
    }
    return { journal, account };
  }

  /** What every account of a journal comes to; its nonmonetary accounts move what stands. */
  function basesOf({ fact, accounts }: Journal, stands: Map<string, Standing>): Decimal[] {
    const daily = accounts.map(({ amount }) => roundToCurrency(amount.times(fact.rate), currency));
    const bases = accounts.map((account, index) => {
      if (isMonetary(account.role)) return account.base;
      return isNonmonetary(account.role) ? leave(stands, account, fact.rate) : (daily[index] ?? ZERO);
    });
    const counter = counterOf(fact, accounts);
    if (counter !== -1) {
      const others = accounts.map(({ role }, index) => (isMonetary(role) ? daily : bases)[index] ?? ZERO);
      bases[counter] = sum(others.filter((_, index) => index !== counter)).negated();
    }
    return bases;
  }

  /** The journals to work out after some have changed, with what stood before the first of them. */
  function toFold(changed: ReadonlySet<Journal>): {
    folded: readonly Journal[];
    stands: Map<string, Standing>;
  } {
    const first = inOrder.findIndex((journal) => changed.has(journal));
    if (first === -1) return { folded: [], stands: new Map() };
    const stands = new Map(apart);
    for (const { accounts } of inOrder.slice(0, first)) {
      for (const account of accounts) {
        if (isNonmonetary(account.role)) add(stands, placeOf(account.role, account.accountId), account);
      }
    }
    return { folded: inOrder.slice(first), stands };
  }

  return {
    know(move, fact) {
      if (isMonetary(move.role) || fact === null)
        add(standingOf(move.role), placeOf(move.role, move.accountId), move);
      if (fact === null) return;
      const { account } = accountOf(fact, move);
      account.amount = account.amount.plus(move.amount);
      account.base = account.base.plus(move.base);
    },
    move: (role, accountId, amount, rate) => leave(standingOf(role), { role, accountId, amount }, rate),
    change(moves) {
      const moved = new Map<Account, { journal: Journal; amount: Decimal; base: Decimal }>();
      const note = (journal: Journal, account: Account, by: Standing) => {
        const known = moved.get(account) ?? { journal, amount: ZERO, base: ZERO };
        moved.set(account, { journal, amount: known.amount.plus(by.amount), base: known.base.plus(by.base) });
      };
      const changed = new Set<Journal>();
      for (const { fact, ...move } of moves) {
        const { journal, account } = accountOf(fact, move);
        changed.add(journal);
        // A fact keeps the rate at which it was booked first.
        const base = isMonetary(move.role) ? leave(owed, move, journal.fact.rate) : ZERO;
        account.amount = account.amount.plus(move.amount);
        account.base = account.base.plus(base);
        note(journal, account, { amount: move.amount, base });
      }
      const { folded, stands } = toFold(changed);
      const alone = [...changed].filter((journal) => !folded.includes(journal));
      for (const journal of [...alone, ...folded]) {
        const bases = basesOf(journal, stands);
        for (const [index, account] of journal.accounts.entries()) {
          const base = (bases[index] ?? ZERO).minus(account.base);
          account.base = account.base.plus(base);
          if (!base.isZero()) note(journal, account, { amount: ZERO, base });
        }
      }
      return [...moved].flatMap(([{ role, accountId }, { journal, amount, base }]) =>
        amount.isZero() && base.isZero() ? [] : [{ fact: journal.fact, role, accountId, amount, base }],
      );
    },
  };
}

const nameOf = ({ eventId, memo }: JournalFact) => `${eventId} ${memo}`;
const placeOf = (role: JournalRole, accountId: string) => `${role} ${accountId}`;

/** Facts in the order in which they are folded; those of one name in the order in which they are first booked. */
const isEarlier = (a: JournalFact, b: JournalFact): boolean =>
  comesBefore(a, b) || (!comesBefore(b, a) && a.seq < b.seq);

/** The account of a journal that takes what rounding leaves and what is carried otherwise; −1: none. */
function counterOf({ kind }: JournalFact, accounts: readonly Account[]): number {
  const roles: readonly JournalRole[] =
    kind === 'return' ? ['INVENTORY', 'COST_OF_SALES'] : ['COST_OF_SALES', 'INVENTORY'];
  const found = roles.map((role) => accounts.findIndex((one) => one.role === role && !one.amount.isZero()));
  return found.find((index) => index !== -1) ?? -1;
}
