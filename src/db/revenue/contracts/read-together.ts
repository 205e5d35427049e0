import type { PeriodGrid } from '../../../core/periods/period-grid';
import { type OrganizationSettings, settingsAsked, theSettings } from '../../stores/organization-settings';
import { askTogether } from '../../stores/questions';
import { gridOfKind, kindOfPeriods } from '../../stores/structure/fiscal-calendars';
import { lastLockedAsked, type OpenPeriod, openPeriodsAsked } from '../../stores/structure/open-periods';
import { currencyAsked } from '../../stores/structure/root-subsidiary';
import type { Tenant } from '../../tenancy';
import { type MovementRow, movementsAsked, type PositionRow, positionAsked } from '../runs/positions';
import { type ReversalOfContract, reversalsAsked } from '../runs/reversals';
import { type CountedParts, partsCounted, rowsAsked, type StoredRow } from '../runs/rows';
import { type ContractRow, contractAsked, theContract } from './contracts';
import { eventsAsked, followed, type RecordedEvent, recordedEvent } from './events';
import { type ObligationRow, obligationsAsked } from './obligations';
import { type BillingDocument, type ContractSource, documentsAsked, sourcesAsked } from './sources';

// What is read of a contract at once, each with one statement (askTogether).

/** A contract with what is stored of it. */
export interface StoredContract {
  readonly contract: ContractRow;
  readonly events: readonly RecordedEvent[];
  readonly obligations: readonly ObligationRow[];
  /** As it is now; null before its first fact. */
  readonly position: PositionRow | null;
  readonly reversals: readonly ReversalOfContract[];
  readonly sources: readonly ContractSource[];
  readonly documents: readonly BillingDocument[];
  readonly rows: readonly StoredRow[];
  readonly movements: readonly MovementRow[];
}

/**
 * A contract with what is stored of it, its facts after a position (`after`) or all of them; with `knownAsOf`, facts, rows, movements and reversals
 * as they were known then. Null: there is none.
 */
export async function readContract(
  tenant: Tenant,
  id: string,
  { knownAsOf, after }: { readonly knownAsOf: string | null; readonly after: number | undefined },
): Promise<StoredContract | null> {
  const found = await askTogether(tenant, {
    contract: contractAsked(tenant, id),
    events: eventsAsked(tenant, id, { knownAsOf, after }),
    obligations: obligationsAsked(tenant, id),
    position: positionAsked(tenant, id, ''),
    reversals: reversalsAsked(tenant, id, knownAsOf),
    sources: sourcesAsked(tenant, id),
    documents: documentsAsked(tenant, id),
    rows: rowsAsked(tenant, id, knownAsOf),
    movements: movementsAsked(tenant, id, knownAsOf),
  });
  const [contract] = found.contract;
  if (contract === undefined) return null;
  return {
    ...found,
    contract: theContract(contract),
    events: found.events.map(recordedEvent),
    position: found.position[0] ?? null,
  };
}

/**
 * The facts of a contract that is held, after a position or all of them, and the periods of its subsidiary's books. Throws FactOvertook, as
 * `eventsToFollow` does.
 */
export async function readFacts(
  tenant: Tenant,
  { id, subsidiaryId }: Pick<ContractRow, 'id' | 'subsidiaryId'>,
  after: number | null,
): Promise<{ readonly events: RecordedEvent[]; readonly grid: PeriodGrid }> {
  const found = await askTogether(tenant, {
    kind: kindOfPeriods(tenant, subsidiaryId),
    events: eventsAsked(tenant, id, { after }),
  });
  const events = followed(id, found.events);
  return { events, grid: await gridOfKind(tenant, subsidiaryId, found.kind) };
}

/** What the books say when facts of a contract are recorded; the contract and the periods are held. */
export interface BooksOfContract {
  readonly open: readonly OpenPeriod[];
  /** The last day of the last locked month; null: none is locked. */
  readonly lastLocked: string | null;
  /** Null for a subsidiary out of reach. */
  readonly baseCurrency: string | null;
  readonly settings: OrganizationSettings;
  /** The position of the contract, locked; null before its first fact. */
  readonly position: PositionRow | null;
  /** How much of its picture is stored. */
  readonly kept: CountedParts;
}

/** Reads them. The caller holds the contract and the periods. */
export async function readBooks(
  tenant: Tenant,
  { id, subsidiaryId }: Pick<ContractRow, 'id' | 'subsidiaryId'>,
): Promise<BooksOfContract> {
  const found = await askTogether(tenant, {
    position: positionAsked(tenant, id, 'for update'),
    open: openPeriodsAsked(tenant, subsidiaryId),
    locked: lastLockedAsked(tenant, subsidiaryId),
    currency: currencyAsked(tenant, subsidiaryId),
    settings: settingsAsked(tenant),
    kept: partsCounted(tenant, id),
  });
  return {
    open: found.open,
    lastLocked: found.locked[0]?.day ?? null,
    baseCurrency: found.currency[0]?.baseCurrency ?? null,
    settings: theSettings(found.settings),
    position: found.position[0] ?? null,
    kept: found.kept[0] ?? { rows: 0, versions: 0, bookings: 0 },
  };
}
