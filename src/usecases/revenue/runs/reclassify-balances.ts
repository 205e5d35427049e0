import { z } from 'zod';
import { CHART_CODES } from '@/core/ledger/default-chart';
import { toAmountString } from '@/core/money/currency';
import { type Decimal, dec, roundTo, sum, toPlainString, ZERO } from '@/core/money/decimal';
import { minorUnits } from '@/core/money/minor-units';
import { addDays } from '@/core/periods/calendar';
import { refuse } from '@/core/refusals';
import { lastDayOf, lastDayOfYearAfter } from '@/core/revenue/days';
import { type ContractLiability, readLiabilities } from '@/db/revenue/contract-balances';
import { appendEntry, type EntryToAppend } from '@/db/revenue/runs/entries';
import {
  currenciesOfContracts,
  insertReclassification,
  listReclassifications,
  type ReclassificationRow,
} from '@/db/revenue/runs/reclassifications';
import { lockRunsOf, runOrder } from '@/db/revenue/runs/runs';
import { postingAccounts } from '@/db/stores/structure/accounts';
import { gridOfBooks } from '@/db/stores/structure/fiscal-calendars';
import { holdPeriodsOpen, openPeriods } from '@/db/stores/structure/open-periods';
import type { Tenant } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { anId } from '@/usecases/kit/fields';
import { reachSubsidiary } from '@/usecases/subsidiaries/find-subsidiary';
import { type Context, defineUseCase } from '../../kit/define';
import { demandSecondPerson } from '../approvals/second-person-rules';
import { rateFor } from '../events/booking-rules';
import { postingDayOf } from './create-run';
import { periodName, periodOfBooks } from './run-period';

export const reclassificationFields = z.object({
  period: periodName,
  subsidiaryId: anId.optional(),
  /** The noncurrent account; omitted: the chart's 2350, or the policy's second account for deferred revenue. */
  accountId: anId.optional(),
});

type Stored = ReclassificationRow & { readonly createdAt: Date };
/** A month's contract liabilities in one currency, current and noncurrent, and the entries that reclassified them. */
export type Reclassification = Omit<Stored, 'createdBy'> & { readonly current: string };

/**
 * Reclassifies the noncurrent portion of contract liabilities to a separate account at the end of a month, and back on
 * the first day of the next (210-10-45): one pair of entries per currency, once a month; a repeated call returns the
 * posted reclassification. The subledger does not change. It follows the policy on segregation of duties: by itself what reaches the
 * threshold is refused, and requested for a second person instead. Refuses REVENUE_RULE RUN_FIRST while revenue of the month is
 * unposted, NO_ACCOUNT, PERIOD_NOT_OPEN for either day, FORBIDDEN (SECOND_PERSON).
 */
export const reclassifyBalances = defineUseCase({
  name: 'revenue.reclassifications.create',
  permission: 'revenue.run',
  mode: 'sql',
  input: reclassificationFields,
  async run(context, { period: name, ...asked }): Promise<{ reclassifications: Reclassification[] }> {
    const { tenant } = context;
    const subsidiary = await reachSubsidiary(tenant, asked.subsidiaryId);
    await lockRunsOf(tenant, subsidiary.id);
    const grid = await gridOfBooks(tenant, subsidiary.id);
    const { key: period, startDate, endDate } = periodOfBooks(grid, name);
    const known = await listReclassifications(tenant, subsidiary.id, period);
    if (known.length > 0) return { reclassifications: known.map(shown) };
    const { firstDue, unfinished } = await runOrder(tenant, subsidiary.id);
    if ((firstDue !== null && firstDue <= period) || (unfinished !== null && unfinished <= period)) {
      refuse(
        'REVENUE_RULE',
        `Revenue of ${period} is not posted yet. Run the ${period.length === 7 ? 'month' : 'period'} first.`,
        {
          rule: 'RUN_FIRST',
          period,
        },
      );
    }
    await holdPeriodsOpen(tenant);
    const dates = {
      postingDate: await postingDayOf(context, subsidiary.id, period, endDate),
      reversalDate: await demandOpen(context, subsidiary.id, addDays(endDate, 1)),
    };
    const accountId = await accountFor(tenant, asked.accountId);
    const parts: Parts[] = [];
    for (const currencyCode of await currenciesOfContracts(tenant, subsidiary.id)) {
      const found = await partsOf(tenant, {
        subsidiary,
        period,
        startDate,
        currencyCode,
        accountId,
        ...dates,
      });
      if (found !== null) parts.push(found);
    }
    if (parts.length > 0) {
      await demandSecondPerson(context, {
        baseAmount: async () => toPlainString(sum(parts.map(({ base }) => base))),
        preparedBy: null,
        permission: 'revenue.run',
      });
    }
    for (const one of parts) await reclassifyCurrency(context, one);
    return { reclassifications: (await listReclassifications(tenant, subsidiary.id, period)).map(shown) };
  },
});

