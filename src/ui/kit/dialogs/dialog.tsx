'use client';

import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import type { OverlayProps } from './overlay';

// Nothing is open when a page first appears, so no page waits for this code.
const DialogFrame = dynamic(() => import('./modal-frames').then((part) => part.DialogFrame), { ssr: false });
const DrawerFrame = dynamic(() => import('./modal-frames').then((part) => part.DrawerFrame), { ssr: false });

/** A modal dialog in the middle of the screen. */
export function Dialog(props: OverlayProps) {
  return <DialogFrame {...props} />;
}

/** A panel from the right that leaves the page visible: GL impact, details. */
export function Drawer(props: OverlayProps) {
  return <DrawerFrame {...props} />;
}

/** The last row of a dialog: Cancel to the left of the main button. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className="mt-5 flex flex-wrap items-center justify-end gap-2">{children}</div>;
}
