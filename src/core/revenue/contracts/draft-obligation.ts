import { dec, ZERO } from '@/core/money/decimal';
import { minimumOf } from '../minimum';
import type { DraftObligation } from './draft';
import type { ObligationTerms } from './events';

/** An obligation as a fact agrees it. */
export function draftObligation(
  terms: ObligationTerms,
  sinceInception: boolean,
  agreedBy: string,
): DraftObligation {
  const minimum = minimumOf(terms.pattern);
  return {
    key: terms.key,
    pattern: terms.pattern,
    ssp: dec(terms.ssp),
    allocated: dec(terms.allocated),
    measure: ZERO,
    units: ZERO,
    reached: [],
    base: ZERO,
    baseMeasure: ZERO,
    resetOn: null,
    taken: ZERO,
    sinceInception,
    openAtModification: true,
    held: false,
    supplier: terms.supplier ?? null,
    supplied: ZERO,
    supplierBase: { owed: ZERO, earned: ZERO, measure: ZERO },
    notBefore: terms.notBefore,
    refund: dec(terms.refund ?? '0'),
    rebate: ZERO,
    cost: ZERO,
    returnAsset: ZERO,
    comingBack: null,
    apart: false,
    removedOn: null,
    estimate: null,
    measuredBy: null,
    committed:
      minimum === null
        ? null
        : {
            agreedBy,
            byDay: new Map(),
            within: new Map(),
            through: '0000-00-00',
            expected: minimum.expected === undefined ? null : dec(minimum.expected),
            waiting: ZERO,
            released: ZERO,
          },
  };
}
