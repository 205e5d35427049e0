import type { ReactNode } from 'react';

/** A full page with one message: not found, failed. */
export function FullPageMessage({
  title,
  children,
  action,
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly action: ReactNode;
}) {
  return (
    <div className="flex min-h-[60dvh] flex-col items-center justify-center gap-2 px-6 text-center">
      <h1 className="font-semibold text-title">{title}</h1>
      <p className="max-w-md text-ink-soft">{children}</p>
      <div className="mt-4 flex gap-2">{action}</div>
    </div>
  );
}
