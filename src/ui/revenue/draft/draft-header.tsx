'use client';

import type { RouterOutputs } from '@/surfaces/trpc/react';
import { ComboField } from '@/ui/kit/input/combo-field';
import { DateField } from '@/ui/kit/input/date-field';
import { SelectField } from '@/ui/kit/input/select-field';
import { TextAreaField, TextField } from '@/ui/kit/input/text-field';
import { Panel } from '@/ui/kit/layout/panel';
import { useCounterparties } from '@/ui/records/choices/use-counterparties';
import { useBooks } from '@/ui/shell/session';
import type { Problems } from './draft-problems';
import type { ContractDraftState } from './use-contract-draft';

export type DraftChoices = RouterOutputs['directory']['documentChoices'];

/** The parties, dates, currency and policy of the contract. */
export function DraftHeader({
  state,
  choices,
  problems,
  policyWords,
  isNew,
}: {
  readonly state: ContractDraftState;
  readonly choices: DraftChoices;
  readonly problems: Problems;
  readonly policyWords: string;
  /** A saved draft keeps its number, subsidiary and currency. */
  readonly isNew: boolean;
}) {
  const books = useBooks();
  const { draft, change, changeDates } = state;
  const customers = useCounterparties('CUSTOMER', draft.customerId, books.may('crm.customer.read'));
  return (
    <Panel title="Parties and dates">
      <div className="grid gap-3.5 sm:grid-cols-2 xl:grid-cols-3">
        <ComboField
          label="Customer"
          hint={
            draft.customerId === '' ? 'Not required for a draft, but required for activation.' : undefined
          }
          choices={customers.choices}
          more={customers.more}
          value={draft.customerId}
          onValue={(customerId) => change({ customerId })}
          placeholder="Name or code"
          error={problems.customerId}
        />
        <TextField
          label="Name"
          value={draft.name}
          placeholder="A name your team will recognize"
          error={problems.name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <TextField
          label="Number"
          value={draft.contractNumber}
          placeholder="Next available number"
          disabled={!isNew}
          error={problems.contractNumber}
          onChange={({ target }) => change({ contractNumber: target.value })}
        />
        <SelectField
          label="Subsidiary"
          value={draft.subsidiaryId}
          disabled={!isNew}
          choices={choices.subsidiaries.map(({ id, name }) => ({ value: id, label: name }))}
          error={problems.subsidiaryId}
          onChange={({ target }) => {
            const chosen = choices.subsidiaries.find(({ id }) => id === target.value);
            change({
              subsidiaryId: target.value,
              ...(chosen ? { currencyCode: chosen.baseCurrency } : {}),
            });
          }}
        />
        <SelectField
          label="Currency"
          value={draft.currencyCode}
          disabled={!isNew}
          choices={choices.currencies.map((code) => ({ value: code, label: code }))}
          error={problems.currencyCode}
          onChange={({ target }) => change({ currencyCode: target.value })}
        />
        <DateField
          label="Signed on"
          required
          value={draft.contractDate}
          onValue={(contractDate) => change({ contractDate })}
          hint={policyWords}
          error={problems.contractDate}
        />
        <DateField
          label="Starts"
          value={draft.startDate}
          onValue={(startDate) => changeDates({ startDate })}
          error={problems.startDate}
        />
        <DateField
          label="Ends"
          value={draft.endDate}
          onValue={(endDate) => changeDates({ endDate })}
          error={problems.endDate}
        />
        <TextAreaField
          label="Notes"
          className="sm:col-span-2 xl:col-span-3"
          rows={2}
          value={draft.notes}
          error={problems.notes}
          onChange={({ target }) => change({ notes: target.value })}
        />
      </div>
    </Panel>
  );
}
