'use client';

import { ACCOUNT_TYPES, isAccountType, normalSideOf } from '@/core/ledger/accounts';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { notifyDone } from '@/ui/kit/notify';
import { statusWords } from '@/ui/kit/status-pill';
import type { FormValues } from '@/ui/records/form-field';
import { orNull, RecordDialog } from '@/ui/records/record-dialog';

const ELIMINATIONS = [
  { value: 'INTERCOMPANY', label: 'Eliminated: owed or charged within the group' },
  { value: 'INVESTMENT', label: 'Eliminated: shares in subsidiaries, or their capital' },
] as const;

type Node = RouterOutputs['accounts']['tree'][number];

/** A new account under a summary account. */
export function NewAccount({
  accounts,
  onClose,
}: {
  readonly accounts: readonly Node[];
  readonly onClose: () => void;
}) {
  const create = trpc.accounts.create.useMutation();
  function save(values: FormValues) {
    const accountType = values.accountType ?? '';
    if (!isAccountType(accountType)) return;
    create.mutate(
      {
        code: (values.code ?? '').trim(),
        name: (values.name ?? '').trim(),
        description: orNull(values.description),
        accountType,
        normalSide: normalSideOf(accountType),
        parentId: orNull(values.parentId),
        elimination: ELIMINATIONS.find(({ value }) => value === values.elimination)?.value ?? null,
      },
      {
        onSuccess: (account) => {
          notifyDone(`${account.code} ${account.name} is in the chart.`);
          onClose();
        },
      },
    );
  }
  return (
    <RecordDialog
      title="New account"
      saveLabel="Add account"
      fields={[
        { name: 'code', label: 'Code', kind: 'text', required: true },
        { name: 'name', label: 'Name', kind: 'text', required: true },
        {
          name: 'accountType',
          label: 'Type',
          kind: 'select',
          choices: ACCOUNT_TYPES.map((type) => ({ value: type, label: statusWords(type) })),
        },
        {
          name: 'parentId',
          label: 'Under',
          kind: 'combo',
          choices: accounts
            .filter((account) => account.isSummary)
            .map(({ id, code, name }) => ({ id, code, label: name })),
        },
        {
          name: 'elimination',
          label: 'On consolidation',
          kind: 'select',
          empty: 'Stays',
          choices: ELIMINATIONS,
        },
        { name: 'description', label: 'Description', kind: 'long' },
      ]}
      initial={{ accountType: 'EXPENSE' }}
      isSaving={create.isPending}
      error={create.error}
      onSave={save}
      onClose={onClose}
    />
  );
}
