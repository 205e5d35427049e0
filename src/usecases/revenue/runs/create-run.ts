import { z } from 'zod';
import { refuse } from '@/core/refusals';
import { checkRunOrder } from '@/core/revenue/schedules/recognition';
import { RUN_GROUPINGS } from '@/core/revenue/vocabulary';
import { insertRun, lockRunsOf, runOrder, unfinishedRun } from '@/db/revenue/runs/runs';
import { gridOfBooks } from '@/db/stores/structure/fiscal-calendars';
import { openPeriods } from '@/db/stores/structure/open-periods';
import { newId } from '@/lib/ids';
import { anId } from '@/usecases/kit/fields';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { reachSubsidiary } from '@/usecases/subsidiaries/find-subsidiary';
import { type Context, defineUseCase } from '../../kit/define';

import { rateFor } from '../events/booking-rules';
import { ensurePolicyOn } from '../setup/ensure-policy';
import { demandPlanned } from './plan-periods';
import { periodName, periodOfBooks } from './run-period';
import { proposalOf, type RunProposalView, type RunView, rowsOf, viewRun } from './run-view';

export const runFields = z.object({
  /** A month, or where the books have other periods a fiscal period by its label or its last day. */
  period: periodName,
  subsidiaryId: anId.optional(),
  grouping: z.enum(RUN_GROUPINGS).optional(),
  preview: z.boolean().default(false),
  /** AHEAD_OF_MONTH: the run may be made before its period begins. */
  confirm: z
    .array(z.enum(['AHEAD_OF_MONTH']))
    .max(1)
    .default([]),
});

/**
 * Proposes a recognition run of a period of one subsidiary's books, a month unless they follow another fiscal calendar:
 * everything due by its end, shown and stored, nothing posted. A run that was interrupted is returned instead of a second one. `preview`
 * only shows and stores nothing.
 * Refuses REVENUE_RULE PERIOD_SKIPPED, AHEAD_OF_MONTH until it is confirmed, CALENDAR_PENDING,
 * PERIOD_NOT_OPEN, RATE_MISSING; INVALID_INPUT for a period the books do not have.
 */
export const createRun = defineUseCase({
  name: 'revenue.runs.create',
  permission: 'revenue.run',
  mode: 'sql',
  input: runFields,
  async run(context, input): Promise<RunView> {
    const { tenant } = context;
    const subsidiary = await reachSubsidiary(tenant, input.subsidiaryId);
    await lockRunsOf(tenant, subsidiary.id);
    const grid = await gridOfBooks(tenant, subsidiary.id);
    const { key: period, startDate, endDate } = periodOfBooks(grid, input.period);
    await demandPlanned(tenant, subsidiary.id, grid);
    const order = await runOrder(tenant, subsidiary.id);
    if (order.unfinished !== null && order.unfinished < period) {
      refuse('REVENUE_RULE', `The run of ${order.unfinished} is not finished. Post it first.`, {
        rule: 'RUN_UNFINISHED',
        period: order.unfinished,
      });
    }
    valueOrThrow(checkRunOrder({ ...order, period, grid }));
    if (!input.preview && !input.confirm.includes('AHEAD_OF_MONTH')) demandBegun(context, period, startDate);
    const going = await unfinishedRun(tenant, subsidiary.id, period);
    if (going !== null) return viewRun(tenant, going);

    const postingDate = await postingDayOf(context, subsidiary.id, period, endDate);
    const policy = await ensurePolicyOn(tenant, postingDate);
    const proposal = await proposalOf(tenant, subsidiary.id, period);
    const draft = {
      id: newId(),
      kind: 'PERIOD' as const,
      contractId: null,
      subsidiaryId: subsidiary.id,
      period,
      postingDate,
      grouping: input.grouping ?? policy.runGrouping,
      rates: await ratesOf(context, subsidiary.id, proposal, postingDate),
      proposal,
      createdBy: context.principal.actor.id,
    };
    if (input.preview) return shown({ ...draft, periodLabel: periodOfBooks(grid, period).label }, context);
    await insertRun(tenant, draft);
    context.record({
      noun: 'revenue run',
      recordId: draft.id,
      after: { period, subsidiaryId: subsidiary.id, totals: proposal.totals },
    });
    return viewRun(tenant, draft.id);
  },
});

/** A period that has not begun has earned nothing: its run must be confirmed. */
function demandBegun({ clock }: Context, period: string, startDate: string): void {
  const today = clock.today();
  if (startDate <= today) return;
  refuse(
    'REVENUE_RULE',
    `${period} has not begun: today is ${today}. Confirm AHEAD_OF_MONTH to run it anyway.`,
    { rule: 'AHEAD_OF_MONTH', period, today },
  );
}

/** The posting date of a period's run: its last day, which must lie in an open period. */
export async function postingDayOf(
  context: Context,
  subsidiaryId: string,
  period: string,
  date: string,
): Promise<string> {
  const open = await openPeriods(context.tenant, subsidiaryId);
  if (open.some(({ startDate, endDate }) => startDate <= date && date <= endDate)) return date;
  refuse(
    'PERIOD_NOT_OPEN',
    `${date} is not in an open period. Run the first open ${period.length === 7 ? 'month' : 'period'}, which also catches up anything missed.`,
    {
      date,
      period,
      status: 'NOT_OPEN',
      subsidiaryId,
    },
  );
}

/** The rates of all currencies due, fixed for the whole run. */
export async function ratesOf(
  context: Context,
  subsidiaryId: string,
  proposal: RunProposalView,
  date: string,
): Promise<Record<string, string>> {
  const { lines, costs, provisions = [] } = proposal;
  const codes = new Set([...lines, ...costs, ...provisions].map(({ currencyCode }) => currencyCode));
  const rates: Record<string, string> = {};
  for (const code of codes) rates[code] = await rateFor(context.tenant, subsidiaryId, code, date);
  return rates;
}

/** A preview in the form of a run. */
function shown(
  draft: {
    id: string;
    subsidiaryId: string;
    period: string;
    periodLabel: string;
    postingDate: string;
    grouping: string;
    rates: Record<string, string>;
    proposal: RunProposalView;
    createdBy: string | null;
  },
  { clock }: Context,
): RunView {
  const of = rowsOf(draft.proposal);
  return {
    ...draft,
    kind: 'PERIOD',
    reversesRunId: null,
    reversesRunNumber: null,
    contractIds: null,
    reason: null,
    discardReason: null,
    discardedAt: null,
    reversals: [],
    runNumber: '',
    runStatus: 'PREVIEW',
    startedAt: null,
    finishedAt: null,
    createdAt: clock.now(),
    updatedAt: clock.now(),
    version: 0,
    chunks: 0,
    postedContracts: 0,
    postedRows: 0,
    progress: { done: 0, of },
    entries: [],
  };
}
