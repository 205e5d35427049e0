'use client';

import { AmountField } from '@/ui/kit/input/amount-field';
import { DateField } from '@/ui/kit/input/date-field';
import { SelectField } from '@/ui/kit/input/select-field';
import type { PromiseFieldsProps } from './promise-fields';
import { REPURCHASE_OPTIONS } from './term-words';

/** The repurchase terms, which make the transaction a financing, a lease or a sale (606-10-55-66 to 55-78). */
export function RepurchaseFields({ one, currency, change, problem }: Omit<PromiseFieldsProps, 'state'>) {
  const money = (
    label: string,
    field: 'salePrice' | 'repurchasePrice' | 'expectedMarketValue',
    isRequired: boolean,
  ) => (
    <AmountField
      label={`${label} (${currency})`}
      required={isRequired}
      currency={currency}
      value={one[field]}
      onValue={(value) => change({ [field]: value })}
      error={problem(field)}
    />
  );
  return (
    <>
      <SelectField
        label="Agreement"
        value={one.option}
        choices={REPURCHASE_OPTIONS}
        error={problem('option')}
        onChange={({ target }) =>
          change({ option: REPURCHASE_OPTIONS.find(({ value }) => value === target.value)?.value ?? 'CALL' })
        }
      />
      <DateField
        label="Exercised or expired on"
        required
        value={one.repurchaseOn}
        onValue={(repurchaseOn) => change({ repurchaseOn })}
        error={problem('repurchaseOn')}
      />
      {money('Price received', 'salePrice', true)}
      {money('Repurchase price', 'repurchasePrice', true)}
      {one.option === 'PUT' || one.expectedMarketValue !== ''
        ? money('Expected market value on that date', 'expectedMarketValue', one.option === 'PUT')
        : null}
      {one.option === 'PUT' || one.significantIncentive !== '' ? (
        <SelectField
          label="Significant economic incentive to exercise?"
          value={one.significantIncentive}
          empty="Determined from the market value"
          choices={[
            { value: 'YES', label: 'Yes, a significant economic incentive' },
            { value: 'NO', label: 'No' },
          ]}
          error={problem('significantIncentive')}
          onChange={({ target }) =>
            change({
              significantIncentive: target.value === 'YES' || target.value === 'NO' ? target.value : '',
            })
          }
        />
      ) : null}
    </>
  );
}
