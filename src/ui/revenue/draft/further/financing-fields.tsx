'use client';

import { AmountField } from '@/ui/kit/input/amount-field';
import { DateField } from '@/ui/kit/input/date-field';
import { SelectField } from '@/ui/kit/input/select-field';
import { TextAreaField } from '@/ui/kit/input/text-field';
import type { Problems } from '../draft-problems';
import type { FinancingDraft } from '../price/price-form';
import { QuantityField } from '../price/quantity-field';
import type { ContractDraftState } from '../use-contract-draft';
import { FinancingPayments } from './financing-payments';
import { FinancingSchedule } from './financing-schedule';
import { FINANCING_KINDS, NO_FINANCING_REASONS } from './term-words';

const KINDS = [
  ...FINANCING_KINDS,
  { value: 'STATED', label: 'The amount of interest is known' },
  { value: 'NONE', label: 'None, with a reason (32-17, 32-18)' },
] as const;

/** A significant financing component by its terms, or why there is none (606-10-32-15 to 32-20). */
export function FinancingFields({
  state,
  problems,
}: {
  readonly state: ContractDraftState;
  readonly problems: Problems;
}) {
  const { financing, currencyCode: currency } = state.draft;
  const change = (part: Partial<FinancingDraft>) =>
    state.change(
      { financing: { ...financing, ...part } },
      Object.keys(part).flatMap((field) => [`financing/${field}`, 'financing/kind']),
    );
  const problem = (field: string) => problems[`financing/${field}`];
  const { kind } = financing;
  const isPlan = kind === 'ARREARS' || kind === 'ADVANCE';
  return (
    <section aria-label="Financing" className="flex flex-col gap-3.5">
      <h3 className="font-medium">Financing</h3>
      <div className="grid gap-3.5 sm:grid-cols-2">
        <SelectField
          label="Significant financing component"
          value={kind}
          empty="Not specified"
          choices={KINDS}
          error={problem('kind')}
          onChange={({ target }) =>
            change({ kind: KINDS.find(({ value }) => value === target.value)?.value ?? '' })
          }
        />
        {kind === 'STATED' ? (
          <AmountField
            label={`Interest included in the price (${currency})`}
            hint="Negative if the customer pays in advance, which increases the transaction price."
            required
            currency={currency}
            value={financing.interest}
            onValue={(interest) => change({ interest })}
            error={problem('interest')}
          />
        ) : null}
        {kind === 'NONE' ? (
          <>
            <SelectField
              label="Reason for no financing component"
              required
              value={financing.reason}
              empty="Choose"
              choices={NO_FINANCING_REASONS}
              error={problem('reason')}
              onChange={({ target }) =>
                change({
                  reason: NO_FINANCING_REASONS.find(({ value }) => value === target.value)?.value ?? '',
                })
              }
            />
            <TextAreaField
              label="Evidence for that reason"
              required
              className="sm:col-span-2"
              rows={2}
              value={financing.evidence}
              error={problem('evidence')}
              onChange={({ target }) => change({ evidence: target.value })}
            />
          </>
        ) : null}
        {isPlan ? (
          <>
            <DateField
              label="First period begins"
              hint="If left empty, the signing date is used."
              value={financing.start}
              onValue={(start) => change({ start })}
              error={problem('start')}
            />
            <QuantityField
              label="Months per period"
              required
              value={financing.monthsPerPeriod}
              onValue={(monthsPerPeriod) => change({ monthsPerPeriod })}
              error={problem('monthsPerPeriod')}
            />
            <QuantityField
              label="Number of periods"
              required
              value={financing.periods}
              onValue={(periods) => change({ periods })}
              error={problem('periods')}
            />
            <SelectField
              label="Discount rate is"
              value={financing.by}
              choices={[
                { value: 'RATE', label: 'Known, as for a separate financing (32-19)' },
                { value: 'CASH_PRICE', label: 'Derived from the cash price' },
              ]}
              error={problem('by')}
              onChange={({ target }) => change({ by: target.value === 'RATE' ? 'RATE' : 'CASH_PRICE' })}
            />
            {financing.by === 'RATE' ? (
              <QuantityField
                label="Rate per period (percent)"
                required
                value={financing.ratePercent}
                onValue={(ratePercent) => change({ ratePercent })}
                error={problem('ratePercent')}
              />
            ) : (
              <AmountField
                label={`Cash price on transfer (${currency})`}
                required
                currency={currency}
                value={financing.cashPrice}
                onValue={(cashPrice) => change({ cashPrice })}
                error={problem('cashPrice')}
              />
            )}
          </>
        ) : null}
      </div>
      {kind === 'ARREARS' ? (
        <FinancingPayments
          financing={financing}
          currency={currency}
          change={change}
          problem={problem}
          newRow={state.newRow}
          newest={state.newest}
        />
      ) : null}
      {isPlan ? <FinancingSchedule draft={state.draft} /> : null}
    </section>
  );
}
