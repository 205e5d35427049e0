import { amountInFull } from '@/core/money/currency';
import type { ContractEvent } from '../contracts/events';
import type { Treatment } from '../modifications/modification';
import { isPriceQuestion, paragraphOf } from './judged-answers';
import { type Judged, judgedAllocation, judgedEstimate, topicOf, yesNo } from './judged-terms';
import { ASKS, NO_FINANCING } from './judgement-words';
import { QUESTIONS } from './judgements';

/** The kinds of fact in which someone judged something. */
export const JUDGING_KINDS = [
  'created',
  'activated',
  'reassessment',
  'returnsEstimate',
  'refundEstimate',
  'estimateChange',
  'costs',
  'costEstimate',
  'costTest',
  'costTerm',
  'redemption',
  'usage',
  'useEstimate',
  'delivery',
  'modification',
  'judgement',
  'voided',
] as const;

const TREATED: Readonly<Record<Treatment, string>> = {
  separate: 'A separate contract (25-12)',
  prospective: 'Prospectively, as if the old contract ended (25-13(a))',
  catchUp: 'As part of the existing contract, with a cumulative catch-up (25-13(b))',
  mixed: 'Partly prospectively, partly with a cumulative catch-up (25-13(c))',
};
const REMAINING: Readonly<Record<'ALL' | 'NONE' | 'SOME', string>> = {
  ALL: 'All of them',
  NONE: 'None of them',
  SOME: 'Some of them',
};

const estimate = (
  about: string | null,
  question: string,
  asks: string,
  paragraph: string,
  answer: string,
  evidence: string | undefined,
): Judged => ({ topic: 'ESTIMATE', about, question, asks, paragraph, answer, evidence: evidence ?? null });

/** What was judged in one fact of a contract in that currency; most facts hold no judgment. */
export function judgedFact(fact: ContractEvent, currencyCode: string): Judged[] {
  const { evidence } = fact;
  const money = (amount: string) => amountInFull(amount, currencyCode);
  switch (fact.kind) {
    case 'reassessment':
      return [judgedEstimate({ ...fact, evidence }, currencyCode)];
    case 'returnsEstimate':
      return [
        estimate(
          fact.key,
          'EXPECTED_RETURNS',
          'How many of the goods sold are expected to be returned?',
          '606-10-55-22 to 55-29',
          `${fact.expectedReturns} of ${fact.units} units`,
          evidence,
        ),
      ];
    case 'refundEstimate':
      return [
        estimate(
          fact.key,
          'REFUND_LIABILITY',
          'How much is expected to be refunded?',
          '606-10-32-10',
          money(fact.liability),
          evidence,
        ),
      ];
    case 'estimateChange':
      return [
        estimate(
          null,
          'PRICE_CHANGE',
          'By how much does the transaction price change?',
          '606-10-32-14',
          fact.onlyTo === undefined
            ? money(fact.change)
            : `${money(fact.change)}, for ${fact.onlyTo.join(', ')} only`,
          evidence,
        ),
      ];
    case 'costTest':
      return [
        estimate(
          fact.key,
          'IMPAIRMENT',
          'How much of the asset will still be recovered?',
          '340-40-35-3',
          `${money(fact.expectedConsideration)} expected, at remaining costs of ${money(fact.remainingCosts)}`,
          evidence,
        ),
      ];
    case 'costTerm':
      return [
        estimate(
          fact.key,
          'USEFUL_UNTIL',
          'Through what date is the asset expected to provide benefits?',
          '340-40-35-2',
          fact.end,
          evidence,
        ),
      ];
    case 'costEstimate':
      return [
        estimate(
          fact.key,
          'TOTAL_COST',
          'What will it cost in total?',
          '606-10-55-20',
          money(fact.totalCost),
          evidence,
        ),
      ];
    case 'costs':
      return [
        estimate(
          fact.key,
          'TOTAL_COST',
          'What will it cost in total?',
          '606-10-55-20',
          `${money(fact.totalCost)}, of which ${money(fact.costToDate)} to date`,
          evidence,
        ),
      ];
    case 'redemption':
      return fact.expectedUsed === undefined
        ? []
        : [
            estimate(
              fact.key,
              'EXPECTED_USE',
              'How many of the rights will be used (breakage)?',
              '606-10-55-48',
              fact.expectedUsed,
              evidence,
            ),
          ];
    case 'usage':
      return fact.expectedPrice === undefined
        ? []
        : [
            estimate(
              fact.key,
              'EXPECTED_PRICE',
              'Which price per unit is expected in the end?',
              '606-10-32-10',
              money(fact.expectedPrice),
              evidence,
            ),
          ];
    case 'useEstimate':
      return [
        estimate(
          fact.key,
          'EXPECTED_USE',
          'How much of the committed minimum will be used, or exceeded?',
          '606-10-55-48',
          fact.expected,
          evidence,
        ),
      ];
    case 'delivery':
      return (fact.billAndHold ?? []).map(({ criterion, met, evidence: proof }) => ({
        topic: 'TRANSFER',
        about: fact.key,
        question: criterion,
        asks: ASKS[criterion],
        paragraph: '606-10-55-83',
        answer: met ? 'Yes' : 'No',
        evidence: proof,
      }));
    case 'modification':
      return judgedModification(fact, currencyCode);
    case 'judgement':
      return judgedAnswers(fact);
    default:
      return [];
  }
}

