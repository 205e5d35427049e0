import { isWords } from '@/core/ledger/words';
import { granted, type Outcome, refused } from '@/core/outcome';

/** The criteria under which a discount belongs to some obligations only; all three must be met (606-10-32-37). */
export const DISCOUNT_CRITERIA = {
  /** Does the entity regularly sell each distinct good or service of the contract on a standalone basis? */
  SOLD_STANDALONE: '606-10-32-37(a)',
  /** Does it regularly sell a bundle of some of them at a discount to their standalone prices? */
  BUNDLE_SOLD_AT_DISCOUNT: '606-10-32-37(b)',
  /** Is that discount substantially the same as the one in the contract, with observable evidence of where it belongs? */
  SAME_DISCOUNT: '606-10-32-37(c)',
} as const;

/** The criteria under which a variable amount belongs to some obligations entirely; both must be met (606-10-32-40). */
export const VARIABLE_CRITERIA = {
  /** Do the terms relate specifically to the efforts to satisfy it, or to a specific outcome of satisfying it? */
  RELATES_SPECIFICALLY: '606-10-32-40(a)',
  /** Is the result consistent with the allocation objective, considering all obligations and payment terms? */
  MEETS_OBJECTIVE: '606-10-32-40(b)',
} as const;

export type DiscountCriterion = keyof typeof DISCOUNT_CRITERIA;
export type VariableCriterion = keyof typeof VARIABLE_CRITERIA;
/** One criterion with its answer and the evidence for it. */
export type JudgedCriterion<Name extends string = string> = {
  criterion: Name;
  met: boolean;
  evidence: string;
};

/** An amount of the price, the obligations it is allocated to (none: all), and the criteria judged for that. */
export type DirectedTerm = {
  /** What it is called, such as "The discount of 40" or "The variable amount bonus". */
  name: string;
  isDirected: boolean;
  criteria: readonly JudgedCriterion[];
};

type Kind = 'DISCOUNT' | 'VARIABLE';
const OF: Readonly<Record<Kind, { criteria: Readonly<Record<string, string>>; paragraph: string }>> = {
  DISCOUNT: { criteria: DISCOUNT_CRITERIA, paragraph: '606-10-32-37' },
  VARIABLE: { criteria: VARIABLE_CRITERIA, paragraph: '606-10-32-40' },
};

/** The criteria of an amount that are not judged yet; none where it is shared by all obligations. */
export function openCriteria(kind: Kind, { isDirected, criteria }: DirectedTerm): string[] {
  if (!isDirected) return [];
  return Object.keys(OF[kind].criteria).filter(
    (name) => !criteria.some(({ criterion }) => criterion === name),
  );
}

/**
 * Compares the criteria judged for an amount with where it is allocated. Refuses with REVENUE_RULE JUDGEMENT_UNPROVED without
 * evidence, JUDGEMENT_CONTRADICTED for one answered both ways, ALLOCATION_CONTRADICTED where the amount is allocated to some
 * obligations although a criterion is not met, or a variable amount to all although both are met (32-40 leaves no choice), and
 * with `demand` JUDGEMENT_OPEN where a criterion of a directed amount is not judged.
 */
export function judgeAllocation(kind: Kind, term: DirectedTerm, demand = false): Outcome<null> {
  const { name, isDirected, criteria } = term;
  const { criteria: known, paragraph } = OF[kind];
  const unproved = criteria.find(({ evidence }) => !isWords(evidence));
  if (unproved !== undefined) {
    return refused('REVENUE_RULE', `${name} has an answer to ${unproved.criterion} without evidence.`, {
      rule: 'JUDGEMENT_UNPROVED',
      paragraph: known[unproved.criterion] ?? paragraph,
      criterion: unproved.criterion,
    });
  }
  const twice = criteria.find(({ criterion, met }) =>
    criteria.some((other) => other.criterion === criterion && other.met !== met),
  );
  if (twice !== undefined) {
    return refused('REVENUE_RULE', `${name} answers ${twice.criterion} both ways.`, {
      rule: 'JUDGEMENT_CONTRADICTED',
      paragraph: known[twice.criterion] ?? paragraph,
      criterion: twice.criterion,
    });
  }
  const failed = criteria.find(({ met }) => !met);
  if (isDirected && failed !== undefined) {
    return refused(
      'REVENUE_RULE',
      `${name} cannot be allocated to some obligations only, because ${failed.criterion} is not met. Share it among all of them.`,
      {
        rule: 'ALLOCATION_CONTRADICTED',
        paragraph: known[failed.criterion] ?? paragraph,
        criterion: failed.criterion,
      },
    );
  }
  const isMet = Object.keys(known).every((each) => criteria.some(({ criterion }) => criterion === each));
  if (!isDirected && kind === 'VARIABLE' && isMet && failed === undefined) {
    return refused(
      'REVENUE_RULE',
      `${name} meets both criteria, so it is allocated to the obligations it relates to. Name them.`,
      { rule: 'ALLOCATION_CONTRADICTED', paragraph },
    );
  }
  const open = demand ? openCriteria(kind, term) : [];
  if (open.length === 0) return granted(null);
  return refused(
    'REVENUE_RULE',
    `${name} is allocated to some obligations only. Judge ${open.join(', ')} first, with the evidence.`,
    { rule: 'JUDGEMENT_OPEN', paragraph, open },
  );
}

/**
 * Compares the reason for which a contract has no financing component (606-10-32-17) with its terms. Refuses with REVENUE_RULE
 * FINANCING_CONTRADICTED: CUSTOMER_CHOOSES_TIME where every obligation runs over days that are agreed, MOSTLY_VARIABLE where
 * nothing in the price is variable.
 */
export function judgeNoFinancing(stated: {
  reason: 'CUSTOMER_CHOOSES_TIME' | 'MOSTLY_VARIABLE' | 'OTHER_PURPOSE' | 'WITHIN_A_YEAR';
  hasVariable: boolean;
  /** Every obligation is satisfied over agreed days, so that the customer chooses nothing. */
  isScheduled: boolean;
}): Outcome<null> {
  const no = (message: string, paragraph: string) =>
    refused('REVENUE_RULE', message, {
      rule: 'FINANCING_CONTRADICTED',
      paragraph,
      reason: stated.reason,
    });
  if (stated.reason === 'CUSTOMER_CHOOSES_TIME' && stated.isScheduled) {
    return no(
      'The customer cannot choose when goods or services are transferred: every obligation runs over agreed days.',
      '606-10-32-17(a)',
    );
  }
  if (stated.reason === 'MOSTLY_VARIABLE' && !stated.hasVariable) {
    return no(
      'The price is not mostly variable: it has no variable amount, no royalty and no usage.',
      '606-10-32-17(b)',
    );
  }
  return granted(null);
}
