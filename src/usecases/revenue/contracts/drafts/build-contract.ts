import type { z } from 'zod';
import { dec, toFixedString } from '@/core/money/decimal';
import { RefusalError } from '@/core/refusals';
import { begunContract } from '@/core/revenue/contracts/agreed/agreed-contract';
import type { ContractBalanceEvent, ContractState } from '@/core/revenue/contracts/contract-state';
import type { ContractEvent } from '@/core/revenue/contracts/events';
import { openPicture, picture } from '@/core/revenue/contracts/picture';
import { balanceDifference } from '@/core/revenue/contracts/postings/balance-shifts';
import { bearsInterest } from '@/core/revenue/contracts/postings/interest-position';
import { journalDifferences, rowDifferences } from '@/core/revenue/contracts/postings/postings';
import { type Criterion, contractExists } from '@/core/revenue/judgements/contract-criteria';
import type { ContractRow, NewContract } from '@/db/revenue/contracts/contracts';
import type { NewEvent } from '@/db/revenue/contracts/events';
import type { ObligationFigures, ObligationRow } from '@/db/revenue/contracts/obligations';
import type { DatedMove, NewPosition } from '@/db/revenue/runs/positions';
import type { NewBooking, NewRow, NewVersion } from '@/db/revenue/runs/rows';
import { newId } from '@/lib/ids';
import { demandDaysInOrder } from '@/usecases/kit/days-in-order';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import type { Context } from '../../../kit/define';
import { bookingDay } from '../../events/booking-rules';
import { moveOf } from '../../events/post-move';
import { type PlainEvent, plainMove } from '../../events/post-position';
import { beginning } from '../activate-contract';
import { questionOf } from '../answer-rules';
import type { BooksSnapshot } from '../books-snapshot';
import type { ContractTerms, contractCreateInput } from '../contract-input';
import { draftRow, termsIn } from '../create-contract';
import { judgeTerms } from '../judgement-rules';
import { emptyCreation } from '../lock-history';
import {
  firstOpenPeriod,
  keptPicture,
  newBookings,
  newPosition,
  newVersions,
  standingObligations,
} from '../picture-record';
import { type Priced, priceTerms, rowsOfPromises } from '../price-terms';
import { type Fact, judgedDays, memoOf } from '../record-facts';

/** A contract to be drafted and brought into force at once, with what happened under it. */
export interface ContractWish {
  /** Its id, where its facts refer to it. */
  readonly id?: string;
  readonly input: z.output<typeof contractCreateInput>;
  readonly criteria: readonly Criterion[];
  readonly facts: readonly Fact[];
}

/** Every row that a new contract creates, and what the audit trail says about it. */
export interface BuiltContract {
  /** As it stands in force. */
  readonly row: NewContract;
  /** As it stood as a draft, where that differed. */
  readonly draft: Partial<ContractRow>;
  readonly activated: {
    readonly status: string;
    readonly transactionPrice: string;
    readonly allocation: unknown;
  };
  readonly subsidiaryId: string;
  readonly position: NewPosition;
  readonly obligations: readonly ObligationRow[];
  readonly standing: readonly ObligationFigures[];
  readonly events: readonly NewEvent[];
  readonly rows: readonly NewRow[];
  readonly versions: readonly NewVersion[];
  readonly bookings: readonly NewBooking[];
  readonly moves: readonly DatedMove[];
}

/** The version of a contract that was drafted, allocated and brought into force. */
const IN_FORCE = 3;

/**
 * Computes the rows of a contract that is drafted and activated at once, by the same laws as the verbs that do it one step at
 * a time. Null for a contract that is not plain: one those verbs refuse, since they own the sentences, or one with more than a price, a
 * schedule, bills and payments. Stores nothing.
 */
export async function buildContract(
  context: Context,
  books: BooksSnapshot,
  wish: ContractWish,
): Promise<BuiltContract | null> {
  try {
    const agreed = await agree(context, books, wish);
    return agreed === null ? null : await begin(books, wish, agreed);
  } catch (error) {
    if (error instanceof RefusalError) return null;
    throw error;
  }
}

interface Agreed {
  readonly contract: ContractRow;
  readonly terms: ContractTerms;
  readonly priced: Priced;
  readonly stored: ReturnType<typeof draftRow>;
}

