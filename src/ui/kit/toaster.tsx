'use client';

import { Toaster as Sonner } from 'sonner';

/** Where notices appear; styled by the tokens, not by the library's theme. */
export function Toaster() {
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
