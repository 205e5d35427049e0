import { type Decimal, dec, sum, toPlainString, ZERO } from '@/core/money/decimal';
import { type CarriedFacts, carriedFacts } from '@/core/revenue/contracts/postings/carried-facts';
import { type RatedMove, rateCarriedMoves, ratedMoves } from '@/db/revenue/runs/carried-moves';
import type { CorrectedJournals } from './correct-costs';
import { type Correction, postDifference, resultLines, tableRate } from './correction';

/** A move as it is carried, and as it is at the table's rates. */
interface ReratedMove {
  readonly move: RatedMove;
  readonly was: Decimal;
  is: Decimal;
  readonly rate: string;
}

/**
 * Corrects what the journals of contracts moved, and what they owe their suppliers next to their positions. The moves of each contract
 * are carried again as they were recorded, those of rates that the correction is about at the table's, so that what a later
 * one takes out follows what an earlier one brought. Each entry that comes to something else is posted by the difference, on its day.
 * Answers what `correctJournals` does: the contracts whose positions stand beside such an entry, and the rates of those days.
 */
export async function correctCarried(correction: Correction): Promise<CorrectedJournals> {
  const { tenant } = correction.context;
  const entries = new Map<string, ReratedMove[]>();
  for (const one of ratedAgain(correction, await ratedMoves(tenant, { ...correction }))) {
    const { entryId } = one.move;
    const known = entries.get(entryId);
    if (known === undefined) entries.set(entryId, [one]);
    else known.push(one);
  }
  const rates = new Map<string, string>();
  const contracts = new Set<string>();
  const corrected: ReratedMove[] = [];
  for (const moves of inOrder(entries)) {
    const changed = moves.filter(
      ({ move, was, is, rate }) => !was.equals(is) || !dec(move.exchangeRate).equals(rate),
    );
    const [first] = changed;
    if (first === undefined) continue;
    corrected.push(...changed);
    const { contractId, isOfPosition, postingDate } = first.move;
    await postEntry(correction, moves);
    if (!isOfPosition) continue;
    contracts.add(contractId);
    rates.set(postingDate, first.rate);
  }
  await rateCarriedMoves(
    tenant,
    corrected.map(({ move: { id, contractId }, is, rate }) => ({
      ...{ id, contractId, base: toPlainString(is), exchangeRate: rate },
    })),
  );
  return { contracts: [...contracts], rates };
}

/** The moves with what each is worth at the table's rates, contract by contract. */
function ratedAgain(correction: Correction, moves: readonly RatedMove[]): ReratedMove[] {
  const { from, to, baseCurrencyCode } = correction;
  const rated: ReratedMove[] = [];
  let [contractId, causeId]: (string | null)[] = [null, null];
  let carried: CarriedFacts = carriedFacts(baseCurrencyCode);
  let together: ReratedMove[] = [];
  /** The last move of each account of a fact: what comes to something else in base currency alone is of it. */
  let last = new Map<string, ReratedMove>();
  const change = () => {
    const batch = together.flatMap(({ move: { fact, role, accountId, amount }, rate }) =>
      fact === null ? [] : [{ fact: { ...fact, rate }, role, accountId, amount: dec(amount) }],
    );
    together = [];
    for (const { fact, role, accountId, base } of carried.change(batch)) {
      const one = last.get([fact.eventId, fact.memo, role, accountId].join(' '));
      if (one !== undefined) one.is = one.is.plus(base);
    }
  };
  for (const move of moves) {
    const { role, accountId, ratedOn, exchangeRate, fact } = move;
    const isAsked = ratedOn >= from && (to === null || ratedOn <= to);
    const rate = isAsked ? tableRate(correction, ratedOn) : exchangeRate;
    const one: ReratedMove = { move, was: dec(move.base), is: ZERO, rate };
    if (together.length > 0 && (move.contractId !== contractId || move.causeId !== causeId)) change();
    if (move.contractId !== contractId) {
      carried = carriedFacts(baseCurrencyCode);
      last = new Map();
    }
    ({ contractId, causeId } = move);
    rated.push(one);
    if (fact !== null) {
      together.push(one);
      last.set([fact.eventId, fact.memo, role, accountId].join(' '), one);
    } else if (move.isOfPosition) {
      one.is = carried.move(role, accountId, dec(move.amount), rate);
    } else {
      // Recorded before moves were kept with their facts: as it was posted.
      one.is = one.was;
      carried.know({ role, accountId, amount: dec(move.amount), base: one.was }, null);
    }
  }
  if (together.length > 0) change();
  return rated;
}

/** The entries by day and number, as they are listed. */
const inOrder = (entries: ReadonlyMap<string, ReratedMove[]>): ReratedMove[][] => {
  const place = ([one]: ReratedMove[]) => `${one?.move.postingDate} ${one?.move.entryNumber}`;
  return [...entries.values()].sort((a, b) => (place(a) < place(b) ? -1 : 1));
};

/** Posts what an entry differs by: next to the position of its contract, against that; otherwise with its gain or loss of exchange. */
async function postEntry(correction: Correction, moves: readonly ReratedMove[]): Promise<void> {
  const [first] = moves;
  if (first === undefined) return;
  const { rate: afterRate, move } = first;
  const { entryId, entryNumber, postingDate, exchangeRate, isOfPosition } = move;
  const [was, is] = [moves.map((one) => one.was), moves.map((one) => one.is)];
  const [before, after] = [sum(was).negated(), sum(is).negated()];
  const size = (bases: readonly Decimal[], rest: Decimal) =>
    sum([...bases, rest].filter((base) => base.greaterThan(ZERO))).toFixed();
  postDifference(
    correction,
    {
      kind: 'JOURNAL',
      sourceId: entryId,
      label: entryNumber,
      originOn: postingDate,
      beforeRate: toPlainString(dec(exchangeRate)),
      afterRate: toPlainString(dec(afterRate)),
      beforeBase: size(was, before),
      afterBase: size(is, after),
      transactionId: null,
    },
    [
      ...moves.map((one) => ({ accountId: one.move.accountId, base: toPlainString(one.is.minus(one.was)) })),
      ...(isOfPosition
        ? [{ accountId: move.positionAccountId, base: toPlainString(after.minus(before)) }]
        : await resultLines(
            correction,
            'REALIZED',
            { before: before.negated(), after: after.negated() },
            move.exchangeAccountId,
          )),
    ],
  );
}
