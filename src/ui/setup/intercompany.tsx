'use client';

import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { notifyDone } from '@/ui/kit/notify';
import type { Column } from '@/ui/kit/tables/data-table';
import { useCounterparties } from '@/ui/records/choices/use-counterparties';
import { EditableList } from '@/ui/records/editable-list';
import { orNull } from '@/ui/records/form/or-null';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { useAccounts, useEntityNames, useSubsidiaries } from '@/ui/records/use-names';
import { useBooks } from '@/ui/shell/session';

type Settings = RouterOutputs['intercompany']['settings'];
type PartyRow = Settings['parties'][number] & { readonly id: string };
type AccountsRow = {
  readonly id: string;
  readonly subsidiaryId: string;
  readonly sisterId: string;
  readonly set: Settings['accounts'][number] | null;
};

const ACCOUNTS = [
  ['dueFromAccountId', 'Due from'],
  ['dueToAccountId', 'Due to'],
  ['incomeAccountId', 'Sales to it'],
  ['chargeAccountId', 'Purchases from it'],
] as const;

/** The counterparties that represent each subsidiary in the books of its sisters, and the accounts of each pair. */
export function Intercompany() {
  const books = useBooks();
  const subsidiaries = useSubsidiaries();
  const accounts = useAccounts();
  const query = trpc.intercompany.settings.useQuery({});
  const names = useEntityNames(
    (query.data?.parties ?? []).flatMap(({ customerId, vendorId }) => [customerId, vendorId]),
  );
  const companies = subsidiaries.rows.filter(({ isElimination }) => !isElimination);
  const mayWrite = books.may('gl.setup.write');
  const parties = companies.map(
    ({ id }): PartyRow => ({
      ...(query.data?.parties.find(({ subsidiaryId }) => subsidiaryId === id) ?? nobody(id)),
      id,
    }),
  );
  const pairs = companies.flatMap((one) =>
    companies
      .filter(({ id }) => id !== one.id)
      .map(
        (sister): AccountsRow => ({
          id: `${one.id}/${sister.id}`,
          subsidiaryId: one.id,
          sisterId: sister.id,
          set:
            query.data?.accounts.find((set) => set.subsidiaryId === one.id && set.sisterId === sister.id) ??
            null,
        }),
      ),
  );
  const shown = (rows: readonly PartyRow[] | readonly AccountsRow[]) => ({
    ...query,
    data: query.data === undefined ? undefined : rows,
  });
  const none = <span className="text-ink-mute">–</span>;
  const partyColumns: Column<PartyRow>[] = [
    { id: 'company', header: 'Subsidiary', cell: (row) => subsidiaries.nameOf(row.subsidiaryId) },
    {
      id: 'customer',
      header: 'As a customer',
      cell: (row) => (row.customerId === null ? none : names.get(row.customerId)),
    },
    {
      id: 'vendor',
      header: 'As a vendor',
      cell: (row) => (row.vendorId === null ? none : names.get(row.vendorId)),
    },
  ];
  const accountColumns: Column<AccountsRow>[] = [
    { id: 'company', header: 'Subsidiary', cell: (row) => subsidiaries.nameOf(row.subsidiaryId) },
    { id: 'sister', header: 'With', cell: (row) => subsidiaries.nameOf(row.sisterId) },
    ...ACCOUNTS.map(
      ([field, header]): Column<AccountsRow> => ({
        id: field,
        header,
        cell: (row) => (row.set === null ? none : accounts.byId.get(row.set[field])?.code),
      }),
    ),
  ];
  return (
    <div className="flex flex-col gap-6">
      <section className="flex flex-col gap-3">
        <h2 className="font-medium">Customers and vendors that represent a subsidiary</h2>
        <p className="max-w-4xl text-ink-mute">
          A document with this customer or vendor is one with the subsidiary: when it is approved, its mirror
          is made there as a draft, a bill against an invoice.
        </p>
        <EditableList
          label="Customers and vendors that represent a subsidiary"
          query={
            shown(parties) as {
              data: readonly PartyRow[] | undefined;
              error: unknown;
              refetch: () => unknown;
            }
          }
          columns={partyColumns}
          emptyTitle="No subsidiaries yet"
          acts={
            mayWrite
              ? (row, open) => [
                  {
                    words: 'Change',
                    label: `Change who represents ${subsidiaries.nameOf(row.id)}`,
                    onPress: open,
                  },
                ]
              : undefined
          }
          rowDialog={(row, close) => (
            <EditParty row={row} name={subsidiaries.nameOf(row.id) ?? ''} onClose={close} />
          )}
        />
      </section>
      <section className="flex flex-col gap-3">
        <h2 className="font-medium">Accounts between two subsidiaries</h2>
        <p className="max-w-4xl text-ink-mute">
          A journal with a line on what is due from or due to a subsidiary is mirrored there. All four are
          accounts that consolidation eliminates; those of what is due belong to one subsidiary each.
        </p>
        <EditableList
          label="Accounts between two subsidiaries"
          query={
            shown(pairs) as {
              data: readonly AccountsRow[] | undefined;
              error: unknown;
              refetch: () => unknown;
            }
          }
          columns={accountColumns}
          emptyTitle="Only one subsidiary"
          emptyWords="Accounts between subsidiaries are required once there are two."
          acts={
            mayWrite
              ? (row, open) => [
                  {
                    words: 'Change',
                    label: `Change the accounts of ${subsidiaries.nameOf(row.subsidiaryId)} with ${subsidiaries.nameOf(row.sisterId)}`,
                    onPress: open,
                  },
                ]
              : undefined
          }
          rowDialog={(row, close) => (
            <EditAccounts
              row={row}
              title={`${subsidiaries.nameOf(row.subsidiaryId)} with ${subsidiaries.nameOf(row.sisterId)}`}
              onClose={close}
            />
          )}
        />
      </section>
    </div>
  );
}

