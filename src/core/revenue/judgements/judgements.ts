import { isWords } from '@/core/ledger/words';
import { granted, type Outcome, refused } from '@/core/outcome';
import type { CAPACITIES } from '../vocabulary';

/** What the standard asks about a promise and only a person can answer, with the paragraph that asks it. */
export const QUESTIONS = {
  /** Does it transfer a good or service, or is it only an activity to fulfill the contract? */
  TRANSFERS: '606-10-25-17',
  CAPABLE_OF_BEING_DISTINCT: '606-10-25-19(a)',
  SEPARATELY_IDENTIFIABLE: '606-10-25-19(b)',
  /** Distinct, but substantially the same with the same pattern of transfer: one performance obligation. */
  SERIES: '606-10-25-15',
  CONSUMED_AS_PERFORMED: '606-10-25-27(a)',
  CUSTOMER_CONTROLS_WORK: '606-10-25-27(b)',
  NO_ALTERNATIVE_USE: '606-10-25-28',
  RIGHT_TO_PAYMENT: '606-10-25-29',
  CONTROLS_BEFORE_TRANSFER: '606-10-55-37',
  /** Does the intellectual property have utility on its own, without the entity's ongoing activities? */
  STANDALONE_FUNCTIONALITY: '606-10-55-59',
  /** Does its functionality change during the license, and must the customer use the changed version? */
  CHANGES_FOR_CUSTOMER: '606-10-55-62',
  /** Does a warranty do more than assure that the product is as agreed, or is it sold separately? */
  BEYOND_ASSURANCE: '606-10-55-31',
  /** Does an option give the customer something it would not get without this contract? */
  MATERIAL_RIGHT: '606-10-55-42',
} as const;

export type Question = keyof typeof QUESTIONS;
/** One answer with its evidence. */
export type Answer = { question: Question; answer: boolean; evidence: string };

export type JudgedPromise = {
  key: string;
  nature: 'GOODS' | 'SERVICE' | 'LICENCE' | 'MATERIAL_RIGHT' | 'WARRANTY';
  capacity: (typeof CAPACITIES)[number];
  /** The timing implied by its pattern; null where the pattern implies none. */
  timing: 'POINT_IN_TIME' | 'OVER_TIME' | null;
  answers: readonly Answer[];
  /** The goods and services it consists of, if more than one. */
  parts?: readonly { name: string; answers: readonly Answer[] }[] | undefined;
};

/** A conclusion from the answers, as a sentence with its paragraph. */
export type Judgement = { key: string; conclusion: string; paragraph: string; evidence: string };

type Known = (question: Question) => boolean | undefined;

const knownOf = (answers: readonly Answer[]): Known => {
  const byQuestion = new Map(answers.map(({ question, answer }) => [question, answer]));
  return (question) => byQuestion.get(question);
};

/** The question that is answered with yes and with no; null: none is. */
function bothWays(answers: readonly Answer[]): Question | null {
  const twice = answers.find((one) =>
    answers.some((other) => other.question === one.question && other.answer !== one.answer),
  );
  return twice?.question ?? null;
}

/** Distinct by 25-19 when both halves are answered yes; a half that is not answered does not count against it. */
const isNotDistinct = (known: Known) =>
  known('CAPABLE_OF_BEING_DISTINCT') === false || known('SEPARATELY_IDENTIFIABLE') === false;

/**
 * 25-27: one of (a), (b), (c) is enough, and (c) needs both halves; undefined while only one half is answered. What is not
 * answered is not claimed.
 */
function isOverTime(known: Known): boolean | undefined {
  const unused = known('NO_ALTERNATIVE_USE');
  const paid = known('RIGHT_TO_PAYMENT');
  if (known('CONSUMED_AS_PERFORMED') === true || known('CUSTOMER_CONTROLS_WORK') === true) return true;
  if (unused === true && paid === true) return true;
  const half = (unused === true && paid === undefined) || (paid === true && unused === undefined);
  return half ? undefined : false;
}

