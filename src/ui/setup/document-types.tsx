'use client';

import { KIND_FACTS, TRANSACTION_KINDS } from '@/core/transactions/kinds';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { StatusPill, statusWords } from '@/ui/kit/figures/status-pill';
import { notifyDone } from '@/ui/kit/notify';
import type { Column } from '@/ui/kit/tables/data-table';
import { EditableList } from '@/ui/records/editable-list';
import { STATUS_FIELD } from '@/ui/records/form/coded-fields';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { useBooks } from '@/ui/shell/session';

type Type = RouterOutputs['setup']['transactionTypes']['list'][number];

const kindWords = (kind: string) => {
  const known = TRANSACTION_KINDS.find((one) => one === kind);
  return known ? KIND_FACTS[known].label : statusWords(kind);
};

const COLUMNS: readonly Column<Type>[] = [
  {
    id: 'code',
    header: 'Code',
    className: 'whitespace-nowrap',
    cell: (row) => <span className="font-medium">{row.code}</span>,
  },
  { id: 'name', header: 'Name', cell: (row) => row.name },
  { id: 'kind', header: 'Kind', className: 'max-sm:hidden', cell: (row) => kindWords(row.kind) },
  {
    id: 'prefix',
    header: 'Numbers begin with',
    cell: (row) => <code className="text-small">{row.numberPrefix}</code>,
  },
  { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.recordStatus} /> },
];

/** The document types with their number series. */
export function DocumentTypes() {
  const books = useBooks();
  const query = trpc.setup.transactionTypes.list.useQuery({});
  const mayWrite = books.may('gl.setup.write');
  return (
    <EditableList
      label="Types and numbers"
      query={query}
      columns={COLUMNS}
      emptyTitle="No types yet"
      newLabel={mayWrite ? 'New type' : undefined}
      newDialog={(close) => <NewType onClose={close} />}
      acts={
        mayWrite ? (row, open) => [{ words: 'Edit', label: `Edit ${row.name}`, onPress: open }] : undefined
      }
      rowDialog={(type, close) => <EditType type={type} onClose={close} />}
    />
  );
}

/** A second type of a kind: its own name and numbers, with the posting rule of the kind's first type. */
function NewType({ onClose }: { readonly onClose: () => void }) {
  const create = trpc.setup.transactionTypes.create.useMutation();
  return (
    <RecordDialog
      title="New type"
      saveLabel="Add type"
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true },
        { name: 'code', label: 'Code', kind: 'text', required: true },
        {
          name: 'kind',
          label: 'Kind of document',
          kind: 'select',
          required: true,
          choices: TRANSACTION_KINDS.map((kind) => ({ value: kind, label: KIND_FACTS[kind].label })),
        },
        {
          name: 'numberPrefix',
          label: 'Numbers begin with',
          kind: 'text',
          required: true,
          hint: 'Up to 10 upper-case letters and digits. It cannot change later.',
        },
      ]}
      initial={{ kind: TRANSACTION_KINDS[0] }}
      isSaving={create.isPending}
      error={create.error}
      onSave={(values) =>
        create.mutate(
          {
            name: (values.name ?? '').trim(),
            code: (values.code ?? '').trim(),
            kind: TRANSACTION_KINDS.find((kind) => kind === values.kind) ?? 'JOURNAL',
            numberPrefix: (values.numberPrefix ?? '').trim(),
          },
          {
            onSuccess: ({ name }) => {
              notifyDone(`${name} is added, with the posting rule of its kind.`);
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}

function EditType({ type, onClose }: { readonly type: Type; readonly onClose: () => void }) {
  const update = trpc.setup.transactionTypes.update.useMutation();
  const removal = trpc.setup.transactionTypes.remove.useMutation();
  return (
    <RecordDialog
      title={`Edit ${type.name}`}
      saveLabel="Save"
      removal={{ record: type, name: type.name, removal }}
      fields={[{ name: 'name', label: 'Name', kind: 'text', required: true }, STATUS_FIELD]}
      initial={{ name: type.name, recordStatus: type.recordStatus }}
      isSaving={update.isPending}
      error={update.error}
      onSave={({ name, recordStatus }) =>
        update.mutate(
          {
            id: type.id,
            data: {
              name: (name ?? '').trim(),
              recordStatus: recordStatus === 'inactive' ? 'inactive' : 'active',
            },
            $call: { expectedVersion: type.version },
          },
          {
            onSuccess: () => {
              notifyDone('Saved.');
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}
