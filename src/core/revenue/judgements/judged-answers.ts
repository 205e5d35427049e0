import { granted, type Outcome, refused } from '@/core/outcome';
import { judgeNoFinancing } from '../allocation/allocation-criteria';
import type { PaymentGap } from '../financing/payment-gap';
import { type Answer, type JudgedPromise, judgePromise, QUESTIONS, type Question } from './judgements';

/** What the standard asks about the price of a contract in force, with the paragraph that asks it (606-10-32-5 ff.). */
export const PRICE_QUESTIONS = {
  /** Can the consideration vary: discounts, rebates, refunds, bonuses, penalties, concessions? */
  VARIABLE_CONSIDERATION: '606-10-32-5',
  /** Does the time between payment and transfer finance either party? */
  SIGNIFICANT_FINANCING: '606-10-32-15',
  /** Does the customer pay in anything but cash? */
  NONCASH_CONSIDERATION: '606-10-32-21',
  /** Is anything paid or payable to the customer? */
  PAYABLE_TO_CUSTOMER: '606-10-32-25',
} as const;
export type PriceQuestion = keyof typeof PRICE_QUESTIONS;

/** When an obligation is satisfied, and in which role: what may be asked again of an obligation in force (25-27, 25-30, 55-36). */
export const OBLIGATION_QUESTIONS = [
  'CONSUMED_AS_PERFORMED',
  'CUSTOMER_CONTROLS_WORK',
  'NO_ALTERNATIVE_USE',
  'RIGHT_TO_PAYMENT',
  'STANDALONE_FUNCTIONALITY',
  'CHANGES_FOR_CUSTOMER',
  'CONTROLS_BEFORE_TRANSFER',
] as const satisfies readonly Question[];
export type ObligationQuestion = (typeof OBLIGATION_QUESTIONS)[number];

export const NO_FINANCING_REASONS = [
  'WITHIN_A_YEAR',
  'CUSTOMER_CHOOSES_TIME',
  'MOSTLY_VARIABLE',
  'OTHER_PURPOSE',
] as const;
export type NoFinancingReason = (typeof NO_FINANCING_REASONS)[number];

/** One question of a contract in force with its answer; `reason`: why there is no financing component. */
export type GivenAnswer = {
  question: ObligationQuestion | PriceQuestion;
  answer: boolean;
  reason?: NoFinancingReason | undefined;
};

export const isPriceQuestion = (question: string): question is PriceQuestion => question in PRICE_QUESTIONS;
export const paragraphOf = (question: GivenAnswer['question']): string =>
  isPriceQuestion(question) ? PRICE_QUESTIONS[question] : QUESTIONS[question];

/** How a contract is set up, as far as an answer can contradict it. */
export type AnsweredContract = {
  /** The obligation an answer is about, with the answers that stand so far; null: it has none of that name. */
  promise: JudgedPromise | null;
  /** What makes the price other than fixed cash; the keys of the elements. */
  variable: readonly string[];
  nonCash: readonly string[];
  payable: readonly string[];
  bearsInterest: boolean;
  /** Every obligation is satisfied over agreed days. */
  isScheduled: boolean;
  gap: PaymentGap | null;
};

/**
 * Compares answers given while a contract is in force with the way it is set up: they change no amount, so one that would is refused,
 * with what to do instead. About an obligation (`key`) they are judged together with the answers that stand. Refuses with
 * REVENUE_RULE UNKNOWN_OBLIGATION, what `judgePromise` refuses, PRICE_CONTRADICTED, FINANCING_CONTRADICTED, JUDGEMENT_CONTRADICTED
 * for a question answered both ways, JUDGEMENT_MISPLACED for one asked of the other kind of thing.
 */
export function judgeAnswers(
  { key, answers, evidence }: { key?: string | undefined; answers: readonly GivenAnswer[]; evidence: string },
  contract: AnsweredContract,
): Outcome<null> {
  const misplaced = answers.find(({ question }) => isPriceQuestion(question) === (key !== undefined));
  if (misplaced !== undefined) {
    const { question } = misplaced;
    const where = key === undefined ? 'an obligation: name it' : 'the price, not an obligation';
    return refused('REVENUE_RULE', `${question} is asked about ${where}.`, {
      rule: 'JUDGEMENT_MISPLACED',
      paragraph: paragraphOf(question),
      question,
    });
  }
  if (key !== undefined) return judgeObligation(key, answers, evidence, contract);
  for (const [index, one] of answers.entries()) {
    const twice = answers.some((other, at) => at < index && other.question === one.question);
    const outcome = twice ? bothWays(one.question) : judgePrice(one, contract);
    if (!outcome.ok) return outcome;
  }
  return granted(null);
}

const bothWays = (question: GivenAnswer['question']) =>
  refused('REVENUE_RULE', `${question} is answered twice.`, {
    rule: 'JUDGEMENT_CONTRADICTED',
    paragraph: paragraphOf(question),
  });

