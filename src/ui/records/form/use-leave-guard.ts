'use client';

import { useEffect } from 'react';

const QUESTION = 'Leave this page? Your changes are not saved.';
const CLOSING = 'Close this form? Your changes are not saved.';

/** How many forms of the page have unsaved work. */
let unsaved = 0;

/** Whether the page may be left: it has no unsaved work, or the person says so. For navigation without a link. */
export const mayLeave = () => unsaved === 0 || window.confirm(QUESTION);

/** Whether a form in a dialog may be closed by Escape or its cross, which may be pressed by mistake; Cancel says what it does. */
export const mayClose = (isDirty: boolean) => !isDirty || window.confirm(CLOSING);

/** The part of the Navigation API that this file uses; not every browser has it. */
interface NavigateEvent extends Event {
  readonly navigationType: string;
  readonly destination: { readonly sameDocument: boolean };
}

/**
 * Asks before a page with unsaved work is left: by closing it, by loading another, by a link within the console, or by the browser's Back and
 * Forward. Where a browser cannot ask about those, the form offers its kept work when it is opened again.
 */
export function useLeaveGuard(isDirty: boolean) {
  useEffect(() => {
    if (!isDirty) return;
    unsaved += 1;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    const follow = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (link === null || link.getAttribute('target') === '_blank' || link.hasAttribute('download')) return;
      if (window.confirm(QUESTION)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const { navigation } = window as { readonly navigation?: EventTarget };
    const goBack = (event: Event) => {
      const { navigationType, destination, cancelable } = event as NavigateEvent;
      // Another document is asked about as it unloads, and what the router pushes was asked about before.
      if (navigationType !== 'traverse' || !destination.sameDocument || !cancelable) return;
      if (!window.confirm(QUESTION)) event.preventDefault();
    };
    navigation?.addEventListener('navigate', goBack);
    window.addEventListener('beforeunload', ask);
    // Before the router, which follows a link by itself.
    document.addEventListener('click', follow, true);
    return () => {
      unsaved -= 1;
      navigation?.removeEventListener('navigate', goBack);
      window.removeEventListener('beforeunload', ask);
      document.removeEventListener('click', follow, true);
    };
  }, [isDirty]);
}
