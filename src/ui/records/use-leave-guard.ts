'use client';

import { useEffect } from 'react';

const QUESTION = 'Leave this page? What you entered is not saved yet.';

/** Asks before a page with unsaved work is left: by closing it, by loading another, or by a link within the console. */
export function useLeaveGuard(isDirty: boolean) {
  useEffect(() => {
    if (!isDirty) return;
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
    window.addEventListener('beforeunload', ask);
    // Before the router, which follows a link by itself.
    document.addEventListener('click', follow, true);
    return () => {
      window.removeEventListener('beforeunload', ask);
      document.removeEventListener('click', follow, true);
    };
  }, [isDirty]);
}
