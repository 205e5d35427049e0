import { type ChosenRate, rateOn } from '@/core/fx/rates';
import type { Outcome } from '@/core/outcome';
import { ratesBefore } from '@/db/stores/documents/exchange-rates';
import type { PeriodRecord } from '@/db/stores/structure/periods';
import type { Tenant } from '@/db/tenancy';

/**
 * The rate for remeasuring a currency at the end of a period: its latest CLOSING rate in the period, otherwise the
 * latest SPOT rate on or before the last day. Refuses RATE_MISSING when there is neither.
 */
export async function closingRate(
  tenant: Tenant,
  period: Pick<PeriodRecord, 'startDate' | 'endDate'>,
  currencyCode: string,
  base: string,
): Promise<Outcome<ChosenRate>> {
  const asked = { currencyCode, base, to: period.endDate };
  const wanted = { from: currencyCode, to: base, date: period.endDate };
  const closing = await ratesBefore(tenant, { ...asked, from: period.startDate, rateType: 'CLOSING' });
  const chosen = rateOn(wanted, closing);
  if (chosen.ok) return chosen;
  return rateOn(wanted, await ratesBefore(tenant, { ...asked, from: '1900-01-01', rateType: 'SPOT' }));
}