/** The contract as drafting leaves it; null for one that is not plain. */
async function agree(
  context: Context,
  books: BooksSnapshot,
  { id = newId(), input, criteria }: ContractWish,
): Promise<Agreed | null> {
  const { contractNumber, customerId, contractDate } = input;
  const terms = termsIn(input);
  const subsidiary = await books.subsidiary(input.subsidiaryId ?? '');
  if (contractNumber === undefined || contractDate === undefined || subsidiary === null || terms === null)
    return null;
  if (customerId === undefined || customerId === null) return null;
  if (terms.obligations.some(({ itemId }) => itemId !== undefined && itemId !== null)) return null;
  demandDaysInOrder(
    { startDate: input.startDate ?? null, endDate: input.endDate ?? null },
    'startDate',
    'endDate',
  );
  const currencyCode = input.currencyCode ?? subsidiary.baseCurrency;
  const policy = await books.policyOn(contractDate);
  const priced = await priceTerms(context.tenant, { currencyCode, contractDate }, terms);
  valueOrThrow(contractExists(criteria));
  judgeTerms(terms, currencyCode, true);
  const place = { id, contractNumber, subsidiaryId: subsidiary.id, policyId: policy.id };
  const stored = draftRow(context, input, { ...place, currencyCode, contractDate }, { terms, priced });
  const now = context.clock.now();
  const unsaid = {
    contractStatus: 'DRAFT',
    combinedIntoId: null,
    separatedFromId: null,
    separatedById: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  return { contract: { ...stored, ...unsaid }, terms, priced, stored };
}

/** What activating it adds; null for a contract that is not plain. */
async function begin(
  books: BooksSnapshot,
  { criteria, facts }: ContractWish,
  { contract, terms, priced, stored }: Agreed,
): Promise<BuiltContract | null> {
  const { id, subsidiaryId, contractDate } = contract;
  const policy = await books.policyOn(contractDate);
  const [created, activated] = beginning(contract, policy, priced);
  const promised = valueOrThrow(begunContract(created)).obligations;
  const obligations = rowsOfPromises(
    contract,
    policy,
    { promised: terms.obligations, terms: promised, from: 1 },
    () => undefined,
  );
  for (const { revenueAccountId } of obligations) {
    if ((await books.required(revenueAccountId)).length > 0) return null;
  }
  const recorded: Fact[] = [{ event: created }, { event: activated }, ...facts];
  if (!(await arePlain(books, subsidiaryId, recorded))) return null;
  const events = recorded.map(({ event }) => event);
  const cause = events.at(-1);
  if (cause === undefined) return null;
  const grid = await books.grid(subsidiaryId);
  const { state: before } = valueOrThrow(openPicture([emptyCreation(contract)], grid));
  const after = valueOrThrow(picture(events, grid));
  if (!isPlain(before, after)) return null;
  const moves = await movesOf(books, contract, cause, { before, after });
  if (moves === null) return null;
  const firstOpen = firstOpenPeriod(grid, await books.open(subsidiaryId), contract);
  const days = new Map(events.map((event) => [event.id, event.effectiveDate]));
  const rows = rowDifferences(after, [], { grid, firstOpen, causeId: cause.id, nextSeq: 0 });
  const change = { before, after, kept: { versions: 0, bookings: 0 }, cause, grid, firstOpen };
  return {
    row: {
      ...stored,
      criteria,
      contractStatus: after.status,
      transactionPrice: after.transactionPrice,
      picture: { ...keptPicture(after), financingQuestion: questionOf(contract, events, after) },
      version: IN_FORCE,
    },
    draft: {
      contractStatus: 'DRAFT',
      transactionPrice: toFixedString(dec(priced.allocation.total), 4),
      criteria: stored.criteria,
      version: 1,
    },
    activated: {
      status: after.status,
      transactionPrice: after.transactionPrice,
      allocation: priced.allocation,
    },
    subsidiaryId,
    position: newPosition(contract, policy, grid),
    obligations,
    standing: standingObligations(before, after),
    events: recorded.map(({ event, sourceKind, sourceId }, seq) => ({ seq, event, sourceKind, sourceId })),
    rows: rows.map((row) => ({
      ...row,
      contractId: id,
      subsidiaryId,
      effectiveOn: latest(days.get(row.eventId), days.get(row.causeId)),
    })),
    versions: newVersions(change),
    bookings: newBookings(change),
    moves,
  };
}

/** Whether facts need nothing that is checked only for a single contract: no document, no answer, no cost, no locked month. */
async function arePlain(
  books: BooksSnapshot,
  subsidiaryId: string,
  facts: readonly Fact[],
): Promise<boolean> {
  const isOther = ({ event, document }: Fact) =>
    document !== undefined || event.kind === 'judgement' || event.kind === 'cost';
  if (facts.some(isOther)) return false;
  const locked = await books.locked(subsidiaryId);
  return judgedDays(facts).every((day) =>
    locked.every(({ startDate, endDate }) => day < startDate || day > endDate),
  );
}

/** Whether a picture has neither costs nor provisions nor interest nor entries besides its balances. */
const isPlain = (before: ContractState, after: ContractState): boolean =>
  after.costMonths.length + after.costs.length === 0 &&
  !bearsInterest(after) &&
  journalDifferences(before, after).length === 0;

/** The movements of its position, in order; null where one depends on what stands then. */
async function movesOf(
  books: BooksSnapshot,
  contract: ContractRow,
  cause: ContractEvent,
  { before, after }: { readonly before: ContractState; readonly after: ContractState },
): Promise<DatedMove[] | null> {
  const { subsidiaryId, currencyCode } = contract;
  const { events, shifts } = balanceDifference(before.balanceEvents, after.balanceEvents, new Set());
  if (shifts.length > 0) return null;
  const open = await books.open(subsidiaryId);
  const moves: DatedMove[] = [];
  for (const event of events) {
    if (event.kind === 'REVENUE' || event.kind === 'SETTLE' || dec(event.amount).isZero()) continue;
    if (!isMove(event)) return null;
    const postingDate = bookingDay(event.on, open, subsidiaryId);
    const rate = await books.rate(subsidiaryId, currencyCode, postingDate);
    moves.push({
      ...moveOf(contract, { rate, eventId: cause.id }, plainMove(event)),
      postingDate,
      memo: memoOf(cause, contract),
    });
  }
  return moves;
}

const isMove = (event: ContractBalanceEvent): event is PlainEvent & ContractBalanceEvent =>
  event.kind === 'DUE' || event.kind === 'PAYMENT' || event.kind === 'CREDIT' || event.kind === 'REFUND';

/** The later of two days; null where neither is known. */
const latest = (a: string | undefined, b: string | undefined): string | null =>
  a === undefined || b === undefined ? (a ?? b ?? null) : a > b ? a : b;
