import { sum, toPlainString } from '@/core/money/decimal';
import { granted, type Outcome, refused } from '@/core/outcome';
import type { PeriodGrid } from '../../periods/period-grid';
import type { DateString } from '../days';
import type { AgreedTerms } from './agreed/agreed-terms';
import { treatChange } from './comparison';
import type { ContractEvent, ModificationTerms } from './events';
import { contractBefore } from './picture';

/**
 * What was agreed for a modification that is a separate contract (606-10-25-12): the obligations it adds at their
 * standalone prices, and the prices and other price terms it states. It is the contract it would have been had it been separate from the
 * beginning, for the same price to the cent. Refuses what `contractBefore` and `treatChange` refuse, REVENUE_RULE TREATMENT_IMPOSSIBLE for
 * a change that is not separate.
 */
export function separateTerms(
  facts: readonly ContractEvent[],
  date: DateString,
  change: ModificationTerms,
  grid: PeriodGrid,
): Outcome<AgreedTerms> {
  const met = contractBefore(facts, date, grid);
  if (!met.ok) return met;
  const treated = treatChange(met.value, date, change, 'separate');
  if (!treated.ok) return treated;
  const { applicable, why } = treated.value.effect;
  if (!applicable) {
    return refused('REVENUE_RULE', `The change cannot be treated as separate: ${why}`, {
      rule: 'TREATMENT_IMPOSSIBLE',
      treatment: 'separate',
    });
  }
  return granted(agreedApart(date, change));
}

/** The terms that a modification adds, as a contract of its own says them. */
function agreedApart(
  date: DateString,
  { additions = [], variable = [], royalties = [], financing }: ModificationTerms,
): AgreedTerms {
  const fixed = toPlainString(sum(additions.map(({ price }) => price)));
  const collected = additions.flatMap(({ key, supplier }) =>
    supplier?.capacity === 'AGENT'
      ? [
          {
            key,
            amount: supplier.amount,
            why: 'collected for the supplier by an agent (606-10-55-38)',
          },
        ]
      : [],
  );
  return {
    price: {
      fixed,
      ...(collected.length > 0 && { deductions: collected }),
      ...(variable.length > 0 && {
        variable: variable.map(({ criteria: _criteria, ...element }) => element),
      }),
      ...(royalties.length > 0 && {
        royalties: royalties.map(({ criteria: _criteria, ...element }) => element),
      }),
      ...(financing && { financing: { ...financing, fixed, start: financing.start ?? date } }),
    },
    obligations: additions.map(
      ({ price: _price, distinct: _distinct, mergesInto: _into, ssp, ...promise }) => ({
        ...promise,
        standalone: { kind: 'STATED', ssp },
      }),
    ),
  };
}
