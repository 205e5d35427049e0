'use client';

import { METHOD_FACTS, SCHEDULE_METHODS } from '@/core/revenue/schedules/schedule-methods';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { AmountField } from '@/ui/kit/input/amount-field';
import { ComboField } from '@/ui/kit/input/combo-field';
import { SelectField } from '@/ui/kit/input/select-field';
import { TextField } from '@/ui/kit/input/text-field';
import { useRecordChoices } from '@/ui/records/choices/use-record-choices';
import { useBooks } from '@/ui/shell/session';
import type { DraftChoices } from '../draft-header';
import { LISTED_NATURES, type ObligationDraft, takesSupplier } from './promise-form';

/**
 * Fields an obligation usually takes from its item and the policy: description, spread, contract price, account,
 * dimensions.
 */
export function DraftObligationMore({
  one,
  currency,
  choices,
  change,
  problem,
}: {
  readonly one: ObligationDraft;
  readonly currency: string;
  readonly choices: DraftChoices;
  readonly change: (part: Partial<ObligationDraft>) => void;
  readonly problem: (field: string) => string | undefined;
}) {
  const books = useBooks();
  const projects = useRecordChoices('PROJECT', [one.projectId], books.may('project.read'));
  return (
    <div className="grid gap-3.5 sm:grid-cols-2">
      <TextField
        label="Description"
        className="sm:col-span-2"
        value={one.description}
        error={problem('description')}
        onChange={({ target }) => change({ description: target.value })}
      />
      {one.pattern === 'RATABLE' ? (
        <SelectField
          label="Spread"
          value={one.spread}
          empty="According to the policy"
          choices={SPREADS}
          onChange={({ target }) =>
            change({ spread: SPREADS.find(({ value }) => value === target.value)?.value ?? '' })
          }
        />
      ) : null}
      {takesSupplier(one) && one.capacity === 'PRINCIPAL' ? (
        <AmountField
          label={`Supplier’s share, our cost (${currency})`}
          currency={currency}
          value={one.supplierShare}
          onValue={(supplierShare) => change({ supplierShare })}
          error={problem('supplierShare')}
        />
      ) : null}
      <AmountField
        label={`Stated contract price (${currency})`}
        hint="Used as the standalone selling price if it is within the price list’s range."
        currency={currency}
        value={one.contractPrice}
        onValue={(contractPrice) => change({ contractPrice })}
        error={problem('contractPrice')}
      />
      <SelectField
        label="Nature"
        value={one.nature}
        choices={LISTED_NATURES.map((value) => ({ value, label: statusWords(value) }))}
        onChange={({ target }) =>
          change({ nature: LISTED_NATURES.find((known) => known === target.value) ?? 'SERVICE' })
        }
      />
      <ComboField
        label="Revenue account"
        choices={choices.accounts.map(({ id, code, name }) => ({ id, code: code ?? '', label: name }))}
        value={one.revenueAccountId}
        placeholder="From the item or the policy"
        error={problem('revenueAccountId')}
        onValue={(revenueAccountId) => change({ revenueAccountId })}
      />
      {(['department', 'class', 'location'] as const).map((dimension) => (
        <SelectField
          key={dimension}
          label={statusWords(dimension.toUpperCase())}
          value={one[`${dimension}Id`]}
          empty="None"
          choices={choices[DIMENSIONS[dimension]].map(({ id, name }) => ({ value: id, label: name }))}
          error={problem(`${dimension}Id`)}
          onChange={({ target }) => change({ [`${dimension}Id`]: target.value })}
        />
      ))}
      <ComboField
        label="Project"
        choices={projects.choices}
        more={projects.more}
        value={one.projectId}
        placeholder="None"
        error={problem('projectId')}
        onValue={(projectId) => change({ projectId })}
      />
    </div>
  );
}

const SPREADS = SCHEDULE_METHODS.map((value) => ({ value, label: METHOD_FACTS[value].label }));
const DIMENSIONS = { department: 'departments', class: 'classes', location: 'locations' } as const;
