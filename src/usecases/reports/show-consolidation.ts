import { z } from 'zod';
import { type ConsolidatedStatements, consolidate } from '@/core/consolidation/statements';
import { translate } from '@/core/consolidation/translation';
import type { FiledRate, UsedRate } from '@/core/consolidation/translation-rates';
import { type DecimalString, dec, toPlainString } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import { ancestorsOf } from '@/core/subsidiaries/tree';
import {
  countGroup,
  type GroupSubsidiary,
  readConsolidatedAccounts,
  readFiledRates,
  readGroupSubsidiaries,
  type YearBooks,
} from '@/db/reports/consolidation';
import { refuseNotFound } from '@/usecases/kit/crud';
import { type Context, defineUseCase } from '@/usecases/kit/define';
import { day, momentText } from '@/usecases/kit/fields';
import { outOfReach } from '@/usecases/kit/reach';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { isRecordedLate } from '../subsidiaries/record-ownership';
import { groupOn, openingOf } from './group-standing';
import { demandReportReach } from './report-scope';

/** A company's column: whose books, the currency they are kept in, and the share of the parent's owners. */
export interface ConsolidationColumn {
  subsidiaryId: string;
  code: string;
  name: string;
  baseCurrency: string;
  /** Percent, multiplied along every level of ownership. */
  groupPercent: DecimalString;
  /** What its own parent owned of it on the day, if that ever changed: from which day on, when it was recorded, and whether that was late. */
  ownership?: { percent: DecimalString; effectiveDate: string; recordedAt: string; isLate: boolean };
  /** First day that the income statement covers. */
  yearFrom: string;
}

export interface Consolidation extends ConsolidatedStatements {
  asOf: string;
  /** The first day of the income statement where one was asked for; otherwise each company's fiscal year begins it. */
  incomeFrom: string | null;
  /** Why the translation adjustment's movement is not stated: a rate of the opening day is missing. */
  openingProblem: string | null;
  parent: { id: string; name: string };
  /** The parent's base currency, in which all amounts are stated. */
  currencyCode: string;
  columns: ConsolidationColumn[];
  /** Companies whose books hold only eliminations; they are shown in the eliminations column. */
  eliminationCompanies: { id: string; name: string }[];
  /** Every translation rate used, listed once. */
  rates: UsedRate[];
}

/**
 * The consolidated balance sheet as of a day and the income statement of the fiscal year to date, or from any day (accounting.md 3): the
 * parent and everything below it, in the parent's base currency. Without `subsidiaryId`, the only company that has no
 * parent. Refuses NOT_FOUND, FORBIDDEN when any company of the group is outside the caller's reach (part of a group is
 * not consolidated), INVALID_INPUT when several companies have no parent and none was chosen, RATE_MISSING.
 */
