import { amountInFull } from '@/core/money/currency';
import {
  DISCOUNT_CRITERIA,
  type JudgedCriterion,
  openCriteria,
  VARIABLE_CRITERIA,
} from '../allocation/allocation-criteria';
import type { Constraint, PossibleAmount } from '../variable-consideration';
import type { Criterion } from './contract-criteria';
import { ASKS, estimateWords, NO_FINANCING } from './judgement-words';
import { type Answer, type JudgedPromise, QUESTIONS, type Question } from './judgements';

/** What the judgments of a contract are about. */
export const TOPICS = [
  'EXISTENCE',
  'OBLIGATION',
  'TRANSFER',
  'ROLE',
  'STANDALONE_PRICE',
  'PRICE',
  'ESTIMATE',
  'DISCOUNT',
  'ALLOCATION',
  'FINANCING',
  'COST',
  'MODIFICATION',
] as const;
export type Topic = (typeof TOPICS)[number];

/** One judgment: a question of the standard, its answer and what it rests on. Without an answer or evidence it is open. */
export type Judged = {
  topic: Topic;
  /** The obligation, price element or cost it is about; null: the contract as a whole. */
  about: string | null;
  question: string;
  asks: string;
  paragraph: string;
  answer: string | null;
  evidence: string | null;
};

/** The terms of a contract as far as someone judged them. */
export type JudgedTerms = {
  price: {
    variable?: readonly JudgedElement[] | undefined;
    royalties?: readonly JudgedRoyalty[] | undefined;
    financing?: unknown;
    noFinancing?: { reason: string; evidence: string } | undefined;
  };
  obligations: readonly JudgedObligation[];
  discounts: readonly {
    amount: string;
    to: readonly string[];
    criteria?: readonly JudgedCriterion[] | undefined;
  }[];
};
export type JudgedElement = {
  key: string;
  method: string;
  outcomes: readonly PossibleAmount[];
  constraint?: Constraint | undefined;
  evidence?: string | undefined;
  to?: readonly string[] | undefined;
  criteria?: readonly JudgedCriterion[] | undefined;
};
export type JudgedRoyalty = Pick<JudgedElement, 'key' | 'to' | 'criteria'>;
export type JudgedObligation = {
  key: string;
  nature: JudgedPromise['nature'];
  capacity: JudgedPromise['capacity'];
  pattern: { kind: string };
  answers?: readonly Answer[] | undefined;
  parts?: JudgedPromise['parts'];
  method?: string | undefined;
  ssp?: string | undefined;
  sspEvidence?: string | undefined;
  productCode?: string | undefined;
  standalone?: { kind: string } | undefined;
  supplierShare?: string | undefined;
  supplierRate?: string | undefined;
  expedient?: string | undefined;
};

export const yesNo = (answer: boolean) => (answer ? 'Yes' : 'No');
const proven = (text: string | undefined) => (text === undefined || text.trim() === '' ? null : text);

const TRANSFER: ReadonlySet<string> = new Set<Question>([
  'CONSUMED_AS_PERFORMED',
  'CUSTOMER_CONTROLS_WORK',
  'NO_ALTERNATIVE_USE',
  'RIGHT_TO_PAYMENT',
  'STANDALONE_FUNCTIONALITY',
  'CHANGES_FOR_CUSTOMER',
]);

/** What a question about an obligation is about: when it is satisfied, in which role, or whether it is one. */
export function topicOf(question: Question): Topic {
  if (question === 'CONTROLS_BEFORE_TRANSFER') return 'ROLE';
  return TRANSFER.has(question) ? 'TRANSFER' : 'OBLIGATION';
}

/** Whether a contract exists: the five criteria with their evidence (606-10-25-1). */
export function judgedCriteria(criteria: readonly Criterion[]): Judged[] {
  return criteria.map(({ name, met, evidence }) => ({
    topic: 'EXISTENCE',
    about: null,
    question: name,
    asks: ASKS[name],
    paragraph: '606-10-25-1',
    answer: yesNo(met),
    evidence: proven(evidence),
  }));
}

