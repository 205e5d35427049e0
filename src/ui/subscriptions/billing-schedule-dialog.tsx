'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { SelectField } from '@/ui/kit/input/select-field';
import { notifyDone } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { DAY_CHOICES, HOUR_CHOICES, type Hours, OUTCOME_CHOICES, type Schedule } from './billing-hours';

const FIRST: Hours = { dayOfMonth: 1, hour: 6, outcome: 'DRAFT' };

/** When subscriptions are billed by schedule, and whether the invoices are posted; saving switches it on. */
export function BillingScheduleDialog({
  schedule,
  timeZone,
  onClose,
}: {
  readonly schedule: Schedule | null;
  readonly timeZone: string;
  readonly onClose: () => void;
}) {
  const books = useBooks();
  const utils = trpc.useUtils();
  const [hours, setHours] = useState<Hours>(schedule ?? FIRST);
  const set = trpc.subscriptions.setSchedule.useMutation({
    onSuccess: () => {
      notifyDone('Subscriptions are billed by schedule.');
      onClose();
    },
    onSettled: () => utils.subscriptions.showSchedule.invalidate(),
  });
  const maySubmit = books.may('gl.transaction.submit');
  return (
    <ConfirmDialog
      title="Bill by schedule"
      isOpen
      onClose={onClose}
      confirmLabel={schedule?.isOn ? 'Save' : 'Switch on'}
      isPending={set.isPending}
      error={set.error ? sentenceOf(set.error) : undefined}
      onConfirm={() =>
        set.mutate({
          isOn: true,
          dayOfMonth: hours.dayOfMonth,
          hour: hours.hour,
          outcome: hours.outcome,
          ...(schedule === null ? {} : { $call: { expectedVersion: schedule.version } }),
        })
      }
    >
      <p className="text-ink-soft">
        Every period that has begun and is not billed gets its invoice, with your rights. Nothing is posted by
        itself. If the server is down at that hour, it bills when it is back.
      </p>
      <div className="grid gap-3.5 sm:grid-cols-2">
        <SelectField
          label="Day"
          value={hours.dayOfMonth === null ? '' : String(hours.dayOfMonth)}
          choices={DAY_CHOICES}
          onChange={({ target }) =>
            setHours({ ...hours, dayOfMonth: target.value === '' ? null : Number(target.value) })
          }
        />
        <SelectField
          label="Hour"
          hint={`In the time zone ${timeZone}`}
          value={String(hours.hour)}
          choices={HOUR_CHOICES}
          onChange={({ target }) => setHours({ ...hours, hour: Number(target.value) })}
        />
        <SelectField
          label="Invoices are"
          className="sm:col-span-2"
          value={hours.outcome}
          choices={OUTCOME_CHOICES.filter(({ value }) => value === 'DRAFT' || maySubmit)}
          onChange={({ target }) =>
            setHours({ ...hours, outcome: target.value === 'SUBMIT' ? 'SUBMIT' : 'DRAFT' })
          }
        />
      </div>
    </ConfirmDialog>
  );
}
