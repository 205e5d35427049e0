'use client';

import { useState } from 'react';
import { isWords } from '@/core/ledger/words';
import { trpc } from '@/surfaces/trpc/react';
import { ChangeProblem } from '@/ui/approvals/second-person';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { AmountField } from '@/ui/kit/input/amount-field';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { DateField } from '@/ui/kit/input/date-field';
import { SelectField } from '@/ui/kit/input/select-field';
import { TextAreaField, TextField } from '@/ui/kit/input/text-field';
import { notifyDone } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import type { Contract } from '../contracts/contract-months';
import { ReplacementReason, useReplacement } from '../facts/replacement';

const MONTHS = /^\d{1,4}$/;
const KINDS = { OBTAIN: 'A cost to obtain it', FULFIL: 'A cost to fulfill it' } as const;
type Kind = keyof typeof KINDS;

type Recorded = Extract<Contract['events'][number]['event'], { kind: 'cost' }>;

/**
 * Records a cost of a contract with the answers that decide whether it is an asset (340-40-25). With `replaces`, in the place of one
 * that was recorded wrongly, of which what has no field here is kept.
 */
export function CostDialog({
  view,
  onClose,
  replaces = null,
}: {
  readonly view: Contract;
  readonly onClose: () => void;
  readonly replaces?: Recorded | null;
}) {
  const books = useBooks();
  const { contract, obligations } = view;
  const currency = contract.currencyCode;
  const [kind, setKind] = useState<Kind>(replaces?.costKind ?? 'OBTAIN');
  const [description, setDescription] = useState(replaces?.description ?? '');
  const [amount, setAmount] = useState(replaces?.amount ?? '');
  const [incurredOn, setIncurredOn] = useState(replaces?.effectiveDate ?? books.today);
  const [contractMonths, setContractMonths] = useState(String(replaces?.contractMonths ?? 12));
  const [renewals, setRenewals] = useState(String(replaces?.expectedRenewalMonths ?? 0));
  const [follows, setFollows] = useState(replaces?.follows?.[0] ?? '');
  const [isMet, setMet] = useState(
    replaces !== null && (replaces.costKind === 'OBTAIN' ? replaces.incremental : replaces.direct),
  );
  const [isRecoverable, setRecoverable] = useState(replaces?.recoverable ?? false);
  const [isPaidAgain, setPaidAgain] = useState(replaces?.renewalCostCommensurate ?? false);
  const [evidence, setEvidence] = useState(replaces?.evidence ?? '');
  const [why, setWhy] = useState('');
  const replace = useReplacement(view, onClose);
  const create = trpc.revenue.costs.create.useMutation({
    onSuccess: ({ cost }) => {
      notifyDone(cost.decision === 'CAPITALISED' ? 'The cost is capitalized.' : `Recorded: ${cost.why}.`);
      onClose();
    },
  });
  // Only one obligation has a field; a cost that follows several keeps them while the first is chosen.
  const followed = replaces?.follows?.[0] === follows ? [...(replaces.follows ?? [])] : [follows];
  const said = {
    ...(description.trim() === '' ? {} : { description: description.trim() }),
    amount,
    incurredOn,
    recoverable: isRecoverable,
    ...(kind === 'OBTAIN' ? { incremental: isMet } : { direct: isMet, enhancesResources: isMet }),
    contractMonths: Number(contractMonths),
    ...(follows === ''
      ? { expectedRenewalMonths: Number(renewals), renewalCostCommensurate: isPaidAgain }
      : { follows: followed }),
    evidence: evidence.trim(),
  };
  const instead = {
    id: replaces?.id ?? '',
    reason: why.trim(),
    event: { kind: 'cost' as const, costKind: kind, ...keptOf(replaces), ...said },
  };
  const submit = () => {
    if (replaces === null) create.mutate({ contractId: contract.id, kind, ...said });
    else replace.mutate(instead);
  };
  const isReady = amount !== '' && incurredOn !== '' && MONTHS.test(contractMonths) && MONTHS.test(renewals);
  return (
    <ConfirmDialog
      title={replaces === null ? `Record a cost of ${contract.contractNumber}` : 'Replace this cost'}
      isOpen
      onClose={onClose}
      confirmLabel={replaces === null ? 'Record' : 'Replace'}
      isPending={create.isPending || replace.isPending}
      isDisabled={!isReady || !isWords(evidence) || (replaces !== null && !isWords(why))}
      error={create.error ? sentenceOf(create.error) : undefined}
      onConfirm={submit}
    >
      <div className="grid gap-3.5 sm:grid-cols-2">
        <SelectField
          label="Kind of cost"
          value={kind}
          choices={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
          onChange={(event) => setKind(event.target.value as Kind)}
        />
        <TextField
          label="Description"
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
        <AmountField
          label={`Amount (${currency})`}
          currency={currency}
          required
          value={amount}
          onValue={setAmount}
        />
        <DateField label="Incurred on" required value={incurredOn} onValue={setIncurredOn} />
        <SelectField
          label="Amortized"
          value={follows}
          choices={[
            { value: '', label: 'Over time' },
            ...obligations.map((one) => ({ value: one.key, label: `As ${one.key} is satisfied` })),
          ]}
          onChange={(event) => setFollows(event.target.value)}
        />
        <TextField
          label="Months of the contract"
          required
          inputMode="numeric"
          value={contractMonths}
          onChange={(event) => setContractMonths(event.target.value)}
        />
        {follows === '' ? (
          <TextField
            label="Months of expected renewals"
            inputMode="numeric"
            value={renewals}
            onChange={(event) => setRenewals(event.target.value)}
          />
        ) : null}
      </div>
      <Checkbox
        label={
          kind === 'OBTAIN'
            ? 'It would not have been incurred without the contract'
            : 'It relates directly to the contract and creates a resource used to satisfy it later'
        }
        checked={isMet}
        onChange={(event) => setMet(event.target.checked)}
      />
      <Checkbox
        label="It is expected to be recovered"
        checked={isRecoverable}
        onChange={(event) => setRecoverable(event.target.checked)}
      />
      {follows === '' ? (
        <Checkbox
          label="A cost commensurate with it is paid at each renewal"
          checked={isPaidAgain}
          onChange={(event) => setPaidAgain(event.target.checked)}
        />
      ) : null}
      <TextAreaField
        label="Evidence"
        required
        value={evidence}
        onChange={(event) => setEvidence(event.target.value)}
      />
      {replaces === null ? null : <ReplacementReason value={why} onValue={setWhy} />}
      <ChangeProblem
        problem={replace.error}
        verb="revenue.events.replace"
        input={instead}
        onRequested={onClose}
      />
    </ConfirmDialog>
  );
}

/** The parts of a recorded cost that have no field. */
function keptOf(recorded: Recorded | null) {
  if (recorded === null) return {};
  const { chargeableRegardless, otherStandard, method, start } = recorded;
  return {
    ...(chargeableRegardless !== undefined && { chargeableRegardless }),
    ...(otherStandard !== undefined && { otherStandard }),
    ...(method !== undefined && { method }),
    amortiseFrom: start,
  };
}
