'use client';

import { AmountField } from '@/ui/kit/input/amount-field';
import { SelectField } from '@/ui/kit/input/select-field';
import { TextField } from '@/ui/kit/input/text-field';
import type { ContractDraft } from '../contract-draft';
import type { Problems } from '../draft-problems';
import { PRICE_ROWS } from '../price/price-form';
import { QuantityField } from '../price/quantity-field';
import type { ContractDraftState } from '../use-contract-draft';
import { CriteriaFields } from './criteria-fields';
import { FinancingFields } from './financing-fields';
import { ObligationTicks } from './obligation-ticks';
import { TermRow, TermRows } from './term-rows';
import { DISCOUNT_CHOICES, VARIABLE_CHOICES } from './term-words';

type PriceList = keyof typeof PRICE_ROWS;
type RowOf<List extends PriceList> = ContractDraft[List][number];

/** Price terms other than fixed and variable amounts: five groups, each empty until used. */
export function PriceTermsFields({
  state,
  problems,
}: {
  readonly state: ContractDraftState;
  readonly problems: Problems;
}) {
  const { draft } = state;
  const currency = draft.currencyCode;
  const write = <List extends PriceList>(
    list: List,
    rows: readonly RowOf<List>[],
    fields: readonly string[],
  ) => state.change({ [list]: rows }, fields);

  /** The rows of a list with functions to change them; a field's error disappears once it changes. */
  function rowsOf<List extends PriceList>(list: List, what: string) {
    const rows: readonly RowOf<List>[] = draft[list];
    return rows.map((row, index) => ({
      row,
      change: (part: Partial<RowOf<List>>) =>
        write(
          list,
          rows.map((one) => (one.id === row.id ? { ...one, ...part } : one)),
          [list, ...Object.keys(part).map((field) => `${list}/${row.id}/${field}`)],
        ),
      problem: (field: string) => problems[`${list}/${row.id}/${field}`],
      frame: {
        label: `${what} ${index + 1}`,
        isNewest: state.newest === row.id,
        onRemove: () =>
          write(
            list,
            rows.filter((one) => one.id !== row.id),
            [list],
          ),
      },
    }));
  }
  const add = <List extends PriceList>(list: List) => {
    const rows: readonly RowOf<List>[] = draft[list];
    write(list, [...rows, { ...PRICE_ROWS[list].empty, id: state.newRow() } as RowOf<List>], [list]);
  };

  return (
    <div className="flex flex-col gap-5">
      <FinancingFields state={state} problems={problems} />
      <TermRows
        title="Sales- or usage-based royalties"
        note="For a license of intellectual property. Revenue is recognized as the sales or usage occurs (606-10-55-65)."
        add="Royalty"
        problem={problems.royalties}
        onAdd={() => add('royalties')}
      >
        {rowsOf('royalties', 'Royalty').map(({ row, change, problem, frame }) => (
          <TermRow key={row.id} {...frame}>
            <TextField
              label="Name of the royalty"
              required
              value={row.key}
              error={problem('key')}
              onChange={({ target }) => change({ key: target.value })}
            />
            <QuantityField
              label="Percent of sales or usage"
              required
              value={row.percent}
              onValue={(percent) => change({ percent })}
              error={problem('percent')}
            />
            <SelectField
              label="License it relates to"
              value={row.to}
              empty="All obligations"
              choices={draft.obligations.map(({ id, key }, index) => ({
                value: id,
                label: key.trim() || `Obligation ${index + 1}`,
              }))}
              error={problem('to')}
              onChange={({ target }) => change({ to: target.value })}
            />
            {row.to === '' && row.criteria.length === 0 ? null : (
              <CriteriaFields
                label={`Criteria for ${frame.label.toLowerCase()}`}
                known={VARIABLE_CHOICES}
                rows={row.criteria}
                onRows={(criteria) => change({ criteria })}
                problem={problem}
                newRow={state.newRow}
              />
            )}
            <AmountField
              label={`Expected total (${currency})`}
              hint="Used to allocate the fixed price to its license."
              currency={currency}
              value={row.expected}
              onValue={(expected) => change({ expected })}
              error={problem('expected')}
            />
          </TermRow>
        ))}
      </TermRows>
      <TermRows
        title="Noncash consideration"
        note="Shares, goods or services received instead of cash, at fair value at contract inception (606-10-32-21)."
        add="Noncash consideration"
        problem={problems.nonCash}
        onAdd={() => add('nonCash')}
      >
        {rowsOf('nonCash', 'Noncash consideration').map(({ row, change, problem, frame }) => (
          <TermRow key={row.id} {...frame}>
            <TextField
              label="What is received"
              required
              value={row.key}
              error={problem('key')}
              onChange={({ target }) => change({ key: target.value })}
            />
            <QuantityField
              label="Quantity received"
              required
              value={row.quantity}
              onValue={(quantity) => change({ quantity })}
              error={problem('quantity')}
            />
            <QuantityField
              label={`Fair value of each (${currency})`}
              required
              value={row.fairValue}
              onValue={(fairValue) => change({ fairValue })}
              error={problem('fairValue')}
            />
          </TermRow>
        ))}
      </TermRows>
      <TermRows
        title="Consideration payable to the customer"
        note="Reduces the transaction price, except for the fair value of distinct goods or services received from the customer (606-10-32-25)."
        add="Payment to the customer"
        problem={problems.payableToCustomer}
        onAdd={() => add('payableToCustomer')}
      >
        {rowsOf('payableToCustomer', 'Payment to the customer').map(({ row, change, problem, frame }) => (
          <TermRow key={row.id} {...frame}>
            <TextField
              label="Purpose"
              required
              value={row.key}
              error={problem('key')}
              onChange={({ target }) => change({ key: target.value })}
            />
            <AmountField
              label={`Amount paid (${currency})`}
              required
              currency={currency}
              value={row.amount}
              onValue={(amount) => change({ amount })}
              error={problem('amount')}
            />
            <AmountField
              label={`Fair value of goods or services received (${currency})`}
              currency={currency}
              value={row.distinctFairValue}
              onValue={(distinctFairValue) => change({ distinctFairValue })}
              error={problem('distinctFairValue')}
            />
          </TermRow>
        ))}
      </TermRows>
      <TermRows
        title="Discounts on specific obligations"
        note="Only if observable prices show that the discount relates to them alone (606-10-32-37)."
        add="Discount"
        problem={problems.discounts}
        onAdd={() => add('discounts')}
      >
        {rowsOf('discounts', 'Discount').map(({ row, change, problem, frame }) => (
          <TermRow key={row.id} {...frame}>
            <AmountField
              label={`Discount (${currency})`}
              required
              currency={currency}
              value={row.amount}
              onValue={(amount) => change({ amount })}
              error={problem('amount')}
            />
            <ObligationTicks
              label="Applies to"
              obligations={draft.obligations}
              value={row.to}
              onValue={(to) => change({ to })}
              error={problem('to')}
            />
            <CriteriaFields
              label={`Criteria for ${frame.label.toLowerCase()}`}
              known={DISCOUNT_CHOICES}
              rows={row.criteria}
              onRows={(criteria) => change({ criteria })}
              problem={problem}
              newRow={state.newRow}
            />
          </TermRow>
        ))}
      </TermRows>
    </div>
  );
}
