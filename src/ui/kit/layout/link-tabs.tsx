import Link from 'next/link';
import { cx } from '../class-names';

export type LinkTab = {
  readonly id: string;
  readonly label: string;
  readonly href: string;
  readonly count?: number;
};

/** Tabs with their own URLs, so that Back works and a tab can be shared with a colleague. */
export function LinkTabs({
  label,
  tabs,
  current,
}: {
  readonly label: string;
  readonly tabs: readonly LinkTab[];
  readonly current: string;
}) {
  return (
    <nav
      aria-label={label}
      className="-mb-px flex gap-1 overflow-x-auto border-line border-b"
      data-print="hide"
    >
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          href={tab.href}
          prefetch={false}
          aria-current={tab.id === current ? 'page' : undefined}
          className={cx(
            'whitespace-nowrap border-transparent border-b-2 px-3 py-2 text-ink-mute hover:text-ink',
            tab.id === current && 'border-accent font-medium text-ink',
          )}
        >
          {tab.label}
          {tab.count === undefined ? null : (
            <span className="ml-1.5 text-ink-mute text-small">{tab.count}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}
