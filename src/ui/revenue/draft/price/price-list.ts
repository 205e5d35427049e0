import { roundToCurrency, toAmountString } from '@/core/money/currency';
import { dec, isPlainDecimal } from '@/core/money/decimal';
import { versionOn } from '@/core/revenue/dated';
import type { RouterOutputs } from '@/surfaces/trpc/react';
import type { ComboChoice } from '@/ui/kit/input/combo-choice';
import type { ObligationDraft } from '../obligations/promise-form';

export type ListedPrice = RouterOutputs['revenue']['ssp']['list']['rows'][number];

/** One choice per product and stratum, regardless of the dates of its prices. */
export function choicesOf(rows: readonly ListedPrice[]): ComboChoice[] {
  const seen = new Map<string, ComboChoice>();
  for (const { productCode, stratum } of rows) {
    const id = choiceId({ productCode, stratum });
    seen.set(id, { id, label: productCode, ...(stratum === '' ? {} : { note: stratum }) });
  }
  return [...seen.values()];
}

type Product = Pick<ObligationDraft, 'productCode' | 'stratum'>;

/** A product and stratum as one id of a list of choices. */
export function choiceId({ productCode, stratum }: Product): string {
  return productCode === '' ? '' : JSON.stringify([productCode, stratum]);
}

export function productOf(id: string): Product {
  const [productCode = '', stratum = ''] = id === '' ? [] : (JSON.parse(id) as string[]);
  return { productCode, stratum };
}

/**
 * The price list's proposal for an obligation on the contract date, multiplied by its units; null if it has no price.
 */
export function proposedPrice(
  rows: readonly ListedPrice[],
  one: Pick<ObligationDraft, 'productCode' | 'stratum' | 'units'>,
  currencyCode: string,
  day: string,
) {
  const { productCode, stratum, units } = one;
  if (productCode === '') return null;
  const versions = rows
    .filter((row) => row.productCode === productCode && row.stratum === stratum)
    .map((row) => ({ ...row, from: row.validFrom, to: row.validTo }));
  const found = versionOn(versions, day, productCode);
  if (!found.ok) return null;
  const { value } = found;
  const times = (price: string) =>
    toAmountString(
      roundToCurrency(dec(price).times(units !== '' && isPlainDecimal(units) ? units : '1'), currencyCode),
      currencyCode,
    );
  return {
    ssp: times(value.ssp),
    each: value.ssp,
    range:
      value.rangeLow === null || value.rangeHigh === null
        ? null
        : { low: times(value.rangeLow), high: times(value.rangeHigh) },
    from: value.validFrom,
    evidence: value.evidence,
  };
}
