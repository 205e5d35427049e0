import { text } from '@/ui/kit/tables/url-state';

/** The URL parameters of the estimates to reassess. */
export const estimateFilters = { month: text, subsidiary: text };

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const ID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The query input; without a month the current one. */
export function estimatesQuestion({
  month,
  subsidiary,
}: {
  readonly month: string;
  readonly subsidiary: string;
}) {
  return {
    ...(MONTH.test(month) ? { period: month } : {}),
    ...(ID.test(subsidiary) ? { subsidiaryId: subsidiary } : {}),
  };
}
