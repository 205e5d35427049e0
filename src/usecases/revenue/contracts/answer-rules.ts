import type { ContractState } from '@/core/revenue/contracts/contract-state';
import type { ContractEvent, EventOf } from '@/core/revenue/contracts/events';
import { bearsInterest } from '@/core/revenue/contracts/postings/interest-position';
import { paymentGap } from '@/core/revenue/financing/payment-gap';
import {
  type AnsweredContract,
  type FinancingQuestion,
  financingQuestion,
  isPriceQuestion,
  judgeAnswers,
} from '@/core/revenue/judgements/judged-answers';
import type { Answer, JudgedPromise } from '@/core/revenue/judgements/judgements';
import type { ContractRow } from '@/db/revenue/contracts/contracts';
import { listObligations, type ObligationRow } from '@/db/revenue/contracts/obligations';
import type { Tenant } from '@/db/tenancy';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import type { ContractTerms } from './contract-input';

type Judgement = EventOf<'judgement'>;

/** The answers that stand among some facts, by effective date and then in the order recorded. */
function answersIn(facts: readonly ContractEvent[]): readonly Judgement[] {
  const voided = new Set(facts.flatMap((fact) => (fact.kind === 'voided' ? [fact.of] : [])));
  const recorded = facts.filter(
    (fact): fact is Judgement => fact.kind === 'judgement' && !voided.has(fact.id),
  );
  return recorded.sort((a, b) =>
    a.effectiveDate === b.effectiveDate ? 0 : a.effectiveDate < b.effectiveDate ? -1 : 1,
  );
}

/** Whether interest is accrued on a contract or stated in its price. */
function isFinanced(terms: ContractTerms | null, state: ContractState): boolean {
  const stated = terms?.price.financing;
  if (bearsInterest(state) || (stated !== undefined && typeof stated !== 'string')) return true;
  return stated !== undefined && /[1-9]/.test(stated);
}

/** The question the payments of a contract raise about its financing, as its facts stand; null: none (606-10-32-15 to 32-18). */
export function questionOf(
  contract: Pick<ContractRow, 'terms'>,
  facts: readonly ContractEvent[],
  state: ContractState,
): FinancingQuestion | null {
  const terms = contract.terms as ContractTerms | null;
  if (isFinanced(terms, state)) return null;
  const given = answersIn(facts).flatMap(({ answers }) =>
    answers.filter(({ question }) => question === 'SIGNIFICANT_FINANCING'),
  );
  const last = given.at(-1);
  const reason = last === undefined ? terms?.price.noFinancing?.reason : (last.reason ?? 'ANSWERED');
  // Matching payments with transfers reads every amount of the contract, so it is left out where the answer is known.
  if (reason !== undefined && reason !== 'WITHIN_A_YEAR') return null;
  return financingQuestion(paymentGap(state), reason);
}

/**
 * Compares the answers recorded about a contract in force with how it is set up and with the answers that stand. Refuses REVENUE_RULE of
 * core where they contradict it.
 */
export async function demandAgreement(
  tenant: Tenant,
  contract: Pick<ContractRow, 'id' | 'terms'>,
  known: { readonly facts: readonly ContractEvent[]; readonly state: ContractState },
  recorded: readonly ContractEvent[],
): Promise<void> {
  const judged = answersIn([...known.facts, ...recorded]).filter(({ id }) =>
    recorded.some((fact) => fact.id === id),
  );
  if (judged.length === 0) return;
  const obligations = await listObligations(tenant, contract.id);
  const terms = contract.terms as ContractTerms | null;
  for (const fact of judged) {
    const others = answersIn([...known.facts, ...recorded]).filter(({ id }) => id !== fact.id);
    const before = others.filter(({ effectiveDate }) => effectiveDate <= fact.effectiveDate);
    const promise = obligations.find(({ key }) => key === fact.key);
    valueOrThrow(
      judgeAnswers(fact, {
        ...priceOf(terms, known.state),
        promise: promise === undefined ? null : promiseOf(promise, terms, before),
      }),
    );
  }
}

const TIMINGS: Readonly<Record<string, JudgedPromise['timing']>> = {
  POINT: 'POINT_IN_TIME',
  RIGHTS: 'POINT_IN_TIME',
  RATABLE: 'OVER_TIME',
  PROGRESS: 'OVER_TIME',
  MILESTONES: 'OVER_TIME',
};

/** An obligation with the answers that stand: those of its terms, and those recorded since. */
function promiseOf(
  { key, nature, capacity, pattern }: ObligationRow,
  terms: ContractTerms | null,
  recorded: readonly Judgement[],
): JudgedPromise {
  const agreed = terms?.obligations.find((one) => one.key === key);
  const answers = new Map<Answer['question'], Answer>();
  for (const answer of agreed?.answers ?? []) answers.set(answer.question, answer);
  for (const fact of recorded.filter((one) => one.key === key)) {
    for (const { question, answer } of fact.answers) {
      if (!isPriceQuestion(question)) answers.set(question, { question, answer, evidence: fact.evidence });
    }
  }
  return {
    key,
    nature: nature as JudgedPromise['nature'],
    capacity: capacity as JudgedPromise['capacity'],
    timing: TIMINGS[pattern.kind] ?? null,
    answers: [...answers.values()],
    parts: agreed?.parts,
  };
}

/** What the price of a contract consists of besides fixed cash. */
function priceOf(terms: ContractTerms | null, state: ContractState): Omit<AnsweredContract, 'promise'> {
  const used = state.obligations.filter(({ pattern }) => pattern.kind === 'USAGE');
  const isPaidOut = state.balanceEvents.some(({ kind }) => kind === 'PAYOUT');
  return {
    variable: [
      ...[...state.variable, ...state.royalties, ...used].map(({ key }) => key),
      ...(/[1-9]/.test(state.refundLiability) ? ['expected refunds'] : []),
    ],
    nonCash: (terms?.price.nonCash ?? []).map(({ key }) => key),
    payable: [
      ...(terms?.price.payableToCustomer ?? []).map(({ key }) => key),
      ...(isPaidOut ? ['payments to the customer'] : []),
    ],
    bearsInterest: isFinanced(terms, state),
    isScheduled: state.obligations.every(({ pattern }) => pattern.kind === 'RATABLE'),
    gap: paymentGap(state),
  };
}
