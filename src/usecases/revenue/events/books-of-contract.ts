import { refuse } from '@/core/refusals';
import { askTogether } from '@/db/questions';
import type { ContractRow } from '@/db/revenue/contracts/contracts';
import { type PositionRow, positionAsked } from '@/db/revenue/runs/positions';
import { type CountedParts, partsCounted } from '@/db/revenue/runs/rows';
import { type OrganizationSettings, settingsAsked, theSettings } from '@/db/stores/organization-settings';
import {
  firstLockedDay,
  lastLockedAsked,
  type OpenPeriod,
  openPeriodsAsked,
} from '@/db/stores/structure/open-periods';
import { currencyAsked } from '@/db/stores/structure/root-subsidiary';
import type { Tenant } from '@/db/tenancy';
import { refuseNotFound } from '@/usecases/kit/crud';

/** What the books say when facts of a contract are recorded; the contract and the periods are held. */
export interface BooksOfContract {
  readonly open: readonly OpenPeriod[];
  /** The last day of the last locked month; null: none is locked. */
  readonly lastLocked: string | null;
  readonly baseCurrency: string;
  readonly settings: OrganizationSettings;
  /** The position of the contract, locked; null before its first fact. */
  readonly position: PositionRow | null;
  /** How much of its picture is stored. */
  readonly kept: CountedParts;
}

/** Reads them, with one statement. The caller holds the contract and the periods. Refuses NOT_FOUND for a subsidiary out of reach. */
export async function booksOfContract(tenant: Tenant, contract: ContractRow): Promise<BooksOfContract> {
  const { id, subsidiaryId } = contract;
  const found = await askTogether(tenant, {
    position: positionAsked(tenant, id, 'for update'),
    open: openPeriodsAsked(tenant, subsidiaryId),
    locked: lastLockedAsked(tenant, subsidiaryId),
    currency: currencyAsked(tenant, subsidiaryId),
    settings: settingsAsked(tenant),
    kept: partsCounted(tenant, id),
  });
  const [currency = refuseNotFound('subsidiary', subsidiaryId)] = found.currency;
  return {
    open: found.open,
    lastLocked: found.locked[0]?.day ?? null,
    baseCurrency: currency.baseCurrency,
    settings: theSettings(found.settings),
    position: found.position[0] ?? null,
    kept: found.kept[0] ?? { rows: 0, versions: 0, bookings: 0 },
  };
}

/**
 * A late fact of a closed month becomes a catch-up in a later one. A locked month is final, so its fact must be dated when it became known.
 * Refuses PERIOD_NOT_OPEN for the first of some days that is in one.
 */
export async function demandNotLocked(
  tenant: Tenant,
  subsidiaryId: string,
  { lastLocked }: Pick<BooksOfContract, 'lastLocked'>,
  days: readonly string[],
): Promise<void> {
  // Most facts come after whatever is locked, which one day says.
  if (lastLocked === null || days.every((day) => day > lastLocked)) return;
  const locked = await firstLockedDay(tenant, subsidiaryId, days);
  if (locked === null) return;
  refuse('PERIOD_NOT_OPEN', `${locked.period} is locked. Date the event in a month that is not locked.`, {
    date: locked.date,
    period: locked.period,
    status: 'LOCKED',
    subsidiaryId,
  });
}
