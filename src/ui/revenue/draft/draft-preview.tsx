'use client';

import { formatMonth } from '@/ui/kit/figures/date-format';
import { Money } from '@/ui/kit/figures/money';
import { Panel } from '@/ui/kit/layout/panel';
import type { ContractPreview } from './contract-preview';

/** A preview of the contract: price, shares, months. It updates with every keystroke. */
export function DraftPreview({
  preview,
  currency,
}: {
  readonly preview: ContractPreview;
  readonly currency: string;
}) {
  const { price, allocation, months, waiting, obstacle } = preview;
  const money = (value: string) => <Money value={value} currency={currency} zero="digits" />;
  return (
    <Panel title={`Preview in ${currency}`}>
      <div className="flex flex-col gap-5">
        {price === null ? null : (
          <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
            {price.elements.length > 1
              ? price.elements.map((element) => (
                  <div key={element.key} className="contents text-ink-soft">
                    <dt title={element.why}>{element.key === 'fixed' ? 'Fixed' : element.key}</dt>
                    <dd className="text-right">{money(element.amount)}</dd>
                  </div>
                ))
              : null}
            <dt className="font-semibold">Transaction price</dt>
            <dd className="text-right font-semibold">{money(price.total)}</dd>
          </dl>
        )}
        {obstacle === null ? null : (
          <p role="status" className="text-ink-mute">
            {obstacle}
          </p>
        )}
        {allocation === null ? null : (
          <table className="w-full" aria-label="Shares of the price">
            <thead>
              <tr className="text-left text-ink-mute text-small">
                <th scope="col" className="font-medium">
                  Obligation
                </th>
                <th scope="col" className="text-right font-medium">
                  Its share
                </th>
              </tr>
            </thead>
            <tbody>
              {allocation.allocations.map((share) => (
                <tr key={share.key} className="align-top">
                  <td className="border-line border-t py-1 pr-3">
                    <span className="font-medium">{share.key}</span>
                    <span className="wrap-anywhere block text-ink-mute text-small">{share.why}</span>
                  </td>
                  <td className="border-line border-t py-1 text-right">{money(share.amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {months.length === 0 ? null : (
          <section
            className="max-h-80 overflow-auto"
            data-scroll=""
            // A region that scrolls must be reachable by keyboard (WCAG 2.1.1).
            // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
            tabIndex={0}
            aria-label="Months, scrolls"
          >
            <table className="w-full" aria-label="Revenue by month">
              <thead className="sticky top-0 bg-surface">
                <tr className="text-left text-ink-mute text-small">
                  <th scope="col" className="font-medium">
                    Month
                  </th>
                  <th scope="col" className="text-right font-medium">
                    Revenue
                  </th>
                  <th scope="col" className="text-right font-medium">
                    Remaining
                  </th>
                </tr>
              </thead>
              <tbody>
                {months.map((month) => (
                  <tr key={month.period}>
                    <td className="border-line border-t py-1">{formatMonth(month.period)}</td>
                    <td className="border-line border-t py-1 text-right">{money(month.amount)}</td>
                    <td className="border-line border-t py-1 text-right text-ink-mute">
                      {money(month.remaining)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
        {waiting.map((one) => (
          <p key={one.key} className="text-ink-soft">
            {money(one.amount)} of {one.key} waits {one.words}.
          </p>
        ))}
      </div>
    </Panel>
  );
}
