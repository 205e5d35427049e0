import type { ReactNode } from 'react';

/** The props shared by dialogs and drawers. */
export type OverlayProps = {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly className?: string;
  readonly isDismissable?: boolean;
};
