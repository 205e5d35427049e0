'use client';

import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { DateText } from '@/ui/kit/figures/date-text';
import { Quantity } from '@/ui/kit/figures/money';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import type { Column } from '@/ui/kit/tables/data-table';
import { TextLink } from '@/ui/kit/text-link';
import { EditableList } from '@/ui/records/editable-list';
import { orNull } from '@/ui/records/form/or-null';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import type { RowAct } from '@/ui/records/row-acts';
import { useAccounts } from '@/ui/records/use-names';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';

type TaxCode = RouterOutputs['setup']['taxCodes']['list'][number];

/** Tax codes with their current, earlier and future rates. */
export function TaxCodes() {
  const books = useBooks();
  const accounts = useAccounts();
  const query = trpc.setup.taxCodes.list.useQuery({});
  const update = trpc.setup.taxCodes.update.useMutation({
    onError: (error) => notifyProblem(sentenceOf(error)),
    onSuccess: (code) => notifyDone(`${code.code} is ${code.recordStatus}.`),
  });
  const mayWrite = books.may('gl.setup.write');
  const rateOn = ({ rates }: TaxCode) =>
    rates.findLast(
      ({ validFrom, validTo }) => validFrom <= books.today && (validTo === null || validTo >= books.today),
    );
  const columns: Column<TaxCode>[] = [
    {
      id: 'code',
      header: 'Code',
      className: 'whitespace-nowrap',
      cell: (row) => <span className="font-medium">{row.code}</span>,
    },
    { id: 'name', header: 'Name', cell: (row) => row.name },
    {
      id: 'account',
      header: 'Posts to',
      className: 'max-md:hidden',
      cell: (row) => {
        const account = row.accountId === null ? undefined : accounts.byId.get(row.accountId);
        return account ? (
          <TextLink href={books.path(`accounts/${account.id}`)}>
            {account.code} {account.name}
          </TextLink>
        ) : (
          <span className="text-ink-mute">From the posting rule</span>
        );
      },
    },
    { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.recordStatus} /> },
    {
      id: 'since',
      header: 'Since',
      className: 'max-sm:hidden',
      cell: (row) => <DateText value={rateOn(row)?.validFrom ?? null} />,
    },
    {
      id: 'rate',
      header: 'Rate today (%)',
      align: 'end',
      cell: (row) => {
        const rate = rateOn(row);
        return rate ? <Quantity value={rate.ratePercent} least={2} /> : null;
      },
    },
  ];
  const isOn = (row: TaxCode) => row.recordStatus === 'active';
  const acts = (row: TaxCode): RowAct[] => {
    const words = isOn(row) ? 'Switch off' : 'Switch on';
    return [
      {
        words,
        label: `${words} ${row.code}`,
        isPending: update.isPending,
        onPress: () =>
          update.mutate({
            id: row.id,
            recordStatus: isOn(row) ? 'inactive' : 'active',
            $call: { expectedVersion: row.version },
          }),
      },
    ];
  };
  return (
    <EditableList
      label="Tax codes"
      query={query}
      columns={columns}
      emptyTitle="No tax codes yet"
      emptyWords="Lines without a code carry no tax."
      newLabel={mayWrite ? 'New tax code' : undefined}
      newDialog={(close) => <NewTaxCode onClose={close} />}
      acts={mayWrite ? acts : undefined}
    />
  );
}

function NewTaxCode({ onClose }: { readonly onClose: () => void }) {
  const books = useBooks();
  const accounts = useAccounts();
  const create = trpc.setup.taxCodes.create.useMutation();
  return (
    <RecordDialog
      title="New tax code"
      saveLabel="Add"
      fields={[
        { name: 'code', label: 'Code', kind: 'text', required: true },
        { name: 'name', label: 'Name', kind: 'text', required: true },
        { name: 'ratePercent', label: 'Rate (%)', kind: 'number', required: true },
        { name: 'validFrom', label: 'Valid from', kind: 'date', required: true },
        { name: 'accountId', label: 'Posts to', kind: 'combo', choices: accounts.choices, wide: true },
        { name: 'description', label: 'Description', kind: 'long' },
      ]}
      initial={{ validFrom: books.today }}
      isSaving={create.isPending}
      error={create.error}
      onSave={(values) =>
        create.mutate(
          {
            code: (values.code ?? '').trim(),
            name: (values.name ?? '').trim(),
            description: orNull(values.description),
            accountId: orNull(values.accountId),
            rates: [{ ratePercent: (values.ratePercent ?? '').trim(), validFrom: values.validFrom ?? '' }],
          },
          {
            onSuccess: (made) => {
              notifyDone(`${made.code} is added.`);
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}
