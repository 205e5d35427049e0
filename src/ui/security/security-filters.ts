import { createLoader } from 'nuqs/server';
import { SECURITY_EVENTS } from '@/core/identity/security-events';
import { isDay } from '@/ui/kit/figures/date-format';
import { text } from '@/ui/kit/tables/url-state';

/** The URL parameters of the security log. */
export const securityFilters = { event: text, address: text, from: text, to: text, before: text };
export const loadSecurityFilters = createLoader(securityFilters);

export type SecurityFilters = Awaited<ReturnType<typeof loadSecurityFilters>>;

/** The query input of the security log. */
export function securityQuestion(filters: SecurityFilters) {
  const event = SECURITY_EVENTS.find((name) => name === filters.event);
  const address = filters.address.trim();
  return {
    limit: 100,
    ...(event === undefined ? {} : { event }),
    ...(address === '' ? {} : { address }),
    ...(isDay(filters.from) ? { from: filters.from } : {}),
    ...(isDay(filters.to) ? { to: filters.to } : {}),
    ...(filters.before ? { before: filters.before } : {}),
  };
}
