import { z } from 'zod';
import { toAmountString } from '@/core/money/currency';
import { dec, ZERO } from '@/core/money/decimal';
import { readSisterBalances, type SisterBalanceRow } from '@/db/reports/intercompany/sister-balances';
import type { Tenant } from '@/db/tenancy';
import { defineUseCase } from '../kit/define';
import { anId, day } from '../kit/fields';

/** What two companies have on the accounts between them in one currency; debits above zero. They cancel out when they agree. */
export interface SisterBalance {
  readonly subsidiaryId: string;
  /** Null: postings on intercompany accounts that name no sister. */
  readonly sisterId: string | null;
  readonly currencyCode: string;
  readonly ours: string;
  readonly theirs: string;
  readonly difference: string;
  /** What each side is carried at, in its own base currency. */
  readonly ourBase: string;
  readonly ourBaseCurrency: string;
  readonly theirBase: string;
  readonly theirBaseCurrency: string | null;
}

/** The balances of every two companies on a day, each two once for each currency. */
export async function sisterBalances(
  tenant: Tenant,
  query: { readonly asOf: string; readonly subsidiaryId?: string | undefined },
): Promise<SisterBalance[]> {
  const rows = await readSisterBalances(tenant, query);
  const places = new Map<string, { ours?: SisterBalanceRow; theirs?: SisterBalanceRow }>();
  for (const row of rows) {
    const isFirst = row.sisterId === null || row.subsidiaryId < row.sisterId;
    const two = isFirst ? [row.subsidiaryId, row.sisterId] : [row.sisterId, row.subsidiaryId];
    const place = `${two.join('/')}/${row.currencyCode}`;
    places.set(place, { ...places.get(place), [isFirst ? 'ours' : 'theirs']: row });
  }
  return [...places.values()].flatMap(({ ours, theirs }) => {
    const [subsidiaryId, sisterId] = [
      ours?.subsidiaryId ?? theirs?.sisterId,
      ours?.sisterId ?? theirs?.subsidiaryId,
    ];
    const currencyCode = (ours ?? theirs)?.currencyCode;
    if (subsidiaryId === undefined || subsidiaryId === null || currencyCode === undefined) return [];
    const difference = dec(ours?.amount ?? '0').plus(theirs?.amount ?? '0');
    // An exchange difference on an account that several sisters share belongs to none of them.
    if ((sisterId ?? null) === null && difference.isZero()) return [];
    const text = (amount: string) => toAmountString(dec(amount), currencyCode);
    const inBase = (row: SisterBalanceRow | undefined) =>
      row === undefined ? ZERO.toFixed() : toAmountString(dec(row.base), row.baseCurrencyCode);
    return [
      {
        subsidiaryId,
        sisterId: sisterId ?? null,
        currencyCode,
        ours: text(ours?.amount ?? '0'),
        theirs: text(theirs?.amount ?? '0'),
        difference: toAmountString(difference, currencyCode),
        ourBase: inBase(ours),
        ourBaseCurrency: ours?.baseCurrencyCode ?? '',
        theirBase: inBase(theirs),
        theirBaseCurrency: theirs?.baseCurrencyCode ?? null,
      },
    ];
  });
}

/**
 * What the companies of the organization owe one another on a day, each two against each other: the balance sheet accounts that
 * consolidation eliminates as intercompany (accounting.md 3). Reads; changes nothing.
 */
export const intercompanyBalances = defineUseCase({
  name: 'intercompany.balances',
  permission: 'gl.report.read',
  mode: 'report',
  input: z.object({
    /** Default: today. */
    asOf: day.optional(),
    subsidiaryId: anId.optional(),
  }),
  async run({ tenant, clock }, { asOf = clock.today(), subsidiaryId }) {
    const balances = await sisterBalances(tenant, { asOf, subsidiaryId });
    return { asOf, holds: balances.every(({ difference }) => dec(difference).isZero()), balances };
  },
});
