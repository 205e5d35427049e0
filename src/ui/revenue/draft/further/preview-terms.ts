import { isPlainDecimal, sum, toPlainString } from '@/core/money/decimal';
import { granted, type Outcome } from '@/core/outcome';
import { addDays, addMonths, isDate } from '@/core/periods/calendar';
import type { Allocation, DirectedAmount } from '@/core/revenue/allocation/allocation';
import { financingPlan } from '@/core/revenue/financing/financing-plan';
import { repurchase } from '@/core/revenue/repurchase';
import type { PriceElement } from '@/core/revenue/transaction-price';
import { type ContractDraft, isOfPriceTerms, TERMS } from '../contract-draft';
import { type ObligationDraft, PROMISE, repurchaseTerms, takesSupplier } from '../obligations/promise-form';
import { PRICE } from '../price/price-form';

/** Evidence does not change any figure, and obligations still without dates, units or milestones are shown as waiting for them. */
const WITHOUT = /^(answers|parts|milestones|start|end|quantity)(\/|$)/;

/** Why the further terms cannot be calculated, in words; null when they are complete. */
export function termsObstacle(draft: ContractDraft): string | null {
  if (Object.keys(TERMS.gaps(draft, draft.obligations)).some(isOfPriceTerms)) {
    return 'The further price terms are incomplete.';
  }
  const open = draft.obligations.find((one) =>
    Object.keys(PROMISE.gaps(one)).some((field) => !WITHOUT.test(field)),
  );
  return open === undefined ? null : `The terms of ${open.key.trim() || 'an obligation'} are incomplete.`;
}

/**
 * The treatment of a sale with a repurchase agreement (606-10-55-68, 55-72); null if there is none or it is incomplete.
 */
export function treatmentOf(one: ObligationDraft, currencyCode: string) {
  const asked = repurchaseTerms(one);
  if (asked === null) return null;
  const { option, on: _on, ...terms } = asked;
  const recorded = { ...terms, kind: option, currencyCode } as Parameters<typeof repurchase>[0];
  const treated = repurchase(recorded);
  return treated.ok ? treated.value : null;
}

/** Receipts that are not consideration: passed on by an agent, or refunded at the end of a lease. */
export function deductionsOf({ obligations, currencyCode }: ContractDraft): PriceElement[] {
  return obligations.flatMap((one) => {
    const treated = treatmentOf(one, currencyCode);
    return [
      ...(one.capacity === 'AGENT' && takesSupplier(one) && isPlainDecimal(one.supplierShare)
        ? [{ key: one.key, amount: one.supplierShare, why: 'passed on to the supplier (606-10-55-38)' }]
        : []),
      ...(treated?.treatment === 'LEASE'
        ? [
            {
              key: one.key,
              amount: one.repurchasePrice,
              why: `refundable under a repurchase agreement (${treated.paragraph})`,
            },
          ]
        : []),
    ];
  });
}

/**
 * The interest included in the price: stated, from its terms, or from a repurchase agreement; an empty string if none.
 */
export function interestIn(draft: ContractDraft): Outcome<string> {
  const { currencyCode, contractDate } = draft;
  const financing = PRICE.terms.financing.ask(draft);
  if (financing !== undefined && typeof financing !== 'object') return granted(String(financing));
  const lent = draft.obligations.find((one) => treatmentOf(one, currencyCode)?.treatment === 'FINANCING');
  if (financing === undefined && lent === undefined) return granted('');
  if (!isDate(contractDate) || (lent !== undefined && !isDate(lent.repurchaseOn))) return granted('');
  const plan = financingPlan(
    (lent === undefined
      ? {
          ...financing,
          currencyCode,
          fixed: draft.fixed === '' ? '0' : draft.fixed,
          start: financing?.start ?? contractDate,
        }
      : {
          currencyCode,
          fixed: lent.salePrice,
          kind: 'ADVANCE',
          start: contractDate,
          monthsPerPeriod: 1,
          periods: wholeMonths(contractDate, lent.repurchaseOn),
          cashPrice: lent.repurchasePrice,
        }) as Parameters<typeof financingPlan>[0],
  );
  return plan.ok ? granted(plan.value.interest) : plan;
}

/** Whole months between two dates, both included, at least one. */
function wholeMonths(start: string, end: string): number {
  let months = 1;
  while (addMonths(start, months + 1) <= addDays(end, 1)) months += 1;
  return months;
}

/**
 * The royalties of one license with their expected total, which determines the license's share of the remaining price
 * (Example 35).
 */
export function expectedRoyalties(draft: ContractDraft): (DirectedAmount & { to: readonly string[] })[] {
  return (PRICE.terms.royalties.ask(draft, draft.obligations) ?? []).flatMap(({ to, expected }) =>
    to === undefined || expected === undefined ? [] : [{ to, amount: String(expected) }],
  );
}

/** An allocation without the royalties, which enter as the sales occur (606-10-55-65). */
export function withoutRoyalties(
  whole: Allocation,
  total: string,
  royalties: readonly DirectedAmount[],
): Allocation {
  return {
    total,
    allocations: whole.allocations.map((share) => {
      const later = royalties.filter(({ to }) => to.includes(share.key)).map(({ amount }) => amount);
      if (later.length === 0) return share;
      return {
        ...share,
        amount: toPlainString(sum([share.amount, ...later.map((amount) => `-${amount}`)])),
        why: `${share.why} Its royalties are recognized as the sales occur (606-10-55-65).`,
      };
    }),
  };
}
