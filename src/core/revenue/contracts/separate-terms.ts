import { granted, type Outcome, refused } from '@/core/outcome';
import type { PeriodGrid } from '../../periods/period-grid';
import type { DateString } from '../days';
import { treatChange } from './comparison';
import { chosenChange } from './drafts/chosen-change';
import type { BeginningTerms, ContractEvent, ModificationTerms } from './events';
import { contractBefore } from './picture';

/**
 * What a contract of its own begins with that a modification is as a separate contract (606-10-25-12): the obligations it adds with
 * their shares of its price, and its other price terms, to the cent what they would be within the contract it was agreed with.
 * Refuses what `contractBefore` and `treatChange` refuse, REVENUE_RULE TREATMENT_IMPOSSIBLE for a change that is not separate.
 */
export function separateTerms(
  facts: readonly ContractEvent[],
  date: DateString,
  change: ModificationTerms,
  grid: PeriodGrid,
): Outcome<BeginningTerms> {
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
  const chosen = chosenChange(met.value, date, change, 'separate', treated.value);
  return granted({
    obligations: chosen.additions,
    variable: chosen.variable,
    royalties: chosen.royalties,
    interest: chosen.interest,
    // What was billed of the other contract covers none of them, and all its obligations are theirs.
    installments: chosen.installments.map(({ on, amount }) => ({ on, amount })),
  });
}