function judgeObligation(
  key: string,
  given: readonly GivenAnswer[],
  evidence: string,
  { promise }: AnsweredContract,
): Outcome<null> {
  if (promise === null) {
    return refused('REVENUE_RULE', `The contract has no obligation ${key}.`, {
      rule: 'UNKNOWN_OBLIGATION',
      key,
    });
  }
  const isAsked = (question: Question) => given.some((one) => one.question === question);
  const answers: Answer[] = [
    ...promise.answers.filter(({ question }) => !isAsked(question)),
    ...given.flatMap(({ question, answer }) =>
      isPriceQuestion(question) ? [] : [{ question, answer, evidence }],
    ),
  ];
  const judged = judgePromise({ ...promise, answers });
  return judged.ok ? granted(null) : judged;
}

function judgePrice({ question, answer, reason }: GivenAnswer, contract: AnsweredContract): Outcome<null> {
  switch (question) {
    case 'VARIABLE_CONSIDERATION':
      return agrees(question, answer, contract.variable, {
        has: 'The price varies',
        none: 'Nothing in the price varies. Add the variable amount in a modification, which is then estimated',
      });
    case 'NONCASH_CONSIDERATION':
      return agrees(question, answer, contract.nonCash, {
        has: 'Part of the price is not paid in cash',
        none: 'All of the price is paid in cash. State noncash consideration in the terms of a separate contract',
      });
    case 'PAYABLE_TO_CUSTOMER':
      return agrees(question, answer, contract.payable, {
        has: 'An amount is payable to the customer',
        none: 'Nothing is payable to the customer. Record what is paid to it, which lowers the price',
      });
    case 'SIGNIFICANT_FINANCING':
      return judgeFinancing(answer, reason, contract);
    default:
      return granted(null);
  }
}

function agrees(
  question: PriceQuestion,
  answer: boolean,
  found: readonly string[],
  words: { readonly has: string; readonly none: string },
): Outcome<null> {
  if (answer === found.length > 0) return granted(null);
  const message = answer ? `${words.none}.` : `${words.has}: ${found.join(', ')}.`;
  return refused('REVENUE_RULE', message, {
    rule: 'PRICE_CONTRADICTED',
    paragraph: PRICE_QUESTIONS[question],
    question,
  });
}

function judgeFinancing(
  answer: boolean,
  reason: NoFinancingReason | undefined,
  { bearsInterest, isScheduled, variable, gap }: AnsweredContract,
): Outcome<null> {
  const no = (message: string, paragraph: string) =>
    refused('REVENUE_RULE', message, { rule: 'FINANCING_CONTRADICTED', paragraph, reason: reason ?? null });
  if (answer) {
    if (reason !== undefined)
      return no('A financing component that exists needs no reason for none.', '606-10-32-17');
    if (bearsInterest) return granted(null);
    return no(
      'No interest is accrued on this contract. State its financing terms in a modification, or record the interest.',
      '606-10-32-15',
    );
  }
  if (bearsInterest) {
    return no('Interest is accrued on this contract, so it has a financing component.', '606-10-32-15');
  }
  if (reason === undefined) {
    return no(
      'Say why there is no financing component: one of the reasons of 32-17 and 32-18.',
      '606-10-32-17',
    );
  }
  if (reason === 'WITHIN_A_YEAR' && gap !== null)
    return no(`${gapWords(gap)} The practical expedient does not apply.`, '606-10-32-18');
  return judgeNoFinancing({ reason, hasVariable: variable.length > 0, isScheduled });
}

/** A gap in a sentence. */
export function gapWords({ kind, from, to }: PaymentGap, written = (day: string) => day): string {
  const first = written(from);
  if (to === null) {
    return kind === 'ADVANCE'
      ? `What was billed or paid on ${first} is not transferred within a year.`
      : `What was transferred by ${first} is not billed or paid within a year.`;
  }
  const last = written(to);
  return kind === 'ADVANCE'
    ? `What was billed or paid on ${first} is transferred by ${last}, more than a year later.`
    : `What was transferred by ${first} was billed or paid on ${last}, more than a year later.`;
}

/** What is asked about the time between payment and transfer and not answered, or answered against the facts. */
export type FinancingQuestion = PaymentGap & { isContradicted: boolean };

/**
 * What a contract without interest has to be asked: payment and transfer are more than a year apart, and no one has said why that is
 * no financing; or the answer was that they are not (32-18). `reason`: the answer that stands, in its terms or recorded later;
 * undefined: none. Null: nothing is asked.
 */
export function financingQuestion(
  gap: PaymentGap | null,
  reason: NoFinancingReason | undefined,
): FinancingQuestion | null {
  if (gap === null || (reason !== undefined && reason !== 'WITHIN_A_YEAR')) return null;
  return { ...gap, isContradicted: reason !== undefined };
}
