import type { ImportNoun } from '@/core/imports/import-noun';
import { documentFieldsOf, signedAmountOf } from '@/core/imports/journal-rows';
import type { Unit } from '@/core/imports/read-rows';
import { currencyOfSubsidiary } from '@/db/stores/root-subsidiary';
import type { Tenant } from '@/db/tenancy';
import { accountVerbs } from '../accounts/account-records';
import { customerVerbs } from '../customers/customer-records';
import type { UseCase } from '../kit/define';
import { createProspect } from '../prospects/prospect-records';
import { createEmptyDocument } from '../transactions/create-empty-document';
import { vendorVerbs } from '../vendors/vendor-records';

/** The ids of the records that cells refer to, by field. */
export type Named = Readonly<Record<string, string>>;

/** How records of a noun are imported: the create verb and its input. */
export interface ImportVerb {
  readonly create: UseCase<unknown, { readonly id: string }>;
  /** The kind of transaction the verb runs in. */
  readonly mode: 'write' | 'sql';
  /** Builds the verb's input; `named` holds the ids each row of the unit refers to. */
  input(unit: Unit, named: readonly Named[], tenant: Tenant): unknown;
}

/** The part of a verb that imports use. Its input is typed as unknown because the verb's own schema validates it. */
const verb = <Input>(create: UseCase<Input, { readonly id: string }>) =>
  create as unknown as ImportVerb['create'];

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
    async input({ rows }, named, tenant) {
      const { subsidiaryId: _text, ...facts } = documentFieldsOf(rows);
      const subsidiaryId = named.find((one) => one.subsidiaryId !== undefined)?.subsidiaryId;
      const currencyCode =
        facts.currencyCode ??
        (subsidiaryId === undefined ? undefined : await currencyOfSubsidiary(tenant, subsidiaryId));
      return {
        ...facts,
        ...(subsidiaryId === undefined ? {} : { subsidiaryId }),
        ...(currencyCode === undefined ? {} : { currencyCode }),
        kind: 'JOURNAL',
        lines: rows.map((row, index) => {
          const { subsidiaryId: _one, ...ids } = named[index] ?? {};
          return {
            ...ids,
            lineNumber: index + 1,
            lineType: 'ITEM',
            description: row.values.description ?? facts.memo ?? 'Journal line',
            quantity: '1',
            unitPrice: signedAmountOf(row),
          };
        }),
      };
    },
  },
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
