import { dec, ZERO } from '@/core/money/decimal';
import { type MinimumTerms, minimumOf } from '../../minimum';
import type { ObligationTerms } from '../agreed/promised-terms';
import type { CommittedUse } from './committed-use';
import type { DraftObligation } from './draft';

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
    pricedFor: terms.pattern,
    allocated: dec(terms.allocated),
    measure: ZERO,
    units: ZERO,
    reached: [],
    base: ZERO,
    baseMeasure: ZERO,
    materials: null,
    baseMaterials: null,
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
    committed: minimum === null ? null : unused(minimum, agreedBy),
  };
}

/** A minimum of which nothing has been used, as a fact agrees it. */
export const unused = ({ expected }: MinimumTerms, agreedBy: string): CommittedUse => ({
  agreedBy,
  byDay: new Map(),
  within: new Map(),
  through: '0000-00-00',
  expected: expected === undefined ? null : dec(expected),
  waiting: ZERO,
  released: ZERO,
});
