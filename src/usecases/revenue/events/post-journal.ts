import { dec, toPlainString } from '@/core/money/decimal';
import { minorUnits } from '@/core/money/minor-units';
import { appendEntry } from '@/db/revenue/runs/entries';
import { subsidiaryOrRoot } from '@/db/stores/structure/root-subsidiary';
import { newId } from '@/lib/ids';
import type { Context } from '../../kit/define';

export interface JournalToPost {
  readonly subsidiaryId: string;
  readonly currencyCode: string;
  readonly postingDate: string;
  readonly rate: string;
  readonly sourceKind: 'REVENUE_EVENT' | 'CONTRACT_COST';
  readonly memo: string;
  /** The movement of the contract it belongs to. */
  readonly sourceId?: string;
  /** What its debit and its credit come to in base currency; omitted: its lines at the rate. */
  readonly base?: string;
  readonly lines: readonly { accountId: string; debit: string; credit: string }[];
}

/**
 * Appends one balanced revenue entry through the ledger's single function for entries; base
 * amounts use the rate of the day.
 */
export async function postContractJournal(context: Context, journal: JournalToPost): Promise<string> {
  const entryId = newId();
  const subsidiary = await subsidiaryOrRoot(context.tenant, journal.subsidiaryId);
  const { base } = journal;
  const settled =
    base === undefined
      ? basesAt(journal.lines, journal.rate, subsidiary?.baseCurrency ?? journal.currencyCode)
      : journal.lines.map((line) => ({
          ...line,
          ...(dec(line.debit).isZero()
            ? { baseDebit: '0', baseCredit: base }
            : { baseDebit: base, baseCredit: '0' }),
        }));
  await appendEntry(context.tenant, {
    entryId,
    ...journal,
    lines: settled,
    actorId: context.principal.actor.kind === 'user' ? context.principal.actor.id : null,
  });
  return entryId;
}

/**
 * The lines with their amounts in a base currency at a rate. Rounding can leave debits and credits a unit apart: the last line
 * absorbs the difference.
 */
export function basesAt<Line extends { readonly debit: string; readonly credit: string }>(
  lines: readonly Line[],
  rate: string,
  baseCurrencyCode: string,
): (Line & { baseDebit: string; baseCredit: string })[] {
  const places = Math.min(4, minorUnits(baseCurrencyCode));
  const base = (amount: string) => toPlainString(dec(amount).times(rate).toDecimalPlaces(places));
  const sides = lines.map((line) => ({
    ...line,
    baseDebit: base(line.debit),
    baseCredit: base(line.credit),
  }));
  const off = sides.reduce((sum, line) => sum.plus(line.baseDebit).minus(line.baseCredit), dec('0'));
  const last = sides.at(-1);
  return sides.map((line) => {
    if (line !== last || off.isZero()) return line;
    return dec(line.debit).isZero()
      ? { ...line, baseCredit: toPlainString(dec(line.baseCredit).plus(off)) }
      : { ...line, baseDebit: toPlainString(dec(line.baseDebit).minus(off)) };
  });
}
