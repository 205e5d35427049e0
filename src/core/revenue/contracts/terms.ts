import { dec, isPlainDecimal, ZERO } from '@/core/money/decimal';
import { isDate } from '../days';
import type { ObligationPattern, ObligationTerms } from './events';

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
        : 'must have milestones of their own names with weights above zero';
    case 'RATABLE':
      if (!isDate(pattern.start) || !isDate(pattern.end)) return 'must have dates YYYY-MM-DD';
      return pattern.end < pattern.start ? 'must not end before it starts' : null;
    default:
      return null;
  }
}

/** What is wrong with the terms of an obligation, or null. */
export function termsProblem(terms: ObligationTerms): string | null {
  if (!isPlainDecimal(terms.allocated)) return 'must have an allocated amount';
  if (!isAbove(terms.ssp, 'ZERO_OR_MORE')) return 'must have a standalone price that is not negative';
  return patternProblem(terms.pattern);
}
