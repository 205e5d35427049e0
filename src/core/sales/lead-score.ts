import { type DecimalString, dec } from '../money/decimal';
import type { ProspectStatus } from './prospect-status';

export type ScoreFacts = {
  /** Estimated annual revenue; null when unknown. */
  readonly estimatedRevenue: DecimalString | null;
  readonly employeeCount: number | null;
  /** The prospect's status before its conversion. */
  readonly status: ProspectStatus;
  readonly email: string | null;
  readonly phone: string | null;
  readonly company: string | null;
  readonly industry: string | null;
};

export type ScoreParts = { revenue: number; headcount: number; status: number; completeness: number };

/** Minimum revenue and the points it earns, out of 40. */
const REVENUE_BANDS: readonly (readonly [DecimalString, number])[] = [
  ['10000000', 40],
  ['5000000', 34],
  ['1000000', 28],
  ['250000', 20],
  ['50000', 12],
  ['1', 4],
];

/** Minimum number of employees and the points it earns, out of 20. */
const HEADCOUNT_BANDS: readonly (readonly [number, number])[] = [
  [1000, 20],
  [250, 16],
  [50, 12],
  [10, 8],
  [1, 4],
];

/** Points for the stage in the pipeline, out of 20. */
const STATUS_POINTS: Readonly<Record<ProspectStatus, number>> = {
  researching: 4,
  contacted: 8,
  evaluating: 14,
  qualified: 20,
  unqualified: 0,
  converted: 20,
};

/** Points for the data sales can use, out of 20. */
const COMPLETENESS_POINTS = { email: 6, phone: 5, company: 5, industry: 4 } as const;

/** The four parts of a lead's score, to explain the figure. */
export function leadScoreParts(facts: ScoreFacts): ScoreParts {
  const { estimatedRevenue, employeeCount } = facts;
  const revenue =
    estimatedRevenue === null ? undefined : REVENUE_BANDS.find(([least]) => dec(estimatedRevenue).gte(least));
  const headcount =
    employeeCount === null ? undefined : HEADCOUNT_BANDS.find(([least]) => employeeCount >= least);
  const filled = (['email', 'phone', 'company', 'industry'] as const).filter(
    (field) => (facts[field] ?? '').trim() !== '',
  );
  return {
    revenue: revenue?.[1] ?? 0,
    headcount: headcount?.[1] ?? 0,
    status: STATUS_POINTS[facts.status],
    completeness: filled.reduce((points, field) => points + COMPLETENESS_POINTS[field], 0),
  };
}

/**
 * A lead's score, 0 to 100: revenue (40) + headcount (20) + status (20) + completeness (20), each from the tables
 * above. Better facts never lower it (decisions.md, surface A, "Conversion").
 */
export function leadScore(facts: ScoreFacts): number {
  const parts = leadScoreParts(facts);
  return parts.revenue + parts.headcount + parts.status + parts.completeness;
}
