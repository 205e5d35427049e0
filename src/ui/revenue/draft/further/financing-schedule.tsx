'use client';

import { keepPreviousData, skipToken } from '@tanstack/react-query';
import { dec, toPlainString } from '@/core/money/decimal';
import { isDate } from '@/core/periods/calendar';
import { type RouterInputs, trpc } from '@/surfaces/trpc/react';
import { DateText } from '@/ui/kit/date-text';
import { Money } from '@/ui/kit/money';
import type { ContractDraft } from '../contract-draft';
import { PRICE } from '../price-form';

type Asked = RouterInputs['revenue']['financing'];

/** What is asked of the server for the plan entered so far; null while something required is missing. */
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
      <div className="max-h-72 overflow-auto">
        <table className="w-full" aria-label="Interest by period">
          <thead className="sticky top-0 bg-surface">
            <tr className="text-left text-ink-mute text-small">
              {['Period ends', 'Opening', 'Interest', 'Payment', 'Closing'].map((name) => (
                <th key={name} scope="col" className="font-medium not-first:text-right">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {periods.map((row) => (
              <tr key={row.period}>
                <td className="border-line border-t py-1">
                  <DateText value={row.end} />
                </td>
                {(['opening', 'interest', 'payment', 'closing'] as const).map((field) => (
                  <td key={field} className="border-line border-t py-1 pl-3 text-right">
                    {money(row[field])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
