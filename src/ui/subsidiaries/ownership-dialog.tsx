'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { Dialog, DialogActions } from '@/ui/kit/dialogs/dialog';
import { formatQuantity } from '@/ui/kit/figures/amount-format';
import { DateText, InstantText } from '@/ui/kit/figures/date-text';
import { Pill } from '@/ui/kit/figures/pill';
import { DateField } from '@/ui/kit/input/date-field';
import { TextField } from '@/ui/kit/input/text-field';
import { Notice } from '@/ui/kit/notice';
import { notifyDone } from '@/ui/kit/notify';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { QueryView } from '@/ui/shell/query-view';
import { sentenceOf } from '@/ui/shell/refusal';

interface Interest {
  readonly id: string;
  readonly percent: string;
  readonly effectiveDate: string;
  readonly reason: string | null;
  readonly recordedAt: string;
  readonly isLate: boolean;
}

const COLUMNS: Column<Interest>[] = [
  { id: 'percent', header: 'Owned', align: 'end', cell: (row) => `${formatQuantity(row.percent)}%` },
  {
    id: 'from',
    header: 'From',
    cell: (row) =>
      row.effectiveDate === '1900-01-01' ? 'The beginning' : <DateText value={row.effectiveDate} />,
  },
  {
    id: 'recorded',
    header: 'Recorded',
    cell: (row) => (
      <span className="flex items-center gap-2 whitespace-nowrap">
        <InstantText value={row.recordedAt} />
        {row.isLate ? <Pill tone="caution">Late</Pill> : null}
      </span>
    ),
  },
  { id: 'reason', header: 'Reason', className: 'text-ink-mute', cell: (row) => row.reason },
];

/** What the parent owns of a subsidiary, as recorded, and another percentage from a date on. */
export function OwnershipDialog({
  subsidiary,
  mayWrite,
  onClose,
}: {
  readonly subsidiary: { readonly id: string; readonly name: string };
  readonly mayWrite: boolean;
  readonly onClose: () => void;
}) {
  const query = trpc.subsidiaries.ownership.useQuery({ id: subsidiary.id });
  const tools = trpc.useUtils();
  const [percent, setPercent] = useState('');
  const [effectiveDate, setEffectiveDate] = useState('');
  const [reason, setReason] = useState('');
  const record = trpc.subsidiaries.recordOwnership.useMutation({
    onSuccess: (view) => {
      tools.subsidiaries.ownership.setData({ id: subsidiary.id }, view);
      void tools.subsidiaries.list.invalidate();
      notifyDone(`The ownership of ${subsidiary.name} was recorded.`);
      setPercent('');
      setReason('');
    },
  });
  const isComplete = percent.trim() !== '' && effectiveDate !== '' && reason.trim() !== '';
  return (
    <Dialog title={`Ownership of ${subsidiary.name}`} isOpen onClose={onClose} className="max-w-2xl">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          record.mutate({ id: subsidiary.id, percent: percent.trim(), effectiveDate, reason });
        }}
      >
        <p className="text-ink-soft">
          A change holds from its day on. Consolidations of earlier days keep the share that was in force.
        </p>
        <QueryView query={query}>
          {({ percent: owned, interests }) =>
            interests.length === 0 ? (
              <p>{formatQuantity(owned)}% from the beginning.</p>
            ) : (
              <DataTable
                label="Ownership"
                columns={COLUMNS}
                rows={[...interests]}
                rowId={(row) => row.id}
                empty={null}
              />
            )
          }
        </QueryView>
        {mayWrite ? (
          <div className="grid gap-3.5 sm:grid-cols-2">
            <TextField
              label="Owned from now on (percent)"
              inputMode="decimal"
              value={percent}
              onChange={({ target }) => setPercent(target.value)}
            />
            <DateField label="Holds from" value={effectiveDate} onValue={setEffectiveDate} />
            <TextField
              label="Reason"
              className="sm:col-span-2"
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </div>
        ) : null}
        {record.error ? (
          <Notice tone="danger" role="alert">
            {sentenceOf(record.error)}
          </Notice>
        ) : null}
        <DialogActions>
          <Button onPress={onClose}>Close</Button>
          {mayWrite ? (
            <Button tone="primary" type="submit" isPending={record.isPending} isDisabled={!isComplete}>
              Record
            </Button>
          ) : null}
        </DialogActions>
      </form>
    </Dialog>
  );
}
