import type { AccountType } from '../ledger/accounts';

/** What other ledgers call the types of their accounts, by ours. */
const WORDS: Readonly<Record<AccountType, readonly string[]>> = {
  ASSET: [
    'assets',
    'bank',
    'cash',
    'cash and cash equivalents',
    'current asset',
    'current assets',
    'accounts receivable',
    'accounts receivable (A/R)',
    'AcctRec',
    'receivable',
    'other current asset',
    'other current assets',
    'OthCurrAsset',
    'inventory',
    'prepayment',
    'deferred expense',
    'DeferExpense',
    'unbilled receivable',
    'UnbilledRec',
    'fixed asset',
    'fixed assets',
    'FixedAsset',
    'non-current asset',
    'non-current assets',
    'other asset',
    'other assets',
    'OthAsset',
  ],
  LIABILITY: [
    'liabilities',
    'current liability',
    'current liabilities',
    'accounts payable',
    'accounts payable (A/P)',
    'AcctPay',
    'payable',
    'credit card',
    'CredCard',
    'other current liability',
    'other current liabilities',
    'OthCurrLiab',
    'deferred revenue',
    'DeferRevenue',
    'long term liability',
    'long term liabilities',
    'LongTermLiab',
    'non-current liability',
    'non-current liabilities',
  ],
  EQUITY: ['retained earnings', "owner's equity", "shareholders' equity", "stockholders' equity"],
  REVENUE: ['income', 'sales', 'revenues', 'operating revenue'],
  COST_OF_SALES: ['cost of goods sold', 'COGS', 'direct costs', 'direct cost', 'cost of revenue'],
  EXPENSE: ['expenses', 'operating expense', 'operating expenses', 'overhead', 'overheads', 'depreciation'],
  OTHER_INCOME: ['OthIncome', 'other revenue', 'non-operating income'],
  OTHER_EXPENSE: ['OthExpense', 'other expenses', 'non-operating expense'],
};

/**
 * The type that each word of QuickBooks Online, Xero, NetSuite and Sage Intacct stands for, squeezed. Words that say no type, such as those
 * for memorandum accounts, are left out.
 */
export const ACCOUNT_TYPE_WORDS: Readonly<Record<string, AccountType>> = Object.fromEntries(
  (Object.keys(WORDS) as AccountType[]).flatMap((type) =>
    WORDS[type].map((word) => [word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''), type] as const),
  ),
);
