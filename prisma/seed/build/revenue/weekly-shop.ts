import { addDays } from '@/core/periods/calendar';
import { createCalendar } from '@/usecases/periods/create-calendar';
import { listPeriods } from '@/usecases/periods/list-periods';
import { adoptCalendar } from '@/usecases/periods/set-calendar';
import { activateContract } from '@/usecases/revenue/contracts/activate-contract';
import { createContract } from '@/usecases/revenue/contracts/create-contract';
import { recordEvent } from '@/usecases/revenue/events/record-event';
import { createRun } from '@/usecases/revenue/runs/create-run';
import { postRun } from '@/usecases/revenue/runs/post-run';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { HARBOR_CUSTOMERS, HARBOR_SHOP } from '../../story/harbor';
import type { Stage } from '../stage';

const CRITERIA = ['APPROVED', 'RIGHTS', 'PAYMENT_TERMS', 'SUBSTANCE', 'COLLECTION_PROBABLE'].map((name) => ({
  name,
  met: true,
  evidence: 'Signed order form',
}));

/**
 * A shop whose books follow a 4-4-5 calendar from the first day of its books, with a membership of two years that earns 10.00 a day, billed in
 * advance and recognized by the run of each fiscal period that has ended.
 */
export async function buildWeeklyShop(stage: Stage, parentId: string): Promise<void> {
  const { today, start: firstDay } = stage.timeline;
  const { id: subsidiaryId } = await stage.run('admin', createSubsidiary, { ...HARBOR_SHOP, parentId });
  stage.ids.set('subsidiary', 'SHOP', subsidiaryId);
  const { id } = await stage.run('admin', createCalendar, {
    name: 'Retail 4-4-5',
    pattern: '4-4-5',
    firstWeekday: 7,
  });
  await stage.run('admin', adoptCalendar, { id, subsidiaryId, firstDay });
  const [[customer]] = HARBOR_CUSTOMERS as [(typeof HARBOR_CUSTOMERS)[number]];
  const draft = await stage.run('admin', createContract, {
    name: `${customer}, print membership`,
    customerId: stage.ids.get('customer', customer),
    subsidiaryId,
    currencyCode: 'USD',
    contractDate: firstDay,
    startDate: firstDay,
    endDate: addDays(firstDay, 729),
    price: { fixed: '7300' },
    obligations: [
      {
        key: 'membership',
        description: 'Prints and workshops for two years',
        ssp: '7300',
        pattern: { kind: 'RATABLE', start: firstDay, end: addDays(firstDay, 729), method: 'EXACT_DAYS' },
      },
    ],
    criteria: CRITERIA,
  });
  await stage.run('admin', activateContract, { id: draft.id });
  const invoice = { kind: 'invoice', effectiveDate: firstDay, amount: '7300' };
  await stage.run('admin', recordEvent, { id: draft.id, event: invoice });
  const periods = await stage.run('admin', listPeriods, { subsidiaryId });
  for (const { label, startDate, endDate } of periods) {
    if (startDate < firstDay || endDate >= today) continue;
    const run = await stage.run('admin', createRun, { period: label, subsidiaryId });
    await stage.run('admin', postRun, { id: run.id });
  }
}
