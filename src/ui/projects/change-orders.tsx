'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { Drawer } from '@/ui/kit/dialogs/dialog';
import { DateText } from '@/ui/kit/figures/date-text';
import { Money } from '@/ui/kit/figures/money';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import { DataTable } from '@/ui/kit/tables/data-table';
import { Pager } from '@/ui/kit/tables/pager';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { actsColumn } from '@/ui/records/row-acts';
import { QueryView } from '@/ui/shell/query-view';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';

type ChangeOrder = RouterOutputs['projects']['changeOrders']['list']['rows'][number];
/** The change orders on a page. */
const LIMIT = 50;
/** What is changed: a prime contract or a commitment. */
export type Changed = {
  readonly of: { readonly primeContractId: string } | { readonly commitmentId: string };
  readonly number: string;
  readonly currency: string;
};

/** The change orders of a prime contract or a commitment; one takes effect when it is approved. */
export function ChangeOrders({
  changed,
  onClose,
}: {
  readonly changed: Changed;
  readonly onClose: () => void;
}) {
  const mayWrite = useBooks().may('project.write');
  const [isNew, setNew] = useState(false);
  const [page, setPage] = useState(1);
  const query = trpc.projects.changeOrders.list.useQuery(
    { ...changed.of, page, limit: LIMIT },
    { placeholderData: keepPreviousData },
  );
  const decided = {
    onError: (error: unknown) => notifyProblem(sentenceOf(error)),
    onSuccess: ({ changeNumber, changeState }: ChangeOrder) =>
      notifyDone(`${changeNumber} is ${changeState.toLowerCase()}.`),
  };
  const approve = trpc.projects.changeOrders.approve.useMutation(decided);
  const reject = trpc.projects.changeOrders.reject.useMutation(decided);
  return (
    <Drawer title={`Change orders of ${changed.number}`} isOpen onClose={onClose}>
      <div className="flex flex-col gap-3">
        {mayWrite ? (
          <span>
            <Button size="small" onPress={() => setNew(true)}>
              New change order
            </Button>
          </span>
        ) : null}
        <QueryView query={query}>
          {({ rows, total }) => (
            <>
              <DataTable
                label="Change orders"
                rows={rows}
                rowId={(row) => row.id}
                empty={<EmptyState title="No change orders yet" />}
                columns={[
                  {
                    id: 'number',
                    header: 'Number',
                    className: 'text-ink-mute',
                    cell: (row) => row.changeNumber,
                  },
                  { id: 'title', header: 'Title', narrow: 'title', cell: (row) => row.title },
                  { id: 'date', header: 'Requested', cell: (row) => <DateText value={row.requestedOn} /> },
                  { id: 'state', header: 'State', cell: (row) => <StatusPill status={row.changeState} /> },
                  {
                    id: 'amount',
                    header: `Amount (${changed.currency})`,
                    align: 'end',
                    narrow: 'figure',
                    cell: (row) => <Money value={row.amount} currency={changed.currency} />,
                  },
                  ...(mayWrite
                    ? [
                        actsColumn<ChangeOrder>((row) =>
                          row.changeState === 'PENDING'
                            ? [
                                {
                                  words: 'Approve',
                                  label: `Approve ${row.changeNumber}`,
                                  isPending: approve.isPending,
                                  onPress: () => approve.mutate({ id: row.id }),
                                },
                                {
                                  words: 'Reject',
                                  label: `Reject ${row.changeNumber}`,
                                  isPending: reject.isPending,
                                  onPress: () => reject.mutate({ id: row.id }),
                                },
                              ]
                            : [],
                        ),
                      ]
                    : []),
                ]}
              />
              <Pager page={page} limit={LIMIT} total={total} onPage={setPage} />
            </>
          )}
        </QueryView>
      </div>
      {isNew ? <NewChangeOrder changed={changed} onClose={() => setNew(false)} /> : null}
    </Drawer>
  );
}

function NewChangeOrder({ changed, onClose }: { readonly changed: Changed; readonly onClose: () => void }) {
  const books = useBooks();
  const create = trpc.projects.changeOrders.create.useMutation();
  return (
    <RecordDialog
      title={`Change ${changed.number}`}
      saveLabel="Request"
      fields={[
        { name: 'title', label: 'Title', kind: 'text', required: true, wide: true },
        { name: 'amount', label: 'Amount', kind: 'amount', currency: changed.currency, required: true },
        { name: 'requestedOn', label: 'Requested on', kind: 'date', required: true },
      ]}
      initial={{ requestedOn: books.today }}
      isSaving={create.isPending}
      error={create.error}
      onSave={(values) =>
        create.mutate(
          {
            ...changed.of,
            title: (values.title ?? '').trim(),
            amount: values.amount ?? '',
            requestedOn: values.requestedOn ?? '',
          },
          {
            onSuccess: ({ changeNumber }) => {
              notifyDone(`${changeNumber} is waiting for approval.`);
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}
