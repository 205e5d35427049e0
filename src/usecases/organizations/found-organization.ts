import { createHash } from 'node:crypto';
import { z } from 'zod';
import { FX_ROLES } from '@/core/ledger/charts/charts';
import { CHART_CODES, DEFAULT_CHART } from '@/core/ledger/default-chart';
import { COMMON_CURRENCIES } from '@/core/money/currency';
import { currencyName } from '@/core/money/currency-name';
import { isCurrency, minorUnits } from '@/core/money/minor-units';
import { CALENDAR_MONTHS } from '@/core/periods/fiscal-calendar';
import { foundingPeriods } from '@/core/periods/founding-years';
import { DEFAULT_POSTING_RULES } from '@/core/transactions/default-posting-rules';
import { defaultTaxCodes } from '@/core/transactions/default-tax-codes';
import { KIND_FACTS, TRANSACTION_KINDS, type TransactionKind } from '@/core/transactions/kinds';
import { periodRows, storeFounding } from '@/db/stores/founding';
import { newId } from '@/lib/ids';
import { countryCode } from '../addresses/country-code';
import { type Call, defineUseCase } from '../kit/define';

const input = z.object({
  name: z.string().trim().min(1).max(200),
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters, digits and single hyphens')
    .max(80)
    .optional(),
  baseCurrency: z.string().refine(isCurrency, 'must be an ISO 4217 currency code').default('USD'),
  fiscalYearStartMonth: z.number().int().min(1).max(12).default(1),
  timeZone: z.string().min(1).max(64).default('UTC'),
  isDemo: z.boolean().default(false),
  /** Of the root subsidiary, where nothing else is said about it: what its founding proposes depends on it. */
  countryCode: countryCode.optional(),
  rootSubsidiary: z
    .object({
      name: z.string().min(1).max(200),
      code: z.string().min(1).max(40),
      countryCode: countryCode.optional(),
    })
    .optional(),
});

/** The ids of the records that founding created and a caller needs next, by their well-known names. */
export interface FoundedOrganization {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly baseCurrency: string;
  readonly rootSubsidiaryId: string;
  readonly accountIdByCode: Readonly<Record<string, string>>;
  readonly transactionTypeIdByKind: Readonly<Record<TransactionKind, string>>;
  readonly taxCodeIdByCode: Readonly<Record<string, string>>;
}

/**
 * Creates a complete organization: the founder as admin, a root subsidiary with three fiscal years of periods,
 * currencies, the default chart of accounts, the eight transaction types with their posting rules, tax codes. It runs
 * inside the organization it creates: the caller (a door, the seed, a test) mints a principal for a new id (see
 * `newOrganizationIdFor`) and calls with that. Refuses DUPLICATE when the slug is taken.
 */
