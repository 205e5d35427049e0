import { z } from 'zod';
import { withSeparators } from '@/core/money/separators';
import { periodKey } from '@/core/periods/period-grid';
import type { TieOutLine, TieOutName } from '@/core/revenue/tie-out';
import { decisionsOpen, financingAsked, interestDue, suppliersDue } from '@/db/revenue/contracts/estimates';
import { gridOfBooks } from '@/db/stores/structure/fiscal-calendars';
import {
  type PeriodRecord,
  periods,
  unpostedDocuments,
  unpostedSchedules,
} from '@/db/stores/structure/periods';
import type { Tenant } from '@/db/tenancy';
import { refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { verdictOf } from '../revenue/reports/verify-revenue';
import { isPlanPending } from '../revenue/runs/plan-periods';
import {
  intercompanyDifferences,
  type PeriodBlocker,
  unconfirmedDocumentRates,
  unreconciledControls,
  unrevaluedBalances,
} from './ledger-blockers';

const STATUS_WORDS: Readonly<Record<string, string>> = {
  DRAFT: 'draft',
  PENDING_APPROVAL: 'waiting for approval',
  APPROVED: 'approved but not posted',
};

/** Everything that blocks closing a period, for the close itself and for the screen before it (accounting.md 1). */
export async function blockersOf(tenant: Tenant, period: PeriodRecord): Promise<PeriodBlocker[]> {
  const documents = await unpostedDocuments(tenant, period);
  const schedules = await unpostedSchedules(tenant, period);
  const blockers = documents.map(
    ({ status, count, numbers }): PeriodBlocker => ({
      blocker: 'UNPOSTED_DOCUMENTS',
      message: `${count} ${count === 1 ? 'transaction is' : 'transactions are'} ${STATUS_WORDS[status] ?? status}: post, move or cancel.`,
      count,
      examples: numbers,
      documentStatus: status,
    }),
  );
  if (schedules.rows > 0) {
    const message = `${schedules.rows} revenue or contract cost amounts are due but not in a recognition run. ${runIt(period)}`;
    const { rows: count, contracts: examples } = schedules;
    blockers.push({ blocker: 'UNPOSTED_SCHEDULES', message, count, examples });
  }
  if (schedules.runs.length > 0) {
    const message = 'A recognition run is not finished. Finish it.';
    blockers.push({
      blocker: 'UNFINISHED_RUN',
      message,
      count: schedules.runs.length,
      examples: schedules.runs,
    });
  }
  return [
    ...blockers,
    ...(await pendingPlan(tenant, period)),
    ...(await unpostedAccruals(tenant, period)),
    ...(await openDecisions(tenant, period)),
    ...(await openFinancing(tenant, period)),
    ...(await unreconciledControls(tenant, period)),
    ...(await unconfirmedDocumentRates(tenant, period)),
    ...(await unrevaluedBalances(tenant, period)),
    ...(await intercompanyDifferences(tenant, period)),
    ...(await untiedRevenue(tenant, period)),
  ];
}

/** What to do about revenue that is due: run the month, or the fiscal period by its name. */
const runIt = ({ startDate, endDate, label }: PeriodRecord) =>
  periodKey(startDate, endDate) === label ? 'Run the month.' : `Run ${label}.`;

/** Revenue still planned in periods that the books no longer have, since they follow another fiscal calendar. */
async function pendingPlan(tenant: Tenant, { subsidiaryId }: PeriodRecord): Promise<PeriodBlocker[]> {
  if (!(await isPlanPending(tenant, subsidiaryId, await gridOfBooks(tenant, subsidiaryId)))) return [];
  const message =
    'Revenue is still planned in periods of an earlier fiscal calendar. Plan it in the present periods.';
  return [{ blocker: 'CALENDAR_PENDING', message, count: 1, examples: [] }];
}

const EQUATIONS: Readonly<Record<TieOutName, string>> = {
  RECEIVABLE_TO_LEDGER: 'Receivables of revenue contracts do not reconcile to the ledger',
  DEFERRED_REVENUE_TO_LEDGER: 'Deferred revenue does not reconcile to the ledger',
  CONTRACT_ASSET_TO_LEDGER: 'Contract assets do not reconcile to the ledger',
  REFUND_LIABILITY_TO_LEDGER: 'Refund liabilities do not reconcile to the ledger',
  CONTRACT_COST_TO_LEDGER: 'Contract costs do not reconcile to the ledger',
  ACCRUED_INTEREST_TO_LEDGER: 'Accrued interest on contracts does not reconcile to the ledger',
  UNEARNED_INTEREST_TO_LEDGER: 'Unearned interest on contracts does not reconcile to the ledger',
  ADVANCE_INTEREST_TO_LEDGER: 'Interest accrued on customer advances does not reconcile to the ledger',
  BILLED_UNBILLED: 'Contract movements do not add up to their balances',
  ALLOCATION: 'Allocated amounts do not add up to the contract prices',
  ROLLFORWARD: 'The roll-forward of deferred revenue does not add up',
  REMAINING_OBLIGATIONS: 'Recognized revenue of contracts differs from posted revenue',
};

/**
 * Interest on financing components and suppliers' shares that accrued by the period's end and that no run has posted.
 */
async function unpostedAccruals(tenant: Tenant, period: PeriodRecord): Promise<PeriodBlocker[]> {
  const blocker = (what: string, due: readonly { contractNumber: string }[]): PeriodBlocker[] => {
    if (due.length === 0) return [];
    const whose = due.length === 1 ? '1 contract has' : `${due.length} contracts have`;
    return [
      {
        blocker: 'UNPOSTED_SCHEDULES',
        message: `${whose} ${what} that has accrued but is not posted. ${runIt(period)}`,
        count: due.length,
        examples: due.slice(0, 5).map(({ contractNumber }) => contractNumber),
      },
    ];
  };
  return [
    ...blocker('interest', await interestDue(tenant, period.subsidiaryId, period.endDate, 1000)),
    ...blocker('a supplier’s share', await suppliersDue(tenant, period.subsidiaryId, period.endDate, 1000)),
  ];
}

/** Modifications for which the facts known now require a different treatment from the one chosen, until someone decides again. */
async function openDecisions(tenant: Tenant, period: PeriodRecord): Promise<PeriodBlocker[]> {
  const open = await decisionsOpen(tenant, period.subsidiaryId, period.endDate);
  const count = open.reduce((total, { decisions }) => total + decisions, 0);
  if (count === 0) return [];
  return [
    {
      blocker: 'OPEN_DECISIONS',
      message: `${count === 1 ? 'The treatment of 1 contract modification has' : `The treatments of ${count} contract modifications have`} to be decided again: facts recorded since require a different one.`,
      count,
      examples: open.slice(0, 5).map(({ contractNumber }) => contractNumber),
    },
  ];
}

/** Contracts whose payment and transfer are more than a year apart, until someone says whether that is financing (606-10-32-15). */
async function openFinancing(tenant: Tenant, period: PeriodRecord): Promise<PeriodBlocker[]> {
  const asked = await financingAsked(tenant, period.subsidiaryId, period.endDate);
  const count = asked.length;
  if (count === 0) return [];
  return [
    {
      blocker: 'OPEN_JUDGEMENTS',
      message: `Payment and transfer of ${count === 1 ? '1 contract are' : `${count} contracts are`} more than a year apart. Answer whether ${count === 1 ? 'it has' : 'they have'} a significant financing component.`,
      count,
      examples: asked.slice(0, 5).map(({ contractNumber }) => contractNumber),
    },
  ];
}

/**
 * One reason for each equation of revenue that is not zero in the period's subsidiary (accounting.md 4, "Always zero"). The contracts touched
 * since each was last checked are added up, and the totals of the others are taken as stored: verification reads all of them again.
 */
async function untiedRevenue(tenant: Tenant, period: PeriodRecord): Promise<PeriodBlocker[]> {
  const { differences } = await verdictOf(tenant, 'SINCE');
  const byEquation = new Map<TieOutName, TieOutLine[]>();
  for (const line of differences) {
    if (line.subsidiaryId !== period.subsidiaryId) continue;
    byEquation.set(line.name, [...(byEquation.get(line.name) ?? []), line]);
  }
  return [...byEquation].map(([name, lines]) => ({
    blocker: 'REVENUE_NOT_TIED',
    message: `${EQUATIONS[name]}: ${lines.map((line) => `${withSeparators(`${line.formula} = ${line.difference}`)} ${line.currencyCode}`).join('; ')}.`,
    count: lines.length,
    examples: lines.flatMap(({ contractNumber }) => contractNumber ?? []).slice(0, 5),
  }));
}

/** The current blockers to closing a period. Refuses NOT_FOUND. */
export const periodBlockers = defineUseCase({
  name: 'periods.blockers',
  permission: 'gl.period.read',
  mode: 'read',
  input: z.object({ id: z.guid() }),
  async run({ tenant }, { id }): Promise<PeriodBlocker[]> {
    const period = (await periods.find(tenant, id)) ?? refuseNotFound('period', id);
    return blockersOf(tenant, period);
  },
});
