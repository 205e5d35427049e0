import type { TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { revaluePeriod } from '@/usecases/fx/revalue-period';
import type { Call } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import { listPeriods } from '@/usecases/periods/list-periods';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { createTransaction } from '@/usecases/transactions/create-transaction';
import { listApplications } from '@/usecases/transactions/payments/list-applications';
import { recordPayment } from '@/usecases/transactions/payments/record-payment';
import { unapplyPayment } from '@/usecases/transactions/payments/unapply-payment';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { type Size, TODAY } from './sizes';

/** One invoice or bill in another currency, with its payment, for so many groups of ten documents. */
const GROUPS_A_PAIR = 80;
/** Pairs that stay open, whatever the size. */
const OPEN_PAIRS = 200;
/** Pairs of one portion, which is repeated when a fill is interrupted in it. */
export const PAIRS_AT_ONCE = 500;
const AT_ONCE = 16;
const CURRENCIES = ['EUR', 'EUR', 'JPY'] as const;
/** Up and down by a few hundredths. */
const RATES = {
  EUR: (month: number) => `1.1${String((month * 35) % 55).padStart(2, '0')}`,
  JPY: (month: number) => `0.00${700 + ((month * 28) % 44)}`,
} as const;

/** How many pairs books of a size have. */
export const pairsOf = (size: Size): number =>
  Math.max(OPEN_PAIRS * 2, Math.ceil(size.groups / GROUPS_A_PAIR));

/** What the pairs refer to. */
export interface Abroad {
  readonly days: readonly string[];
  readonly subsidiaries: readonly string[];
  readonly customers: readonly string[];
  readonly vendors: readonly string[];
}

/**
 * What most books have and the fill by sets leaves out: a second company, currencies other than the base currency whose rates differ from month to month,
 * settlements with an exchange difference, some of them taken back, reversed documents, and months that are revalued. All of it is
 * recorded by the use-cases themselves.
 */
export async function openAbroad(organization: TestOrganization): Promise<void> {
  const months = await monthsOf(organization);
  const rates = months.flatMap(({ startDate, endDate }, at) =>
    (['EUR', 'JPY'] as const).flatMap((fromCurrency) => {
      const of = { fromCurrency, toCurrency: 'USD', rate: RATES[fromCurrency](at) };
      return [
        { ...of, rateDate: startDate, rateType: 'SPOT' },
        { ...of, rateDate: endDate, rateType: 'CLOSING' },
      ];
    }),
  );
  await runForOutput(setExchangeRates, organization.callAs('controller'), { rates, confirmation: 'Drawn' });
  const branch = { name: 'Branch', code: 'BRANCH', parentId: organization.ids.rootSubsidiary };
  await runForOutput(createSubsidiary, organization.callAs('admin'), branch);
}

/** What the pairs of books that were opened so refer to. */
export async function abroadOf(organization: TestOrganization): Promise<Abroad> {
  const months = await monthsOf(organization);
  const ids = async (table: string) => {
    const { rows } = await withOwner((client) =>
      client.query<{ id: string }>(
        `select id from ${table} where organization_id = $1 order by id limit 5000`,
        [organization.organizationId],
      ),
    );
    return rows.map(({ id }) => id);
  };
  const days = months.flatMap(({ startDate }) =>
    ['02', '05', '09', '12', '16', '19', '23', '26'].map((of) => `${startDate.slice(0, 8)}${of}`),
  );
  return {
    days: days.filter((day) => day < TODAY),
    subsidiaries: await ids('subsidiaries'),
    customers: await ids('customers'),
    vendors: await ids('vendors'),
  };
}

async function monthsOf(organization: TestOrganization) {
  const periods = await runForOutput(listPeriods, organization.callAs('viewer'), {});
  const { rootSubsidiary } = organization.ids;
  return periods.filter(
    ({ subsidiaryId, isAdjustment, startDate }) =>
      subsidiaryId === rootSubsidiary && !isAdjustment && startDate < TODAY,
  );
}

/** Records the pairs of a portion. */
export async function fillPairs(
  organization: TestOrganization,
  size: Size,
  abroad: Abroad,
  first: number,
): Promise<void> {
  const end = Math.min(first + PAIRS_AT_ONCE, pairsOf(size));
  for (let from = first; from < end; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, end - from) }, (_, at) => from + at);
    await Promise.all(some.map((pair) => fillPair(organization, size, abroad, pair)));
  }
}

const at = <T>(all: readonly T[], place: number): T => {
  const found = all[place % all.length];
  if (found === undefined) throw new Error('a list is empty');
  return found;
};

async function fillPair(org: TestOrganization, size: Size, abroad: Abroad, pair: number): Promise<void> {
  // As on the screens: a payment settles on its own day, not on the day it is recorded.
  const call = () => org.callAs('admin', { surface: 'trpc' });
  const { days } = abroad;
  const pairs = pairsOf(size);
  const place = Math.floor((pair * days.length) / pairs);
  const isBill = pair % 8 === 7;
  const header = {
    subsidiaryId: at(abroad.subsidiaries, pair % 5 === 4 ? 1 : 0),
    currencyCode: at(CURRENCIES, pair),
    entityType: isBill ? 'VENDOR' : 'CUSTOMER',
    entityId: at(isBill ? abroad.vendors : abroad.customers, pair * 13),
  };
  const amount = String(1_000 + ((pair * 7_919) % 90_000));
  const dated = at(days, place);
  const { id } = await runForOutput(createTransaction, call(), {
    transaction: {
      ...header,
      transactionTypeId: org.ids.types[isBill ? 'VENDOR_BILL' : 'INVOICE'],
      transactionDate: dated,
      status: 'APPROVED',
    },
    lines: [{ lineNumber: 1, lineType: 'SERVICE', description: 'Abroad', quantity: '1', unitPrice: amount }],
  });
  await runForOutput(postTransaction, call(), { id, postingDate: dated, overrideChecks: true });
  const isOpen = pair % Math.floor(pairs / OPEN_PAIRS) === 0;
  // Five to twelve weeks later; what is not due for so long stays open too.
  const later = place + 10 + (pair % 14);
  if (isOpen || later >= days.length) return;
  if (pair % 40 === 1) {
    await runForOutput(reverseTransaction, call(), {
      id,
      reversalReason: 'Entered twice',
      reversalDate: at(days, later),
    });
    return;
  }
  const payment = await runForOutput(recordPayment, call(), {
    transaction: {
      ...header,
      transactionTypeId: org.ids.types[isBill ? 'VENDOR_PAYMENT' : 'CUSTOMER_PAYMENT'],
      transactionDate: at(days, later),
    },
    amount,
    applications: [{ documentId: id, amount }],
    how: 'post',
    overrideChecks: true,
  });
  if (pair % 25 === 3) await takeBack(call(), payment.id);
}

/** Takes back what a payment settled. */
async function takeBack(call: Call, transactionId: string): Promise<void> {
  const applications = await runForOutput(listApplications, call, { transactionId });
  for (const { id } of applications) await runForOutput(unapplyPayment, call, { applicationId: id });
}

/** Revalues the months that have passed. */
export async function revalueMonths(organization: TestOrganization): Promise<void> {
  for (const { id, endDate } of await monthsOf(organization)) {
    if (endDate < TODAY)
      await runForOutput(revaluePeriod, organization.callAs('controller'), { periodId: id });
  }
}
