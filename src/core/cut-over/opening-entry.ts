import { type Decimal, type DecimalString, dec, sum, toPlainString, ZERO } from '../money/decimal';

/** An account on the day of a cut-over, in base currency, debits above zero. */
export interface OpeningAccount {
  readonly accountId: string;
  readonly code: string;
  /** The subledger it belongs to; nothing else may post to it. */
  readonly controlFor: string | null;
  /** By the earlier system's trial balance. */
  readonly stated: DecimalString;
  /** What documents, contracts and runs have made of it in Daybook by that day. */
  readonly posted: DecimalString;
}

export interface OpeningLine {
  readonly accountId: string;
  /** Debits above zero. */
  readonly amount: DecimalString;
  readonly description: string;
}

/**
 * The entry that brings every account from what the documents and contracts made of it to the trial balance. A control account
 * belongs to its subledger, so what its subledger does not explain stays in the clearing account, one line each, until
 * a person assigns it; where every subledger explains its account, clearing ends at zero. What documents and contracts posted balances, so
 * the lines balance when the trial balance does. Zero lines are left out.
 */
export function openingEntry(accounts: readonly OpeningAccount[], clearingAccountId: string): OpeningLine[] {
  return accounts.flatMap((account): OpeningLine[] => {
    const difference = differenceOf(account);
    if (difference.isZero()) return [];
    const amount = toPlainString(difference);
    return account.controlFor === null
      ? [{ accountId: account.accountId, amount, description: 'Opening balance' }]
      : [
          {
            accountId: clearingAccountId,
            amount,
            description: `Opening balance of ${account.code} less its documents or contracts`,
          },
        ];
  });
}

/** What the trial balance has more than Daybook, debits above zero. */
export const differenceOf = ({ stated, posted }: Pick<OpeningAccount, 'stated' | 'posted'>): Decimal =>
  dec(stated).minus(posted);

/**
 * The size of an opening as segregation of duties judges it: the debits of the trial balance, or of the entry where those are more. In base
 * currency.
 */
export function openingSize(accounts: readonly OpeningAccount[], clearingAccountId: string): Decimal {
  const stated = debitsOf(accounts.map((account) => account.stated));
  const moved = debitsOf(openingEntry(accounts, clearingAccountId).map(({ amount }) => amount));
  return moved.greaterThan(stated) ? moved : stated;
}

const debitsOf = (amounts: readonly DecimalString[]): Decimal =>
  sum(amounts.filter((amount) => dec(amount).isPositive()));

/** What the debits of a trial balance exceed its credits by; zero when it balances. */
export const imbalanceOf = (accounts: readonly Pick<OpeningAccount, 'stated'>[]): Decimal =>
  accounts.length === 0 ? ZERO : sum(accounts.map(({ stated }) => stated));
