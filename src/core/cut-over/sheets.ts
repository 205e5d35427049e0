import type { ImportNoun } from '../imports/import-noun';

/** A file of a cut-over, in the order in which they are imported: each names records of the ones before it. */
export interface CutOverSheet {
  readonly noun: ImportNoun;
  /** The file's name without its ending. */
  readonly file: string;
  /** What it is for, in words. */
  readonly words: string;
  /** One filled row by field, for the template. */
  readonly example: Readonly<Record<string, string>>;
}

export const CUT_OVER_SHEETS: readonly CutOverSheet[] = [
  {
    noun: 'accounts',
    file: 'accounts',
    words: 'Accounts that the chart does not have yet.',
    example: {
      code: '6155',
      name: 'Cloud hosting',
      accountType: 'EXPENSE',
      parentId: '6000',
      currencyCode: 'USD',
    },
  },
  {
    noun: 'customers',
    file: 'customers',
    words: 'Customers, including those without open invoices.',
    example: {
      companyName: 'Northwind Traders',
      customerId: 'C-1001',
      contactEmail: 'billing@northwind.example',
      paymentTerms: 'NET30',
      currencyCode: 'USD',
    },
  },
  {
    noun: 'vendors',
    file: 'vendors',
    words: 'Vendors, including those without open bills.',
    example: { name: 'Paper Mill', code: 'V-2001', email: 'office@papermill.example', paymentTerms: 'NET30' },
  },
  {
    noun: 'items',
    file: 'items',
    words: 'The items you sell, with their revenue accounts.',
    example: { code: 'PLAN-PRO', name: 'Pro plan', itemType: 'SUBSCRIPTION', revenueAccountId: '4100' },
  },
  {
    noun: 'price_lists',
    file: 'price-lists',
    words: 'Price lists, one for each currency or market.',
    example: { code: 'US-2026', name: 'United States 2026', currencyCode: 'USD', validFrom: '2026-01-01' },
  },
  {
    noun: 'prices',
    file: 'prices',
    words: 'Prices of items on those lists.',
    example: {
      priceListId: 'US-2026',
      itemId: 'PLAN-PRO',
      unitPrice: '99.00',
      minimumQuantity: '1',
      validFrom: '2026-01-01',
    },
  },
  {
    noun: 'ssp',
    file: 'ssp',
    words: 'Standalone selling prices, for contracts made from now on.',
    example: {
      productCode: 'PLAN-PRO',
      currencyCode: 'USD',
      validFrom: '2026-01-01',
      ssp: '99.00',
      method: 'OBSERVED',
      evidence: 'Median of 2025 sales',
    },
  },
  {
    noun: 'openReceivables',
    file: 'receivables',
    words: 'Every open customer invoice and credit; credits are negative.',
    example: {
      referenceNumber: 'INV-10482',
      entityId: 'C-1001',
      transactionDate: '2026-08-14',
      dueDate: '2026-09-13',
      currencyCode: 'USD',
      amount: '1200.00',
      openAmount: '800.00',
    },
  },
  {
    noun: 'openPayables',
    file: 'payables',
    words: 'Every open vendor bill and credit; credits are negative.',
    example: {
      referenceNumber: 'PM-7731',
      entityId: 'V-2001',
      transactionDate: '2026-09-02',
      dueDate: '2026-10-02',
      currencyCode: 'USD',
      amount: '340.50',
      openAmount: '340.50',
    },
  },
  {
    noun: 'openContracts',
    file: 'contracts',
    words: 'Unfulfilled revenue contracts, one row per performance obligation.',
    example: {
      contractNumber: 'K-3301',
      customerId: 'C-1001',
      contractDate: '2026-04-01',
      billed: '12000.00',
      deferred: '6000.00',
      way: 'CARRY_OVER',
      key: 'Pro plan',
      allocated: '12000.00',
      recognized: '6000.00',
      pattern: 'RATABLE',
      start: '2026-04-01',
      end: '2027-03-31',
      revenueAccountId: '4100',
    },
  },
  {
    noun: 'openingBalances',
    file: 'trial-balance',
    words: 'The trial balance of the last day in the earlier system, in base currency, all accounts.',
    example: { accountId: '1110', debit: '250000.00' },
  },
];
