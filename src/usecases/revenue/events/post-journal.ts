import { journalBases } from '@/core/fx/carried-journals';
import { type Decimal, dec } from '@/core/money/decimal';
import { minorUnits } from '@/core/money/minor-units';
import { linesOf } from '@/core/revenue/contracts/postings/interest-worth';
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
  const { base, rate } = journal;
  const subsidiary = await subsidiaryOrRoot(context.tenant, journal.subsidiaryId);
  const baseCurrency = subsidiary?.baseCurrency ?? journal.currencyCode;
  const worths = base === undefined ? basesAt(journal.lines, rate, baseCurrency) : null;
  const places = Math.min(4, minorUnits(baseCurrency));
  await appendEntry(context.tenant, {
    entryId,
    ...journal,
    lines: journal.lines.flatMap(({ accountId, debit, credit }, index) => {
      const amount = dec(debit).minus(credit);
      const own = dec(base ?? '0').times(amount.isNegative() ? '-1' : '1');
      return linesOf(accountId, { amount, base: worths?.[index] ?? own }, { rate, places });
    }),
    actorId: actorOf(context),
  });
  return entryId;
}

/** The person whose call posts; null for a program. */
export const actorOf = ({ principal: { actor } }: Pick<Context, 'principal'>): string | null =>
  actor.kind === 'user' ? actor.id : null;

/**
 * What lines come to in a base currency at a rate, debits above zero. Rounding can leave debits and credits a unit apart: the last
 * line absorbs the difference.
 */
export function basesAt(
  lines: readonly { readonly debit: string; readonly credit: string }[],
  rate: string,
  baseCurrencyCode: string,
): readonly Decimal[] {
  return journalBases(
    lines.map(({ debit, credit }) => dec(debit).minus(credit)),
    rate,
    baseCurrencyCode,
  );
}