/** Answers given while the contract was in force. */
function judgedAnswers({ key, answers, evidence }: Extract<ContractEvent, { kind: 'judgement' }>): Judged[] {
  return answers.map(({ question, answer, reason }) => ({
    topic: isPriceQuestion(question)
      ? question === 'SIGNIFICANT_FINANCING'
        ? ('FINANCING' as const)
        : ('PRICE' as const)
      : topicOf(question),
    about: key ?? null,
    question,
    asks: ASKS[question],
    paragraph: paragraphOf(question),
    answer: reason === undefined ? yesNo(answer) : (NO_FINANCING[reason] ?? reason),
    evidence,
  }));
}

function judgedModification(
  change: Extract<ContractEvent, { kind: 'modification' }>,
  currencyCode: string,
): Judged[] {
  const { judgements = [], variable = [], royalties = [], reason } = change;
  // What was judged of the obligations of a contract of its own stands with that contract.
  const { answers = {} } = change.apart?.terms ?? change;
  const line = (question: string, asks: string, paragraph: string, answer: string): Judged => ({
    topic: 'MODIFICATION',
    about: null,
    question,
    asks,
    paragraph,
    answer,
    evidence: reason,
  });
  return [
    line(
      'TREATMENT',
      'How is the modification accounted for?',
      '606-10-25-12, 25-13',
      change.treatment === change.decidedFor
        ? TREATED[change.treatment]
        : `${TREATED[change.treatment]}; the facts known then required: ${TREATED[change.decidedFor]}`,
    ),
    ...(answers.priceAtSsp === undefined
      ? []
      : [
          line(
            'PRICE_AT_SSP',
            'Is what is added priced at its standalone selling price?',
            '606-10-25-12(b)',
            answers.priceAtSsp ? 'Yes' : 'No',
          ),
        ]),
    ...(answers.remainingDistinct === undefined
      ? []
      : [
          line(
            'REMAINING_DISTINCT',
            'Which of the remaining goods or services are distinct from those transferred?',
            '606-10-25-13',
            REMAINING[answers.remainingDistinct],
          ),
        ]),
    ...judgements.map(
      ({ key, conclusion, paragraph, evidence }): Judged => ({
        topic: paragraph === QUESTIONS.CONTROLS_BEFORE_TRANSFER ? 'ROLE' : conclusionTopic(paragraph),
        about: key,
        question: 'CONCLUSION',
        asks: 'What was concluded about the added obligation?',
        paragraph,
        answer: conclusion,
        evidence,
      }),
    ),
    ...variable.map((one) => judgedEstimate(one, currencyCode)),
    ...[...variable, ...royalties].flatMap(judgedAllocation),
  ];
}

const OF_TRANSFER: readonly string[] = ['606-10-25-27', '606-10-25-30', '606-10-55-58'];
const conclusionTopic = (paragraph: string) =>
  OF_TRANSFER.includes(paragraph) ? ('TRANSFER' as const) : ('OBLIGATION' as const);
