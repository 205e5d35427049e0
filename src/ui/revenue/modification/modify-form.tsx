'use client';

import { cx } from '@/ui/kit/class-names';
import { AmountField } from '@/ui/kit/input/amount-field';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { DateField } from '@/ui/kit/input/date-field';
import { SelectField } from '@/ui/kit/input/select-field';
import { TextField } from '@/ui/kit/input/text-field';
import type { Contract } from '../contracts/contract-months';
import { EVERY_CHOICES } from '../draft/price/minimum-form';
import { type ChangeDraft, canCommit, type FirstMinimum, NO_MINIMUM, nextCommitment } from './modification';

/** The changes: price, obligations cancelled or extended, additions, and the two judgments the standard requires. */
export function ModifyForm({
  view,
  draft,
  onChange,
}: {
  readonly view: Contract;
  readonly draft: ChangeDraft;
  readonly onChange: (change: Partial<ChangeDraft>) => void;
}) {
  const currency = view.contract.currencyCode;
  return (
    <div className="flex flex-col gap-4">
      <div className="grid items-end gap-3.5 sm:grid-cols-2 lg:grid-cols-4">
        <DateField label="Effective" required value={draft.date} onValue={(date) => onChange({ date })} />
        <AmountField
          label={`Price change for the remaining obligations (${currency})`}
          currency={currency}
          value={draft.priceChange}
          onValue={(priceChange) => onChange({ priceChange })}
        />
        <SelectField
          label="Are the remaining goods or services distinct? (25-13)"
          value={draft.remainingDistinct}
          empty="Determine by obligation"
          choices={[
            { value: 'ALL', label: 'All of them' },
            { value: 'NONE', label: 'None of them' },
            { value: 'SOME', label: 'Some of them' },
          ]}
          onChange={({ target }) =>
            onChange({
              remainingDistinct:
                target.value === 'ALL' || target.value === 'NONE' || target.value === 'SOME'
                  ? target.value
                  : '',
            })
          }
        />
        <SelectField
          label="Are the additions at standalone selling price? (25-12)"
          value={draft.priceAtSsp}
          empty="Compare the prices"
          choices={[
            { value: 'yes', label: 'Yes' },
            { value: 'no', label: 'No' },
          ]}
          onChange={({ target }) =>
            onChange({ priceAtSsp: target.value === 'yes' || target.value === 'no' ? target.value : '' })
          }
        />
      </div>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 font-medium text-ink-soft text-small">Current obligations</legend>
        {view.obligations.map(({ key, pattern }) => (
          <div
            key={key}
            className="flex flex-wrap items-start gap-x-5 gap-y-2 border-line border-t pt-2 first-of-type:border-0 first-of-type:pt-0"
          >
            <Checkbox
              className={cx('h-field min-w-52', asksMore(pattern, draft) && 'sm:mt-5.5')}
              label={`Cancel the rest of ${key}`}
              checked={draft.dropped.includes(key)}
              onChange={(event) =>
                onChange({
                  dropped: event.target.checked
                    ? [...draft.dropped, key]
                    : draft.dropped.filter((one) => one !== key),
                })
              }
            />
            {pattern.kind === 'RATABLE' ? (
              <DateField
                label={`Last day of ${key}`}
                className="w-44"
                value={draft.ends[key] ?? pattern.end}
                onValue={(end) => {
                  const { [key]: _before, ...others } = draft.ends;
                  onChange({ ends: end === '' || end === pattern.end ? others : { ...others, [key]: end } });
                }}
              />
            ) : null}
            {canCommit(pattern) ? (
              <FirstMinimumFields
                name={key}
                currency={currency}
                value={draft.begun[key] ?? NO_MINIMUM}
                onValue={(first) => onChange({ begun: { ...draft.begun, [key]: first } })}
              />
            ) : null}
            {nextCommitment(pattern, draft.date) === null ? null : (
              <AmountField
                label={`Minimum of ${key} (${currency})`}
                hint="For each commitment period, starting with the next one."
                className="w-60"
                currency={currency}
                value={draft.minimums[key] ?? ''}
                onValue={(minimum) => {
                  const { [key]: _before, ...others } = draft.minimums;
                  onChange({ minimums: minimum === '' ? others : { ...others, [key]: minimum } });
                }}
              />
            )}
          </div>
        ))}
      </fieldset>
      <Checkbox
        label="Add a good or service"
        checked={draft.adds}
        onChange={(event) => onChange({ adds: event.target.checked })}
      />
      {draft.adds ? <Added currency={currency} draft={draft} onChange={onChange} /> : null}
    </div>
  );
}

type Pattern = Contract['obligations'][number]['pattern'];

/** Whether fields stand beside the obligation's box, whose labels the box leaves room for. */
const asksMore = (pattern: Pattern, draft: ChangeDraft) =>
  pattern.kind === 'RATABLE' || canCommit(pattern) || nextCommitment(pattern, draft.date) !== null;

/** A first minimum of use that was paid for as it occurred, from the date of the change. */
function FirstMinimumFields({
  name,
  currency,
  value,
  onValue,
}: {
  readonly name: string;
  readonly currency: string;
  readonly value: FirstMinimum;
  readonly onValue: (value: FirstMinimum) => void;
}) {
  return (
    <>
      <AmountField
        label={`First minimum of ${name} (${currency})`}
        hint="From the date of the change; the price rises by all of it."
        className="w-60"
        currency={currency}
        value={value.amount}
        onValue={(amount) => onValue({ ...value, amount })}
      />
      <SelectField
        label={`Minimum of ${name} for`}
        className="w-40"
        value={value.every}
        choices={EVERY_CHOICES}
        onChange={(event) => onValue({ ...value, every: event.target.value as FirstMinimum['every'] })}
      />
      <DateField
        label={`Last day of the minimum of ${name}`}
        className="w-60"
        value={value.end}
        onValue={(end) => onValue({ ...value, end })}
      />
    </>
  );
}

function Added({
  currency,
  draft,
  onChange,
}: {
  readonly currency: string;
  readonly draft: ChangeDraft;
  readonly onChange: (change: Partial<ChangeDraft>) => void;
}) {
  return (
    <div className="grid gap-3.5 rounded-card border border-line p-3 sm:grid-cols-2 lg:grid-cols-4">
      <TextField
        label="Name of the obligation"
        required
        value={draft.key}
        onChange={(event) => onChange({ key: event.target.value })}
      />
      <AmountField
        label={`Price (${currency})`}
        required
        currency={currency}
        value={draft.price}
        onValue={(price) => onChange({ price })}
      />
      <AmountField
        label={`Standalone selling price (${currency})`}
        required
        currency={currency}
        value={draft.ssp}
        onValue={(ssp) => onChange({ ssp })}
      />
      <SelectField
        label="Distinct from the rest?"
        value={draft.distinct}
        choices={[
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
        ]}
        onChange={({ target }) => onChange({ distinct: target.value === 'no' ? 'no' : 'yes' })}
      />
      <SelectField
        label="Satisfied"
        value={draft.pattern}
        choices={[
          { value: 'RATABLE', label: 'Evenly over time' },
          { value: 'POINT', label: 'At a point in time' },
        ]}
        onChange={({ target }) => onChange({ pattern: target.value === 'POINT' ? 'POINT' : 'RATABLE' })}
      />
      {draft.pattern === 'RATABLE' ? (
        <>
          <DateField label="From" required value={draft.start} onValue={(start) => onChange({ start })} />
          <DateField label="To" required value={draft.end} onValue={(end) => onChange({ end })} />
        </>
      ) : null}
    </div>
  );
}
