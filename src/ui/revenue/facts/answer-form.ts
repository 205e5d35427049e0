import { isWords } from '@/core/ledger/words';
import {
  type NoFinancingReason,
  OBLIGATION_QUESTIONS,
  PRICE_QUESTIONS,
  type PriceQuestion,
} from '@/core/revenue/judgements/judged-answers';
import type { Contract } from '../contracts/contract-months';
import type { Fact } from './event-form';

type Judgement = Extract<Fact, { kind: 'judgement' }>;
type Question = Judgement['answers'][number]['question'];

/** The questions that can be answered for a contract in force: about one of its obligations, or about its price. */
export const questionsAbout = (about: string): readonly Question[] =>
  about === '' ? (Object.keys(PRICE_QUESTIONS) as PriceQuestion[]) : OBLIGATION_QUESTIONS;

/** The form of an answer: its subject (empty: the price), yes or no to each question, and the evidence. */
export type Answered = {
  readonly about: string;
  readonly effectiveDate: string;
  readonly answers: Readonly<Partial<Record<Question, 'yes' | 'no'>>>;
  readonly reason: NoFinancingReason | '';
  readonly evidence: string;
};

/** Whether the form must state why there is no financing component. */
export const needsReason = ({ answers }: Answered): boolean => answers.SIGNIFICANT_FINANCING === 'no';

/** The fact in the form; null while something required is missing. */
export function judgementOf(said: Answered): Judgement | null {
  const { about, effectiveDate, answers, reason, evidence } = said;
  const given = questionsAbout(about).flatMap((question): Judgement['answers'] => {
    const answer = answers[question];
    if (answer === undefined) return [];
    const why = question === 'SIGNIFICANT_FINANCING' && answer === 'no' && reason !== '' ? { reason } : {};
    return [{ question, answer: answer === 'yes', ...why }];
  });
  const isComplete = given.length > 0 && effectiveDate !== '' && isWords(evidence.trim());
  if (!isComplete || (needsReason(said) && reason === '')) return null;
  const key = about === '' ? {} : { key: about };
  return { kind: 'judgement', effectiveDate, ...key, answers: given, evidence: evidence.trim() };
}

export type RecordedAnswers = Extract<Contract['events'][number]['event'], { kind: 'judgement' }>;

/** The form of answers that were recorded. */
export function answeredBy({ key, effectiveDate, answers, evidence }: RecordedAnswers): Answered {
  const given = answers.map(({ question, answer }) => [question, answer ? 'yes' : 'no'] as const);
  return {
    about: key ?? '',
    effectiveDate,
    answers: Object.fromEntries(given),
    reason: answers.find(({ reason }) => reason !== undefined)?.reason ?? '',
    evidence,
  };
}
