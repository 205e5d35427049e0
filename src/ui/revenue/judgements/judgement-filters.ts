import { createLoader } from 'nuqs/server';
import { TOPICS } from '@/core/revenue/judgements/judged-terms';
import { JUDGEMENT_STATES } from '@/core/revenue/judgements/judgement-list';
import { LIVED_STATUSES } from '@/core/revenue/vocabulary';
import type { RouterInputs } from '@/surfaces/trpc/react';
import { isDay } from '@/ui/kit/figures/date-format';
import { text } from '@/ui/kit/tables/url-state';
import { asOfFilters, asOfQuestion } from '../reports/as-of';

type Question = RouterInputs['revenue']['judgements']['list'];

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
  const status = LIVED_STATUSES.find((known) => known === filters.status);
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