/**
 * Compares the answers given about a promise with the way it is to be recorded. Questions that were not asked are not
 * required; an answer that was given needs evidence and must lead to the same result. Returns the conclusions with their
 * paragraphs. Refuses with REVENUE_RULE JUDGEMENT_UNPROVED, JUDGEMENT_CONTRADICTED for a question answered both ways, JUDGEMENT_OPEN, NOT_A_PROMISE, NOT_DISTINCT, PART_DISTINCT,
 * NOT_OVER_TIME, NOT_AT_A_POINT, CAPACITY_CONTRADICTED, LICENCE_CONTRADICTED, ASSURANCE_WARRANTY, NO_MATERIAL_RIGHT.
 */
export function judgePromise(promise: JudgedPromise): Outcome<Judgement[]> {
  const { key, answers, parts = [], capacity, timing } = promise;
  const no = ({ text, ...data }: Contradiction) =>
    refused('REVENUE_RULE', `${key} ${text}`, { ...data, key });
  const unproved = [...answers, ...parts.flatMap((part) => part.answers)].find(
    ({ evidence }) => !isWords(evidence),
  );
  if (unproved !== undefined) {
    const { question } = unproved;
    const text = `has an answer to ${question} without evidence.`;
    return no({ rule: 'JUDGEMENT_UNPROVED', text, paragraph: QUESTIONS[question] });
  }
  const twice = bothWays(answers) ?? parts.map((part) => bothWays(part.answers)).find((one) => one !== null);
  if (twice !== undefined && twice !== null) {
    const text = `answers ${twice} both ways.`;
    return no({ rule: 'JUDGEMENT_CONTRADICTED', text, paragraph: QUESTIONS[twice] });
  }
  const known = knownOf(answers);
  const problem =
    promiseProblem(promise, known) ?? timingProblem(known, timing) ?? roleProblem(known, capacity, timing);
  if (problem !== null) return no(problem);
  return granted(conclusionsOf(promise, known));
}

type Contradiction = { rule: string; text: string; paragraph: string };

/** Whether there is a performance obligation at all (25-16 to 25-22, 55-31, 55-42). */
function promiseProblem({ nature, parts = [] }: JudgedPromise, known: Known): Contradiction | null {
  if (known('TRANSFERS') === false) {
    const text = 'transfers nothing to the customer, so it is not a promise.';
    return { rule: 'NOT_A_PROMISE', text, paragraph: '606-10-25-17' };
  }
  if (isNotDistinct(known)) {
    const text = 'is not distinct: combine it with the obligation it is part of.';
    return { rule: 'NOT_DISTINCT', text, paragraph: '606-10-25-22' };
  }
  const apart = parts.find((part) => {
    const of = knownOf(part.answers);
    return of('CAPABLE_OF_BEING_DISTINCT') === true && of('SEPARATELY_IDENTIFIABLE') === true;
  });
  if (apart !== undefined && known('SERIES') !== true) {
    const text = `cannot include ${apart.name}, which is distinct and therefore a separate performance obligation.`;
    return { rule: 'PART_DISTINCT', text, paragraph: '606-10-25-14' };
  }
  if (nature === 'WARRANTY' && known('BEYOND_ASSURANCE') === false) {
    const text =
      'only assures that the product is as agreed: not a performance obligation but a provision (460-10).';
    return { rule: 'ASSURANCE_WARRANTY', text, paragraph: '606-10-55-32' };
  }
  if (nature === 'MATERIAL_RIGHT' && known('MATERIAL_RIGHT') === false) {
    const text = 'gives the customer nothing beyond what any customer receives.';
    return { rule: 'NO_MATERIAL_RIGHT', text, paragraph: '606-10-55-43' };
  }
  return null;
}

function timingProblem(known: Known, timing: JudgedPromise['timing']): Contradiction | null {
  const asked = (
    ['CONSUMED_AS_PERFORMED', 'CUSTOMER_CONTROLS_WORK', 'NO_ALTERNATIVE_USE', 'RIGHT_TO_PAYMENT'] as const
  ).some((question) => known(question) !== undefined);
  if (!asked || timing === null) return null;
  const overTime = isOverTime(known);
  if (overTime === undefined) {
    const text =
      'needs both answers of 25-27(c): no alternative use, and a right to payment for performance completed to date.';
    return { rule: 'JUDGEMENT_OPEN', text, paragraph: '606-10-25-27' };
  }
  if (overTime && timing === 'POINT_IN_TIME') {
    const text = 'is satisfied over time according to its answers: choose a measure of progress.';
    return { rule: 'NOT_AT_A_POINT', text, paragraph: '606-10-25-27' };
  }
  if (!overTime && timing === 'OVER_TIME') {
    const text = 'meets none of the criteria of 25-27, so it is satisfied at a point in time.';
    return { rule: 'NOT_OVER_TIME', text, paragraph: '606-10-25-30' };
  }
  return null;
}

