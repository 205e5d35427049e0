import type { ReactNode } from 'react';

/** What a dialog and a drawer take. */
export type OverlayProps = {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly className?: string;
  readonly isDismissable?: boolean;
};
