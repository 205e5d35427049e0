import { createLoader } from 'nuqs/server';
import { TOPICS, type Topic } from '@/core/revenue/judged-terms';
import { JUDGEMENT_STATES, type JudgementState } from '@/core/revenue/judgement-list';
import type { RouterInputs } from '@/surfaces/trpc/react';
import { isDay } from '@/ui/kit/date-format';
import { text } from '@/ui/kit/url-state';
import { asOfFilters, asOfQuestion } from '../reports/as-of';

type Question = RouterInputs['revenue']['judgements']['list'];

/** The topics of judgments as the screens name them, in the order of the standard's steps. */
export const TOPIC_WORDS: Readonly<Record<Topic, string>> = {
  EXISTENCE: 'Does a contract exist?',
  OBLIGATION: 'Performance obligations',
  TRANSFER: 'When control transfers',
  ROLE: 'Principal or agent',
  STANDALONE_PRICE: 'Standalone selling prices',
  PRICE: 'Transaction price',
  ESTIMATE: 'Estimates',
  DISCOUNT: 'Discounts on specific obligations',
  ALLOCATION: 'Allocation of variable amounts',
  FINANCING: 'Financing',
  COST: 'Contract costs',
  MODIFICATION: 'Modifications',
};
export const STATE_WORDS: Readonly<Record<JudgementState, string>> = {
  ANSWERED: 'Answered',
  OPEN: 'Open',
  SUPERSEDED: 'Judged again later',
  VOIDED: 'Voided',
};
export const JUDGED_STATUSES = ['DRAFT', 'ACTIVE', 'COMPLETED', 'TERMINATED'] as const;

/** The URL parameters of the list of judgments. */
export const judgementFilters = {
  search: text,
  topic: text,
  state: text,
  status: text,
  subsidiary: text,
  from: text,
  to: text,
  before: text,
  ...asOfFilters,
};
export const loadJudgementFilters = createLoader(judgementFilters);
export type JudgementFilters = Awaited<ReturnType<typeof loadJudgementFilters>>;

const ID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The query input of the list; invalid URL parameters are ignored. */
export function judgementsQuestion(filters: JudgementFilters): Question {
  const topic = TOPICS.find((known) => known === filters.topic);
  const state = JUDGEMENT_STATES.find((known) => known === filters.state);
  const status = JUDGED_STATUSES.find((known) => known === filters.status);
  const { knownAsOf } = asOfQuestion({ effective: '', known: filters.known });
  return {
    limit: 100,
    ...(topic ? { topic } : {}),
    ...(state ? { state } : {}),
    ...(status ? { status } : {}),
    ...(ID.test(filters.subsidiary) ? { subsidiaryId: filters.subsidiary } : {}),
    ...(filters.search.trim() ? { search: filters.search.trim() } : {}),
    ...(isDay(filters.from) ? { dateFrom: filters.from } : {}),
    ...(isDay(filters.to) ? { dateTo: filters.to } : {}),
    ...(filters.before ? { before: filters.before } : {}),
    ...(knownAsOf === undefined ? {} : { knownAsOf }),
  };
}
