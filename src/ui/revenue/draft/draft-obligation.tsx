'use client';

import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { AmountField } from '@/ui/kit/amount-field';
import { IconButton } from '@/ui/kit/button';
import { ComboField } from '@/ui/kit/combo-field';
import { SelectField } from '@/ui/kit/select-field';
import { statusWords } from '@/ui/kit/status-pill';
import { TextField } from '@/ui/kit/text-field';
import { takesSupplier } from './asked-contract';
import { NATURES, type ObligationDraft, PATTERNS } from './contract-draft';
import type { DraftChoices } from './draft-header';
import { DraftPattern } from './draft-pattern';
import type { Problems } from './draft-problems';
import { DraftStandalone } from './draft-standalone';
import { fromItem, type Item } from './draft-templates';
import type { ContractDraftState } from './use-contract-draft';
import type { usePriceList } from './use-price-list';

/** One promise: what, how it is satisfied, its stand-alone price, in which capacity, and where it is booked. */
export function DraftObligation({
  one,
  number,
  state,
  choices,
  prices,
  items,
  problems,
}: {
  readonly one: ObligationDraft;
  readonly number: number;
  readonly state: ContractDraftState;
  readonly choices: DraftChoices;
  readonly prices: ReturnType<typeof usePriceList>;
  readonly items: ReadonlyMap<string, Item>;
  readonly problems: Problems;
}) {
  const { draft } = state;
  const change = (part: Partial<ObligationDraft>) => state.changeObligation(one.id, part);
  const problem = (field: string) => problems[`o/${one.id}/${field}`];
  const others = draft.obligations.filter(({ id }) => id !== one.id).map(({ key }) => key);
  const label = one.key.trim() || `Obligation ${number}`;
  const card = useRef<HTMLFieldSetElement>(null);
  const isNewest = state.newest === one.id;
  useEffect(() => {
    if (isNewest) card.current?.querySelector('input')?.focus();
  }, [isNewest]);
  return (
    <fieldset ref={card} className="relative flex flex-col gap-3.5 rounded-card border border-line p-3">
      <legend className="sr-only">{label}</legend>
      <div className="flex items-center justify-between gap-3">
        <h3 className="min-w-0 truncate font-medium">{label}</h3>
        <IconButton label={`Remove ${label}`} onPress={() => state.removeObligation(one.id)}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <div className="grid gap-3.5 sm:grid-cols-2">
        <TextField
          label="Name of the obligation"
          required
          value={one.key}
          error={problem('key')}
          onChange={({ target }) => change({ key: target.value })}
        />
        <ComboField
          label="Item"
          choices={[...items.values()].map(({ id, code, name }) => ({ id, code, label: name }))}
          value={one.itemId}
          placeholder="Code or name"
          error={problem('itemId')}
          onValue={(itemId) => {
            const item = items.get(itemId);
            change(item === undefined ? { itemId: '' } : fromItem(item, one, others));
          }}
        />
        <SelectField
          label="Satisfied"
          value={one.pattern}
          choices={PATTERNS}
          error={problem('pattern')}
          onChange={({ target }) =>
            change({
              pattern: PATTERNS.find(({ value }) => value === target.value)?.value ?? 'RATABLE',
              ...(target.value === 'LICENCE' ? { nature: 'LICENCE' as const } : {}),
            })
          }
        />
        <SelectField
          label="We act as"
          value={one.capacity}
          choices={[
            { value: 'PRINCIPAL', label: 'Principal: we control it first' },
            { value: 'AGENT', label: 'Agent: we arrange it' },
          ]}
          onChange={({ target }) => change({ capacity: target.value === 'AGENT' ? 'AGENT' : 'PRINCIPAL' })}
        />
        <DraftPattern one={one} change={change} problem={problem} nextId={state.nextId} />
        {takesSupplier(one) && one.capacity === 'AGENT' ? (
          <AmountField
            label={`Passed on to the supplier (${draft.currencyCode})`}
            currency={draft.currencyCode}
            value={one.supplierShare}
            onValue={(supplierShare) => change({ supplierShare })}
            error={problem('supplierShare')}
          />
        ) : null}
      </div>
      <DraftStandalone one={one} draft={draft} prices={prices} change={change} problem={problem} />
      <details className="group">
        <summary className="w-fit text-ink-mute text-small hover:text-ink">
          More: description, spread, account, dimensions
        </summary>
        <div className="mt-3 grid gap-3.5 sm:grid-cols-2">
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
              empty="As the policy says"
              choices={SPREADS}
              onChange={({ target }) =>
                change({ spread: SPREADS.find(({ value }) => value === target.value)?.value ?? '' })
              }
            />
          ) : null}
          {takesSupplier(one) && one.capacity === 'PRINCIPAL' ? (
            <AmountField
              label={`Supplier’s part, our cost (${draft.currencyCode})`}
              currency={draft.currencyCode}
              value={one.supplierShare}
              onValue={(supplierShare) => change({ supplierShare })}
              error={problem('supplierShare')}
            />
          ) : null}
          <AmountField
            label={`Price the contract states for it (${draft.currencyCode})`}
            hint="Inside the price list’s band it counts as the stand-alone price."
            currency={draft.currencyCode}
            value={one.contractPrice}
            onValue={(contractPrice) => change({ contractPrice })}
            error={problem('contractPrice')}
          />
          <SelectField
            label="Nature"
            value={one.nature}
            choices={NATURES.map((value) => ({ value, label: statusWords(value) }))}
            onChange={({ target }) =>
              change({ nature: NATURES.find((known) => known === target.value) ?? 'SERVICE' })
            }
          />
          <ComboField
            label="Revenue account"
            choices={choices.accounts.map(({ id, code, name }) => ({ id, code: code ?? '', label: name }))}
            value={one.revenueAccountId}
            placeholder="That of the item, or of the policy"
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
        </div>
      </details>
    </fieldset>
  );
}

const SPREADS = [
  { value: 'EXACT_DAYS', label: 'By days' },
  { value: 'EVEN_PERIODS', label: 'The same each month' },
  { value: 'PRORATE_FIRST_LAST', label: 'Full months alike, parts by days' },
  { value: 'FULL_MONTHS', label: 'A started month is full' },
] as const;
const DIMENSIONS = { department: 'departments', class: 'classes', location: 'locations' } as const;