export const foundOrganization = defineUseCase({
  name: 'organizations.found',
  permission: 'org.organization.create',
  mode: 'sql',
  input,
  async run(context, asked): Promise<FoundedOrganization> {
    const { tenant, principal, clock } = context;
    const id: string = tenant.organizationId;
    const slug = asked.slug ?? `${slugOf(asked.name)}-${id.slice(-12)}`;
    const founder = principal.actor.kind === 'user' ? principal.actor.id : null;
    const rootSubsidiaryId = newId();
    const root = asked.rootSubsidiary ?? { name: asked.name, code: 'ROOT', countryCode: asked.countryCode };
    const chart = chartRows();
    const types = TRANSACTION_KINDS.map((kind) => ({
      id: newId(),
      code: kind,
      name: KIND_FACTS[kind].label,
      kind,
      numberPrefix: KIND_FACTS[kind].numberPrefix,
    }));
    const taxes = defaultTaxCodes(asked.baseCurrency).map((code) => ({ id: newId(), ...code }));
    const calendar = { ...CALENDAR_MONTHS, startMonth: asked.fiscalYearStartMonth };

    await storeFounding(tenant, {
      organization: { ...asked, slug, createdBy: founder },
      memberships:
        founder === null ? [] : [{ id: newId(), userId: founder, roles: ['admin'], subsidiaryIds: [] }],
      subsidiaries: [{ id: rootSubsidiaryId, ...root, baseCurrency: asked.baseCurrency }],
      currencies: [...new Set([asked.baseCurrency, ...COMMON_CURRENCIES])].map((code) => ({
        id: newId(),
        code,
        name: currencyName(code),
        minorUnits: minorUnits(code),
      })),
      accounts: chart.rows,
      transactionTypes: types,
      postingRules: types.map(({ id: transactionTypeId, kind }) => {
        const rule = DEFAULT_POSTING_RULES[kind];
        return {
          id: newId(),
          transactionTypeId,
          controlAccountId: chart.idOf(rule.control),
          taxAccountId: chart.idOf(rule.tax),
          discountAccountId: chart.idOf(rule.discount),
          bankAccountId: chart.idOf(rule.bank),
          defaultLineAccountId: chart.idOf(rule.line),
          shippingAccountId: chart.idOf(rule.shipping),
        };
      }),
      taxCodes: taxes.map(({ id: taxId, code, name }) => ({ id: taxId, code, name })),
      taxRates: taxes.flatMap(({ id: taxCodeId, rates }) =>
        rates.map(({ rate, validFrom, validTo }) => ({
          id: newId(),
          taxCodeId,
          ratePercent: rate,
          validFrom,
          validTo,
        })),
      ),
      fiscalPeriods: periodRows(rootSubsidiaryId, foundingPeriods(clock.today(), calendar)),
    });

    const made: FoundedOrganization = {
      id,
      slug,
      name: asked.name,
      baseCurrency: asked.baseCurrency,
      rootSubsidiaryId,
      accountIdByCode: chart.ids,
      transactionTypeIdByKind: Object.fromEntries(
        types.map(({ kind, id: typeId }) => [kind, typeId]),
      ) as Record<TransactionKind, string>,
      taxCodeIdByCode: Object.fromEntries(taxes.map(({ code, id: taxId }) => [code, taxId])),
    };
    const { name, baseCurrency } = made;
    context.record({
      noun: 'organization',
      recordId: id,
      after: { id, slug, name, baseCurrency, rootSubsidiaryId },
    });
    return made;
  },
});

/**
 * The id for an organization about to be founded. A call with an Idempotency-Key gets the same id every time, so that a
 * retry finds the stored answer in the organization it created; without a key it is random.
 */
export function newOrganizationIdFor(call: Pick<Call, 'principal' | 'idempotency'>): string {
  if (call.idempotency === undefined) return newId();
  const { organizationId, credential } = call.principal;
  const digest = createHash('sha256')
    .update(JSON.stringify(['found', organizationId, credential, call.idempotency.key]))
    .digest();
  // RFC 9562 version 8: the content is application-defined.
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  const hex = digest.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

function chartRows() {
  const ids: Record<string, string> = Object.fromEntries(DEFAULT_CHART.map(({ code }) => [code, newId()]));
  const idOf = (code: string | null): string | null => (code === null ? null : (ids[code] ?? null));
  const rows = DEFAULT_CHART.map((account) => ({
    id: ids[account.code],
    code: account.code,
    name: account.name,
    accountType: account.type,
    normalSide: account.normalSide,
    isSummary: account.isSummary,
    isControl: account.controlFor !== null,
    controlFor: account.controlFor,
    elimination: account.elimination,
    isRetainedEarnings: account.code === CHART_CODES.retainedEarnings,
    fxRole: FX_ROLES[account.code] ?? null,
    parentId: idOf(account.parentCode),
    requiredDimensions: [],
    recommendedDimensions: [],
  }));
  return { ids, idOf, rows };
}

function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return (plain === '' ? 'organization' : plain).slice(0, 60).replace(/-+$/, '');
}
