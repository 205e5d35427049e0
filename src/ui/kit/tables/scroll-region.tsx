'use client';

import { MoveHorizontal } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { cx } from '../class-names';

/**
 * A box whose content may be wider than the screen. While it is, the box is a named tab stop so that arrow keys scroll
 * it (WCAG 2.1.1), a shaded edge shows that there is more, and a line below says so.
 */
export function ScrollRegion({
  label,
  className,
  children,
}: {
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const region = useRef<HTMLElement>(null);
  // Until it is measured a box counts as scrolling: one tab stop too many is better than an unreachable box.
  const [scrolls, setScrolls] = useState<boolean | null>(null);
  useEffect(() => {
    const box = region.current;
    if (box === null) return;
    const measure = () => setScrolls(box.scrollWidth > box.clientWidth + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    for (const child of box.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return (
    <div className={cx('relative min-w-0', className)}>
      <section
        ref={region}
        className={cx(
          '@container relative overflow-x-auto rounded-card border border-line bg-surface shadow-raised',
          scrolls && 'scroll-edges',
        )}
        // A region that scrolls must be reachable by keyboard (WCAG 2.1.1).
        tabIndex={scrolls === false ? undefined : 0}
        aria-label={scrolls === false ? label : `${label}, scrolls sideways`}
        data-scroll=""
      >
        {children}
      </section>
      {scrolls ? (
        <p
          data-print="hide"
          className="flex items-center gap-1.5 pt-1.5 text-ink-mute text-small"
          aria-hidden="true"
        >
          <MoveHorizontal className="size-3.5" />
          More columns: scroll sideways
        </p>
      ) : null}
    </div>
  );
}
