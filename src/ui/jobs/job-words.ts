import { jobKind } from '@/core/jobs/job-kinds';
import type { RouterOutputs } from '@/surfaces/trpc/react';

export type Job = RouterOutputs['jobs']['get'];

/** How often a page with a job under way asks for its progress. */
export const EVERY_MOMENT = 1_500;

export const kindWords = ({ kind }: Pick<Job, 'kind'>): string => jobKind(kind)?.label ?? kind;

/** Where the record a job works on is shown, below the books; null for a kind this version does not know. */
export function placeOf({ kind, recordId }: Pick<Job, 'kind' | 'recordId'>): string | null {
  const known = jobKind(kind);
  if (known === null) return null;
  return known.isOnly ? known.place : `${known.place}/${recordId}`;
}

/** `1,250 of 4,000 rows`, `1 of 1 row`; how many in all may not be known yet. */
export function progressWords({ kind, done, total }: Pick<Job, 'kind' | 'done' | 'total'>): string {
  const units = jobKind(kind)?.unit ?? '';
  const unit = (total ?? done) === 1 ? units.replace(/s$/, '') : units;
  const count = (value: number) => value.toLocaleString('en-US');
  return `${total === null ? count(done) : `${count(done)} of ${count(total)}`} ${unit}`.trim();
}
