'use client';

import { X } from 'lucide-react';
import { Button, IconButton } from '@/ui/kit/button';
import { AmountField } from '@/ui/kit/input/amount-field';
import { SelectField } from '@/ui/kit/input/select-field';
import { TextField } from '@/ui/kit/input/text-field';
import type { Problems } from '../draft-problems';
import { CriteriaFields } from '../further/criteria-fields';
import { ObligationTicks } from '../further/obligation-ticks';
import { GroupProblem } from '../further/term-rows';
import { CONSTRAINTS, ESTIMATE_METHODS, VARIABLE_CHOICES } from '../further/term-words';
import type { ContractDraftState } from '../use-contract-draft';
import type { OutcomeDraft, VariableDraft } from './price-form';
import { QuantityField } from './quantity-field';

const UNCHOSEN = { value: '', label: 'Choose' } as const;

/** The variable consideration: possible amounts, estimation method and constraint (606-10-32-5 to 32-14). */
export function VariableFields({
  one,
  label,
  state,
  problems,
}: {
  readonly one: VariableDraft;
  readonly label: string;
  readonly state: ContractDraftState;
  readonly problems: Problems;
}) {
  const { draft, changeVariable, removeVariable, nextId } = state;
  const change = (part: Partial<VariableDraft>) => changeVariable(one.id, part);
  const changeOutcome = (id: string, part: Partial<OutcomeDraft>) =>
    change({
      outcomes: one.outcomes.map((outcome) => (outcome.id === id ? { ...outcome, ...part } : outcome)),
    });
  const problem = (field: string) => problems[`variable/${one.id}/${field}`];
  return (
    <fieldset className="relative flex flex-col gap-3 rounded-card border border-line p-3">
      <legend className="sr-only">{label}</legend>
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-medium">{label}</h3>
        <IconButton label={`Remove ${label}`} onPress={() => removeVariable(one.id)}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <div className="grid gap-3.5 sm:grid-cols-2">
        <TextField
          label="Name of the amount"
          required
          placeholder="bonus, penalty, rebate …"
          value={one.key}
          error={problem('key')}
          onChange={({ target }) => change({ key: target.value })}
        />
        <SelectField
          label="Estimated by"
          value={one.method}
          required
          choices={[UNCHOSEN, ...ESTIMATE_METHODS]}
          error={problem('method')}
          onChange={({ target }) =>
            change({ method: ESTIMATE_METHODS.find(({ value }) => value === target.value)?.value ?? '' })
          }
        />
        <SelectField
          label="Constraint: how much is probable not to reverse"
          required
          value={one.constraint}
          choices={[UNCHOSEN, ...CONSTRAINTS]}
          error={problem('constraint')}
          onChange={({ target }) =>
            change({
              constraint: CONSTRAINTS.find(({ value }) => value === target.value)?.value ?? '',
              limit: '',
            })
          }
        />
        {one.constraint === 'CAP' ? (
          <AmountField
            label={`At most (${draft.currencyCode})`}
            required
            currency={draft.currencyCode}
            value={one.limit}
            onValue={(limit) => change({ limit })}
            error={problem('limit')}
          />
        ) : null}
        {one.constraint === 'CONFIDENCE' ? (
          <QuantityField
            label="Probability (percent)"
            required
            value={one.limit}
            onValue={(limit) => change({ limit })}
            error={problem('limit')}
          />
        ) : null}
      </div>
      <TextField
        label="Evidence for the estimate and the constraint"
        required
        placeholder="history with the customer, similar contracts, what is outside our influence …"
        value={one.evidence}
        error={problem('evidence')}
        onChange={({ target }) => change({ evidence: target.value })}
      />
      {draft.obligations.length > 0 ? (
        <ObligationTicks
          label="Applies to"
          hint="If none is selected, it applies to the whole contract."
          obligations={draft.obligations}
          value={one.to}
          onValue={(to) => change({ to })}
          error={problem('to')}
        />
      ) : null}
      {one.to.length > 0 || one.criteria.length > 0 ? (
        <CriteriaFields
          label={`Criteria for allocating ${label}`}
          known={VARIABLE_CHOICES}
          rows={one.criteria}
          onRows={(criteria) => change({ criteria })}
          problem={problem}
          newRow={state.newRow}
        />
      ) : null}
      <ul aria-label={`Possible amounts of ${label}`} className="flex flex-col gap-2">
        {one.outcomes.map((outcome, index) => (
          <li key={outcome.id} className="flex items-end gap-2">
            <AmountField
              label={`Amount ${index + 1} (${draft.currencyCode})`}
              className="flex-1"
              currency={draft.currencyCode}
              value={outcome.amount}
              onValue={(amount) => changeOutcome(outcome.id, { amount })}
            />
            <QuantityField
              label="Probability (%)"
              className="w-28"
              value={outcome.percent}
              onValue={(percent) => changeOutcome(outcome.id, { percent })}
            />
            <IconButton
              label={`Remove amount ${index + 1}`}
              isDisabled={one.outcomes.length === 1}
              onPress={() => change({ outcomes: one.outcomes.filter(({ id }) => id !== outcome.id) })}
            >
              <X aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <GroupProblem>{problem('outcomes')}</GroupProblem>
      <div>
        <Button
          size="small"
          onPress={() => change({ outcomes: [...one.outcomes, { id: nextId(), amount: '', percent: '' }] })}
        >
          Add another amount
        </Button>
      </div>
    </fieldset>
  );
}
