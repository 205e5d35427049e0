import { recordEvent } from '@/usecases/revenue/events/record-event';
import { replaceFact } from '@/usecases/revenue/events/replace-fact';
import { voidFact } from '@/usecases/revenue/events/void-fact';
import { listRuns } from '@/usecases/revenue/runs/list-runs';
import { reverseRun } from '@/usecases/revenue/runs/reverse-run';
import type { Stage } from '../stage';
import type { Living } from './revenue';

const ACTOR = 'controller';

/** How many months ago the late facts happened: closed by now, and not locked. */
const LATE_BY = 3;

/**
 * What real months bring after their close: usage reported late, an invoice recorded twice and voided, a mistyped amount that is
 * replaced, and last month's run reversed for a contract that was run too early.
 */
export async function buildLateFacts(stage: Stage, living: readonly Living[]): Promise<void> {
  const { months, thisMonth } = stage.timeline;
  const late = months.find(({ age }) => age === LATE_BY);
  if (late === undefined) return;
  const aged = (kind: Living['kind'], from: number, to: number) =>
    living.find(({ kind: of, since }) => {
      const age = thisMonth.index - since;
      return of === kind && age >= from && age <= to;
    });
  const tell = (id: string, event: object) => stage.run(ACTOR, recordEvent, { id, event });

  const usage = aged('USAGE', LATE_BY + 1, 11);
  if (usage !== undefined) {
    const on = { kind: 'usage', key: 'calls' };
    await tell(usage.id, {
      ...on,
      effectiveDate: late.day(20),
      amount: '618.40',
      evidence: 'The customer’s report for the month arrived with the next quarter',
    });
    const typed = await tell(usage.id, { ...on, effectiveDate: thisMonth.start, amount: '4125.00' });
    await stage.run(ACTOR, replaceFact, {
      id: typed.eventId,
      reason: 'Typed 4,125.00 for 412.50',
      event: { ...on, effectiveDate: thisMonth.start, amount: '412.50' },
    });
  }
  const bundle = aged('BUNDLE', LATE_BY, 11);
  if (bundle !== undefined) {
    const twice = await tell(bundle.id, { kind: 'invoice', effectiveDate: late.start, amount: '100000' });
    await stage.run(ACTOR, voidFact, { id: twice.eventId, reason: 'The invoice was recorded twice' });
  }
  const early = aged('SUBSCRIPTION', 1, 5);
  const { rows } = await stage.run(ACTOR, listRuns, {
    subsidiaryId: stage.ids.get('subsidiary', 'US'),
    limit: 100,
  });
  const run = rows.find(({ kind, runStatus }) => kind === 'PERIOD' && runStatus === 'POSTED');
  if (early !== undefined && run !== undefined) {
    await stage.run(ACTOR, reverseRun, {
      id: run.id,
      contractIds: [early.id],
      reason: 'The customer disputes that its seats were ready last month',
    });
  }
}
