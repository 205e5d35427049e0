import type { ContractEvent } from '../contracts/events';
import type { DateString } from '../days';
import type { Criterion } from './contract-criteria';
import { type FinancingQuestion, gapWords, OBLIGATION_QUESTIONS, PRICE_QUESTIONS } from './judged-answers';
import { judgedFact } from './judged-facts';
import { type Judged, type JudgedTerms, judgedCriteria, judgedTerms } from './judged-terms';
import { ASKS } from './judgement-words';

/**
 * ANSWERED: with evidence. OPEN: asked by the terms or the facts and without an answer, or answered without evidence. SUPERSEDED: an
 * estimate made, or a question answered, again later. VOIDED: the fact it stood in was taken back.
 */
export const JUDGEMENT_STATES = ['ANSWERED', 'OPEN', 'SUPERSEDED', 'VOIDED'] as const;
export type JudgementState = (typeof JUDGEMENT_STATES)[number];

/** One judgment with the day it counts from and the fact it stands in; null: a draft's, or a cost's. */
export type JudgementLine = Judged & {
  state: JudgementState;
  effectiveDate: DateString;
  eventId: string | null;
  costId: string | null;
};

/** A cost of the contract as it was judged (340-40). */
export type JudgedCost = {
  id: string;
  description: string | null;
  costKind: string;
  decision: string;
  why: string;
  postingDate: DateString;
  facts: { recoverable?: boolean; evidence?: string | undefined };
  /** The fact that recorded it was voided. */
  voided?: boolean | undefined;
};

export type JudgedContract = {
  currencyCode: string;
  contractDate: DateString;
  terms: JudgedTerms | null;
  criteria: readonly Criterion[];
  /** The facts recorded so far, in the order in which they were recorded. */
  events: readonly ContractEvent[];
  /** The question its payments raise about financing, if any. */
  financingQuestion?: FinancingQuestion | null | undefined;
};

/**
 * Every judgment about a contract, with those its terms raise and no one answered: whether it exists, its obligations and when
 * they are satisfied, principal or agent, standalone prices, estimates, where discounts and variable amounts belong, financing and
 * modifications; those about its costs, of which there may be thousands, are `judgedCost`’s. In the order of the standard's steps, within a topic by date. Voided and superseded ones stay visible.
 */
export function judgementsOfContract(contract: JudgedContract): JudgementLine[] {
  const { currencyCode, contractDate, terms, criteria, events } = contract;
  const inForce = events.find(({ kind }) => kind === 'activated')?.id ?? null;
  const voided = new Set(events.flatMap((event) => (event.kind === 'voided' ? [event.of] : [])));
  const place = (eventId: string | null, effectiveDate: DateString) => (judged: Judged) => ({
    ...judged,
    state: eventId !== null && voided.has(eventId) ? ('VOIDED' as const) : stateOf(judged),
    effectiveDate,
    eventId,
    costId: null,
  });
  const agreed = [...judgedCriteria(criteria), ...(terms === null ? [] : judgedTerms(terms, currencyCode))];
  const answered = new Set(
    events.flatMap((event) =>
      event.kind === 'judgement' && !voided.has(event.id)
        ? judgedFact(event, currencyCode).map(({ topic, about }) => JSON.stringify([topic, about]))
        : [],
    ),
  );
  // What was open in the terms and has been answered since is not open anymore.
  const isOpen = ({ topic, about, answer }: Judged) =>
    answer !== null || !answered.has(JSON.stringify([topic, about]));
  const asked = contract.financingQuestion ?? null;
  const lines: JudgementLine[] = [
    ...agreed.filter(isOpen).map(place(inForce, contractDate)),
    ...(asked === null ? [] : [place(null, asked.knownFrom)(askedFinancing(asked))]),
    ...events.flatMap((event) => judgedFact(event, currencyCode).map(place(event.id, event.effectiveDate))),
  ];
  return superseded(lines);
}

/** Payment and transfer are more than a year apart, and no one has said why that is not financing (606-10-32-18). */
const askedFinancing = (gap: FinancingQuestion): Judged => ({
  topic: 'FINANCING',
  about: null,
  question: 'SIGNIFICANT_FINANCING',
  asks: `${ASKS.SIGNIFICANT_FINANCING} ${gapWords(gap)}`,
  paragraph: '606-10-32-15, 32-18',
  answer: null,
  evidence: null,
});

const stateOf = ({ answer, evidence }: Judged): JudgementState =>
  answer === null || evidence === null ? 'OPEN' : 'ANSWERED';

/** The judgment about a cost, which stands by itself: nothing answers it again. In the list of its contract it follows all that is not about costs (340-40). */
export function judgedCost(cost: JudgedCost): JudgementLine {
  const { id, description, costKind, decision, why, postingDate, facts, voided } = cost;
  const answers: Readonly<Record<string, string>> = {
    CAPITALISED: 'Capitalized',
    EXPENSED: 'Expensed',
    ELSEWHERE: 'Under another standard',
  };
  const evidence = facts.evidence ?? null;
  return {
    topic: 'COST',
    about: description ?? (costKind === 'OBTAIN' ? 'Cost to obtain' : 'Cost to fulfill'),
    question: costKind === 'OBTAIN' ? 'INCREMENTAL' : 'CREATES_RESOURCE',
    asks:
      costKind === 'OBTAIN'
        ? 'Is it an incremental cost of obtaining the contract that will be recovered?'
        : 'Does it create a resource for this contract that will be recovered?',
    paragraph: costKind === 'OBTAIN' ? '340-40-25-1' : '340-40-25-5',
    answer: `${answers[decision] ?? decision}: ${why}`,
    evidence,
    state: voided === true ? 'VOIDED' : evidence === null ? 'OPEN' : 'ANSWERED',
    effectiveDate: postingDate,
    eventId: null,
    costId: id,
  };
}

/** Of estimates of one thing, the one with the latest date stands; of one date, the one recorded last. */
function superseded(lines: readonly JudgementLine[]): JudgementLine[] {
  const latest = new Map<string, JudgementLine>();
  for (const line of lines) {
    const name = nameOf(line);
    if (name === null) continue;
    const known = latest.get(name);
    if (known === undefined || known.effectiveDate <= line.effectiveDate) latest.set(name, line);
  }
  return lines.map((line) => {
    const name = nameOf(line);
    return name === null || latest.get(name) === line ? line : { ...line, state: 'SUPERSEDED' };
  });
}

/** The questions that can be answered again while the contract is in force. */
const ANSWERED_AGAIN: readonly string[] = [...OBLIGATION_QUESTIONS, ...Object.keys(PRICE_QUESTIONS)];

/**
 * What an estimate or answer concerns; changes of the price add up instead of replacing each other, what is void has no effect, and
 * what is open is not an answer.
 */
const nameOf = ({ topic, about, question, answer, state }: JudgementLine): string | null =>
  (topic === 'ESTIMATE'
    ? question !== 'PRICE_CHANGE'
    : ANSWERED_AGAIN.includes(question) && answer !== null) && state !== 'VOIDED'
    ? JSON.stringify([question, about])
    : null;
