'use client';

import { X } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useEffect, useRef } from 'react';
import { IconButton } from '@/ui/kit/button';
import { AmountField } from '@/ui/kit/input/amount-field';
import { ComboField } from '@/ui/kit/input/combo-field';
import { SelectField } from '@/ui/kit/input/select-field';
import { TextField } from '@/ui/kit/input/text-field';
import type { OfferedRecords } from '@/ui/records/choices/use-offered';
import { PATTERNS } from '../contract-draft';
import type { DraftChoices } from '../draft-header';
import type { Problems } from '../draft-problems';
import { Disclosure } from '../further/disclosure';
import { DraftStandalone } from '../price/draft-standalone';
import type { usePriceList } from '../price/use-price-list';
import type { ContractDraftState } from '../use-contract-draft';
import { DraftPattern } from './draft-pattern';
import { fromItem, type Item } from './draft-templates';
import {
  hasFurtherTerms,
  type ObligationDraft,
  type PatternKind,
  PROMISE,
  takesSupplier,
} from './promise-form';

// Most obligations need neither.
const DraftObligationMore = dynamic(() =>
  import('./draft-obligation-more').then((part) => part.DraftObligationMore),
);
const PromiseTermsFields = dynamic(() =>
  import('../further/promise-terms-fields').then((part) => part.PromiseTermsFields),
);
/** Further terms that exist only for some patterns. */
const OF_PATTERN: Partial<Record<PatternKind, string>> = {
  USAGE: 'price tiers, committed minimum, ',
  LICENCE: 'guaranteed minimum, ',
  POINT: 'right of return, ',
  UNITS: 'right of return, ',
};
const MORE = [
  'description',
  'spread',
  'contractPrice',
  'nature',
  'revenueAccountId',
  'departmentId',
  'classId',
  'locationId',
  'projectId',
];

/**
 * One obligation: name, pattern, standalone selling price, capacity (principal or agent) and posting fields.
 */
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
  readonly items: OfferedRecords<Item>;
  readonly problems: Problems;
}) {
  const { draft } = state;
  const change = (part: Partial<ObligationDraft>) => state.changeObligation(one.id, part);
  const problem = (field: string) => problems[`obligations/${one.id}/${field}`];
  const isWrong = (fields: readonly string[]) =>
    Object.keys(problems).some((name) => {
      const [kind, card, field = ''] = name.split('/');
      return kind === 'obligations' && card === one.id && fields.includes(field);
    });
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
          choices={items.choices}
          more={items.more}
          value={one.itemId}
          placeholder="Code or name"
          error={problem('itemId')}
          onValue={(itemId) => {
            const item = items.byId.get(itemId);
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
            { value: 'PRINCIPAL', label: 'Principal: we control it before transfer' },
            { value: 'AGENT', label: 'Agent: we arrange for it' },
          ]}
          onChange={({ target }) => change({ capacity: target.value === 'AGENT' ? 'AGENT' : 'PRINCIPAL' })}
        />
        <DraftPattern
          one={one}
          currency={draft.currencyCode}
          change={change}
          problem={problem}
          nextId={state.nextId}
        />
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
      <Disclosure
        summary="More: description, spread, account, dimensions"
        startsOpen={false}
        hasProblem={isWrong(MORE)}
      >
        <DraftObligationMore
          one={one}
          currency={draft.currencyCode}
          choices={choices}
          change={change}
          problem={problem}
        />
      </Disclosure>
      <Disclosure
        summary={`Further terms: ${OF_PATTERN[one.pattern] ?? ''}estimated price, price range, judgments`}
        startsOpen={hasFurtherTerms(one)}
        hasProblem={isWrong(PROMISE.further)}
      >
        <PromiseTermsFields
          one={one}
          currency={draft.currencyCode}
          change={change}
          problem={problem}
          state={state}
        />
      </Disclosure>
    </fieldset>
  );
}
