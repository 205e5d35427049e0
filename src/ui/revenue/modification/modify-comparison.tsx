'use client';

import type { ReactNode } from 'react';
import type { RouterOutputs } from '@/surfaces/trpc/react';
import { cx } from '@/ui/kit/class-names';
import { Money } from '@/ui/kit/figures/money';
import { Pill } from '@/ui/kit/figures/pill';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { periodText } from '../period-text';

type Comparison = RouterOutputs['revenue']['modifications']['preview'];
export type Treatment = Comparison['required']['treatment'];
type Outcome = Comparison['outcomes'][Treatment];

const TREATMENTS: readonly { readonly id: Treatment; readonly label: string; readonly words: string }[] = [
  {
    id: 'separate',
    label: 'Separate contract',
    words: 'The additions are accounted for separately (25-12).',
  },
  {
    id: 'prospective',
    label: 'Prospective',
    words: 'The remainder is reallocated prospectively, with no catch-up (25-13(a)).',
  },
  {
    id: 'catchUp',
    label: 'Catch-up',
    words: 'Progress is remeasured, and the difference is recognized now (25-13(b)).',
  },
  {
    id: 'mixed',
    label: 'Mixed',
    words: 'Each remaining obligation is treated according to its nature (25-13(c)).',
  },
];

type Figure = Exclude<keyof NonNullable<Outcome['afterRun']>, 'period' | 'obligations'>;

/** The figures of the page; those that a contract seldom has are shown where one of the treatments has them. */
const AFTER_RUN: readonly { readonly field: Figure; readonly label: string; readonly always?: true }[] = [
  { field: 'recognised', label: 'Recognized', always: true },
  { field: 'remaining', label: 'Remaining', always: true },
  { field: 'receivable', label: 'Receivable', always: true },
  { field: 'contractAsset', label: 'Contract asset', always: true },
  { field: 'deferred', label: 'Deferred revenue', always: true },
  { field: 'refundLiability', label: 'Refund liability' },
  { field: 'accruedInterest', label: 'Accrued interest' },
  { field: 'unearnedInterest', label: 'Unearned interest' },
  { field: 'advanceInterest', label: 'Interest on the advance' },
  { field: 'provision', label: 'Provision for losses' },
  { field: 'costs', label: 'Contract costs carried' },
];

const CELL = 'border-line border-b px-3 py-1.5 align-top';

/** The four treatments side by side; one is required by the answers, one is chosen. */
export function ModifyComparison({
  comparison,
  currency,
  chosen,
  onChoose,
}: {
  readonly comparison: Comparison;
  readonly currency: string;
  readonly chosen: Treatment;
  readonly onChoose: (treatment: Treatment) => void;
}) {
  const { outcomes, required } = comparison;
  const each = (show: (outcome: Outcome) => ReactNode) =>
    TREATMENTS.map(({ id }) => (
      <td key={id} className={cx(CELL, 'border-l text-right', id === chosen && 'bg-accent-soft')}>
        {outcomes[id].applicable ? show(outcomes[id]) : null}
      </td>
    ));
  const money = (value: string | undefined) => <Money value={value ?? '0'} currency={currency} />;
  const row = (label: string, show: (outcome: Outcome) => ReactNode, indent = false) => (
    <tr key={label}>
      <th scope="row" className={cx(CELL, 'text-left font-normal text-ink-soft', indent && 'pl-6')}>
        {label}
      </th>
      {each(show)}
    </tr>
  );
  const heading = (label: string) => (
    <tr key={`h/${label}`}>
      <th scope="rowgroup" colSpan={5} className="bg-sunken px-3 py-1 text-left font-medium text-small">
        {label}
      </th>
    </tr>
  );
  const all = TREATMENTS.map(({ id }) => outcomes[id]).filter((outcome) => outcome.applicable);
  const period = all.find(({ afterRun }) => afterRun !== null)?.afterRun?.period;
  const keys = [...new Set(all.flatMap(({ allocation }) => allocation.map(({ key }) => key)))];
  const months = [
    ...new Set(all.flatMap(({ revenueByMonth }) => revenueByMonth.map(({ period }) => period))),
  ].sort();
  return (
    <section
      aria-label="The four treatments, scrolls sideways"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-card border border-line"
    >
      <table className="w-full min-w-180 border-separate border-spacing-0" aria-label="The four treatments">
        <thead>
          <tr>
            <td className="border-line border-b bg-sunken px-3 py-2 text-ink-mute text-small">
              in {currency}
            </td>
            {TREATMENTS.map(({ id, label, words }) => (
              <th
                key={id}
                scope="col"
                className={cx(
                  'w-[21%] border-line border-b border-l bg-sunken px-3 py-2 text-left align-top font-normal',
                  id === chosen && 'bg-accent-soft',
                )}
              >
                <label className="flex items-start gap-2">
                  <input
                    type="radio"
                    name="treatment"
                    className="mt-0.5 size-4 shrink-0 accent-accent-solid"
                    checked={id === chosen}
                    disabled={!outcomes[id].applicable}
                    onChange={() => onChoose(id)}
                  />
                  <span className="min-w-0">
                    <span className="font-semibold">{label}</span>{' '}
                    {id === required.treatment ? <Pill tone="positive">Required</Pill> : null}
                    <span className="block text-ink-mute text-small">
                      {outcomes[id].applicable ? words : outcomes[id].why}
                    </span>
                  </span>
                </label>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {row('Catch-up now', (outcome) => money(outcome.catchUp))}
          {row('Contract price', (outcome) => money(outcome.total))}
          {row('Remaining obligations', (outcome) => money(outcome.rpo))}
          {row('Deferred revenue', (outcome) => money(outcome.deferred))}
          {row('Contract asset', (outcome) => money(outcome.contractAsset))}
          {all.some(({ due }) => /[1-9]/.test(due))
            ? row('Falls due now', (outcome) => money(outcome.due))
            : null}
          {period === undefined
            ? null
            : heading(`On the contract’s page after the run of ${periodText(period)}`)}
          {AFTER_RUN.filter(
            ({ field, always }) =>
              period !== undefined &&
              (always || all.some(({ afterRun }) => /[1-9]/.test(afterRun?.[field] ?? ''))),
          ).map(({ field, label }) =>
            row(
              label,
              ({ afterRun }) =>
                afterRun === null ? (
                  <span className="text-ink-mute">Contradicts later facts</span>
                ) : (
                  money(afterRun[field])
                ),
              true,
            ),
          )}
          {heading('Allocated after the change')}
          {keys.map((key) =>
            row(key, ({ allocation }) => money(allocation.find((one) => one.key === key)?.after), true),
          )}
          {heading('Revenue by month, including the catch-up')}
          {months.map((period) =>
            row(
              periodText(period),
              ({ revenueByMonth }) => money(revenueByMonth.find((one) => one.period === period)?.amount),
              true,
            ),
          )}
          {row('No month known', (outcome) => money(outcome.unscheduled), true)}
          {heading('Entry on the modification date')}
          {row('Lines', ({ entries }) =>
            entries.length === 0 ? (
              <span className="text-ink-mute">None</span>
            ) : (
              <ul className="flex flex-col gap-0.5">
                {entries.map((line) => (
                  <li key={`${line.account}/${line.key}`}>
                    <span className="text-ink-soft text-small">
                      {/[1-9]/.test(line.debit) ? 'Dr' : 'Cr'} {statusWords(line.account)}
                    </span>{' '}
                    {money(/[1-9]/.test(line.debit) ? line.debit : line.credit)}
                  </li>
                ))}
              </ul>
            ),
          )}
        </tbody>
      </table>
    </section>
  );
}