/** Everything judged, and left open, in the terms of a contract in that currency. */
export function judgedTerms({ price, obligations, discounts }: JudgedTerms, currencyCode: string): Judged[] {
  const { financing, noFinancing } = price;
  return [
    ...obligations.flatMap((one) => judgedObligation(one, currencyCode)),
    ...(price.variable ?? []).map((one) => judgedEstimate(one, currencyCode)),
    ...discounts.flatMap((one) => judgedDiscount(one, currencyCode)),
    ...[...(price.variable ?? []), ...(price.royalties ?? [])].flatMap(judgedAllocation),
    ...(noFinancing === undefined
      ? []
      : [
          financingLine(NO_FINANCING[noFinancing.reason] ?? noFinancing.reason, proven(noFinancing.evidence)),
        ]),
    ...(financing === undefined || isNothing(financing)
      ? []
      : [
          financingLine(
            'Yes: interest is included in the price',
            typeof financing === 'object'
              ? 'The terms of payment, from which rate and interest are computed'
              : null,
          ),
        ]),
  ];
}

const isNothing = (financing: unknown) => typeof financing === 'string' && /^-?0*\.?0*$/.test(financing);

const financingLine = (answer: string, evidence: string | null): Judged => ({
  topic: 'FINANCING',
  about: null,
  question: 'SIGNIFICANT_FINANCING',
  asks: ASKS.SIGNIFICANT_FINANCING,
  paragraph: '606-10-32-15',
  answer,
  evidence,
});

/** A variable amount of the price: how it was estimated and constrained (606-10-32-8, 32-11). */
export const judgedEstimate = (one: JudgedElement, currencyCode: string): Judged => ({
  topic: 'ESTIMATE',
  about: one.key,
  question: 'VARIABLE_AMOUNT',
  asks: 'How is the variable amount estimated, and how much of it is probable not to reverse?',
  paragraph: '606-10-32-8, 32-11',
  answer: estimateWords(one, currencyCode),
  evidence: proven(one.evidence),
});

/** Where a variable amount or royalty belongs (606-10-32-40); nothing for one shared by all without being judged. */
export function judgedAllocation({ key, to, criteria = [] }: JudgedRoyalty): Judged[] {
  const term = { name: key, isDirected: to !== undefined, criteria };
  const lines = [
    ...criteria,
    ...openCriteria('VARIABLE', term).map((criterion) => ({ criterion, met: null, evidence: '' })),
  ];
  const where = to === undefined ? 'all obligations' : to.join(', ');
  return lines.map(({ criterion, met, evidence }) => ({
    topic: 'ALLOCATION',
    about: `${key} to ${where}`,
    question: criterion,
    asks: ASKS[criterion as keyof typeof VARIABLE_CRITERIA] ?? criterion,
    paragraph: VARIABLE_CRITERIA[criterion as keyof typeof VARIABLE_CRITERIA] ?? '606-10-32-40',
    answer: met === null ? null : yesNo(met),
    evidence: proven(evidence),
  }));
}

function judgedDiscount(
  { amount, to, criteria = [] }: JudgedTerms['discounts'][number],
  currencyCode: string,
): Judged[] {
  const lines = [
    ...criteria,
    ...openCriteria('DISCOUNT', { name: amount, isDirected: true, criteria }).map((criterion) => ({
      criterion,
      met: null,
      evidence: '',
    })),
  ];
  return lines.map(({ criterion, met, evidence }) => ({
    topic: 'DISCOUNT',
    about: `${amountInFull(amount, currencyCode)} to ${to.join(', ')}`,
    question: criterion,
    asks: ASKS[criterion as keyof typeof DISCOUNT_CRITERIA] ?? criterion,
    paragraph: DISCOUNT_CRITERIA[criterion as keyof typeof DISCOUNT_CRITERIA] ?? '606-10-32-37',
    answer: met === null ? null : yesNo(met),
    evidence: proven(evidence),
  }));
}

