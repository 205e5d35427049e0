import { journalBases } from '@/core/fx/carried-journals';
import { carried } from '@/core/fx/contract-bases';
import { type Decimal, dec, sum, toPlainString, ZERO } from '@/core/money/decimal';
import { type RatedMove, rateCarriedMoves, ratedMoves } from '@/db/revenue/runs/carried-moves';
import type { BaseLine } from '@/db/stores/documents/rate-corrections';
import type { CorrectedJournals } from './correct-costs';
import { type Correction, postDifference, resultLines, tableRate } from './correction';

/** At what a move is carried: its base amount, and the rate of its day. */
interface Worth {
  readonly base: Decimal;
  readonly rate: string;
}

/** A move as it is carried, and as it is at the table's rates. */
interface ReratedMove {
  readonly move: RatedMove;
  readonly was: Worth;
  readonly is: Worth;
}

/**
 * Corrects what contracts moved in accounts that leave at what they are carried at: the right to recover goods, and what is owed to
 * suppliers. The moves of each contract are carried again in the order in which they were recorded, those of days that the correction is
 * about at the table's rates, so that what a later one takes out follows what an earlier one brought. Each entry that comes to something
 * else is posted by the difference, on its day. Answers what `correctJournals` does: the contracts whose positions stand beside
 * such an entry, and the rates of those days.
 */
export async function correctCarried(correction: Correction): Promise<CorrectedJournals> {
  const { tenant } = correction.context;
  const entries = new Map<string, ReratedMove[]>();
  for (const one of ratedAgain(correction, await ratedMoves(tenant, { ...correction }))) {
    const { entryId } = one.move;
    entries.set(entryId, [...(entries.get(entryId) ?? []), one]);
  }
  const rates = new Map<string, string>();
  const contracts = new Set<string>();
  const corrected: ReratedMove[] = [];
  for (const moves of inOrder(entries)) {
    const changed = moves.filter(
      ({ was, is }) => !was.base.equals(is.base) || !dec(was.rate).equals(is.rate),
    );
    const [first] = changed;
    if (first === undefined) continue;
    corrected.push(...changed);
    const { contractId, isOfPosition, postingDate } = first.move;
    await postEntry(correction, moves);
    if (!isOfPosition) continue;
    contracts.add(contractId);
    rates.set(postingDate, first.is.rate);
  }
  await rateCarriedMoves(
    tenant,
    corrected.map(({ move: { id, contractId }, is: { base, rate } }) => ({
      ...{ id, contractId, base: toPlainString(base), exchangeRate: rate },
    })),
  );
  return { contracts: [...contracts], rates };
}

/** The moves with what each is worth at the table's rates, contract by contract. */
function ratedAgain(correction: Correction, moves: readonly RatedMove[]): ReratedMove[] {
  const { from, to, baseCurrencyCode } = correction;
  const stands = new Map<string, { amount: Decimal; base: Decimal }>();
  return moves.map((move) => {
    const { contractId, role, accountId, postingDate, exchangeRate } = move;
    const isAsked = postingDate >= from && (to === null || postingDate <= to);
    const rate = isAsked ? tableRate(correction, postingDate) : exchangeRate;
    const name = [contractId, role, accountId].join(' ');
    const before = stands.get(name) ?? { amount: ZERO, base: ZERO };
    const amount = dec(move.amount);
    const base = carried(before.amount, before.base, amount, dec(rate), baseCurrencyCode);
    stands.set(name, { amount: before.amount.plus(amount), base: before.base.plus(base) });
    return { move, was: { base: dec(move.base), rate: exchangeRate }, is: { base, rate } };
  });
}

/** The entries by day and number, as they are listed. */
const inOrder = (entries: ReadonlyMap<string, ReratedMove[]>): ReratedMove[][] => {
  const place = ([one]: ReratedMove[]) => `${one?.move.postingDate} ${one?.move.entryNumber}`;
  return [...entries.values()].sort((a, b) => (place(a) < place(b) ? -1 : 1));
};

/** Posts what an entry differs by. */
async function postEntry(correction: Correction, moves: readonly ReratedMove[]): Promise<void> {
  const [first] = moves;
  if (first === undefined) return;
  const { entryId, entryNumber, postingDate, exchangeAccountId, lines } = first.move;
  const [was, is] = [basesOf(correction, moves, 'was'), basesOf(correction, moves, 'is')];
  const size = ({ sides, exchange }: { readonly sides: readonly Decimal[]; readonly exchange: Decimal }) =>
    sum([...sides, exchange].filter((side) => side.greaterThan(ZERO))).toFixed();
  const changes: BaseLine[] = lines.map(({ accountId }, index) => ({
    accountId,
    base: toPlainString((is.sides[index] ?? ZERO).minus(was.sides[index] ?? ZERO)),
  }));
  postDifference(
    correction,
    {
      kind: 'JOURNAL',
      sourceId: entryId,
      label: entryNumber,
      originOn: postingDate,
      beforeRate: toPlainString(dec(first.was.rate)),
      afterRate: toPlainString(dec(first.is.rate)),
      beforeBase: size(was),
      afterBase: size(is),
      transactionId: null,
    },
    [
      ...changes,
      ...(await resultLines(
        correction,
        'REALIZED',
        { before: was.exchange.negated(), after: is.exchange.negated() },
        exchangeAccountId,
      )),
    ],
  );
}

/** What an entry comes to: beside the position of a contract both sides move at what is carried. */
function basesOf(
  { baseCurrencyCode: currency }: Correction,
  moves: readonly ReratedMove[],
  when: 'was' | 'is',
): { readonly sides: readonly Decimal[]; readonly exchange: Decimal } {
  const [first] = moves;
  if (first === undefined) return { sides: [], exchange: ZERO };
  const left = [...moves];
  const sides = first.move.lines.map(({ accountId, debit, credit }) => {
    const place = left.findIndex(({ move }) => move.accountId === accountId);
    const [own] = place === -1 ? [] : left.splice(place, 1);
    return {
      role: own?.move.role ?? null,
      amount: dec(debit).minus(credit),
      worth: own?.[when].base ?? null,
    };
  });
  if (!first.move.isOfPosition) return journalBases(sides, { rate: first[when].rate, currency });
  const worth = sum(sides.map((side) => side.worth ?? ZERO));
  return { sides: sides.map((side) => side.worth ?? worth.negated()), exchange: ZERO };
}