/** The reclassifications posted so far, newest month first. */
export const listReclassified = defineUseCase({
  name: 'revenue.reclassifications.list',
  permission: 'revenue.read',
  mode: 'read',
  input: z.object({ subsidiaryId: anId.optional(), period: periodName.optional() }),
  async run({ tenant }, { subsidiaryId, period }): Promise<Reclassification[]> {
    return (await listReclassifications(tenant, subsidiaryId ?? null, period ?? null)).map(shown);
  },
});

function shown({ createdBy: _who, ...row }: Stored): Reclassification {
  const money = (value: Decimal) => toAmountString(value, row.currencyCode);
  return {
    ...row,
    liability: money(dec(row.liability)),
    current: money(dec(row.liability).minus(row.nonCurrent)),
    nonCurrent: money(dec(row.nonCurrent)),
  };
}

async function demandOpen(context: Context, subsidiaryId: string, date: string): Promise<string> {
  const open = await openPeriods(context.tenant, subsidiaryId);
  if (open.some(({ startDate, endDate }) => startDate <= date && date <= endDate)) return date;
  refuse('PERIOD_NOT_OPEN', `${date}, the date of its reversal, is not in an open period.`, {
    date,
    period: null,
    status: 'NOT_OPEN',
    subsidiaryId,
  });
}

/**
 * A separate deferred revenue account, so that the ledger's total of deferred revenue still agrees with the subledger.
 */
async function accountFor(tenant: Tenant, asked: string | undefined): Promise<string> {
  const accounts = (await postingAccounts(tenant)).filter(
    ({ controlFor }) => controlFor === 'DEFERRED_REVENUE',
  );
  const found = accounts.find(({ id, code }) =>
    asked === undefined ? code === CHART_CODES.deferredNonCurrent : id === asked,
  );
  if (found !== undefined) return found.id;
  refuse(
    'REVENUE_RULE',
    'There is no account for deferred revenue due after one year. Set up a second control account for deferred revenue.',
    { rule: 'NO_ACCOUNT', role: 'DEFERRED_REVENUE_NON_CURRENT' },
  );
}

interface Place {
  readonly subsidiary: { readonly id: string; readonly baseCurrency: string };
  readonly period: string;
  readonly startDate: string;
  readonly currencyCode: string;
  readonly accountId: string;
  readonly postingDate: string;
  readonly reversalDate: string;
}

/** The noncurrent portion by the account that carries it, in both currencies. */
function laterParts(rows: readonly ContractLiability[], { subsidiary }: Place) {
  const parts = new Map<string, { amount: Decimal; base: Decimal }>();
  let liability = ZERO;
  for (const row of rows) {
    const whole = dec(row.liability);
    liability = liability.plus(whole);
    const apart = whole.minus(row.current);
    const part = parts.get(row.liabilityAccountId) ?? { amount: ZERO, base: ZERO };
    // Nonmonetary: each contract's portion keeps the rate at which its liability is carried (830-10-45-18).
    const base = roundTo(apart.times(row.liabilityBase).div(whole), minorUnits(subsidiary.baseCurrency));
    parts.set(row.liabilityAccountId, { amount: part.amount.plus(apart), base: part.base.plus(base) });
  }
  return { liability, parts: [...parts].filter(([, { amount }]) => !amount.isZero()) };
}

