import type { Permission } from '../permissions';

/** What a table can be imported as. */
export const IMPORT_NOUNS = [
  'prospects',
  'customers',
  'vendors',
  'accounts',
  'journals',
  'items',
  'price_lists',
  'prices',
  'ssp',
  'openingBalances',
  'openReceivables',
  'openPayables',
  'openContracts',
  'orders',
] as const;
export type ImportNoun = (typeof IMPORT_NOUNS)[number];

/** What is imported only as part of a cut-over, whose day and subsidiary it takes. */
export const CUT_OVER_NOUNS = [
  'openingBalances',
  'openReceivables',
  'openPayables',
  'openContracts',
] as const;
export type CutOverNoun = (typeof CUT_OVER_NOUNS)[number];

export const isCutOverNoun = (noun: ImportNoun): noun is CutOverNoun =>
  (CUT_OVER_NOUNS as readonly string[]).includes(noun);

/** The permission needed to import it: the one the noun's create verb requires. */
export const IMPORT_PERMISSIONS: Readonly<Record<ImportNoun, Permission>> = {
  prospects: 'crm.prospect.write',
  customers: 'crm.customer.write',
  vendors: 'purchasing.write',
  accounts: 'gl.account.write',
  journals: 'gl.transaction.create',
  items: 'billing.write',
  price_lists: 'billing.write',
  prices: 'billing.write',
  ssp: 'revenue.policy',
  // An opening balance is someone's word for what the books were, so it takes who may also post.
  openingBalances: 'gl.setup.write',
  openReceivables: 'gl.transaction.post',
  openPayables: 'gl.transaction.post',
  openContracts: 'revenue.write',
  orders: 'revenue.write',
};

/** Imported from a place of its own, which says what belongs to it; not chosen among the nouns of a table. */
export const hasOwnPlace = (noun: ImportNoun): boolean => isCutOverNoun(noun) || noun === 'orders';
