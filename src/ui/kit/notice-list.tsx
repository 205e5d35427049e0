'use client';

import { useEffect } from 'react';
import { Toaster as Sonner, toast } from 'sonner';
import { onNotice, takeNotices } from './notify';

function show() {
  for (const { kind, message, action } of takeNotices()) {
    if (kind === 'problem') toast.error(message, { duration: 8_000 });
    else toast.success(message, action ? { action } : {});
  }
}

/** The notices, styled by our design tokens rather than the library's theme. */
export function NoticeList() {
  useEffect(() => {
    show();
    return onNotice(show);
  }, []);
  return (
    <Sonner
      position="bottom-right"
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-90 items-center gap-3 rounded-card border border-line bg-raised px-4 py-3 text-body text-ink shadow-overlay',
          error: 'border-danger/40',
          title: 'font-normal',
          actionButton: 'ml-auto shrink-0 rounded px-2 py-1 font-medium text-accent hover:bg-hover',
        },
      }}
    />
  );
}
