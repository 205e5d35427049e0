import { z } from 'zod';
import { refuse } from '@/core/refusals';
import { findTransactions } from '@/db/stores/documents/transactions';
import { openPeriods } from '@/db/stores/structure/open-periods';
import type { Tenant } from '@/db/tenancy';
import { refuseNotFound } from '../../kit/crud';
import { defineUseCase } from '../../kit/define';
import { anId } from '../../kit/fields';
import { bookingDay } from '../../revenue/events/booking-rules';

/** The day proposed for acting on documents, and why it is not their own. */
export interface ProposedDay {
  readonly date: string;
  /** The latest day on which one of them was posted, or which it bears. */
  readonly ownDate: string;
  /** Whether the period of their own day is open. */
  readonly isOwn: boolean;
}

/**
 * The day a dialog proposes for reversing or settling documents: the latest of their own days while its period is open, else the
 * first open day after it. Refuses NOT_FOUND, and PERIOD_NOT_OPEN when nothing is open.
 */
export const previewDay = defineUseCase({
  name: 'gl.transaction.previewDay',
  permission: 'gl.transaction.read',
  mode: 'report',
  input: z.object({ ids: z.array(anId).min(1).max(200) }),
  async run({ tenant }, { ids }): Promise<ProposedDay> {
    const records = await findTransactions(tenant, ids);
    const [first] = records;
    if (first === undefined || records.length < new Set(ids).size)
      return refuseNotFound('transaction', ids[0] ?? '');
    return ownDay(tenant, first.subsidiaryId, records.map(dayOf));
  },
});

/** The day a document was posted on; before that, the day it bears. */
export const dayOf = (record: {
  readonly postingDate: string | null;
  readonly transactionDate: string;
}): string => record.postingDate ?? record.transactionDate;

/** The latest of some days while its period is open, else the first open day after it. */
export async function ownDay(
  tenant: Tenant,
  subsidiaryId: string,
  days: readonly string[],
): Promise<ProposedDay> {
  const ownDate = [...days].sort().at(-1) ?? '';
  const date = bookingDay(ownDate, await openPeriods(tenant, subsidiaryId), subsidiaryId);
  return { date, ownDate, isOwn: date === ownDate };
}

/** The same where their own day must be used: refuses PERIOD_NOT_OPEN where its period is not open, so that a date is given. */
export async function demandOwnDay(
  tenant: Tenant,
  subsidiaryId: string,
  days: readonly string[],
): Promise<string> {
  const ownDate = [...days].sort().at(-1) ?? '';
  const open = await openPeriods(tenant, subsidiaryId);
  if (open.some(({ startDate, endDate }) => startDate <= ownDate && ownDate <= endDate)) return ownDate;
  return refuse('PERIOD_NOT_OPEN', `The period of ${ownDate} is not open. Choose a date in an open period.`, {
    date: ownDate,
    period: null,
    status: 'NOT_OPEN',
    subsidiaryId,
  });
}
