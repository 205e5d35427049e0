'use client';

import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { InstantText } from '@/ui/kit/figures/date-text';
import { Money, Quantity } from '@/ui/kit/figures/money';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { notifyDone } from '@/ui/kit/notify';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { TextLink } from '@/ui/kit/text-link';
import { QueryView } from '@/ui/shell/query-view';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';

type Shown = RouterOutputs['periods']['revaluation'];
type Balance = Shown['balances'][number];

/** What a revaluation of a period would post now, and its earlier runs; posts the difference from the last one. */
export function RevaluationDialog({
  periodId,
  label,
  onClose,
}: {
  readonly periodId: string;
  readonly label: string;
  readonly onClose: () => void;
}) {
  const query = trpc.periods.revaluation.useQuery({ periodId });
  const revalue = trpc.periods.revalue.useMutation();
  const shown = query.data;
  return (
    <ConfirmDialog
      title={`Revalue ${label}`}
      isOpen
      onClose={onClose}
      confirmLabel={shown !== undefined && shown.runs.length > 0 ? 'Revalue again' : 'Revalue'}
      isPending={revalue.isPending}
      isDisabled={shown === undefined || shown.isCurrent}
      error={revalue.error ? sentenceOf(revalue.error) : undefined}
      onConfirm={() =>
        revalue.mutate(
          { periodId },
          {
            onSuccess: ({ entryNumber }) => {
              notifyDone(
                entryNumber === null
                  ? `${label} is revalued. Nothing had to be posted.`
                  : `${label} is revalued by ${entryNumber}.`,
              );
              onClose();
            },
          },
        )
      }
    >
      <p className="text-ink-soft">
        Brings receivables, payables, contract assets, refund liabilities and bank balances in foreign
        currencies to the closing rate. The difference is posted on the last day and reversed on the next.
      </p>
      <QueryView query={query}>
        {(found) => (
          <>
            <DataTable
              label="Balances in foreign currencies"
              columns={columnsOf(found.baseCurrencyCode)}
              rows={found.balances}
              rowId={(row) => `${row.accountId}/${row.currencyCode}`}
              empty={<EmptyState title="No balances in foreign currencies">Nothing to revalue.</EmptyState>}
            />
            <Runs shown={found} />
          </>
        )}
      </QueryView>
    </ConfirmDialog>
  );
}

function columnsOf(base: string): Column<Balance>[] {
  return [
    { id: 'account', header: 'Account', cell: (row) => `${row.accountCode} ${row.accountName}` },
    {
      id: 'amount',
      header: 'Balance',
      align: 'end',
      cell: (row) => <Money value={row.amount} currency={row.currencyCode} showCurrency />,
    },
    {
      id: 'carrying',
      header: `Carried, ${base}`,
      align: 'end',
      cell: (row) => <Money value={row.carrying} currency={base} />,
    },
    {
      id: 'rate',
      header: 'Closing rate',
      align: 'end',
      cell: (row) => (row.rate === null ? 'No rate' : <Quantity value={row.rate} least={4} />),
    },
    {
      id: 'difference',
      header: `To post, ${base}`,
      narrowLabel: true,
      align: 'end',
      cell: (row) => <Money value={row.difference} currency={base} />,
    },
  ];
}

/** The runs of the period, the last first, with the entries each posted. */
function Runs({ shown }: { readonly shown: Shown }) {
  const books = useBooks();
  if (shown.runs.length === 0) return <p>This period has not been revalued yet.</p>;
  const entry = (id: string | null, number: string | null) =>
    id === null ? 'Nothing' : <TextLink href={books.path(`entries/${id}`)}>{number}</TextLink>;
  return (
    <>
      <p>
        {shown.isCurrent
          ? 'Nothing has changed since the last run.'
          : 'Balances or rates have changed since the last run; another run posts the difference.'}
      </p>
      <DataTable
        label="Runs"
        rows={shown.runs}
        rowId={(run) => run.id}
        columns={[
          { id: 'run', header: 'Run', cell: (run) => run.runNumber },
          { id: 'at', header: 'Recorded', cell: (run) => <InstantText value={run.recordedAt} /> },
          { id: 'entry', header: 'Posted', cell: (run) => entry(run.entryId, run.entryNumber) },
          {
            id: 'reversal',
            header: 'Reversed by',
            cell: (run) => entry(run.reversalEntryId, run.reversalNumber),
          },
        ]}
      />
    </>
  );
}
