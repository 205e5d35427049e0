'use client';

import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { notifyDone } from '@/ui/kit/notify';
import type { Column } from '@/ui/kit/tables/data-table';
import { TextLink } from '@/ui/kit/text-link';
import { EditableList } from '@/ui/records/editable-list';
import { orNull } from '@/ui/records/form/or-null';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { useAccounts, useSubsidiaries } from '@/ui/records/use-names';
import { useBooks } from '@/ui/shell/session';

type Rule = RouterOutputs['setup']['postingRules']['list'][number];

const ACCOUNTS = [
  ['controlAccountId', 'Control account'],
  ['taxAccountId', 'Tax'],
  ['discountAccountId', 'Discount'],
  ['bankAccountId', 'Bank'],
  ['defaultLineAccountId', 'Lines without account'],
  ['shippingAccountId', 'Shipping'],
] as const;

/** The posting accounts of each document type, in general and per subsidiary. */
export function PostingRules() {
  const books = useBooks();
  const accounts = useAccounts();
  const subsidiaries = useSubsidiaries();
  const query = trpc.setup.postingRules.list.useQuery({});
  const types = trpc.setup.transactionTypes.list.useQuery({});
  const nameOf = (rule: Rule) => types.data?.find(({ id }) => id === rule.transactionTypeId)?.name ?? '';
  const columns: Column<Rule>[] = [
    {
      id: 'type',
      header: 'Type',
      className: 'whitespace-nowrap',
      isSticky: true,
      cell: (row) => <span className="font-medium">{nameOf(row)}</span>,
    },
    {
      id: 'subsidiary',
      header: 'Subsidiary',
      className: 'whitespace-nowrap',
      cell: (row) => (row.subsidiaryId === null ? 'All' : subsidiaries.nameOf(row.subsidiaryId)),
    },
    ...ACCOUNTS.map(
      ([field, header]): Column<Rule> => ({
        id: field,
        header,
        className: 'whitespace-nowrap',
        cell: (row) => {
          const account = row[field] === null ? undefined : accounts.byId.get(row[field]);
          return account ? (
            <TextLink href={books.path(`accounts/${account.id}`)} title={account.name}>
              {account.code}
            </TextLink>
          ) : (
            <span className="text-ink-mute">–</span>
          );
        },
      }),
    ),
  ];
  return (
    <EditableList
      label="Posting rules"
      query={query}
      columns={columns}
      emptyTitle="No posting rules yet"
      emptyWords="Documents without a rule cannot be posted."
      newLabel={books.may('gl.setup.write') ? 'New rule of a subsidiary' : undefined}
      newDialog={(close) => <NewRule onClose={close} />}
      acts={
        books.may('gl.setup.write')
          ? (row, open) => [{ words: 'Change', label: `Change the rule of ${nameOf(row)}`, onPress: open }]
          : undefined
      }
      rowDialog={(rule, close) => <EditRule rule={rule} name={nameOf(rule)} onClose={close} />}
    />
  );
}

/** The rule of one subsidiary, which holds there instead of the general one. */
function NewRule({ onClose }: { readonly onClose: () => void }) {
  const accounts = useAccounts();
  const subsidiaries = useSubsidiaries();
  const types = trpc.setup.transactionTypes.list.useQuery({});
  const create = trpc.setup.postingRules.create.useMutation();
  return (
    <RecordDialog
      title="New rule of a subsidiary"
      saveLabel="Add rule"
      fields={[
        {
          name: 'transactionTypeId',
          label: 'Type',
          kind: 'select',
          required: true,
          empty: 'Choose',
          choices: (types.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        },
        {
          name: 'subsidiaryId',
          label: 'Subsidiary',
          kind: 'select',
          required: true,
          empty: 'Choose',
          choices: subsidiaries.choices,
        },
        ...accountFields(accounts.choices),
      ]}
      initial={{}}
      isSaving={create.isPending}
      error={create.error}
      onSave={(values) =>
        create.mutate(
          {
            transactionTypeId: values.transactionTypeId ?? '',
            subsidiaryId: values.subsidiaryId ?? '',
            ...writtenAccounts(values),
          },
          {
            onSuccess: () => {
              notifyDone('The rule is added.');
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}

const accountFields = (choices: ReturnType<typeof useAccounts>['choices']) =>
  ACCOUNTS.map(([field, label]) => ({ name: field, label, kind: 'combo' as const, choices }));

const writtenAccounts = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(ACCOUNTS.map(([field]) => [field, orNull(values[field])]));

function EditRule({
  rule,
  name,
  onClose,
}: {
  readonly rule: Rule;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const accounts = useAccounts();
  const subsidiaries = useSubsidiaries();
  const update = trpc.setup.postingRules.update.useMutation();
  const removal = trpc.setup.postingRules.remove.useMutation();
  return (
    <RecordDialog
      title={`Posting rule: ${name}`}
      saveLabel="Save"
      // The general rule of a type stays: without it its documents could not be posted.
      removal={
        rule.subsidiaryId === null
          ? undefined
          : {
              record: rule,
              name: `the rule of ${name} in ${subsidiaries.nameOf(rule.subsidiaryId)}`,
              removal,
              words:
                'Its documents then post by the general rule of their type. Posted ones stay as they are.',
            }
      }
      fields={accountFields(accounts.choices)}
      initial={Object.fromEntries(ACCOUNTS.map(([field]) => [field, rule[field]]))}
      isSaving={update.isPending}
      error={update.error}
      onSave={(values) =>
        update.mutate(
          {
            id: rule.id,
            data: writtenAccounts(values),
            $call: { expectedVersion: rule.version },
          },
          {
            onSuccess: () => {
              notifyDone(`The rule of ${name} is saved.`);
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}
