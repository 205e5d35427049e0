'use client';

import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import type { OverlayProps } from './overlay';

// Nothing is open when a page appears, so no page waits for this.
const DialogFrame = dynamic(() => import('./modal-frames').then((part) => part.DialogFrame), { ssr: false });
const DrawerFrame = dynamic(() => import('./modal-frames').then((part) => part.DrawerFrame), { ssr: false });

/** A question in the middle of the screen. */
export function Dialog(props: OverlayProps) {
  return <DialogFrame {...props} />;
}

/** A panel from the right that leaves the page in view: GL impact, details. */
export function Drawer(props: OverlayProps) {
  return <DrawerFrame {...props} />;
}

/** The last row of a dialog: the way out left of the way on. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className="mt-5 flex flex-wrap items-center justify-end gap-2">{children}</div>;
}
