'use client';

import { keepPreviousData, skipToken } from '@tanstack/react-query';
import { dec, toPlainString } from '@/core/money/decimal';
import { isDate } from '@/core/periods/calendar';
import { type RouterInputs, trpc } from '@/surfaces/trpc/react';
import { cx } from '@/ui/kit/class-names';
import { DateText } from '@/ui/kit/figures/date-text';
import { Money } from '@/ui/kit/figures/money';
import type { ContractDraft } from '../contract-draft';
import { PRICE } from '../price/price-form';

type Asked = RouterInputs['revenue']['financing'];

/** The query for the plan entered so far; null while something required is missing. */
export function scheduleQuestion(draft: ContractDraft): Asked | null {
  const { currencyCode, contractDate, fixed } = draft;
  const isPlan = draft.financing.kind === 'ARREARS' || draft.financing.kind === 'ADVANCE';
  if (!isPlan || fixed === '' || !isDate(contractDate)) return null;
  const missing = Object.keys(PRICE.gaps(draft, draft.obligations)).some((field) =>
    field.startsWith('financing/'),
  );
  const financing = PRICE.terms.financing.ask(draft);
  if (missing || typeof financing !== 'object') return null;
  return { currencyCode, contractDate, fixed, financing };
}

/** A period begins with the closing balance of the one before, so a phone leaves it out. */
const AMOUNTS = [
  { field: 'opening', header: 'Opening', look: 'max-sm:hidden' },
  { field: 'interest', header: 'Interest', look: '' },
  { field: 'payment', header: 'Payment', look: '' },
  { field: 'closing', header: 'Closing', look: '' },
] as const;

/** The interest of the plan, period by period, before anything is saved: computed by the server as for the contract itself. */
export function FinancingSchedule({ draft }: { readonly draft: ContractDraft }) {
  const asked = scheduleQuestion(draft);
  const query = trpc.revenue.financing.useQuery(asked ?? skipToken, {
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (asked === null) return null;
  if (query.error) {
    return (
      <p role="status" className="text-ink-mute">
        {query.error.message}
      </p>
    );
  }
  if (query.data === undefined) return null;
  const { periods, interest, price, ratePerPeriod } = query.data;
  const money = (value: string) => <Money value={value} currency={asked.currencyCode} zero="digits" />;
  return (
    <section aria-label="Interest schedule" className="flex flex-col gap-2">
      <p className="text-ink-soft">
        At {toPlainString(dec(ratePerPeriod).times('100'))}% a period{' '}
        {asked.financing.kind === 'ADVANCE'
          ? 'interest is added to what is paid in advance'
          : 'interest is part of the payments'}
        : {money(toPlainString(dec(interest).abs()))}. The price is {money(price)}.
      </p>
      <section
        className="max-h-72 overflow-auto"
        data-scroll=""
        // A region that scrolls must be reachable by keyboard (WCAG 2.1.1).
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        aria-label="Periods, scrolls"
      >
        <table className="w-full" aria-label="Interest by period">
          <thead className="sticky top-0 bg-surface">
            <tr className="text-left text-ink-mute text-small">
              <th scope="col" className="whitespace-nowrap font-medium">
                Period ends
              </th>
              {AMOUNTS.map(({ field, header, look }) => (
                <th key={field} scope="col" className={cx('pl-3 text-right font-medium', look)}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {periods.map((row) => (
              <tr key={row.period}>
                <td className="whitespace-nowrap border-line border-t py-1">
                  <DateText value={row.end} />
                </td>
                {AMOUNTS.map(({ field, look }) => (
                  <td key={field} className={cx('border-line border-t py-1 pl-3 text-right', look)}>
                    {money(row[field])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
