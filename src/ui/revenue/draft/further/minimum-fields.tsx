'use client';

import { AmountField } from '@/ui/kit/input/amount-field';
import { DateField } from '@/ui/kit/input/date-field';
import { SelectField } from '@/ui/kit/input/select-field';
import {
  EVERY_CHOICES,
  METHOD_CHOICES,
  type MinimumChangeDraft,
  ROYALTY_CHOICES,
  UNUSED_CHOICES,
} from '../price/minimum-form';
import type { PromiseFieldsProps } from './promise-fields';
import { TermRow, TermRows } from './term-rows';

const chosen = <const Value extends string>(
  choices: readonly { readonly value: Value }[],
  text: string,
): Value | '' => choices.find(({ value }) => value === text)?.value ?? '';

/** What the customer owes whatever it uses: a committed minimum of use, or the guaranteed royalties of a license. */
export function MinimumFields({ one, currency, change, problem, state }: PromiseFieldsProps) {
  const isLicense = one.pattern === 'LICENCE';
  const isFunctional = isLicense && one.intellectualProperty === 'FUNCTIONAL';
  const has = one.minimumAmount.trim() !== '';
  const { minimumChanges: changes } = one;
  const changeOne = (id: string, part: Partial<MinimumChangeDraft>) =>
    change({ minimumChanges: changes.map((each) => (each.id === id ? { ...each, ...part } : each)) });
  return (
    <>
      <div className="grid gap-3.5 sm:grid-cols-2">
        <AmountField
          label={isLicense ? `Guaranteed minimum (${currency})` : `Committed minimum (${currency})`}
          hint="For each commitment period; the fixed price includes all of them."
          currency={currency}
          value={one.minimumAmount}
          onValue={(minimumAmount) => change({ minimumAmount })}
          error={problem('minimumAmount')}
        />
        {has ? (
          <SelectField
            label="Commitment period"
            required
            value={one.minimumEvery}
            empty="Choose"
            choices={EVERY_CHOICES}
            error={problem('minimumEvery')}
            onChange={({ target }) => change({ minimumEvery: chosen(EVERY_CHOICES, target.value) })}
          />
        ) : null}
        {has && !isLicense ? (
          <>
            <DateField
              label="Committed from"
              required
              value={one.minimumStart}
              onValue={(minimumStart) => change({ minimumStart })}
              error={problem('minimumStart')}
            />
            <DateField
              label="Committed to"
              required
              value={one.minimumEnd}
              onValue={(minimumEnd) => change({ minimumEnd })}
              error={problem('minimumEnd')}
            />
          </>
        ) : null}
        {has && !isFunctional ? (
          <SelectField
            label="The minimum is earned"
            value={isLicense ? one.royaltyMethod : one.minimumMethod}
            empty={isLicense ? 'According to the policy' : 'As it is used'}
            choices={isLicense ? ROYALTY_CHOICES : METHOD_CHOICES}
            error={problem(isLicense ? 'royaltyMethod' : 'minimumMethod')}
            onChange={({ target }) =>
              change(
                isLicense
                  ? { royaltyMethod: chosen(ROYALTY_CHOICES, target.value) }
                  : { minimumMethod: chosen(METHOD_CHOICES, target.value) },
              )
            }
          />
        ) : null}
        {has ? (
          <>
            <SelectField
              label="Unused amounts"
              value={one.minimumUnused}
              empty="Expires with its period"
              choices={UNUSED_CHOICES}
              error={problem('minimumUnused')}
              onChange={({ target }) => change({ minimumUnused: chosen(UNUSED_CHOICES, target.value) })}
            />
            <AmountField
              label={isLicense ? `Royalties expected (${currency})` : `Use expected (${currency})`}
              hint="Over all commitment periods. If left empty, at least the minimum."
              currency={currency}
              value={one.minimumExpected}
              onValue={(minimumExpected) => change({ minimumExpected })}
              error={problem('minimumExpected')}
            />
          </>
        ) : null}
      </div>
      {has ? (
        <TermRows
          title="Changes of the minimum"
          note="Each takes effect at the start of a later commitment period."
          add="Change of the minimum"
          problem={problem('minimumChanges')}
          onAdd={() => change({ minimumChanges: [...changes, { id: state.newRow(), from: '', amount: '' }] })}
        >
          {changes.map((each, index) => (
            <TermRow
              key={each.id}
              label={`Change of the minimum ${index + 1}`}
              isNewest={state.newest === each.id}
              onRemove={() => change({ minimumChanges: changes.filter(({ id }) => id !== each.id) })}
            >
              <DateField
                label="From"
                required
                value={each.from}
                onValue={(from) => changeOne(each.id, { from })}
                error={problem(`minimumChanges/${each.id}/from`)}
              />
              <AmountField
                label={`Minimum (${currency})`}
                required
                currency={currency}
                value={each.amount}
                onValue={(amount) => changeOne(each.id, { amount })}
                error={problem(`minimumChanges/${each.id}/amount`)}
              />
            </TermRow>
          ))}
        </TermRows>
      ) : null}
    </>
  );
}
