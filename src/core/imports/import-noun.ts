import type { Permission } from '../permissions';

/** What a table can be imported as. */
export const IMPORT_NOUNS = ['prospects', 'customers', 'vendors', 'accounts', 'journals'] as const;
export type ImportNoun = (typeof IMPORT_NOUNS)[number];

/** The permission needed to import it: the one the noun's create verb requires. */
export const IMPORT_PERMISSIONS: Readonly<Record<ImportNoun, Permission>> = {
  prospects: 'crm.prospect.write',
  customers: 'crm.customer.write',
  vendors: 'purchasing.write',
  accounts: 'gl.account.write',
  journals: 'gl.transaction.create',
};
