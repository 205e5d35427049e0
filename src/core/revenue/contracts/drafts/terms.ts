import { dec, isPlainDecimal, ZERO } from '@/core/money/decimal';
import { isDate } from '../../../periods/calendar';
import { minimumOf, minimumProblem } from '../../minimum';
import type { ObligationPattern, ObligationTerms } from '../agreed/promised-terms';

function isAbove(text: string, limit: 'ZERO_OR_MORE' | 'ABOVE_ZERO'): boolean {
  if (!isPlainDecimal(text)) return false;
  return limit === 'ABOVE_ZERO' ? dec(text).gt(ZERO) : dec(text).gte(ZERO);
}

function patternProblem(pattern: ObligationPattern): string | null {
  switch (pattern.kind) {
    case 'UNITS':
      return isAbove(pattern.quantity, 'ABOVE_ZERO') ? null : 'must have a quantity above zero';
    case 'MILESTONES':
      return pattern.milestones.length > 0 &&
        new Set(pattern.milestones.map(({ key }) => key)).size === pattern.milestones.length &&
        pattern.milestones.every(({ weight }) => isAbove(weight, 'ABOVE_ZERO'))
        ? null
        : 'must have milestones with unique names and weights above zero';
    case 'RATABLE':
      if (!isDate(pattern.start) || !isDate(pattern.end)) return 'must have dates YYYY-MM-DD';
      return pattern.end < pattern.start ? 'must not end before it starts' : null;
    case 'RIGHTS':
      return isAbove(pattern.expectedUsed, 'ABOVE_ZERO')
        ? null
        : 'must have an expected number of uses above zero';
    case 'USAGE': {
      const { invoicedPrice, expectedPrice, tiers, minimum } = pattern;
      if (minimum !== undefined) {
        return invoicedPrice === undefined && expectedPrice === undefined
          ? minimumProblem(minimum)
          : 'must have a minimum or an expected price, not both';
      }
      if (expectedPrice === undefined && invoicedPrice === undefined) return null;
      if (tiers !== undefined) return 'must have tiers or one price, not both';
      if (!isAbove(invoicedPrice ?? '', 'ZERO_OR_MORE')) return 'must have an invoiced unit price';
      if (!isAbove(expectedPrice ?? '0', 'ZERO_OR_MORE')) return 'must have a price that is not negative';
      return dec(expectedPrice ?? '0').gt(dec(invoicedPrice ?? '0'))
        ? 'must not have an expected price above the invoiced price'
        : null;
    }
    default:
      return null;
  }
}

/** A sentence on what is wrong with the terms of an obligation, or null. */
export function termsProblem(terms: ObligationTerms): string | null {
  if (!isPlainDecimal(terms.allocated)) return 'must have an allocated amount';
  if (!isAbove(terms.ssp, 'ZERO_OR_MORE')) return 'must have a standalone selling price that is not negative';
  const { supplier, refund, pattern } = terms;
  if (supplier !== undefined) {
    const { amount, rate } = supplier;
    if (!isAbove(amount, 'ZERO_OR_MORE')) return 'must have a supplier share that is not negative';
    if (rate !== undefined && !(isAbove(rate, 'ZERO_OR_MORE') && dec(rate).lte('1'))) {
      return 'must have a supplier rate from 0 to 1';
    }
    if (minimumOf(pattern) !== null) return 'must have a minimum or a supplier, not both';
    if ((pattern.kind === 'USAGE') !== (rate !== undefined)) {
      return 'must have a supplier rate if priced by usage, otherwise a supplier share';
    }
  }
  if (refund !== undefined && !isAbove(refund, 'ZERO_OR_MORE'))
    return 'must have a refund that is not negative';
  return patternProblem(pattern);
}
