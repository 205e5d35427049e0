'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { SelectField } from '@/ui/kit/input/select-field';
import { Notice } from '@/ui/kit/notice';
import { notifyDone } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import { adjustmentObstacle, type Period } from './period-rows';

/** Adds a 13th period to a subsidiary's year, and explains beforehand what would prevent it. */
export function AdjustmentDialog({
  periods,
  subsidiaries,
  year: firstYear,
  subsidiaryId: firstSubsidiary,
  onClose,
}: {
  readonly periods: readonly Period[];
  readonly subsidiaries: readonly { readonly id: string; readonly name: string }[];
  readonly year: number;
  readonly subsidiaryId: string;
  readonly onClose: (year?: number) => void;
}) {
  const [subsidiaryId, setSubsidiary] = useState(firstSubsidiary);
  const [fiscalYear, setYear] = useState(firstYear);
  const add = trpc.periods.addAdjustment.useMutation();
  const name = subsidiaries.find(({ id }) => id === subsidiaryId)?.name ?? '';
  const years = [...new Set(periods.map((period) => period.fiscalYear))].sort((a, b) => b - a);
  const obstacle = adjustmentObstacle(periods, { fiscalYear, subsidiaryId, name });
  return (
    <ConfirmDialog
      title="Add a 13th period"
      isOpen
      onClose={() => onClose()}
      confirmLabel="Add the period"
      isPending={add.isPending}
      isDisabled={obstacle !== null}
      error={add.error ? sentenceOf(add.error) : undefined}
      onConfirm={() =>
        add.mutate(
          { fiscalYear, subsidiaryId },
          {
            onSuccess: (period) => {
              notifyDone(`${period.label} of ${name} is open for adjustments.`);
              onClose(fiscalYear);
            },
          },
        )
      }
    >
      <p className="text-ink-soft">
        A separate period on the last day of the year for closing adjustments. Journals marked “Post to the
        adjustment period” go there even when December is closed. It is closed and locked like any other
        period.
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label="Subsidiary"
          value={subsidiaryId}
          choices={subsidiaries.map(({ id, name: label }) => ({ value: id, label }))}
          onChange={(event) => setSubsidiary(event.target.value)}
        />
        <SelectField
          label="Fiscal year"
          value={String(fiscalYear)}
          choices={years.map((value) => ({ value: String(value), label: String(value) }))}
          onChange={(event) => setYear(Number(event.target.value))}
        />
      </div>
      {obstacle ? (
        <Notice tone="caution" role="status">
          {obstacle}
        </Notice>
      ) : null}
    </ConfirmDialog>
  );
}
