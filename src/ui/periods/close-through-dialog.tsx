'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { TextAreaField } from '@/ui/kit/input/text-field';
import { Notice } from '@/ui/kit/notice';
import { notifyDone } from '@/ui/kit/notify';
import { useSubsidiaries } from '@/ui/records/use-names';
import { sentenceOf } from '@/ui/shell/refusal';
import type { Period } from './period-rows';

/** Closes a period and every earlier one that is still open, until one cannot be closed. */
export function CloseThroughDialog({
  period,
  due,
  onClose,
}: {
  readonly period: Period;
  /** Those that are not closed yet, oldest first, this one included. */
  readonly due: readonly Period[];
  readonly onClose: () => void;
}) {
  const close = trpc.periods.closeThrough.useMutation();
  const [reason, setReason] = useState('');
  const [closed, setClosed] = useState<readonly string[]>([]);
  const [isClosing, setClosing] = useState(false);
  const company = useSubsidiaries().nameOf(period.subsidiaryId);
  const stopped = close.data?.stopped ?? null;
  const first = due[0]?.label ?? period.label;

  async function run() {
    setClosing(true);
    const done: string[] = [];
    try {
      for (;;) {
        const result = await close.mutateAsync({ id: period.id, reason: reason.trim() || null });
        done.push(...result.closed);
        setClosed([...done]);
        if (result.stopped !== null) return;
        if (result.left === 0 || result.closed.length === 0) break;
      }
      notifyDone(`${wordsFor(done.length)} closed.`);
      onClose();
    } catch {
      // Shown by the dialog, from the mutation.
    } finally {
      setClosing(false);
    }
  }

  return (
    <ConfirmDialog
      title={`Close through ${period.label}${company ? ` of ${company}` : ''}`}
      isOpen
      onClose={onClose}
      onConfirm={() => void run()}
      confirmLabel={`Close ${due.length} ${due.length === 1 ? 'period' : 'periods'}`}
      isPending={isClosing}
      isDisabled={stopped !== null}
      error={close.error ? sentenceOf(close.error) : undefined}
    >
      <p className="text-ink-soft">
        {first === period.label
          ? `${first} is closed, with the same checks as when it is closed alone.`
          : `${first} to ${period.label} are closed one after the other, each with the same checks as when it is closed alone. Closing stops at the first that cannot be closed.`}
      </p>
      {closed.length > 0 ? (
        <p role="status">
          {wordsFor(closed.length)} closed, {closed[0]}
          {closed.length > 1 ? ` to ${closed.at(-1)}` : ''}.
        </p>
      ) : null}
      {stopped === null ? null : (
        <Notice tone="caution" role="alert">
          {stopped.message}
        </Notice>
      )}
      <TextAreaField label="Reason" value={reason} onChange={(event) => setReason(event.target.value)} />
    </ConfirmDialog>
  );
}

const wordsFor = (count: number) => (count === 1 ? '1 period is' : `${count} periods are`);