function roleProblem(
  known: Known,
  capacity: JudgedPromise['capacity'],
  timing: JudgedPromise['timing'],
): Contradiction | null {
  const controls = known('CONTROLS_BEFORE_TRANSFER');
  if (controls !== undefined && controls !== (capacity === 'PRINCIPAL')) {
    const text = controls
      ? 'is controlled before it is transferred, so the entity is a principal.'
      : 'is not controlled before it is transferred, so the entity is an agent.';
    return { rule: 'CAPACITY_CONTRADICTED', text, paragraph: '606-10-55-37' };
  }
  const access = accessOf(known);
  if (access === undefined || timing === null || access === (timing === 'OVER_TIME')) return null;
  return {
    rule: 'LICENCE_CONTRADICTED',
    text: access
      ? 'is a right to access intellectual property, satisfied over time.'
      : 'is a right to use intellectual property, satisfied when it begins.',
    paragraph: '606-10-55-58',
  };
}

/** A right to access (55-58(a)): symbolic, or functional and changing during the license (55-62). */
function accessOf(known: Known): boolean | undefined {
  const functional = known('STANDALONE_FUNCTIONALITY');
  if (functional === undefined) return undefined;
  return !functional || known('CHANGES_FOR_CUSTOMER') === true;
}

function conclusionsOf({ key, answers, parts = [], capacity }: JudgedPromise, known: Known): Judgement[] {
  const found: Judgement[] = [];
  const conclude = (conclusion: string, paragraph: string, questions: readonly Question[]) => {
    const grounds = answers.filter(({ question }) => questions.includes(question));
    if (grounds.length === 0) return;
    found.push({ key, conclusion, paragraph, evidence: grounds.map(({ evidence }) => evidence).join('; ') });
  };
  conclude('distinct, a separate performance obligation', '606-10-25-19', [
    'TRANSFERS',
    'CAPABLE_OF_BEING_DISTINCT',
    'SEPARATELY_IDENTIFIABLE',
  ]);
  conclude('a series, one performance obligation', '606-10-25-14(b)', ['SERIES']);
  for (const { name, answers: own } of parts) {
    const evidence = own.map((one) => one.evidence).join('; ');
    found.push({ key, conclusion: `${name} is part of it`, paragraph: '606-10-25-22', evidence });
  }
  conclude(
    isOverTime(known) === true ? 'satisfied over time' : 'satisfied at a point in time',
    isOverTime(known) === true ? '606-10-25-27' : '606-10-25-30',
    ['CONSUMED_AS_PERFORMED', 'CUSTOMER_CONTROLS_WORK', 'NO_ALTERNATIVE_USE', 'RIGHT_TO_PAYMENT'],
  );
  conclude(capacity === 'PRINCIPAL' ? 'as principal' : 'as agent', '606-10-55-37', [
    'CONTROLS_BEFORE_TRANSFER',
  ]);
  conclude(accessOf(known) === true ? 'a right to access' : 'a right to use', '606-10-55-58', [
    'STANDALONE_FUNCTIONALITY',
    'CHANGES_FOR_CUSTOMER',
  ]);
  conclude('a warranty that is a service', '606-10-55-31', ['BEYOND_ASSURANCE']);
  conclude('a material right', '606-10-55-42', ['MATERIAL_RIGHT']);
  return found;
}

/** The criteria under which the customer controls goods that are billed and held (606-10-55-83). */
export const BILL_AND_HOLD = ['SUBSTANTIVE_REASON', 'IDENTIFIED', 'READY', 'NO_OTHER_USE'] as const;
export type BillAndHoldAnswer = {
  criterion: (typeof BILL_AND_HOLD)[number];
  met: boolean;
  evidence: string;
};

/** The bill-and-hold criteria that are not met or have no evidence. */
export function billAndHoldMissing(answers: readonly BillAndHoldAnswer[]): string[] {
  return BILL_AND_HOLD.filter(
    (criterion) => !answers.some((one) => one.criterion === criterion && one.met && isWords(one.evidence)),
  );
}
