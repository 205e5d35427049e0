'use client';

import { Button } from '@/ui/kit/button';
import { formatAmount } from '@/ui/kit/figures/amount-format';
import { formatDate } from '@/ui/kit/figures/date-format';
import { AmountField } from '@/ui/kit/input/amount-field';
import { ComboField } from '@/ui/kit/input/combo-field';
import { SelectField } from '@/ui/kit/input/select-field';
import { TextField } from '@/ui/kit/input/text-field';
import type { ContractDraft } from '../contract-draft';
import type { ObligationDraft } from '../obligations/promise-form';
import { choiceId, productOf, proposedPrice } from './price-list';
import { QuantityField } from './quantity-field';
import type { usePriceList } from './use-price-list';

/**
 * The standalone selling price: the price list's proposal, or an entered price with its evidence
 * (606-10-32-31 to 32-35).
 */
export function DraftStandalone({
  one,
  draft,
  prices,
  change,
  problem,
}: {
  readonly one: ObligationDraft;
  readonly draft: ContractDraft;
  readonly prices: ReturnType<typeof usePriceList>;
  readonly change: (part: Partial<ObligationDraft>) => void;
  readonly problem: (field: string) => string | undefined;
}) {
  const currency = draft.currencyCode;
  const proposed = proposedPrice(prices.rows, one, currency, draft.contractDate);
  const money = (amount: string) => `${currency} ${formatAmount(amount, currency, { zero: 'digits' })}`;
  return (
    <div className="grid gap-3.5 sm:grid-cols-2">
      <ComboField
        label="Product from the price list"
        choices={prices.choices}
        value={choiceId(one)}
        placeholder={prices.choices.length === 0 ? `No price in ${currency} yet` : 'Code'}
        onValue={(id) => change(productOf(id))}
        error={problem('productCode')}
      />
      <QuantityField
        label="Times"
        placeholder="1"
        value={one.units}
        onValue={(units) => change({ units })}
        error={problem('units')}
      />
      {one.productCode === '' || one.estimate !== '' ? null : (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft sm:col-span-2">
          {proposed === null ? (
            `The price list has no price for ${one.productCode} in ${currency} on ${formatDate(draft.contractDate)}.`
          ) : (
            <>
              <span>
                The price list proposes <strong className="figures">{money(proposed.ssp)}</strong>, valid from{' '}
                {formatDate(proposed.from)}
                {proposed.range === null
                  ? ''
                  : `, between ${money(proposed.range.low)} and ${money(proposed.range.high)}`}
                {proposed.evidence === '' ? '' : `. ${proposed.evidence}`}.
              </span>
              {one.ssp === '' ? (
                <span className="text-positive">This price is used unless you enter another.</span>
              ) : (
                <Button size="small" onPress={() => change({ ssp: '', sspEvidence: '' })}>
                  Use this price
                </Button>
              )}
            </>
          )}
        </p>
      )}
      {one.estimate === '' ? (
        <AmountField
          label={`Standalone selling price (${currency})`}
          currency={currency}
          required={[one.productCode, one.rangeLow].join('') === '' && one.method === 'RELATIVE'}
          value={one.ssp}
          onValue={(ssp) => change({ ssp })}
          error={problem('ssp')}
        />
      ) : (
        <p className="self-end pb-1.5 text-ink-soft">
          The standalone selling price is estimated from the inputs below.
        </p>
      )}
      {one.ssp === '' ? null : (
        <TextField
          label="Basis for the price"
          placeholder="separate sales, market, cost plus margin …"
          value={one.sspEvidence}
          error={problem('sspEvidence')}
          onChange={({ target }) => change({ sspEvidence: target.value })}
        />
      )}
      <SelectField
        label="Allocation"
        value={one.method}
        choices={[
          { value: 'RELATIVE', label: 'Relative standalone selling price' },
          { value: 'RESIDUAL', label: 'Residual (32-34(c))' },
        ]}
        error={problem('method')}
        onChange={({ target }) => change({ method: target.value === 'RESIDUAL' ? 'RESIDUAL' : 'RELATIVE' })}
      />
    </div>
  );
}
