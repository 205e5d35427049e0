'use client';

import { trpc } from '@/surfaces/trpc/react';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { useSaving } from '@/ui/records/form/use-saving';
import { type Account, accountFields, accountInitial, writtenAccount } from './account-fields';

/** Creates an account under a summary account, or edits an existing one. */
export function AccountDialog({
  accounts,
  account,
  onClose,
}: {
  readonly accounts: readonly Account[];
  readonly account?: Account;
  readonly onClose: () => void;
}) {
  const { save, ...saving } = useSaving({
    record: account,
    create: trpc.accounts.create.useMutation(),
    update: trpc.accounts.update.useMutation(),
    added: ({ code, name }) => `${code} ${name} is added to the chart.`,
    onClose,
  });
  const removal = trpc.accounts.remove.useMutation();
  return (
    <RecordDialog
      {...saving}
      removal={account && { record: account, name: `${account.code} ${account.name}`, removal }}
      title={account ? `Edit ${account.code} ${account.name}` : 'New account'}
      saveLabel={account ? 'Save' : 'Add account'}
      fields={accountFields(accounts, account)}
      initial={accountInitial(account)}
      onSave={(values) => save(writtenAccount(values))}
      onClose={onClose}
    />
  );
}
