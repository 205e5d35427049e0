import type { ImportNoun } from '@/core/imports/import-noun';
import type { Unit } from '@/core/imports/read-rows';
import type { CutOverRecord } from '@/db/stores/cut-overs';
import type { Tenant } from '@/db/tenancy';
import { accountVerbs } from '../accounts/account-records';
import { customerVerbs } from '../customers/customer-records';
import { demandNotOpened } from '../cut-over/cut-over-rules';
import { type Loaded, type LoadUnit, loadBalances, loadOpenItems } from '../cut-over/load-items';
import { loadOpenContracts } from '../cut-over/load-open-contracts';
import { itemVerbs } from '../items/item-records';
import type { Context, UseCase } from '../kit/define';
import { loadOrders } from '../orders/load-orders';
import { priceListVerbs } from '../price-lists/price-list-records';
import { priceVerbs } from '../price-lists/prices';
import { createProspect } from '../prospects/prospect-records';
import { createSsp } from '../revenue/setup/ssp-records';
import { createEmptyDocument } from '../transactions/create-empty-document';
import { vendorVerbs } from '../vendors/vendor-records';
import type { ImportPart, Named } from './import-shape';
import { loadJournals } from './load-journals';

/** How records of a noun are imported: the create verb and its input. */
export interface ImportVerb {
  /** Null for what is made a whole portion at once. */
  readonly create: UseCase<unknown, { readonly id: string }> | null;
  /** The kind of transaction the verb runs in. */
  readonly mode: 'write' | 'sql';
  /** Builds the verb's input; `named` holds the ids each row of the unit refers to. */
  input(unit: Unit, named: readonly Named[], tenant: Tenant, part: ImportPart): unknown;
  /**
   * Whether a run by someone else approves what the file's uploader prepared, where four eyes are required: there is no later step
   * at which a second person would see what the rows became.
   */
  readonly runApproves?: true;
  /** Instead of the verb row by row: makes the records of a whole portion at once, each with its own answer. */
  readonly together?: (context: Context, part: ImportPart, units: readonly LoadUnit[]) => Promise<Loaded[]>;
}

/** Refuses an import of a cut-over's figures outside of one, which creating it should have refused. */
function cutOverOf({ cutOver }: ImportPart): CutOverRecord {
  if (cutOver === null) throw new Error('this import belongs to no cut-over');
  return cutOver;
}

/** The part of a verb that imports use. Its input is typed as unknown because the verb's own schema validates it. */
const verb = <Input>(create: UseCase<Input, { readonly id: string }>) =>
  create as unknown as UseCase<unknown, { readonly id: string }>;

/** Figures of a cut-over, which are loaded by the portion; their rows have no create verb of their own. */
const loaded = (together: NonNullable<ImportVerb['together']>): ImportVerb => ({
  create: null,
  mode: 'sql',
  input: () => ({}),
  together: async (context, part, units) => {
    demandNotOpened(cutOverOf(part), 'This can no longer be imported');
    return together(context, part, units);
  },
});

const record = <Input>(create: UseCase<Input, { readonly id: string }>): ImportVerb => ({
  create: verb(create),
  mode: 'write',
  input: ({ rows }, named) => nested({ ...rows[0]?.values, ...named[0] }),
});

/** The nouns that can be imported, each through its create verb. */
export const IMPORT_VERBS: Readonly<Record<ImportNoun, ImportVerb>> = {
  prospects: {
    ...record(createProspect),
    input({ rows }, named) {
      const { employeeCount, ...values } = { ...rows[0]?.values, ...named[0] };
      // The verb expects a count as a JSON number; text that is not a number is passed on so that the verb refuses it.
      return nested(
        employeeCount === undefined ? values : { ...values, employeeCount: Number(employeeCount) },
      );
    },
  },
  customers: record(customerVerbs.create),
  vendors: record(vendorVerbs.create),
  accounts: {
    ...record(accountVerbs.create),
    input({ rows }, named) {
      const { isSummary, ...values } = { ...rows[0]?.values, ...named[0] };
      return nested(isSummary === undefined ? values : { ...values, isSummary: isSummary === 'yes' });
    },
  },
  journals: {
    create: verb(createEmptyDocument),
    mode: 'sql',
    input: () => ({}),
    together: loadJournals,
  },
  items: record(itemVerbs.create),
  price_lists: record(priceListVerbs.create),
  prices: record(priceVerbs.create),
  ssp: { ...record(createSsp), mode: 'sql' },
  openingBalances: loaded((context, part, units) =>
    loadBalances(context, cutOverOf(part), part.importId, units),
  ),
  openReceivables: loaded((context, part, units) =>
    loadOpenItems(context, cutOverOf(part), { importId: part.importId, noun: 'openReceivables' }, units),
  ),
  openPayables: loaded((context, part, units) =>
    loadOpenItems(context, cutOverOf(part), { importId: part.importId, noun: 'openPayables' }, units),
  ),
  openContracts: {
    create: null,
    mode: 'sql',
    runApproves: true,
    input: () => ({}),
    together: (context, part, units) =>
      loadOpenContracts(
        {
          ...context,
          // A check approves nothing, so it asks no one for a second person.
          dryRun: context.dryRun || part.isCheck,
          second: { kind: 'APPROVED', preparedBy: part.uploadedBy },
        },
        cutOverOf(part),
        part.importId,
        units,
      ),
  },
  orders: { create: null, mode: 'sql', input: () => ({}), together: loadOrders },
};

/** Turns `{ 'address.city': 'Oslo' }` into `{ address: { city: 'Oslo' } }`. */
function nested(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const [outer = '', inner] = name.split('.', 2);
    if (inner === undefined) made[outer] = value;
    else made[outer] = { ...(made[outer] as object | undefined), [inner]: value };
  }
  return made;
}
