'use client';

import { COMMITMENT_STATES, CONTRACT_STATES } from '@/core/projects/project-states';
import { type RouterInputs, type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { notifyDone } from '@/ui/kit/notify';
import { useCounterparties } from '@/ui/records/choices/use-counterparties';
import { writtenRows } from '@/ui/records/form/form-rows';
import { orNull } from '@/ui/records/form/or-null';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { useSaving } from '@/ui/records/form/use-saving';
import { useBooks } from '@/ui/shell/session';
import { CONTRACT_COLUMNS, PRICED_COLUMNS, typed } from './line-columns';
import type { Project } from './project-dialog';

export type PrimeContract = RouterOutputs['projects']['primeContracts']['list']['rows'][number];
export type Commitment = RouterOutputs['projects']['commitments']['list']['rows'][number];
type AskedContract = RouterInputs['projects']['primeContracts']['create'];

const choicesOf = (values: readonly string[]) =>
  values.map((value) => ({ value, label: statusWords(value) }));

const pricedLines = (text: string | undefined) =>
  writtenRows(text).map((row) => ({
    costCode: typed(row, 'costCode', ''),
    description: typed(row, 'description', ''),
    quantity: typed(row, 'quantity', '1'),
    unitPrice: typed(row, 'unitPrice', ''),
  }));

/** Creates a prime contract with its lines, or edits one, whose lines are then replaced. */
export function PrimeContractDialog({
  project,
  contract,
  onClose,
}: {
  readonly project: Project;
  readonly contract?: PrimeContract;
  readonly onClose: () => void;
}) {
  const books = useBooks();
  const id = contract?.id ?? '';
  const whole = trpc.projects.primeContracts.get.useQuery({ id }, { enabled: id !== '' });
  const { save, ...saving } = useSaving<AskedContract, { contractNumber: string }>({
    record: contract,
    create: trpc.projects.primeContracts.create.useMutation(),
    update: trpc.projects.primeContracts.update.useMutation(),
    added: ({ contractNumber }) => `${contractNumber} is a prime contract.`,
    onClose,
  });
  if (contract !== undefined && whole.data === undefined) return null;
  return (
    <RecordDialog
      {...saving}
      title={contract ? `Edit ${contract.contractNumber}` : 'New prime contract'}
      saveLabel={contract ? 'Save' : 'Add contract'}
      fields={[
        { name: 'title', label: 'Title', kind: 'text', required: true, wide: true },
        { name: 'contractDate', label: 'Date', kind: 'date', required: true },
        { name: 'contractState', label: 'State', kind: 'select', choices: choicesOf(CONTRACT_STATES) },
        { name: 'startDate', label: 'Starts', kind: 'date' },
        { name: 'endDate', label: 'Ends', kind: 'date' },
        { name: 'retainagePercent', label: 'Retainage (%)', kind: 'number' },
        { name: 'lines', label: `Lines (${project.currencyCode})`, kind: 'rows', columns: CONTRACT_COLUMNS },
      ]}
      initial={{
        title: contract?.title,
        contractDate: contract?.contractDate ?? books.today,
        contractState: contract?.contractState ?? 'APPROVED',
        startDate: contract?.startDate,
        endDate: contract?.endDate,
        retainagePercent: contract?.retainagePercent ?? '0',
        lines: JSON.stringify(
          whole.data?.lines.map(({ costCode, description, amount, billedAmount }) => ({
            costCode: costCode ?? '',
            description,
            amount,
            billedAmount,
          })) ?? [{}],
        ),
      }}
      onSave={(values) =>
        save({
          projectId: project.id,
          title: (values.title ?? '').trim(),
          contractDate: values.contractDate ?? '',
          contractState: CONTRACT_STATES.find((state) => state === values.contractState),
          startDate: orNull(values.startDate),
          endDate: orNull(values.endDate),
          retainagePercent: values.retainagePercent?.trim() || '0',
          lines: writtenRows(values.lines).map((row) => ({
            costCode: orNull(row.costCode),
            description: typed(row, 'description', ''),
            amount: typed(row, 'amount', ''),
            billedAmount: typed(row, 'billedAmount', '0'),
          })),
        })
      }
      onClose={onClose}
    />
  );
}

/** Creates a subcontract with its lines. */
export function NewCommitmentDialog({
  project,
  onClose,
}: {
  readonly project: Project;
  readonly onClose: () => void;
}) {
  const books = useBooks();
  const vendors = useCounterparties('VENDOR', '', books.may('purchasing.read'));
  const create = trpc.projects.commitments.create.useMutation();
  return (
    <RecordDialog
      title="New subcontract"
      saveLabel="Add subcontract"
      fields={[
        { name: 'title', label: 'Title', kind: 'text', required: true, wide: true },
        { name: 'vendorId', label: 'Vendor', kind: 'combo', choices: vendors.choices, more: vendors.more },
        { name: 'committedOn', label: 'Date', kind: 'date', required: true },
        { name: 'lines', label: `Lines (${project.currencyCode})`, kind: 'rows', columns: PRICED_COLUMNS },
      ]}
      initial={{ committedOn: books.today, lines: JSON.stringify([{}]) }}
      isSaving={create.isPending}
      error={create.error}
      onSave={(values) =>
        create.mutate(
          {
            projectId: project.id,
            title: (values.title ?? '').trim(),
            vendorId: orNull(values.vendorId),
            committedOn: values.committedOn ?? '',
            lines: pricedLines(values.lines),
          },
          {
            onSuccess: ({ commitmentNumber }) => {
              notifyDone(`${commitmentNumber} is a commitment of the project.`);
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}

/** Changes a commitment's title, state or invoiced amount; what is committed changes by change orders only. */
export function CommitmentDialog({
  commitment,
  currency,
  onClose,
}: {
  readonly commitment: Commitment;
  readonly currency: string;
  readonly onClose: () => void;
}) {
  const update = trpc.projects.commitments.update.useMutation();
  const { data = commitment } = trpc.projects.commitments.get.useQuery({ id: commitment.id });
  return (
    <RecordDialog
      title={`Edit ${commitment.commitmentNumber}`}
      saveLabel="Save"
      fields={[
        { name: 'title', label: 'Title', kind: 'text', required: true, wide: true },
        { name: 'commitmentState', label: 'State', kind: 'select', choices: choicesOf(COMMITMENT_STATES) },
        { name: 'invoicedAmount', label: 'Invoiced so far', kind: 'amount', currency },
      ]}
      initial={{
        title: commitment.title,
        commitmentState: commitment.commitmentState,
        invoicedAmount: commitment.invoicedAmount,
      }}
      isSaving={update.isPending}
      error={update.error}
      onSave={(values) =>
        update.mutate(
          {
            id: commitment.id,
            data: {
              title: (values.title ?? '').trim(),
              commitmentState: COMMITMENT_STATES.find((state) => state === values.commitmentState),
              ...(values.invoicedAmount ? { invoicedAmount: values.invoicedAmount } : {}),
            },
            $call: { expectedVersion: data.version },
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

/** Orders from a vendor; the order becomes a commitment of the project at once. */
export function PurchaseOrderDialog({
  project,
  onClose,
}: {
  readonly project: Project;
  readonly onClose: () => void;
}) {
  const books = useBooks();
  const vendors = useCounterparties('VENDOR', '', books.may('purchasing.read'));
  const create = trpc.projects.purchaseOrders.create.useMutation();
  return (
    <RecordDialog
      title="New purchase order"
      saveLabel="Order"
      fields={[
        {
          name: 'vendorId',
          label: 'Vendor',
          kind: 'combo',
          required: true,
          wide: true,
          choices: vendors.choices,
          more: vendors.more,
        },
        { name: 'orderDate', label: 'Date', kind: 'date', required: true },
        { name: 'expectedDate', label: 'Expected', kind: 'date' },
        { name: 'externalReference', label: 'External reference', kind: 'text' },
        { name: 'memo', label: 'Memo', kind: 'text' },
        { name: 'lines', label: `Lines (${project.currencyCode})`, kind: 'rows', columns: PRICED_COLUMNS },
      ]}
      initial={{ orderDate: books.today, lines: JSON.stringify([{}]) }}
      isSaving={create.isPending}
      error={create.error}
      onSave={(values) =>
        create.mutate(
          {
            projectId: project.id,
            vendorId: values.vendorId ?? '',
            orderDate: values.orderDate ?? '',
            expectedDate: orNull(values.expectedDate),
            externalReference: orNull(values.externalReference),
            memo: orNull(values.memo),
            lines: pricedLines(values.lines),
          },
          {
            onSuccess: ({ orderNumber, commitmentNumber }) => {
              notifyDone(`${orderNumber} is issued; ${commitmentNumber} is its commitment.`);
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}
