'use client';

import Link from 'next/link';
import { useEffect, useRef } from 'react';
import { cx } from '../class-names';

export type LinkTab = {
  readonly id: string;
  readonly label: string;
  readonly href: string;
  readonly count?: number;
};

/**
 * Tabs with their own URLs, so that Back works and a tab can be shared with a colleague. Where they are wider than the screen, the current
 * one is scrolled to.
 */
export function LinkTabs({
  label,
  tabs,
  current,
}: {
  readonly label: string;
  readonly tabs: readonly LinkTab[];
  readonly current: string;
}) {
  const strip = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is scrolled to when it becomes the current one
  useEffect(() => {
    const tab = strip.current?.querySelector('[aria-current="page"]');
    if (!strip.current || !tab) return;
    const [seen, own] = [strip.current.getBoundingClientRect(), tab.getBoundingClientRect()];
    const isSeen = own.left >= seen.left && own.right <= seen.right;
    if (!isSeen) strip.current.scrollLeft += (own.left + own.right - seen.left - seen.right) / 2;
  }, [current]);
  return (
    <nav
      ref={strip}
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
