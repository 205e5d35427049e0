import type { PeriodGrid } from '@/core/periods/period-grid';
import type { PolicyRow } from '@/db/revenue/policies';
import { requiredDimensions } from '@/db/stores/structure/accounts';
import { gridOfBooks } from '@/db/stores/structure/fiscal-calendars';
import { lockedPeriods, type OpenPeriod, openPeriods } from '@/db/stores/structure/open-periods';
import { subsidiaryOrRoot } from '@/db/stores/structure/root-subsidiary';
import type { Tenant } from '@/db/tenancy';
import { rateFor } from '../events/booking-rules';
import { ensurePolicyOn } from '../setup/ensure-policy';

/**
 * What new contracts are judged by, as read from the books, each answer once: contracts of one file have the same few subsidiaries, days,
 * currencies and accounts. Good for one portion, whose transaction holds the periods.
 */
export interface BooksSnapshot {
  /** A subsidiary, or with an empty id the one at the top; null: there is none. */
  subsidiary(id: string): Promise<{ readonly id: string; readonly baseCurrency: string } | null>;
  policyOn(day: string): Promise<PolicyRow>;
  grid(subsidiaryId: string): Promise<PeriodGrid>;
  open(subsidiaryId: string): Promise<readonly OpenPeriod[]>;
  locked(subsidiaryId: string): Promise<readonly OpenPeriod[]>;
  /** To the base currency of the subsidiary. Refuses RATE_MISSING. */
  rate(subsidiaryId: string, currencyCode: string, day: string): Promise<string>;
  /** The dimensions that postings to an account require. */
  required(accountId: string): Promise<readonly string[]>;
}

export function booksSnapshot(tenant: Tenant): BooksSnapshot {
  const rates = once((name) => {
    const [subsidiaryId = '', currencyCode = '', day = ''] = name.split(' ');
    return rateFor(tenant, subsidiaryId, currencyCode, day);
  });
  return {
    subsidiary: once((id) => subsidiaryOrRoot(tenant, id === '' ? null : id)),
    policyOn: once((day) => ensurePolicyOn(tenant, day)),
    grid: once((id) => gridOfBooks(tenant, id)),
    open: once((id) => openPeriods(tenant, id)),
    locked: once((id) => lockedPeriods(tenant, id)),
    rate: (subsidiaryId, currencyCode, day) => rates([subsidiaryId, currencyCode, day].join(' ')),
    required: once(async (id) =>
      (await requiredDimensions(tenant, [id])).flatMap(({ required }) => required),
    ),
  };
}

/** The same answer for the same question, refusals included. */
function once<Answer>(read: (name: string) => Promise<Answer>): (name: string) => Promise<Answer> {
  const known = new Map<string, Promise<Answer>>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const answer = read(name);
    known.set(name, answer);
    return answer;
  };
}
