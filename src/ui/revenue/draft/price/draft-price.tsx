'use client';

import { Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { Button } from '@/ui/kit/button';
import { AmountField } from '@/ui/kit/input/amount-field';
import { Panel } from '@/ui/kit/layout/panel';
import { hasPriceTerms, isOfPriceTerms } from '../contract-draft';
import type { Problems } from '../draft-problems';
import { Disclosure } from '../further/disclosure';
import type { ContractDraftState } from '../use-contract-draft';

// A simple contract has a fixed price and nothing else.
const VariableFields = dynamic(() => import('./variable-fields').then((part) => part.VariableFields));
const PriceTermsFields = dynamic(() =>
  import('../further/price-terms-fields').then((part) => part.PriceTermsFields),
);

/** The consideration: the fixed price and variable amounts, estimated and constrained (606-10-32-5 to 32-14). */
export function DraftPrice({
  state,
  problems,
}: {
  readonly state: ContractDraftState;
  readonly problems: Problems;
}) {
  const { draft, change, addVariable } = state;
  return (
    <Panel title="Price">
      <div className="flex flex-col gap-4">
        <AmountField
          label={`Fixed price (${draft.currencyCode})`}
          className="sm:max-w-64"
          currency={draft.currencyCode}
          value={draft.fixed}
          onValue={(fixed) => change({ fixed })}
          error={problems.fixed}
        />
        {draft.variable.map((one, index) => (
          <VariableFields
            key={one.id}
            one={one}
            label={one.key.trim() || `Variable amount ${index + 1}`}
            state={state}
            problems={problems}
          />
        ))}
        <div>
          <Button onPress={addVariable}>
            <Plus aria-hidden="true" />
            Variable amount
          </Button>
        </div>
        <Disclosure
          summary="Further terms: financing, royalties, noncash consideration, payments to the customer, discounts on specific obligations"
          startsOpen={hasPriceTerms(draft)}
          hasProblem={Object.keys(problems).some(isOfPriceTerms)}
        >
          <PriceTermsFields state={state} problems={problems} />
        </Disclosure>
      </div>
    </Panel>
  );
}
