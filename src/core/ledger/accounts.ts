import { granted, type Outcome, refused } from '../outcome';
import type { RefusalData } from '../refusals';
import type { Side } from '../transactions/kinds';
import type { EntryLine } from './entry-line';

/** The types of the income statement, in its order. */
export const RESULT_TYPES = ['REVENUE', 'COST_OF_SALES', 'EXPENSE', 'OTHER_INCOME', 'OTHER_EXPENSE'] as const;

export const ACCOUNT_TYPES = ['ASSET', 'LIABILITY', 'EQUITY', ...RESULT_TYPES] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** What an account may require its lines to name. */
export const REQUIRABLE_DIMENSIONS = ['class', 'department', 'location', 'project'] as const;

export type Statement = 'BALANCE_SHEET' | 'PROFIT_AND_LOSS';

/** For each type: its normal side (a contra account may have the other), its statement, and the title of its section. */
export const ACCOUNT_TYPE_FACTS: Readonly<
  Record<AccountType, { readonly normalSide: Side; readonly statement: Statement; readonly section: string }>
> = {
  ASSET: { normalSide: 'DEBIT', statement: 'BALANCE_SHEET', section: 'Assets' },
  LIABILITY: { normalSide: 'CREDIT', statement: 'BALANCE_SHEET', section: 'Liabilities' },
  EQUITY: { normalSide: 'CREDIT', statement: 'BALANCE_SHEET', section: 'Equity' },
  REVENUE: { normalSide: 'CREDIT', statement: 'PROFIT_AND_LOSS', section: 'Revenue' },
  COST_OF_SALES: { normalSide: 'DEBIT', statement: 'PROFIT_AND_LOSS', section: 'Cost of sales' },
  EXPENSE: { normalSide: 'DEBIT', statement: 'PROFIT_AND_LOSS', section: 'Operating expenses' },
  OTHER_INCOME: { normalSide: 'CREDIT', statement: 'PROFIT_AND_LOSS', section: 'Other income' },
  OTHER_EXPENSE: { normalSide: 'DEBIT', statement: 'PROFIT_AND_LOSS', section: 'Other expenses' },
};

/** The normal side of an account of this type. */
export function normalSideOf(type: AccountType): Side {
  return ACCOUNT_TYPE_FACTS[type].normalSide;
}

/** True for accounts that start each fiscal year at zero. */
export function isProfitAndLoss(type: AccountType): boolean {
  return ACCOUNT_TYPE_FACTS[type].statement === 'PROFIT_AND_LOSS';
}

/** The facts that decide whether an account accepts postings. */
export type PostableFacts = {
  readonly id: string;
  readonly code: string;
  readonly isSummary: boolean;
  readonly isControl: boolean;
  readonly isActive: boolean;
};

/** Why the account does not accept the posting, or null. A control account accepts only lines of its own subledger. */
export function whyNotPostable(
  account: PostableFacts,
  fromSubledger: boolean,
): 'SUMMARY' | 'INACTIVE' | 'CONTROL' | null {
  if (account.isSummary) return 'SUMMARY';
  if (!account.isActive) return 'INACTIVE';
  return account.isControl && !fromSubledger ? 'CONTROL' : null;
}

type PostableLine = Pick<EntryLine, 'documentLineNumber' | 'accountId' | 'isControl'>;

/** In ACCOUNT_UNRESOLVED, the line number that stands for an account missing from the posting rule itself. */
export const POSTING_RULE_LINE = 0;

/**
 * Every line resolves to an active posting account ("checks that nothing silences", decisions.md, surface C).
 * Refuses with ACCOUNT_UNRESOLVED (document line numbers; 0 for the posting rule's own accounts), then with
 * ACCOUNT_NOT_POSTABLE, which names each offending account once, by code.
 */
export function checkPostable<Line extends PostableLine>(
  lines: readonly Line[],
  accounts: ReadonlyMap<string, PostableFacts>,
): Outcome<readonly Line[]> {
  const unresolved = new Set<number>();
  const offending = new Map<string, RefusalData['ACCOUNT_NOT_POSTABLE']['accounts'][number]>();
  for (const line of lines) {
    const account = line.accountId === null ? undefined : accounts.get(line.accountId);
    if (account === undefined) {
      unresolved.add(line.documentLineNumber ?? POSTING_RULE_LINE);
      continue;
    }
    const why = whyNotPostable(account, line.isControl);
    if (why !== null) offending.set(account.id, { id: account.id, code: account.code, why });
  }
  if (unresolved.size > 0) {
    const lineNumbers = [...unresolved].sort((a, b) => a - b);
    return accountUnresolved(lineNumbers);
  }
  if (offending.size === 0) return granted(lines);
  const named = [...offending.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
  return accountsNotPostable(named);
}

/** The refusal of lines without an account; 0 stands for the posting rule's own accounts. */
export function accountUnresolved(lineNumbers: number[]): Outcome<never> {
  return refused('ACCOUNT_UNRESOLVED', unresolvedSentence(lineNumbers), { lineNumbers });
}

/** The refusal of accounts that do not accept the posting, each with its reason. */
export function accountsNotPostable(
  accounts: RefusalData['ACCOUNT_NOT_POSTABLE']['accounts'],
): Outcome<never> {
  const list = accounts.map((account) => `${account.code} (${account.why.toLowerCase()})`).join(', ');
  return refused('ACCOUNT_NOT_POSTABLE', `These accounts do not accept this posting: ${list}.`, { accounts });
}

function unresolvedSentence(lineNumbers: readonly number[]): string {
  const own = lineNumbers.filter((line) => line !== POSTING_RULE_LINE);
  const parts = [
    ...(own.length > 0 ? [`line ${own.join(', ')} has no account`] : []),
    ...(own.length < lineNumbers.length ? ['the posting rule of the transaction type has no account'] : []),
  ];
  const sentence = parts.join(' and ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

/** True for one of the eight type names. */
export function isAccountType(name: string): name is AccountType {
  return (ACCOUNT_TYPES as readonly string[]).includes(name);
}