/** What is reclassified in one currency: by account, in total, and in base currency. */
interface Parts {
  readonly place: Place;
  readonly liability: Decimal;
  readonly parts: readonly (readonly [accountId: string, part: { amount: Decimal; base: Decimal }])[];
  readonly amount: Decimal;
  readonly base: Decimal;
}

/** The noncurrent portion in one currency; null where there is none. */
async function partsOf(tenant: Tenant, place: Place): Promise<Parts | null> {
  const { subsidiary, period, startDate, currencyCode } = place;
  const scope = {
    isByMonth: false,
    subsidiaryIds: [subsidiary.id],
    currencyCode,
    effectiveAsOf: null,
    knownAsOf: null,
  };
  const rows = await readLiabilities(tenant, scope, {
    from: startDate,
    until: addDays(lastDayOf(period), 1),
    soon: addDays(lastDayOfYearAfter(period), 1),
  });
  const { liability, parts } = laterParts(rows, place);
  if (parts.length === 0) return null;
  return {
    place,
    liability,
    parts,
    amount: sum(parts.map(([, { amount }]) => amount)),
    base: sum(parts.map(([, { base }]) => base)),
  };
}

async function reclassifyCurrency(
  context: Context,
  { place, liability, parts, amount, base }: Parts,
): Promise<void> {
  const { tenant, principal, second } = context;
  const { subsidiary, period, currencyCode, accountId, postingDate, reversalDate } = place;
  const actorId = principal.actor.kind === 'user' ? principal.actor.id : null;
  const entry = (date: string, apart: boolean, reversalOfId?: string): EntryToAppend => {
    const line = (id: string, value: Decimal, baseValue: Decimal, debit: boolean) => ({
      accountId: id,
      debit: toPlainString(debit ? value : ZERO),
      credit: toPlainString(debit ? ZERO : value),
      baseDebit: toPlainString(debit ? baseValue : ZERO),
      baseCredit: toPlainString(debit ? ZERO : baseValue),
    });
    return {
      entryId: newId(),
      subsidiaryId: subsidiary.id,
      currencyCode,
      postingDate: date,
      rate,
      sourceKind: 'REVENUE_RECLASS',
      memo: apart
        ? `Contract liabilities due after one year, end of ${period}`
        : `Contract liabilities due after one year, end of ${period}, reversal`,
      actorId,
      lines: [
        ...parts.map(([id, part]) => line(id, part.amount, part.base, apart)),
        line(accountId, amount, base, !apart),
      ],
      ...(reversalOfId === undefined ? {} : { reversalOfId }),
    };
  };
  const rate = await rateFor(tenant, subsidiary.id, currencyCode, postingDate);
  const there = entry(postingDate, true);
  const back = entry(reversalDate, false, there.entryId);
  await appendEntry(tenant, there);
  await appendEntry(tenant, back);
  const row: ReclassificationRow = {
    id: newId(),
    subsidiaryId: subsidiary.id,
    period,
    currencyCode,
    postingDate,
    reversalDate,
    liability: toPlainString(liability),
    nonCurrent: toPlainString(amount),
    accountId,
    entryId: there.entryId,
    reversalEntryId: back.entryId,
    // What a second person approved is made under the name of the one who prepared it.
    createdBy: second?.kind === 'APPROVED' ? second.preparedBy : actorId,
  };
  await insertReclassification(tenant, row);
  context.record({ noun: 'revenue reclassification', recordId: row.id, after: row });
}
