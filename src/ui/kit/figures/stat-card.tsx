import Link from 'next/link';
import type { ReactNode } from 'react';

/** One figure of the home page; the whole card links to the records behind the figure. */
export function StatCard({
  label,
  value,
  note,
  href,
}: {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
  readonly href: string;
}) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="flex min-w-0 flex-col gap-0.5 rounded-card border border-line bg-surface px-4 py-3 shadow-raised transition-colors hover:border-line-strong hover:bg-hover"
    >
      <span className="text-ink-mute text-small">{label}</span>
      <span className="figures truncate font-semibold text-figure">{value}</span>
      {note ? <span className="text-ink-mute text-small">{note}</span> : null}
    </Link>
  );
}