const nobody = (subsidiaryId: string) => ({ subsidiaryId, customerId: null, vendorId: null });

function EditParty({
  row,
  name,
  onClose,
}: {
  readonly row: PartyRow;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const accounts = useAccounts();
  const customers = useCounterparties('CUSTOMER', row.customerId ?? '');
  const vendors = useCounterparties('VENDOR', row.vendorId ?? '');
  const save = trpc.intercompany.setParty.useMutation();
  if (!customers.isLoaded || !vendors.isLoaded) return null;
  return (
    <RecordDialog
      title={`Customer and vendor of ${name}`}
      saveLabel="Save"
      fields={[
        {
          name: 'customerId',
          label: 'Customer',
          kind: 'combo',
          choices: customers.choices,
          more: customers.more,
        },
        {
          name: 'receivableAccountId',
          label: 'Its receivable account',
          kind: 'combo',
          choices: accounts.choices,
        },
        {
          name: 'vendorId',
          label: 'Vendor',
          kind: 'combo',
          choices: vendors.choices,
          more: vendors.more,
        },
        { name: 'payableAccountId', label: 'Its payable account', kind: 'combo', choices: accounts.choices },
      ]}
      initial={{ customerId: row.customerId, vendorId: row.vendorId }}
      isSaving={save.isPending}
      error={save.error}
      onSave={(values) => {
        const receivableAccountId = orNull(values.receivableAccountId);
        const payableAccountId = orNull(values.payableAccountId);
        save.mutate(
          {
            subsidiaryId: row.subsidiaryId,
            customerId: orNull(values.customerId),
            vendorId: orNull(values.vendorId),
            ...(receivableAccountId === null ? {} : { receivableAccountId }),
            ...(payableAccountId === null ? {} : { payableAccountId }),
          },
          {
            onSuccess: () => {
              notifyDone(`Customer and vendor of ${name} saved.`);
              onClose();
            },
          },
        );
      }}
      onClose={onClose}
    />
  );
}

function EditAccounts({
  row,
  title,
  onClose,
}: {
  readonly row: AccountsRow;
  readonly title: string;
  readonly onClose: () => void;
}) {
  const accounts = useAccounts();
  const save = trpc.intercompany.setAccounts.useMutation();
  return (
    <RecordDialog
      title={title}
      saveLabel="Save"
      fields={ACCOUNTS.map(([field, label]) => ({
        name: field,
        label,
        kind: 'combo' as const,
        choices: accounts.choices,
      }))}
      initial={{ ...row.set }}
      isSaving={save.isPending}
      error={save.error}
      onSave={(values) =>
        save.mutate(
          {
            subsidiaryId: row.subsidiaryId,
            sisterId: row.sisterId,
            dueFromAccountId: orNull(values.dueFromAccountId),
            dueToAccountId: orNull(values.dueToAccountId),
            incomeAccountId: orNull(values.incomeAccountId),
            chargeAccountId: orNull(values.chargeAccountId),
          },
          {
            onSuccess: () => {
              notifyDone(`The accounts of ${title} are saved.`);
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}
