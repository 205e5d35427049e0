'use client';

import { AmountField } from '@/ui/kit/input/amount-field';
import { SelectField } from '@/ui/kit/input/select-field';
import type { FinancingDraft, PaymentDraft } from '../price/price-form';
import { QuantityField } from '../price/quantity-field';
import { TermRow, TermRows } from './term-rows';

/** The payment plan of a customer that pays later; it adds up to the fixed price. */
export function FinancingPayments({
  financing,
  currency,
  change,
  problem,
  newRow,
  newest,
}: {
  readonly financing: FinancingDraft;
  readonly currency: string;
  readonly change: (part: Partial<FinancingDraft>) => void;
  readonly problem: (field: string) => string | undefined;
  readonly newRow: () => string;
  readonly newest: string | null;
}) {
  const { payments, paid } = financing;
  const changeOne = (id: string, part: Partial<PaymentDraft>) =>
    change({ payments: payments.map((one) => (one.id === id ? { ...one, ...part } : one)) });
  return (
    <>
      <div className="grid gap-3.5 sm:grid-cols-2">
        <SelectField
          label="Payment plan"
          value={paid}
          choices={[
            { value: 'EVERY_PERIOD', label: 'Equal payments at the end of each period' },
            { value: 'LISTED', label: 'As listed' },
          ]}
          error={problem('paid')}
          onChange={({ target }) => change({ paid: target.value === 'LISTED' ? 'LISTED' : 'EVERY_PERIOD' })}
        />
        {paid === 'EVERY_PERIOD' ? (
          <AmountField
            label={`Payment per period (${currency})`}
            hint="The payments must add up to the fixed price."
            required
            currency={currency}
            value={financing.payment}
            onValue={(payment) => change({ payment })}
            error={problem('payment')}
          />
        ) : null}
      </div>
      {paid === 'LISTED' ? (
        <TermRows
          title="Payments"
          note="The payments must add up to the fixed price. Enter 0 periods for a payment at the start of the first period."
          add="Payment"
          problem={problem('payments')}
          onAdd={() => change({ payments: [...payments, { id: newRow(), at: '', amount: '' }] })}
        >
          {payments.map((one, index) => (
            <TermRow
              key={one.id}
              label={`Payment ${index + 1}`}
              isNewest={newest === one.id}
              onRemove={() => change({ payments: payments.filter(({ id }) => id !== one.id) })}
            >
              <QuantityField
                label="Periods until payment"
                required
                value={one.at}
                onValue={(at) => changeOne(one.id, { at })}
                error={problem(`payments/${one.id}/at`)}
              />
              <AmountField
                label={`Amount (${currency})`}
                required
                currency={currency}
                value={one.amount}
                onValue={(amount) => changeOne(one.id, { amount })}
                error={problem(`payments/${one.id}/amount`)}
              />
            </TermRow>
          ))}
        </TermRows>
      ) : null}
    </>
  );
}
