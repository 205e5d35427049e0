'use client';

import { AmountField } from '@/ui/kit/input/amount-field';
import { DateField } from '@/ui/kit/input/date-field';
import { SelectField } from '@/ui/kit/input/select-field';
import { QuantityField } from '../price/quantity-field';
import { EstimateFields } from './estimate-fields';
import { JudgementFields } from './judgement-fields';
import { MinimumFields } from './minimum-fields';
import type { PromiseFieldsProps } from './promise-fields';
import { EXPEDIENTS } from './term-words';
import { UsagePrices } from './usage-prices';

/** The further terms of an obligation; pattern fields only if its pattern has them. */
export function PromiseTermsFields(props: PromiseFieldsProps) {
  const { one, currency, change, problem } = props;
  const isDelivered = one.pattern === 'POINT' || one.pattern === 'UNITS';
  return (
    <div className="flex flex-col gap-5">
      <EstimateFields {...props} />
      {one.pattern === 'USAGE' ? <UsagePrices {...props} /> : null}
      {one.pattern === 'USAGE' || one.pattern === 'LICENCE' ? <MinimumFields {...props} /> : null}
      <div className="grid gap-3.5 sm:grid-cols-2">
        <AmountField
          label={`Observed prices from (${currency})`}
          hint="The range of its standalone selling price. For a price outside the range, the midpoint is used."
          currency={currency}
          value={one.rangeLow}
          onValue={(rangeLow) => change({ rangeLow })}
          error={problem('rangeLow')}
        />
        <AmountField
          label={`Observed prices to (${currency})`}
          currency={currency}
          value={one.rangeHigh}
          onValue={(rangeHigh) => change({ rangeHigh })}
          error={problem('rangeHigh')}
        />
        {isDelivered || one.returnableUntil !== '' ? (
          <DateField
            label="Right of return until"
            hint="For returns that cannot be estimated. No revenue is recognized before this date (32-11)."
            value={one.returnableUntil}
            onValue={(returnableUntil) => change({ returnableUntil })}
            error={problem('returnableUntil')}
          />
        ) : null}
        {one.pattern === 'LICENCE' ? (
          <DateField
            label="Copy provided on"
            hint="If left empty, the date the license begins."
            value={one.providedOn}
            onValue={(providedOn) => change({ providedOn })}
            error={problem('providedOn')}
          />
        ) : null}
        {one.pattern === 'RATABLE' ? (
          <SelectField
            label="Rounding differences"
            value={one.residual}
            empty="According to the policy"
            choices={[
              { value: 'LAST', label: 'All in the last month' },
              { value: 'CUMULATIVE', label: 'Carried forward from month to month' },
            ]}
            error={problem('residual')}
            onChange={({ target }) =>
              change({
                residual: target.value === 'LAST' || target.value === 'CUMULATIVE' ? target.value : '',
              })
            }
          />
        ) : null}
        {one.pattern === 'USAGE' ? (
          <QuantityField
            label="Supplier’s share of usage (percent)"
            value={one.supplierPercent}
            onValue={(supplierPercent) => change({ supplierPercent })}
            error={problem('supplierPercent')}
          />
        ) : null}
        <SelectField
          label="Remaining-obligations disclosure"
          value={one.expedient}
          empty="Disclosed"
          choices={EXPEDIENTS}
          error={problem('expedient')}
          onChange={({ target }) =>
            change({ expedient: EXPEDIENTS.find(({ value }) => value === target.value)?.value ?? '' })
          }
        />
      </div>
      <JudgementFields {...props} />
    </div>
  );
}
