'use client';

import { AmountField } from '@/ui/kit/input/amount-field';
import { SelectField } from '@/ui/kit/input/select-field';
import { QuantityField } from '../price/quantity-field';
import type { PromiseFieldsProps } from './promise-fields';

const ESTIMATES = [
  { value: 'COST', label: 'Expected cost plus a margin' },
  { value: 'OPTION', label: 'Discount on future purchases' },
  { value: 'RIGHTS', label: 'Points or vouchers expected to be redeemed' },
] as const;

/** An estimated standalone selling price (606-10-32-33, 32-34, 55-44). */
export function EstimateFields({ one, currency, change, problem }: PromiseFieldsProps) {
  const percent = (
    label: string,
    field: 'discountPercent' | 'discountForAllPercent' | 'likelihoodPercent' | 'marginPercent',
    isRequired: boolean,
  ) => (
    <QuantityField
      label={`${label} (percent)`}
      required={isRequired}
      value={one[field]}
      onValue={(value) => change({ [field]: value })}
      error={problem(field)}
    />
  );
  return (
    <div className="grid gap-3.5 sm:grid-cols-2">
      <SelectField
        label="Estimation of standalone selling price"
        value={one.estimate}
        empty="Not estimated"
        choices={ESTIMATES}
        error={problem('estimate')}
        onChange={({ target }) =>
          change({
            estimate: ESTIMATES.find(({ value }) => value === target.value)?.value ?? '',
            ...(target.value === '' ? {} : { ssp: '', sspEvidence: '' }),
          })
        }
      />
      {one.estimate === 'COST' ? (
        <>
          <AmountField
            label={`Expected cost (${currency})`}
            required
            currency={currency}
            value={one.cost}
            onValue={(cost) => change({ cost })}
            error={problem('cost')}
          />
          {percent('Margin on cost', 'marginPercent', false)}
          {percent('Likelihood of a renewal', 'likelihoodPercent', false)}
        </>
      ) : null}
      {one.estimate === 'OPTION' ? (
        <>
          <AmountField
            label={`Average future purchase (${currency})`}
            required
            currency={currency}
            value={one.averagePurchase}
            onValue={(averagePurchase) => change({ averagePurchase })}
            error={problem('averagePurchase')}
          />
          {percent('Discount granted', 'discountPercent', true)}
          {percent('Discount available to all customers', 'discountForAllPercent', true)}
          {percent('Likelihood of exercise', 'likelihoodPercent', true)}
        </>
      ) : null}
      {one.estimate === 'RIGHTS' ? (
        <>
          <QuantityField
            label={`Value of each (${currency})`}
            required
            value={one.valueEach}
            onValue={(valueEach) => change({ valueEach })}
            error={problem('valueEach')}
          />
          <QuantityField
            label="Number expected to be redeemed"
            required
            value={one.expectedUsed}
            onValue={(expectedUsed) => change({ expectedUsed })}
            error={problem('expectedUsed')}
          />
        </>
      ) : null}
    </div>
  );
}
