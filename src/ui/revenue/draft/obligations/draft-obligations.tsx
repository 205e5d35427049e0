'use client';

import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { useNamesIn } from '@/ui/audit/use-named-timeline';
import { Button } from '@/ui/kit/button';
import { ComboField } from '@/ui/kit/input/combo-field';
import { Panel } from '@/ui/kit/layout/panel';
import { useRecordChoices } from '@/ui/records/choices/use-record-choices';
import { useBooks } from '@/ui/shell/session';
import type { DraftChoices } from '../draft-header';
import type { Problems } from '../draft-problems';
import type { usePriceList } from '../price/use-price-list';
import type { ContractDraftState } from '../use-contract-draft';
import { DraftObligation } from './draft-obligation';
import { fromTemplate, templateChoices } from './draft-templates';

const KEPT = { staleTime: 300_000 } as const;

/** The obligations (606-10-25-14): entered by hand or from the templates of the items sold. */
export function DraftObligations({
  state,
  choices,
  prices,
  problems,
}: {
  readonly state: ContractDraftState;
  readonly choices: DraftChoices;
  readonly prices: ReturnType<typeof usePriceList>;
  readonly problems: Problems;
}) {
  const books = useBooks();
  const { draft, addObligations } = state;
  const templates = trpc.revenue.templates.list.useQuery({}, KEPT);
  const mayReadItems = books.may('billing.read');
  const items = useRecordChoices(
    'ITEM',
    draft.obligations.map(({ itemId }) => itemId),
    mayReadItems,
  );
  const names = useNamesIn(mayReadItems ? (templates.data ?? []).map(({ itemId }) => itemId) : []);
  const offered = useMemo(() => templateChoices(templates.data ?? [], names), [templates.data, names]);
  return (
    <Panel title="Obligations">
      <div className="flex flex-col gap-4">
        {draft.obligations.length === 0 ? (
          <p className="text-ink-mute">Each distinct good or service (or series) promised to the customer.</p>
        ) : null}
        {draft.obligations.map((one, index) => (
          <DraftObligation
            key={one.id}
            one={one}
            number={index + 1}
            state={state}
            choices={choices}
            prices={prices}
            items={items}
            problems={problems}
          />
        ))}
        {problems.obligations ? <p className="text-danger text-small">{problems.obligations}</p> : null}
        <div className="flex flex-wrap items-end gap-3">
          <Button onPress={() => addObligations([{}])}>
            <Plus aria-hidden="true" />
            Obligation
          </Button>
          {offered.length > 0 ? (
            <ComboField
              label="Or add from a template"
              className="w-72 max-w-full"
              choices={offered}
              value=""
              placeholder="Item"
              onValue={(itemId) => {
                const taken = draft.obligations.map(({ key }) => key);
                addObligations(
                  (templates.data ?? [])
                    .filter((template) => template.itemId === itemId)
                    .map((template) => {
                      const part = fromTemplate(template, draft, taken);
                      taken.push(part.key ?? '');
                      return part;
                    }),
                );
              }}
            />
          ) : null}
        </div>
      </div>
    </Panel>
  );
}
