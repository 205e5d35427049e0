'use client';

import { X } from 'lucide-react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from '../button';
import { cx } from '../class-names';
import type { OverlayProps } from './overlay';

const VEIL = 'fixed inset-0 z-40 bg-veil entering:animate-in';

/** The frame of a Dialog. */
export function DialogFrame({
  title,
  isOpen,
  onClose,
  children,
  className,
  isDismissable = true,
}: OverlayProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
      isDismissable={isDismissable}
      className={cx(VEIL, 'grid grid-cols-1 place-items-center p-4')}
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

/** The frame of a Drawer. */
export function DrawerFrame({ title, isOpen, onClose, children, className }: OverlayProps) {
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
