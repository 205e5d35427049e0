'use client';

import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import type { Column } from '@/ui/kit/tables/data-table';
import { EditableList } from '@/ui/records/editable-list';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';

type Currency = RouterOutputs['setup']['currencies']['list'][number];

const COLUMNS: readonly Column<Currency>[] = [
  { id: 'code', header: 'Code', cell: (row) => <span className="font-medium">{row.code}</span> },
  { id: 'name', header: 'Name', narrow: 'title', cell: (row) => row.name },
  { id: 'digits', header: 'Decimals', align: 'end', cell: (row) => row.minorUnits },
  { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.recordStatus} /> },
];

/** The currencies that forms offer. Any ISO currency can be used over the interfaces. */
export function Currencies() {
  const books = useBooks();
  const query = trpc.setup.currencies.list.useQuery({});
  const update = trpc.setup.currencies.update.useMutation({
    onError: (error) => notifyProblem(sentenceOf(error)),
  });
  const mayWrite = books.may('gl.setup.write');
  return (
    <EditableList
      label="Currencies"
      query={query}
      columns={COLUMNS}
      emptyTitle="No currencies yet"
      newLabel={mayWrite ? 'New currency' : undefined}
      newDialog={(close) => <NewCurrency known={query.data ?? []} onClose={close} />}
      acts={
        mayWrite
          ? (row) => {
              const isOn = row.recordStatus === 'active';
              const words = isOn ? 'Make inactive' : 'Make active';
              return [
                {
                  words,
                  label: `${words}: ${row.code}`,
                  isPending: update.isPending,
                  onPress: () =>
                    update.mutate({
                      id: row.id,
                      recordStatus: isOn ? 'inactive' : 'active',
                      $call: { expectedVersion: row.version },
                    }),
                },
              ];
            }
          : undefined
      }
    />
  );
}

function NewCurrency({
  known,
  onClose,
}: {
  readonly known: readonly Currency[];
  readonly onClose: () => void;
}) {
  const named = trpc.welcome.choices.useQuery(undefined, { staleTime: 3_600_000 });
  const create = trpc.setup.currencies.create.useMutation();
  const has = new Set(known.map(({ code }) => code));
  return (
    <RecordDialog
      title="New currency"
      saveLabel="Add currency"
      fields={[
        {
          name: 'code',
          label: 'Currency',
          kind: 'select',
          required: true,
          wide: true,
          empty: 'Choose',
          choices: (named.data?.currencies ?? [])
            .filter(({ code }) => !has.has(code))
            .map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
        },
      ]}
      initial={{}}
      isSaving={create.isPending}
      error={create.error}
      onSave={({ code = '' }) =>
        create.mutate(
          { code },
          {
            onSuccess: ({ name }) => {
              notifyDone(`${name} is added.`);
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}