function judgedObligation(one: JudgedObligation, currencyCode: string): Judged[] {
  const { key, answers = [], parts = [] } = one;
  const line = (about: string, { question, answer, evidence }: Answer): Judged => ({
    topic: topicOf(question),
    about,
    question,
    asks: ASKS[question],
    paragraph: QUESTIONS[question],
    answer: yesNo(answer),
    evidence: proven(evidence),
  });
  return [
    ...answers.map((answer) => line(key, answer)),
    ...parts.flatMap((part) => part.answers.map((answer) => line(`${key}: ${part.name}`, answer))),
    ...openQuestions(one),
    ...standalonePrice(one, currencyCode),
    ...disclosure(one),
  ];
}

/** The questions about an obligation that its terms raise and no one answered: when it is satisfied, and in which role. */
function openQuestions({ key, answers = [], pattern, capacity, ...supplied }: JudgedObligation): Judged[] {
  const open = (topic: Topic, question: string, asks: string, paragraph: string): Judged => ({
    topic,
    about: key,
    question,
    asks,
    paragraph,
    answer: null,
    evidence: null,
  });
  const isAnswered = (topic: Topic) => answers.some(({ question }) => topicOf(question) === topic);
  const hasSupplier =
    capacity === 'AGENT' || supplied.supplierShare !== undefined || supplied.supplierRate !== undefined;
  return [
    ...(isAnswered('TRANSFER')
      ? []
      : pattern.kind === 'LICENCE'
        ? [
            open(
              'TRANSFER',
              'STANDALONE_FUNCTIONALITY',
              ASKS.STANDALONE_FUNCTIONALITY,
              QUESTIONS.STANDALONE_FUNCTIONALITY,
            ),
          ]
        : [
            open(
              'TRANSFER',
              'OVER_TIME',
              'Is it satisfied over time (one of three criteria met) or at a point in time?',
              '606-10-25-27',
            ),
          ]),
    ...(hasSupplier && !isAnswered('ROLE')
      ? [
          open(
            'ROLE',
            'CONTROLS_BEFORE_TRANSFER',
            ASKS.CONTROLS_BEFORE_TRANSFER,
            QUESTIONS.CONTROLS_BEFORE_TRANSFER,
          ),
        ]
      : []),
  ];
}

const ESTIMATED: Readonly<Record<string, string>> = {
  COST: 'Expected cost plus a margin (32-34(b))',
  OPTION: 'The discount of the option times the likelihood of its use (55-44)',
  RIGHTS: 'The value of the rights expected to be used (55-44)',
};

function standalonePrice(one: JudgedObligation, currencyCode: string): Judged[] {
  const line = (answer: string, evidence: string | null): Judged[] => [
    {
      topic: 'STANDALONE_PRICE',
      about: one.key,
      question: 'STANDALONE_PRICE',
      asks: 'What is its standalone selling price, and what is the evidence for it?',
      paragraph: '606-10-32-32',
      answer,
      evidence,
    },
  ];
  if (one.standalone !== undefined) {
    return line(
      `Estimated: ${ESTIMATED[one.standalone.kind] ?? one.standalone.kind}`,
      'Its figures are in the terms of the contract',
    );
  }
  if (one.method === 'RESIDUAL') {
    return line('The rest of the price (residual approach, 32-34(c))', proven(one.sspEvidence));
  }
  if (one.ssp !== undefined) return line(amountInFull(one.ssp, currencyCode), proven(one.sspEvidence));
  if (one.productCode === undefined) return [];
  return line(`The price list on the contract date, product ${one.productCode}`, 'The price list entry');
}

const EXPEDIENTS: Readonly<Record<string, string>> = {
  RIGHT_TO_INVOICE: 'Left out: invoiced as performed (50-14(b))',
  ROYALTY: 'Left out: a royalty on sales or use (50-14A(a))',
  VARIABLE: 'Left out: variable, entirely for one obligation (50-14A(b))',
};

function disclosure({ key, expedient }: JudgedObligation): Judged[] {
  if (expedient === undefined || expedient === '') return [];
  return [
    {
      topic: 'OBLIGATION',
      about: key,
      question: 'DISCLOSURE',
      asks: 'Is it left out of the disclosure of remaining performance obligations?',
      paragraph: '606-10-50-14',
      answer: EXPEDIENTS[expedient] ?? expedient,
      evidence: 'The terms of the obligation',
    },
  ];
}
