'use client';

import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from './button';
import { cx } from './class-names';

type OverlayProps = {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly className?: string;
  readonly isDismissable?: boolean;
};

const VEIL = 'fixed inset-0 z-40 bg-veil entering:animate-in';

/** A question in the middle of the screen. */
export function Dialog({ title, isOpen, onClose, children, className, isDismissable = true }: OverlayProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
      isDismissable={isDismissable}
      className={cx(VEIL, 'grid place-items-center p-4')}
    >
      <Modal
        className={cx(
          'w-full max-w-lg animate-[pop-in_120ms_ease-out] rounded-card border border-line bg-raised shadow-overlay',
          className,
        )}
      >
        <AriaDialog className="flex max-h-[85dvh] flex-col outline-none">
          <header className="flex items-center justify-between gap-4 px-5 pt-4">
            <Heading slot="title" className="font-semibold text-lead">
              {title}
            </Heading>
            <IconButton label="Close" onPress={onClose} className="-mr-2">
              <X aria-hidden="true" />
            </IconButton>
          </header>
          <div className="min-h-0 overflow-auto px-5 pt-2 pb-5">{children}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** A panel from the right that leaves the page in view: GL impact, details. */
export function Drawer({ title, isOpen, onClose, children, className }: OverlayProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
      isDismissable
      className={cx(VEIL, 'flex justify-end')}
    >
      <Modal
        className={cx(
          'h-dvh w-full max-w-2xl animate-[drawer-in_140ms_ease-out] border-line border-l bg-raised shadow-overlay',
          className,
        )}
      >
        <AriaDialog className="flex h-full flex-col outline-none">
          <header className="flex h-12 shrink-0 items-center justify-between gap-4 border-line border-b px-5">
            <Heading slot="title" className="font-semibold text-lead">
              {title}
            </Heading>
            <IconButton label="Close" onPress={onClose} className="-mr-2">
              <X aria-hidden="true" />
            </IconButton>
          </header>
          <div className="min-h-0 flex-1 overflow-auto p-5">{children}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The last row of a dialog: the way out left of the way on. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className="mt-5 flex flex-wrap items-center justify-end gap-2">{children}</div>;
}
