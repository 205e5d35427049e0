'use client';

import type { ReactNode } from 'react';
import { Button } from '../button';
import { Dialog, DialogActions } from './dialog';

/**
 * Asks for confirmation before an action that cannot be undone (post, reverse, close) and shows its effect in figures.
 */
export function ConfirmDialog({
  title,
  isOpen,
  onClose,
  onConfirm,
  confirmLabel,
  tone = 'primary',
  isPending = false,
  isDisabled = false,
  error,
  className,
  children,
}: {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly confirmLabel: string;
  readonly tone?: 'primary' | 'danger';
  readonly isPending?: boolean;
  readonly isDisabled?: boolean;
  readonly error?: string | undefined;
  /** Another width, for an effect that is a table. */
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      {...(className === undefined ? {} : { className })}
    >
      <div className="flex flex-col gap-4">{children}</div>
      {error ? (
        <p role="alert" className="mt-4 rounded border border-danger/30 bg-danger-soft px-3 py-2 text-danger">
          {error}
        </p>
      ) : null}
      <DialogActions>
        <Button onPress={onClose}>Cancel</Button>
        <Button tone={tone} onPress={onConfirm} isPending={isPending} isDisabled={isDisabled}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
