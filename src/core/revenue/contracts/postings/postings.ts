import { toAmountString } from '@/core/money/currency';
import { type Decimal, type DecimalString, dec, ZERO } from '@/core/money/decimal';
import { MONTHS, type PeriodGrid } from '../../../periods/period-grid';
import { later, type PeriodString } from '../../days';
import type { ContractJournal, ContractState, RecognitionRow } from '../contract-state';
import { rowName } from '../drafts/draft-view';
import type { ContractJournalLine } from '../events';

/** The stored amounts of one row of a picture: one of the amounts added under its name, or their sum. */
export type StoredSum = Pick<
  RecognitionRow,
  'key' | 'naturalPeriod' | 'start' | 'end' | 'source' | 'eventId' | 'amount'
>;

/** A row to store, with the fact that caused it. */
export type AddedRow = RecognitionRow & { causeId: string };

/**
 * The picture less what is stored of it: the rows to add so that storage equals the picture again. Each row belongs to its
 * own period (`naturalPeriod`) and is booked there while that is open, otherwise in the first open one, labeled late. The same picture a second time adds nothing.
 */
export function rowDifferences(
  state: ContractState,
  stored: readonly StoredSum[],
  at: { grid?: PeriodGrid | undefined; firstOpen: PeriodString; causeId: string; nextSeq: number },
): AddedRow[] {
  const known = new Map<string, StoredSum>();
  for (const row of stored) {
    const name = rowName(row);
    const other = known.get(name);
    // Most rows stand alone, and are the same as before: their amounts are compared as they are written.
    known.set(
      name,
      other === undefined ? row : { ...row, amount: dec(row.amount).plus(other.amount).toFixed() },
    );
  }
  const first = (at.grid ?? MONTHS).on(state.inception).key;
  const added: AddedRow[] = [];
  const add = (row: Omit<RecognitionRow, 'seq' | 'period' | 'late' | 'amount'>, amount: Decimal) => {
    const own = later(row.naturalPeriod, first);
    const period = later(own, at.firstOpen);
    added.push({
      ...row,
      seq: at.nextSeq + added.length,
      amount: toAmountString(amount, state.currencyCode),
      period,
      late: period !== own,
      catchUp: row.catchUp || period !== own,
      causeId: at.causeId,
    });
  };
  for (const row of state.rows) {
    const name = rowName(row);
    const before = known.get(name);
    known.delete(name);
    if (before !== undefined && withoutZeros(before.amount) === withoutZeros(row.amount)) continue;
    const by = dec(row.amount).minus(before?.amount ?? ZERO);
    // A zero slice stays in a schedule.
    if (!by.isZero() || before === undefined) add(row, by);
  }
  for (const row of known.values()) {
    const left = dec(row.amount).negated();
    const { key, naturalPeriod, start, end, source, eventId } = row;
    if (!left.isZero()) add({ key, naturalPeriod, start, end, source, eventId, catchUp: false }, left);
  }
  return added;
}

/** An amount without the zeros at its end that a scale adds. */
const withoutZeros = (amount: DecimalString) =>
  amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;

/** The journals of the second picture less those of the first, each for one fact and day, and balanced as the originals are. */
export function journalDifferences(before: ContractState, after: ContractState): ContractJournal[] {
  type Sums = { journal: ContractJournal; accounts: Map<ContractJournalLine['account'], Decimal> };
  const sums = new Map<string, Sums>();
  const addUp = (journals: readonly ContractJournal[], sign: DecimalString) => {
    for (const journal of journals) {
      const name = [journal.on, journal.eventId, journal.memo].join(' ');
      const one = sums.get(name) ?? { journal, accounts: new Map() };
      for (const { account, debit, credit } of journal.lines) {
        const amount = dec(debit).minus(credit).times(sign);
        one.accounts.set(account, amount.plus(one.accounts.get(account) ?? ZERO));
      }
      sums.set(name, one);
    }
  };
  // A picture to which facts were added has the journals before them as they were.
  if (before.journals.every((journal, index) => after.journals[index] === journal))
    return after.journals.slice(before.journals.length);
  const fresh = withoutThose(after.journals, before.journals);
  const gone = withoutThose(before.journals, after.journals);
  if (gone.length === 0) return fresh;
  addUp(fresh, '1');
  addUp(gone, '-1');
  return [...sums.values()].flatMap(({ journal, accounts }) => {
    const lines = [...accounts]
      .filter(([, amount]) => !amount.isZero())
      .map(([account, amount]) => sideOf(account, amount, after.currencyCode));
    return lines.length === 0 ? [] : [{ ...journal, lines }];
  });
}

/**
 * The journals that others lack, as often as they lack them: one in both is left as it is, line by line as recorded, and of two alike with one
 * recorded the second is new.
 */
function withoutThose(
  journals: readonly ContractJournal[],
  others: readonly ContractJournal[],
): ContractJournal[] {
  const left = new Map<string, number>();
  for (const one of others) {
    const name = JSON.stringify(one);
    left.set(name, (left.get(name) ?? 0) + 1);
  }
  return journals.filter((one) => {
    const name = JSON.stringify(one);
    const count = left.get(name) ?? 0;
    if (count > 0) left.set(name, count - 1);
    return count === 0;
  });
}

function sideOf(
  account: ContractJournalLine['account'],
  amount: Decimal,
  currencyCode: string,
): ContractJournalLine {
  const text = (value: Decimal) => toAmountString(value, currencyCode);
  return {
    account,
    debit: text(amount.gt(ZERO) ? amount : ZERO),
    credit: text(amount.lt(ZERO) ? amount.negated() : ZERO),
  };
}
