import { createLoader } from 'nuqs/server';
import { isDay } from '@/ui/kit/figures/date-format';
import { text } from '@/ui/kit/tables/url-state';

/** The URL parameters of the audit trail. */
export const auditFilters = { noun: text, from: text, to: text, before: text };
export const loadAuditFilters = createLoader(auditFilters);

export type AuditFilters = Awaited<ReturnType<typeof loadAuditFilters>>;

/** The query input of the audit trail. */
export function auditQuestion(filters: AuditFilters) {
  return {
    limit: 100,
    ...(filters.noun ? { noun: filters.noun } : {}),
    ...(isDay(filters.from) ? { from: filters.from } : {}),
    ...(isDay(filters.to) ? { to: filters.to } : {}),
    ...(filters.before ? { before: filters.before } : {}),
  };
}
