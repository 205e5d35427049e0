'use client';

import { isWords } from '@/core/ledger/words';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { TextField } from '@/ui/kit/input/text-field';
import { Panel } from '@/ui/kit/layout/panel';
import { CRITERION_WORDS } from './criterion-words';
import type { ContractDraftState } from './use-contract-draft';

/** Whether there is a contract at all: five criteria, each with its evidence (606-10-25-1). */
export function DraftCriteria({ state }: { readonly state: ContractDraftState }) {
  const { draft, changeCriterion } = state;
  const met = draft.criteria.filter((one) => one.met && one.evidence.trim() !== '').length;
  return (
    <Panel
      title="Does a contract exist? (606-10-25-1)"
      actions={<span className="text-ink-mute text-small">{met} of 5 with evidence</span>}
    >
      <p className="mb-3 text-ink-mute">
        Not required for a draft. All five, with their evidence, are required for activation.
      </p>
      <ul className="flex flex-col gap-3">
        {draft.criteria.map(({ name, met: isMet, evidence }) => {
          const { label, proof } = CRITERION_WORDS[name];
          return (
            <li key={name} className="relative grid items-center gap-x-4 gap-y-1 sm:grid-cols-2">
              <Checkbox
                label={label}
                checked={isMet}
                onChange={({ target }) => changeCriterion(name, { met: target.checked })}
              />
              <TextField
                label={`Evidence: ${label}`}
                hideLabel
                placeholder={`Evidence, such as ${proof}`}
                value={evidence}
                error={isMet && !isWords(evidence) ? 'Describe the evidence' : undefined}
                onChange={({ target }) => changeCriterion(name, { evidence: target.value })}
              />
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