export const consolidation = defineUseCase({
  name: 'reports.consolidation',
  permission: 'gl.report.read',
  mode: 'report',
  input: z.object({
    subsidiaryId: z.guid().optional(),
    asOf: day.optional(),
    /** The first day the income statement covers; omitted, that of each company's fiscal year. */
    from: day.optional(),
    /** Ownership as it was known at this moment: the shares the consolidation printed then used. */
    ownershipKnownAsOf: momentText.optional(),
  }),
  async run(context, input): Promise<Consolidation> {
    const { tenant, clock } = context;
    const asOf = input.asOf ?? clock.today();
    const from = input.from ?? null;
    if (from !== null && from > asOf) {
      const message = `must not be after ${asOf}`;
      refuse('INVALID_INPUT', `from: ${message}`, { issues: [{ path: ['from'], message }] });
    }
    demandReportReach(context, input);
    const all = await readGroupSubsidiaries(tenant, {
      asOf,
      knownAsOf: input.ownershipKnownAsOf ?? null,
    });
    const parent = parentOf(all, input.subsidiaryId);
    const group = groupOf(all, parent);
    await demandWholeGroup(context, parent, group);
    const currencyCode = parent.baseCurrency;

    const { accounts, retainedEarningsAccountId } = await readConsolidatedAccounts(tenant);
    const others = [...new Set(group.map((one) => one.baseCurrency))].filter((one) => one !== currencyCode);
    const filed: FiledRate[] =
      others.length === 0 ? [] : await readFiledRates(tenant, currencyCode, others, asOf);
    const translated = (one: YearBooks) =>
      valueOrThrow(translate(one, { currencyCode, retainedEarningsAccountId }, filed));
    const asked = {
      parent,
      groupIds: group.map(({ id }) => id),
      knownAsOf: input.ownershipKnownAsOf ?? null,
      translated,
    };
    const standing = await groupOn(context, { ...asked, asOf });
    const { books, members } = standing;
    const byId = new Map(all.map((one) => [one.id, one]));
    const ranged = from === null ? null : await groupOn(context, { ...asked, asOf, since: from });
    const opening = await openingOf(context, { ...asked, from }, books);
    return {
      asOf,
      parent: { id: parent.id, name: parent.name },
      currencyCode,
      columns: members
        .filter((member) => !member.isElimination)
        .flatMap(({ subsidiaryId, share }) => {
          const own = books.find((one) => one.subsidiaryId === subsidiaryId);
          const yearFrom = from ?? own?.yearFrom ?? asOf;
          const one = byId.get(subsidiaryId);
          if (one === undefined) return [];
          const { code, name, baseCurrency } = one;
          return [
            {
              subsidiaryId,
              code,
              name,
              baseCurrency,
              groupPercent: toPlainString(share.times('100')),
              yearFrom,
              ...ownershipOf(one),
            },
          ];
        }),
      eliminationCompanies: group
        .filter((one) => one.isElimination && one.id !== parent.id)
        .map(({ id, name }) => ({ id, name })),
      rates: onceEach(standing.rates),
      incomeFrom: from,
      openingProblem: opening.problem,
      ...consolidate(members, accounts, currencyCode, {
        ...(ranged === null ? {} : { range: ranged.members }),
        ...(opening.members === null ? {} : { opening: opening.members }),
      }),
    };
  },
});

/** Of a company whose ownership ever changed: the share in force. */
function ownershipOf({ ownershipPercent, ownedFrom, ownershipRecordedAt }: GroupSubsidiary) {
  if (ownedFrom === null || ownershipRecordedAt === null) return {};
  const share = { effectiveDate: ownedFrom, recordedAt: ownershipRecordedAt };
  const percent = toPlainString(dec(ownershipPercent));
  return { ownership: { percent, ...share, isLate: isRecordedLate(share) } };
}

function parentOf(all: readonly GroupSubsidiary[], chosen: string | undefined): GroupSubsidiary {
  if (chosen !== undefined) {
    return all.find((one) => one.id === chosen.toLowerCase()) ?? refuseNotFound('subsidiary', chosen);
  }
  // For a confined caller, a company whose parent they cannot reach counts as the top of a group.
  const tops = all.filter((one) => !all.some(({ id }) => id === one.parentId));
  const [top] = tops;
  if (top === undefined || tops.length > 1) {
    const issues = [{ path: ['subsidiaryId'], message: 'must be the parent of the group' }];
    refuse('INVALID_INPUT', 'Choose the company to consolidate: more than one has no parent.', { issues });
  }
  return top;
}

/** The parent first, then every company below it in the order of the list. */
function groupOf(all: readonly GroupSubsidiary[], parent: GroupSubsidiary): GroupSubsidiary[] {
  const parents = new Map(all.map((one) => [one.id, one.parentId]));
  return [parent, ...all.filter((one) => ancestorsOf(one.id, parents).includes(parent.id))];
}

/**
 * Refuses FORBIDDEN (for a company's key: NOT_FOUND) when companies below the parent are outside the caller's reach.
 */
async function demandWholeGroup(
  { tenant, principal }: Context,
  parent: GroupSubsidiary,
  group: readonly GroupSubsidiary[],
): Promise<void> {
  if (group.length === (await countGroup(tenant, parent.id))) return;
  if (principal.companyId !== null) refuseNotFound('subsidiary', parent.id);
  throw outOfReach('gl.report.read');
}

/** Companies with the same currency share their rates. */
function onceEach(rates: readonly UsedRate[]): UsedRate[] {
  const found = new Map(rates.map((one) => [`${one.from}/${one.use}/${one.firstDay}/${one.lastDay}`, one]));
  const order = ['CLOSING', 'AVERAGE', 'HISTORICAL'];
  return [...found.values()].sort(
    (a, b) =>
      a.from.localeCompare(b.from) ||
      order.indexOf(a.use) - order.indexOf(b.use) ||
      (a.firstDay < b.firstDay ? 1 : -1),
  );
}
