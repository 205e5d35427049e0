'use client';

import type { TierDraft } from '../obligations/promise-form';
import { QuantityField } from '../price/quantity-field';
import type { PromiseFieldsProps } from './promise-fields';
import { TermRow, TermRows } from './term-rows';

/**
 * The price of a unit of usage: by tiers, or invoiced at one price with a lower one expected after rebates
 * (606-10-32-10).
 */
export function UsagePrices({ one, currency, change, problem, state }: PromiseFieldsProps) {
  const { tiers } = one;
  const changeOne = (id: string, part: Partial<TierDraft>) =>
    change({ tiers: tiers.map((tier) => (tier.id === id ? { ...tier, ...part } : tier)) });
  return (
    <>
      <TermRows
        title="Price tiers"
        note="Each price applies up to a cumulative number of units. Beyond the last tier, the unit price above applies."
        add="Price tier"
        problem={problem('tiers')}
        onAdd={() => change({ tiers: [...tiers, { id: state.newRow(), upTo: '', unitPrice: '' }] })}
      >
        {tiers.map((tier, index) => (
          <TermRow
            key={tier.id}
            label={`Price tier ${index + 1}`}
            isNewest={state.newest === tier.id}
            onRemove={() => change({ tiers: tiers.filter(({ id }) => id !== tier.id) })}
          >
            <QuantityField
              label="Up to (units)"
              required
              value={tier.upTo}
              onValue={(upTo) => changeOne(tier.id, { upTo })}
              error={problem(`tiers/${tier.id}/upTo`)}
            />
            <QuantityField
              label={`Unit price (${currency})`}
              required
              value={tier.unitPrice}
              onValue={(unitPrice) => changeOne(tier.id, { unitPrice })}
              error={problem(`tiers/${tier.id}/unitPrice`)}
            />
          </TermRow>
        ))}
      </TermRows>
      <div className="grid gap-3.5 sm:grid-cols-2">
        <QuantityField
          label={`Invoiced unit price (${currency})`}
          hint="Instead of tiers, if a rebate is expected at the end."
          value={one.invoicedPrice}
          onValue={(invoicedPrice) => change({ invoicedPrice })}
          error={problem('invoicedPrice')}
        />
        <QuantityField
          label={`Price expected after rebates (${currency})`}
          value={one.expectedPrice}
          onValue={(expectedPrice) => change({ expectedPrice })}
          error={problem('expectedPrice')}
        />
      </div>
    </>
  );
}
